"""Algorithm 1 of one member: M1^(k) trained on T, from nothing, from the starter model or from a parent."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped
from core.events import Listener
from core.model.learners import learner_from_arrays, new_learner
from core.store.starter import load_starter, starter_path
from core.training import starter_init as warm
from core.training.checkpoints import RunFolder
from core.training.member_task import MemberTask, class_signatures
from core.training.splits import MemberSplit, ParentSplit

if TYPE_CHECKING:
    from core.model.learner import Arrays, Learner
    from core.model.signature_learner import SignatureLearner

_LOOKED_AT = 400
"""At most so many images of X are read after an epoch for the validation curve."""


def train_embedder(
    task: MemberTask, split: MemberSplit, seed: int, folder: RunFolder, emit: Listener, should_stop: Callable[[], bool]
) -> tuple[Learner, dict[str, list[float]]]:
    """M1^(k) learnt from ``split.train`` alone, and its curves by epoch (-1: not looked at).

    A checkpoint of the same key is gone on from; one is kept after every epoch. Raises Stopped when asked to stop.
    """
    from core.model.spelling_learner import spellings
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    preset = task.preset
    learner, trained, begun = _beginning(task, seed)
    settings = EmbedderSettings(
        fresh_heads=not trained,
        steps=preset.steps,
        batch=preset.batch,
        peak_rate=preset.peak_rate * (warm.RATE if trained == "starter" else 1),
        phos_weight=preset.phos_weight,
        letters_weight=preset.letters_weight,
    )
    images, labels = task.samples.images, task.samples.labels()
    training = EmbedderTraining(
        learner,
        images[split.train],
        labels[split.train],
        class_signatures(task),
        spellings(task.samples.classes, task.alphabet),
        settings,
        seed,
        task.device,
    )
    curves: dict[str, list[float]] = {"epoch": [], "loss": [], "val_accuracy": []}
    resumed = folder.load_checkpoint(task.k, training, task.key, curves)
    if resumed:
        emit({"event": "note", "text": f"Member {task.k + 1} goes on after epoch {training.epoch}."})
    look = split.kept[:: max(1, len(split.kept) // _LOOKED_AT)][:_LOOKED_AT]
    every = max(1, training.epochs // 20)
    seen_words = [task.samples.classes[c] for c in split.seen_classes]

    def say(text: str) -> None:
        emit({"event": "note", "text": text})

    for progress in training.run(should_stop, say):
        accuracy = None
        if len(look) and (progress.epoch % every == 0 or progress.epoch == progress.epochs):
            distances = learner.distances(seen_words, task.alphabet)
            nearest = distances(learner.embed(images[look], task.device)).argmin(axis=1)
            accuracy = float((split.seen_classes[nearest] == labels[look]).mean())
        curves["epoch"].append(float(progress.epoch))
        curves["loss"].append(progress.loss)
        curves["val_accuracy"].append(-1.0 if accuracy is None else accuracy)
        folder.save_checkpoint(task.k, training, task.key, curves)
        emit(
            {
                "event": "progress",
                "part": "embedder",
                "member": task.k,
                "done": progress.epoch,
                "total": progress.epochs,
                "loss": progress.loss,
                "val_accuracy": accuracy,
                "images_per_second": progress.images_per_second,
            }
        )
    if training.epoch < training.epochs:
        raise Stopped(
            f"Stopped in member {task.k + 1} after epoch {training.epoch} of {training.epochs}; "
            "finished members and this place are kept. Go on with --resume."
        )
    if trained == "starter" and preset.starter_images:
        share = len(split.train) / (len(split.train) + preset.starter_images)
        weights = warm.interpolate_weights(begun, learner.to_arrays(), share)
        learner = learner_from_arrays(preset.learner, weights, task.alphabet, preset.metric)
    return learner, curves


def _beginning(task: MemberTask, seed: int) -> tuple[SignatureLearner, str | None, Arrays]:
    """The embedder before training, where its weights come from ("parent", "starter", or None), and those weights."""
    preset = task.preset
    if task.parent is not None and task.k < len(task.parent.members):
        weights = task.parent.members[task.k].learner.to_arrays()
        return learner_from_arrays(preset.learner, weights, task.alphabet, preset.metric), "parent", weights
    fresh = new_learner(preset.learner, task.alphabet, preset.metric, seed)
    if not preset.starter:
        return fresh, None, {}
    weights = warm.transfer_weights(load_starter(starter_path()), fresh.to_arrays(), task.alphabet)
    return learner_from_arrays(preset.learner, weights, task.alphabet, preset.metric), "starter", weights


def inherited(task: MemberTask) -> ParentSplit | None:
    """What member k of the parent model knows, in this run's numbering of words."""
    if task.parent is None or task.k >= len(task.parent.members):
        return None
    before = task.parent.members[task.k]
    place = {word: number for number, word in enumerate(task.samples.classes)}
    seen_words = {task.parent.classes[c] for c in before.seen}
    held_out = set(task.parent.classes) - seen_words

    def numbers(words: set[str]) -> NDArray[np.int64]:
        return np.array(sorted(place[word] for word in words if word in place), np.int64)

    return ParentSplit(np.isin(task.samples.image_hashes(), before.trained_on), numbers(seen_words), numbers(held_out))
