"""The evaluation job: the words kept for testing, read and held against what a person wrote."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from core.errors import InputError, Stopped
from core.evaluation.bounds.report import report_bounds
from core.evaluation.decision_rules import truth_of
from core.evaluation.report import report
from core.events import Listener
from core.jobs.recognition.loaded_model import load_model
from core.project.content.words import labelled
from core.project.project import Project
from core.recognition.member import MemberEvidence


def evaluate(
    project: Project,
    model: str | None,
    device: str,
    emit: Listener,
    should_stop: Callable[[], bool],
    *,
    baselines: bool = True,
    thres: Sequence[int] | None = None,
    bounds: bool = False,
) -> dict[str, Any]:
    """Scores on the project's test words, with ``bounds`` also the theory's. Raises InputError without such words."""
    truth_text = dict(labelled(project, "test"))
    if not truth_text:
        raise InputError.at(
            project.folder,
            "no transcribed word has the role 'test', so there is nothing to measure on",
            hint="Import some with --role test",
        )
    reader = load_model(project, model, device, emit, thres)
    started = time.perf_counter()
    ids: list[int] = []
    parts: list[list[MemberEvidence]] = []
    for block_ids, readings in reader.blocks(project, list(truth_text), emit):
        ids += block_ids
        parts.append(readings)
        if should_stop():
            raise Stopped("Stopped; nothing was changed.")
    joined = [_joined([part[k] for part in parts]) for k in range(len(reader.ensemble.members))]
    ms = 1000 * (time.perf_counter() - started) / max(1, len(ids))
    truth = truth_of([truth_text[word_id] for word_id in ids], reader.ensemble, reader.lexicon)
    result = report(reader.ensemble, joined, truth, reader.lexicon, ms_per_word=ms, baselines=baselines)
    if bounds:
        result["bounds"] = report_bounds(reader.ensemble, joined, truth)
    if reader.by_hand:
        result["thres_chosen"] = "by a person, perhaps by looking at these very test words"
    result["model"] = reader.model.name
    result["outside_lexicon"] = int((truth.word < 0).sum())
    return result


def _joined(parts: Sequence[MemberEvidence]) -> MemberEvidence:
    return MemberEvidence(
        np.concatenate([p.votes for p in parts]),
        np.concatenate([p.seen_words for p in parts]),
        np.concatenate([p.seen_distances for p in parts]),
        np.concatenate([p.unseen_words for p in parts]),
        np.concatenate([p.unseen_distances for p in parts]),
    )
