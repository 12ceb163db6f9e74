"""Thresholds a person chose for a model in a project, and voting again on all it has read with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.project.content.models import Model, thresholds_key
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.settings import get_setting, set_setting
from core.project.project import Project
from core.recognition.confidence import confidences, is_measured
from core.recognition.member import NO_WORD, MemberEvidence
from core.recognition.revote import Evidence, Outcome, at_thresholds, gather, revote
from core.recognition.vote import MemberPrediction
from core.recognition.vote_details import Candidate, MemberVote, decode_votes, reencode_votes
from core.store.summary import ModelSummary

BLOCK = 400
"""Predictions voted on in one transaction: a tenth of a second, so that a person's edits come in between."""


@dataclass(frozen=True, slots=True)
class Revoted:
    """One block: go on after word ``last`` (None: all is done); ``changed`` words read differently now."""

    last: int | None
    done: int
    changed: int


def chosen_thresholds(project: Project, model: Model) -> list[int] | None:
    """The thresholds [L] a person chose for this model in this project, or None for those of its training.

    What was chosen for another model of the same name, since deleted, does not count.
    """
    kept = get_setting(project, thresholds_key(model.name))
    if not isinstance(kept, dict) or kept.get("model_of") != model.created_at:
        return None
    thres = kept.get("thres")
    if isinstance(thres, list) and thres and all(type(value) is int for value in thres):
        return thres
    return None


def choose_thresholds(project: Project, model: Model, thres: Sequence[int] | None) -> None:
    """Keep thresholds for a model (None: those of its training). Predictions follow by :func:`revote_block`."""
    chosen = None if thres is None else [int(value) for value in thres]
    set_setting(project, thresholds_key(model.name), chosen and {"model_of": model.created_at, "thres": chosen})


def revote_block(project: Project, model: str, summary: ModelSummary, thres: Sequence[int], after: int = -1) -> Revoted:
    """Vote anew at ``thres`` [L] on the next block of the model's predictions behind word ``after``.

    Nothing else than the votes kept with each prediction and the model's ``summary`` is needed. Raises
    DuctusError for details that are damaged or of another number of members.
    """
    found = project.query(
        "SELECT word_id, text, detail FROM prediction"
        " WHERE model = ? AND word_id > ? AND detail IS NOT NULL ORDER BY word_id LIMIT ?",
        (model, after, BLOCK),
    )
    if not found:
        return Revoted(None, 0, 0)
    votes = [decode_votes(detail) for *_, detail in found]
    evidence = gather(votes, len(thres))
    outcome = revote(evidence, thres)
    moved = [at_thresholds(vote, thres) for vote in votes]
    known = summary.known
    sure = _confidences(summary, moved, thres, evidence, outcome)
    measured = is_measured(summary.members)
    fresh = []
    changed = 0
    for row, (word_id, text, _) in enumerate(found):
        if outcome.word[row] == NO_WORD or moved[row] == votes[row]:
            continue
        word = evidence.words[outcome.word[row]]
        changed += word != text
        fresh.append(
            Prediction(
                word_id,
                word,
                "seen" if word in known else "unseen",
                int(outcome.votes[row]),
                len(thres),
                float(outcome.distance[row]),
                float(sure[row]) if measured else None,
                reencode_votes(moved[row]),
            )
        )
    save_predictions(project, model, fresh)
    return Revoted(found[-1][0], len(found), changed)


def _confidences(
    summary: ModelSummary,
    votes: Sequence[Sequence[MemberVote]],
    thres: Sequence[int],
    evidence: Evidence,
    outcome: Outcome,
) -> NDArray[np.float64]:
    """[N] as :func:`core.recognition.confidence.confidences` tells them, from what was kept."""
    readings, verdicts = [], []
    for k in range(len(summary.members)):
        seen = outcome.seen[:, k]
        readings.append(
            MemberEvidence(
                evidence.votes[:, k],
                evidence.seen_word[:, k : k + 1],
                _nearest_two([row[k].seen_words for row in votes]),
                evidence.unseen_word[:, k : k + 1],
                _nearest_two([row[k].unseen_words for row in votes]),
            )
        )
        word = np.where(seen, evidence.seen_word[:, k], evidence.unseen_word[:, k])
        verdicts.append(MemberPrediction(word, np.zeros(len(votes), np.float32), seen))
    return confidences(summary, thres, readings, verdicts, outcome.word)


def _nearest_two(candidates: Sequence[Sequence[Candidate]]) -> NDArray[np.float32]:
    """[N, 2] distances, infinite where there is no such word."""
    none = (float("inf"),) * 2
    return np.array([(*(c.distance for c in row[:2]), *none)[:2] for row in candidates], np.float32)
