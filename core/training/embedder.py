"""Algorithm 1 for one member: split the data and train M1^(k) on T, from random, starter or parent weights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.device import denormals_as_zero
from core.errors import Stopped
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.imaging.augment import Augmentation
from core.language import tr, tr_hint, tr_plural
from core.model.learner import learner_from_arrays, new_learner
from core.model.learner_names import is_own
from core.store.starter import load_starter, starter_path
from core.training.checkpoints import Curves, RunFolder
from core.training.job import MemberTask
from core.training.samples import evenly_spaced
from core.training.schedule import VALIDATION_IMAGES, needs_another_stage, typical_loss, validation_interval
from core.training.splits import MemberSplit, ParentSplit, member_split, whole_split
from core.training.starter_init import ADAPTED_IMAGES, RATE_FACTOR, interpolate_weights, transfer_weights

if TYPE_CHECKING:
    from core.arrays import Arrays
    from core.model.learner import Learner
    from core.model.signature_learner import SignatureLearner
    from core.training.embedder_training import EmbedderTraining

PUBLISHED: dict[str, Any] = {
    "published": True,
    "weight_decay": 5e-5,
    "balance": 0.0,
    "augmentation": Augmentation(scale=0, shear=0.36, shift_x=0, shift_y=0, thickness=0, noise=0.04),
}
"""Settings of the Pho(SC)Net as its authors published it: all images alike, sheared by up to 20 degrees, with noise.

They drew the noise of an image with a standard deviation of 0 to 20 of 255; here it is 10 of 255 in each.
"""


@dataclass(frozen=True, slots=True)
class TrainedEmbedder:
    """M1^(k), the data split it was trained with, and its curves by epoch (validation accuracy -1: not measured)."""

    learner: Learner
    split: MemberSplit
    curves: Curves


def split_and_train(task: MemberTask, folder: RunFolder, emit: Listener, should_stop: ShouldStop) -> TrainedEmbedder:
    """Algorithm 1: split D_train into T, X and X', and train M1^(k) on T (line 3).

    The training has further stages as long as the loss on X and X' falls, up to the preset's ``max_steps``. A
    checkpoint of the same job is continued; one is written after every epoch. Raises Stopped when asked to stop.
    """
    if not is_own(task.job.preset.learner):
        return _fit_foreign(task, emit, should_stop)
    with denormals_as_zero():
        return _train_own(task, folder, emit, should_stop)


def _train_own(task: MemberTask, folder: RunFolder, emit: Listener, should_stop: ShouldStop) -> TrainedEmbedder:
    """Train one of our networks on T, stage by stage."""
    prepared = _prepare(task, folder)
    split, training, curves = prepared.split, prepared.training, prepared.curves
    if prepared.is_continued:
        emit(Note(tr("Reader {k} continues after epoch {epoch}.", k=task.k + 1, epoch=training.epoch)))
    elif task.k == 0 and (taken := training.stage_ends[0] * training.steps) != task.job.preset.steps:
        emit(
            Note(
                tr(
                    "{steps} steps are no whole number of epochs: they become {taken}, {epochs} epochs of "
                    "{steps_an_epoch} steps each.",
                    steps=task.job.preset.steps,
                    taken=taken,
                    epochs=training.stage_ends[0],
                    steps_an_epoch=training.steps,
                )
            )
        )
    samples = task.job.samples
    # chosen once: the losses of the stages are compared on the same images
    held = np.concatenate([evenly_spaced(part, VALIDATION_IMAGES) for part in (split.reserved, split.held_out)])
    every = validation_interval(training.stage_ends[0])
    while True:
        for state in training.run(should_stop, lambda text: emit(Note(text))):
            accuracy = None
            if len(split.reserved) and (state.epoch % every == 0 or state.epoch == state.epochs):
                accuracy = _validation_accuracy(task, split, training.learner)
            curves["epoch"].append(float(state.epoch))
            curves["loss"].append(state.loss)
            # curves are stored as plain numbers: -1 stands for an epoch without a measurement
            curves["val_accuracy"].append(-1.0 if accuracy is None else accuracy)
            folder.save_checkpoint(task.k, training, task.key, curves)
            figures = (state.loss, accuracy, state.images_per_second)
            emit(Progress(JobPart.EMBEDDER, state.epoch, state.epochs, task.k, *figures))
        if not training.has_ended:
            raise Stopped.of(
                "Stopped in reader {k} after epoch {epoch} of {epochs}. The finished readers and this "
                "checkpoint are kept.",
                k=task.k + 1,
                epoch=training.epoch,
                epochs=training.epochs,
                hint=tr_hint("Continue with --resume", "Continue with “Resume”"),
            )
        if not len(held) or len(training.stage_ends) == 1:
            break
        losses = curves["stage_loss"]
        losses.append(typical_loss(training.validation_losses(samples.images[held], samples.labels()[held])))
        if len(losses) > 1 and losses[-1] > losses[-2]:
            training.undo_stage()
            break
        if not needs_another_stage(losses) or not training.begin_next_stage():
            break
        emit(
            Note(
                tr_plural(
                    "Reader {k} still improves and is trained for {n} epoch.",
                    "Reader {k} still improves and is trained for {n} epochs.",
                    training.epochs,
                    k=task.k + 1,
                )
            )
        )
        # at once, so that a resumed run does not decide again about a stage that has prepared
        folder.save_checkpoint(task.k, training, task.key, curves)
    return prepared.trained(task)


def embedder_of_last_stage(task: MemberTask, folder: RunFolder) -> TrainedEmbedder | None:
    """Return M1^(k) of a stopped training at the end of its last whole stage; None within the first one."""
    if not is_own(task.job.preset.learner):
        return None
    prepared = _prepare(task, folder)
    if not prepared.training.kept:
        return None
    prepared.training.undo_stage()
    return prepared.trained(task)


def _fit_foreign(task: MemberTask, emit: Listener, should_stop: ShouldStop) -> TrainedEmbedder:
    """Fit a third-party learner on T. It starts from nothing each time, even where a model is trained further."""
    from core.model.foreign_learner import ForeignLearner, require_learner

    job, kind = task.job, task.job.preset.learner
    split = _split(task)
    learner = ForeignLearner.new(kind, require_learner(kind), task.seeds()["embedder"], job.learner_parameters)
    labels = job.samples.labels()[split.train]

    def report(share: float) -> None:
        emit(Progress(JobPart.EMBEDDER, round(100 * min(max(share, 0.0), 1.0)), 100, member=task.k))

    report(0.0)
    words = [job.samples.classes[label] for label in labels]
    learner.fit(job.samples.images[split.train], words, task.class_signatures()[labels], report, should_stop)
    if should_stop():
        raise Stopped.of(
            "Stopped while the learner '{kind}' of reader {k} was fitted. It starts again.", kind=kind, k=task.k + 1
        )
    report(1.0)
    return TrainedEmbedder(learner, split, {"epoch": [], "loss": [], "val_accuracy": []})


@dataclass(frozen=True, slots=True)
class _PreparedTraining:
    """A training of M1^(k), new or continued from its checkpoint."""

    split: MemberSplit
    training: EmbedderTraining
    curves: Curves
    is_continued: bool
    origin: str | None
    """The origin of the first weights, "parent", "starter" or None; and those weights."""
    initial: Arrays

    def trained(self, task: MemberTask) -> TrainedEmbedder:
        """Return the embedder with its present weights, interpolated with the starter's where it began with those."""
        learner, preset = self.training.learner, task.job.preset
        if self.origin == "starter" and preset.starter_images:
            known = preset.starter_images if task.job.adapted is None else ADAPTED_IMAGES
            share = len(self.split.train) / (len(self.split.train) + known)
            weights = interpolate_weights(self.initial, learner.to_arrays(), share)
            learner = learner_from_arrays(preset.learner, weights, task.job.alphabet, preset.metric)
        return TrainedEmbedder(learner, self.split, self.curves)


def _prepare(task: MemberTask, folder: RunFolder) -> _PreparedTraining:
    """Split the data and prepare the training of M1^(k), with the checkpoint of the same job if there is one."""
    from core.model.spelling_learner import character_codes
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    job, preset, seeds = task.job, task.job.preset, task.seeds()
    split = _split(task)
    learner, origin, initial = _initial_learner(task, seeds["embedder"])
    settings = EmbedderSettings(
        steps=preset.steps,
        max_steps=preset.max_steps,
        batch=preset.batch,
        peak_rate=preset.peak_rate * (RATE_FACTOR if origin == "starter" else 1),
        phos_weight=preset.phos_weight,
        letters_weight=preset.letters_weight,
        fresh_heads=origin is None,
    )
    validation = None
    if preset.recipe == "published":
        settings = replace(settings, fresh_heads=False, **PUBLISHED)
        held = evenly_spaced(split.reserved, VALIDATION_IMAGES)
        validation = (job.samples.images[held], job.samples.labels()[held]) if len(held) else None
    images, labels = job.samples.images[split.train], job.samples.labels()[split.train]
    targets, codes = task.class_signatures(), character_codes(job.samples.classes, job.alphabet)
    training = EmbedderTraining(
        learner, images, labels, targets, codes, settings, seeds["embedder"], job.device, validation
    )
    curves: Curves = {"epoch": [], "loss": [], "val_accuracy": [], "stage_loss": []}
    is_continued = folder.load_checkpoint(task.k, training, task.key, curves)
    return _PreparedTraining(split, training, curves, is_continued, origin, initial)


def _split(task: MemberTask) -> MemberSplit:
    preset = task.job.preset
    if task.whole:
        return whole_split(task.job.samples.labels())
    return member_split(task.job.samples.labels(), preset.s, preset.t, task.seeds()["split"], _parent_split(task))


def _validation_accuracy(task: MemberTask, split: MemberSplit, learner: SignatureLearner) -> float:
    """Return the share of images of X (evenly spaced ones, at most 400) whose nearest seen word is right."""
    samples, device = task.job.samples, task.job.device
    images = evenly_spaced(split.reserved, VALIDATION_IMAGES)
    distances = learner.distances([samples.classes[c] for c in split.seen_classes], task.job.alphabet)
    nearest = distances(learner.embed(samples.images[images], device)).argmin(axis=1)
    return float((split.seen_classes[nearest] == samples.labels()[images]).mean())


def _initial_learner(task: MemberTask, seed: int) -> tuple[SignatureLearner, str | None, Arrays]:
    """Return the untrained embedder, the origin of its weights ("parent", "starter" or None), and those weights."""
    job, preset = task.job, task.job.preset
    if job.parent is not None and task.k < len(job.parent.members):
        weights = job.parent.members[task.k].learner.to_arrays()
        return learner_from_arrays(preset.learner, weights, job.alphabet, preset.metric), "parent", weights
    random = new_learner(preset.learner, job.alphabet, preset.metric, seed)
    if not preset.starter:
        return random, None, {}
    starter = load_starter(starter_path()) if job.adapted is None else job.adapted.starter
    weights = transfer_weights(starter, random.to_arrays(), job.alphabet)
    return learner_from_arrays(preset.learner, weights, job.alphabet, preset.metric), "starter", weights


def _parent_split(task: MemberTask) -> ParentSplit | None:
    """Return the split of the parent model's member k, in this job's numbering of words."""
    parent = task.job.parent
    if parent is None or task.k >= len(parent.members):
        return None
    former = parent.members[task.k]
    number = {word: number for number, word in enumerate(task.job.samples.classes)}
    seen_words = {parent.classes[c] for c in former.seen}
    held_out = set(parent.classes) - seen_words

    def numbers(words: set[str]) -> NDArray[np.int64]:
        return np.array(sorted(number[word] for word in words if word in number), np.int64)

    trained = np.isin(task.job.samples.image_hashes(), former.trained_on)
    return ParentSplit(trained, numbers(seen_words), numbers(held_out))
