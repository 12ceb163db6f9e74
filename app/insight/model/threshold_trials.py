"""The effect of other thresholds: accuracies on test words, and suggestions that change. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.insight.model.vote_data import VoteData
from core.evaluation.metrics import GzslScores, balanced_accuracy, gzsl_scores, harmonic_mean
from core.evaluation.roc import roc
from core.recognition.revote import revote
from core.store.summary import MemberSummary, ModelSummary
from core.training.calibration import threshold_curve

_UNKNOWN = -2
"""Stands for a true word that no member predicts; differs from NO_WORD."""


@dataclass(frozen=True, slots=True)
class MeasuredWords:
    """The test words that are transcribed and have votes of the model."""

    rows: NDArray[np.intp]
    truth: NDArray[np.int64]
    """Positions in the words of the evidence."""
    is_seen: NDArray[np.bool_]
    """True if the model was trained on the word (W_s)."""

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class ThresholdTrial:
    """The vote on all words at the thresholds ``thres`` [L]."""

    thres: tuple[int, ...]
    scores: GzslScores | None
    """On the test words; None if there are none."""
    changed: int
    """Number of words with another suggestion."""
    changed_untranscribed: int
    """The number of those without a transcription."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The vote at the thresholds in force, with which trials are compared."""

    measured: MeasuredWords
    words: NDArray[np.int32]
    """[N] the winning words."""
    trial: ThresholdTrial
    spelled: int
    """Words won by a spelling that is in no list: they stay at any thresholds."""
    test_words: int
    """The transcribed test words of the project, with votes of the model or without."""


def measured_words(data: VoteData, classes: Sequence[str]) -> MeasuredWords:
    """Return the words on which scores are measured; ``classes`` is W_s."""
    rows = [row for row, text in enumerate(data.test_words) if text is not None]
    numbers = {word: number for number, word in enumerate(data.evidence.words)}
    seen = set(classes)
    texts = [str(data.test_words[row]) for row in rows]
    return MeasuredWords(
        np.array(rows, np.intp),
        np.array([numbers.get(text, _UNKNOWN) for text in texts], np.int64),
        np.array([text in seen for text in texts], np.bool_),
    )


def try_thresholds(
    data: VoteData, measured: MeasuredWords, words: NDArray[np.int32], thres: Sequence[int]
) -> ThresholdTrial:
    """Vote on all words at ``thres`` [L] and compare with the present ``words`` [N]."""
    word = revote(data.evidence, thres).result.word
    changed = word != words
    scores = gzsl_scores(word[measured.rows] == measured.truth, measured.is_seen) if len(measured) else None
    return ThresholdTrial(tuple(thres), scores, int(changed.sum()), int((changed & ~data.transcribed).sum()))


def baseline(data: VoteData, classes: Sequence[str], thres: Sequence[int], test_words: int) -> Baseline:
    """Return the vote at the thresholds in force ``thres`` [L]; ``classes`` is W_s, ``test_words`` their number."""
    measured = measured_words(data, classes)
    words = revote(data.evidence, thres).result.word
    spelled = int(data.evidence.unlisted_wins.sum())
    return Baseline(measured, words, try_thresholds(data, measured, words, thres), spelled, test_words)


@dataclass(frozen=True, slots=True)
class SetAsideScores:
    """The accuracies of a member alone on X and X', the training words it was not trained on (out-of-bag)."""

    A_s: float
    A_u: float

    @property
    def h(self) -> float:
        return harmonic_mean(self.A_s, self.A_u) or 0.0

    @property
    def A_b(self) -> float:
        return balanced_accuracy(self.A_s, self.A_u) or 0.0


def set_aside_scores(member: MemberSummary, thres: int) -> SetAsideScores | None:
    """Return the member's accuracies on X and X' at ``thres``; None if either set is empty."""
    rows = member.calibration
    if not 0 < int(rows.is_seen.sum()) < len(rows.is_seen):
        return None
    curve = threshold_curve(rows.votes, rows.is_seen, rows.right_if_seen, rows.right_if_unseen, np.array([thres]))
    return SetAsideScores(float(curve.A_s[0]), float(curve.A_u[0]))


def shift_thresholds(base: Sequence[int], gates: Sequence[int], offset: int) -> list[int]:
    """Return all thresholds moved by ``offset``, each kept within 0..n_k + 1."""
    return [min(max(value + offset, 0), n + 1) for value, n in zip(base, gates, strict=True)]


def common_offset(base: Sequence[int], gates: Sequence[int], thres: Sequence[int]) -> int | None:
    """Return the offset by which :func:`shift_thresholds` moves ``base`` to ``thres``; None if there is none."""
    offsets = {moved - at for moved, at in zip(thres, base, strict=True)}
    # those kept within bounds moved less than the others
    offset = max(offsets, key=abs)
    return offset if shift_thresholds(base, gates, offset) == list(thres) else None


def roc_reader(summary: ModelSummary, series: int, chosen: int | None) -> int | None:
    """Return the number of the member whose point is series ``series`` of the ROC plot; None if it is a curve.

    ``chosen`` is the member whose threshold is moved, None for all: the others have a curve without a point.
    """
    number = 0
    for k, member in enumerate(summary.members):
        if roc(member.calibration.votes, member.calibration.is_seen) is None:
            continue
        number += 1
        if chosen is None or chosen == k:
            if number == series:
                return k
            number += 1
    return None


def nearest_threshold(summary: ModelSummary, k: int, x: float, y: float) -> int | None:
    """Return the threshold of member ``k`` with the rates nearest to (``x``, ``y``), which are percentages.

    ``x`` is the share of new words treated as trained on, ``y`` that of trained ones. None without a curve.
    """
    calibration = summary.members[k].calibration
    curve = roc(calibration.votes, calibration.is_seen)
    if curve is None:
        return None

    def distance(thres: int) -> float:
        rates = curve.at(thres)
        return float((100 * (1 - rates.tnr) - x) ** 2 + (100 * rates.tpr - y) ** 2)

    return min(range(summary.gates[k] + 2), key=distance)
