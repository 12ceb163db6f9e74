"""The choice of what decides between trained and new words, by the share of all words that is then read correctly.

A member decides by no gate, by one offset of its distances (stacking) or by its gates. Each rule is judged on the
images of X and X' as they would occur among words to come, and on pages that its threshold was not chosen on. A rule
replaces no gate only where it reads more words by more than their pages vary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.model.decision import GATES, NO_GATE, STACKING, Decision
from core.training.calibration import margin_candidates, most_right_threshold

if TYPE_CHECKING:
    from core.model.ensemble import Calibration

_FOLDS = 5


@dataclass(frozen=True, slots=True)
class SetAside:
    """The n images of X and X': their weights, and the pages that they stand on."""

    weights: NDArray[np.float64]
    """[n], in sum 1."""
    pages: NDArray[np.int64]
    """[n] page numbers; every image whose page is not known has one of its own."""
    new_share: float
    """The expected share of words that no training image shows, of those that the lexicon holds."""

    @classmethod
    def of(
        cls,
        labels: NDArray[np.int64],
        pages: NDArray[np.int64],
        rows: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
        ool_rate: float,
    ) -> SetAside:
        """Weigh the training images ``rows`` [n] as words to come, given the ``labels`` and ``pages`` [N] of all.

        Words on one page alone are as many as the next page brings new ones (I. J. Good, "The Population Frequencies
        of Species and the Estimation of Population Parameters", Biometrika 40, 1953); ``ool_rate`` of them are in no
        lexicon. The words of X' stand for these new words, the less the more pages they are on: as often as they would
        be new if half of the pages had not been transcribed. They also stand for themselves, since the members that
        hold them out read them, too.
        """
        pages = np.where(pages < 0, pages.max(initial=0) + 1 + np.arange(len(pages)), pages)
        word, _ = np.unique(np.column_stack([labels, pages]), axis=0).T
        on_pages = np.bincount(word, minlength=labels.max() + 1)[labels]
        new = max(0.0, float((on_pages == 1).mean()) - ool_rate) / (1 - ool_rate)
        as_new = np.where(is_seen, 0.0, 0.5 ** (on_pages[rows] - 1.0))
        held_out = (~is_seen).sum() / len(labels)
        known = np.where(is_seen, (1 - held_out) / is_seen.sum(), 1 / len(labels))
        return cls((1 - new) * known + new * as_new / as_new.sum(), pages[rows], new)


def decide(calibration: Calibration, gates: int | None, set_aside: SetAside) -> tuple[Decision, int, float]:
    """Choose the rule of a member; return it with the best ``thres`` and the best offset (stacking) on all rows.

    ``gates`` is n_k, None for a member without gates, whose ``thres`` is then 0.
    """
    scales = {STACKING: (calibration.margin.astype(np.float64), margin_candidates(calibration.margin))}
    if gates is not None:
        scales[GATES] = calibration.votes.astype(np.float64), np.arange(gates + 2.0)
    names, page = np.unique(set_aside.pages, return_inverse=True)
    if len(names) < _FOLDS:
        page = np.arange(len(page))
    fold = page % _FOLDS
    none = _right(calibration, scales[STACKING][0], 0.0)
    right, chance, best = {NO_GATE: float(set_aside.weights @ none)}, {NO_GATE: 0.0}, {}
    for rule, (scores, candidates) in scales.items():
        answers = np.empty(len(scores), np.bool_)
        for number in range(_FOLDS):
            part = fold == number
            weights = np.where(part, 0.0, set_aside.weights)
            limit = most_right_threshold(scores, calibration, weights, candidates)
            answers[part] = _right(calibration, scores, limit)[part]
        right[rule] = float(set_aside.weights @ answers)
        gains = np.bincount(page, set_aside.weights * (answers.astype(int) - none))
        chance[rule] = float(np.sqrt((gains**2).sum()))
        best[rule] = most_right_threshold(scores, calibration, set_aside.weights, candidates)
    better = [rule for rule in scales if right[rule] - right[NO_GATE] > chance[rule]]
    chosen = max(better, key=lambda rule: right[rule], default=NO_GATE)
    return Decision(chosen, right, chance, set_aside.new_share), int(best.get(GATES, 0)), best[STACKING]


def _right(calibration: Calibration, scores: NDArray[np.float64], limit: float) -> NDArray[np.bool_]:
    """Return [n] whether each row is read correctly where scores from ``limit`` on mean "seen"."""
    return np.where(scores >= limit, calibration.right_if_seen, calibration.right_if_unseen)
