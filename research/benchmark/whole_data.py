"""Readers trained on all training images, as baselines without gates.

A member of the ensemble learns from T only, about 63 % of the images, because gates need X and X'. One reader, or a
vote without gates, needs neither: as a baseline it would be handicapped by that.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped
from core.evaluation.decision_rules import ground_truth
from core.evaluation.metrics import gzsl_scores
from core.evaluation.report import mean_scores
from core.events import Listener, Note, ShouldStop
from core.model.ensemble import Ensemble, Member
from core.model.learner import Learner, learner_from_arrays
from core.model.learner_names import is_own
from core.recognition.algorithms import combine_predictions, predict_by_margin
from core.recognition.evidence import find_words
from core.training.checkpoints import RunFolder
from core.training.embedder import split_and_train
from core.training.job import MemberTask
from core.training.presets import Preset
from research.benchmark.job import BenchmarkRun

ONE_READER, VOTE = "one_m1_all", "vote_all"
"""Keys of the rows in stored results."""


def whole_data_rows(
    run: BenchmarkRun, ensemble: Ensemble, count: int, emit: Listener, should_stop: ShouldStop
) -> tuple[dict[str, Any], dict[str, NDArray[np.int32]]]:
    """Train ``count`` readers on all training images; return the rows of one of them alone and of their vote.

    Beside the rows, ready for JSON, are the words of each: [N], of the readers alone [L, N].

    Reader k takes as many optimiser steps as member k of ``ensemble`` did, in one cycle: there is no X and X' to
    show whether another stage pays. The weights of the signature and of the prior, which a member chooses on X and X',
    are those of member k. Finished readers are kept in the run's folder. Raises Stopped.
    """
    test = run.data.test
    started, was_trained = time.monotonic(), True
    readers = []
    for k, member in enumerate(ensemble.members[:count]):
        if should_stop():
            raise Stopped("Stopped while readers were trained on all images. Finished ones are kept with --run.")
        emit(Note(f"Reader {k + 1} of {count} is trained on all {len(run.data.train.images)} training images."))
        reader, is_new = _train(run, ensemble, member, k, emit, should_stop)
        readers.append(reader)
        was_trained &= is_new
    minutes = (time.monotonic() - started) / 60 if was_trained else None
    truth = ground_truth(test.words, ensemble, run.lexicon)
    evidence = [
        find_words(reader, ensemble, reader.learner.embed(test.images, run.device), run.lexicon) for reader in readers
    ]
    nearest = [predict_by_margin(one, 0.0) for one in evidence]
    words = {ONE_READER: np.stack([prediction.word for prediction in nearest])}
    alone = [row == truth.word for row in words[ONE_READER]]
    rows: dict[str, Any] = {
        ONE_READER: {
            "about": "one reader, all training images",
            **mean_scores(alone, truth.is_seen),
            "train_minutes": None if minutes is None else minutes / len(readers),
        }
    }
    if len(readers) > 1:
        words[VOTE] = combine_predictions(nearest).word
        rows[VOTE] = {
            "about": "vote, no gate, all training images",
            **gzsl_scores(words[VOTE] == truth.word, truth.is_seen).to_json(),
            "train_minutes": minutes,
        }
    return rows, words


def _train(
    run: BenchmarkRun, ensemble: Ensemble, member: Member, k: int, emit: Listener, should_stop: ShouldStop
) -> tuple[Member, bool]:
    """Return a reader of all words that stands for member k, and False if it was trained before."""
    preset = run.preset.changed(steps=_steps_taken(run.preset, member, len(run.split(k).train)))
    job = run.with_preset(preset).job()
    key = f"{job.key()}-all"
    folder = RunFolder(run.folder / "all-images")
    kept = folder.load_member(k, key, ensemble.alphabet, len(ensemble.classes))
    if kept is not None:
        return kept, False
    trained = split_and_train(MemberTask(k, job, key, whole=True), folder, emit, should_stop)
    labels = job.samples.labels()
    reader = replace(
        member,
        learner=_with_weight_of(trained.learner, member.learner, preset, ensemble),
        seen=np.arange(len(ensemble.classes)),
        seen_counts=np.bincount(labels, minlength=len(ensemble.classes)) if member.seen_counts is not None else None,
        word_classifier=None,
        trained_on=np.unique(job.samples.image_hashes()),
        curves=trained.curves,
    )
    folder.save_member(k, reader, key)
    return reader, True


def _steps_taken(preset: Preset, member: Member, images: int) -> int:
    """Return the optimiser steps of a member trained on ``images``; the preset's where it names none."""
    epochs: Sequence[float] = member.curves.get("epoch", ())
    return round(epochs[-1]) * max(1, -(-images // preset.batch)) if epochs else preset.steps


def _with_weight_of(learner: Learner, other: Learner, preset: Preset, ensemble: Ensemble) -> Learner:
    """Return ``learner`` with the weight of its signature beside the spelling that the ``other`` one chose."""
    arrays = learner.to_arrays()
    if not is_own(learner.kind) or "joint_weight" not in arrays:
        return learner
    arrays["joint_weight"] = other.to_arrays()["joint_weight"]
    return learner_from_arrays(learner.kind, arrays, ensemble.alphabet, preset.metric)
