"""Thresholds a person chose for a model in a project, and voting again on all it has read with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.project.predictions import Prediction, save_predictions
from core.project.project import Project
from core.project.settings import get_setting, set_setting
from core.recognition.detail import repack, unpack
from core.recognition.revote import at_thresholds, gather, revote

BLOCK = 400
"""Predictions voted on in one transaction: a tenth of a second, so that a person's edits come in between."""


@dataclass(frozen=True, slots=True)
class Revoted:
    """One block: go on after word ``last`` (None: all is done); ``changed`` words read differently now."""

    last: int | None
    done: int
    changed: int


def chosen_thresholds(project: Project, model: str) -> list[int] | None:
    """The thresholds [L] a person chose for this model in this project, or None for those of its training."""
    kept = get_setting(project, _key(model))
    if isinstance(kept, list) and kept and all(type(value) is int for value in kept):
        return kept
    return None


def choose_thresholds(project: Project, model: str, thres: Sequence[int] | None) -> None:
    """Keep thresholds for a model (None: those of its training). Predictions follow by :func:`revote_block`."""
    set_setting(project, _key(model), None if thres is None else [int(value) for value in thres])


def revote_block(
    project: Project, model: str, classes: frozenset[str], thres: Sequence[int], after: int = -1
) -> Revoted:
    """Vote anew at ``thres`` [L] on the next block of the model's predictions behind word ``after``.

    Nothing else than the votes kept with each prediction is needed. ``classes`` is W_s, by which a word's
    status is told. Raises DuctusError for details that are damaged or of another number of members.
    """
    found = project.query(
        "SELECT word_id, text, confidence, detail FROM prediction"
        " WHERE model = ? AND word_id > ? AND detail IS NOT NULL ORDER BY word_id LIMIT ?",
        (model, after, BLOCK),
    )
    if not found:
        return Revoted(None, 0, 0)
    votes = [unpack(detail) for *_, detail in found]
    evidence = gather(votes, len(thres))
    outcome = revote(evidence, thres)
    fresh = []
    changed = 0
    for row, (word_id, text, confidence, _) in enumerate(found):
        if outcome.word[row] < 0 or all(v.thres == t for v, t in zip(votes[row], thres, strict=True)):
            continue
        word = evidence.words[outcome.word[row]]
        changed += word != text
        fresh.append(Prediction(
            word_id, word, "seen" if word in classes else "unseen", int(outcome.votes[row]), len(thres),
            float(outcome.distance[row]), confidence if word == text else None,
            repack(at_thresholds(votes[row], thres)),
        ))  # fmt: skip
    save_predictions(project, model, fresh)
    return Revoted(found[-1][0], len(found), changed)


def _key(model: str) -> str:
    return f"thres:{model}"
