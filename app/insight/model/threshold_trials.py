"""What a set of thresholds would give: accuracies on the words kept for testing, and readings that change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.insight.model.vote_data import VoteData
from core.evaluation.metrics import GzslScores, balanced_accuracy, gzsl_scores, harmonic_mean
from core.recognition.revote import revote
from core.store.summary import MemberSummary
from core.training.calibration import threshold_curve


@dataclass(frozen=True, slots=True)
class MeasuredWords:
    """The words kept for testing that a person and the model have read."""

    rows: NDArray[np.intp]
    truth: NDArray[np.int64]
    """Numbers in the evidence's words; -2 where no member has the word."""
    is_seen: NDArray[np.bool_]
    """Whether the model was trained on the word (W_s)."""

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class ThresholdTrial:
    """One set of thresholds [L], tried on the collection."""

    thres: tuple[int, ...]
    scores: GzslScores | None
    """On the words kept for testing; None where there are none."""
    changed: int
    """Readings of the collection that would be others."""
    changed_unread: int
    """Of them, words that no person has read."""


def measured_words(collection: VoteData, classes: Sequence[str]) -> MeasuredWords:
    """Pick the words that scores may be measured on; ``classes`` is W_s."""
    rows = np.array([row for row, text in enumerate(collection.truth) if text is not None], np.intp)
    numbers = {word: number for number, word in enumerate(collection.evidence.words)}
    known = set(classes)
    texts = [str(collection.truth[row]) for row in rows]
    return MeasuredWords(
        rows,
        np.array([numbers.get(text, -2) for text in texts], np.int64),
        np.array([text in known for text in texts], np.bool_),
    )


def try_thresholds(
    collection: VoteData, tested: MeasuredWords, now: NDArray[np.int32], thres: Sequence[int]
) -> ThresholdTrial:
    """Vote over the whole collection at ``thres``; ``now`` [N] are the words as they stand."""
    word = revote(collection.evidence, thres).result.word
    changed = word != now
    scores = None
    if len(tested):
        scores = gzsl_scores(word[tested.rows] == tested.truth, tested.is_seen)
    return ThresholdTrial(tuple(thres), scores, int(changed.sum()), int((changed & ~collection.read).sum()))


@dataclass(frozen=True, slots=True)
class Baseline:
    """What stands still while a line is dragged."""

    measured: MeasuredWords
    words: NDArray[np.int32]
    """[N] the words at the thresholds in force."""
    trial: ThresholdTrial
    """The thresholds in force themselves."""


def baseline(collection: VoteData, classes: Sequence[str], thres: Sequence[int]) -> Baseline:
    """What trials are held against, for ``thres`` [L] in force; ``classes`` is W_s."""
    measured = measured_words(collection, classes)
    words = revote(collection.evidence, thres).result.word
    return Baseline(measured, words, try_thresholds(collection, measured, words, thres))


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A member alone on the training words it was not trained on (X, X'): out-of-bag, so fair to it."""

    A_s: float
    A_u: float
    n_seen: int
    n_unseen: int

    @property
    def h(self) -> float:
        return harmonic_mean(self.A_s, self.A_u) or 0.0

    @property
    def A_b(self) -> float:
        return balanced_accuracy(self.A_s, self.A_u) or 0.0


def held_back(member: MemberSummary, thres: int) -> HeldBack | None:
    """The member's accuracies on X and X' at ``thres``; None where either is empty."""
    rows = member.calibration
    n_seen, n = int(rows.is_seen.sum()), len(rows.is_seen)
    if not 0 < n_seen < n:
        return None
    curve = threshold_curve(rows.votes, rows.is_seen, rows.right_if_seen, rows.right_if_unseen, np.array([thres]))
    return HeldBack(float(curve.A_s[0]), float(curve.A_u[0]), n_seen, n - n_seen)


def moved_together(base: Sequence[int], gates: Sequence[int], offset: int) -> list[int]:
    """All thresholds moved by ``offset``, each kept within 0..n_k + 1."""
    return [min(max(value + offset, 0), of + 1) for value, of in zip(base, gates, strict=True)]
