"""The weighted ROC of vote counts, compared with scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.reliability import augrc, expected_calibration_error, reliability
from core.evaluation.roc import GateRates, roc

votes = st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=60)


@pytest.mark.parametrize("seed", range(5))
def test_curve_and_area_equal_scikit_learn(seed: int) -> None:
    from sklearn.metrics import roc_auc_score, roc_curve

    rng = np.random.default_rng(seed)
    seen = rng.random(700) < 0.8
    scores = rng.binomial(50, np.where(seen, 0.7, 0.5))
    weights = np.where(seen, 0.5 / seen.sum(), 0.5 / (~seen).sum())
    mine = roc(scores, seen)
    assert mine is not None
    assert mine.auroc == pytest.approx(roc_auc_score(seen, scores, sample_weight=weights), abs=1e-12)
    fpr, tpr, thresholds = roc_curve(seen, scores, sample_weight=weights, drop_intermediate=False)
    assert mine.thresholds[1:].tolist() == thresholds[1:].tolist()
    assert mine.tpr == pytest.approx(tpr) and mine.fpr == pytest.approx(fpr)


@given(votes)
def test_area_is_probability_that_seen_word_outscores_unseen_one(words: list[tuple[int, bool]]) -> None:
    scores, seen = np.array([w[0] for w in words]), np.array([w[1] for w in words])
    curve = roc(scores, seen)
    if seen.all() or not seen.any():
        assert curve is None
        return
    assert curve is not None
    pairs = [(s > u) + 0.5 * (s == u) for s in scores[seen] for u in scores[~seen]]
    assert curve.auroc == pytest.approx(sum(pairs) / len(pairs), abs=1e-12)
    assert (curve.tpr[0], curve.fpr[0], curve.tpr[-1], curve.fpr[-1]) == (0, 0, 1, 1)
    assert (np.diff(curve.thresholds) < 0).all()


@given(votes, st.floats(-2, 15))
def test_rates_at_any_threshold_equal_counts(words: list[tuple[int, bool]], threshold: float) -> None:
    scores, seen = np.array([w[0] for w in words]), np.array([w[1] for w in words])
    hits = [s >= threshold for s, group in words if group]
    rejected = [s < threshold for s, group in words if not group]
    curve = roc(scores, seen)
    if curve is not None:
        at = curve.at(threshold)
        assert (at.tpr, at.tnr) == (pytest.approx(np.mean(hits)), pytest.approx(np.mean(rejected)))


def test_perfect_and_reversed_gate() -> None:
    perfect = roc([9, 8, 1, 0], [True, True, False, False])
    reversed_ = roc([0, 1, 8, 9], [True, True, False, False])
    assert perfect is not None and reversed_ is not None
    assert (perfect.auroc, reversed_.auroc) == (1.0, 0.0)
    assert perfect.thresholds.tolist() == [10, 9, 8, 1, 0]
    assert perfect.at(2) == GateRates(tpr=1.0, tnr=1.0)


def test_unsigned_counts_do_not_overflow() -> None:
    curve = roc(np.array([255, 0], np.uint8), [True, False])
    assert curve is not None and curve.thresholds.tolist() == [256, 255, 0]


def test_scores_may_be_fractions() -> None:
    curve = roc([1e17, 0.5, 0.25], [True, False, True])
    assert curve is not None and curve.auroc == 0.5 and curve.thresholds[0] > 1e17


def test_invalid_scores_raise_value_error() -> None:
    with pytest.raises(ValueError, match="same length"):
        roc([1, 2], [True])
    with pytest.raises(ValueError, match="finite"):
        roc([np.nan, 1.0], [True, False])
    with pytest.raises(ValueError, match="finite"):
        roc([True, False], [True, False])
    assert roc([], []) is None


def test_ece_by_hand() -> None:
    assert expected_calibration_error([0.95, 0.95, 0.15, 0.15], [1, 0, 0, 0]) == pytest.approx(0.5 * 0.45 + 0.5 * 0.15)
    assert expected_calibration_error([1.0, 0.0], [1, 0]) == 0
    assert expected_calibration_error([], []) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=30))
def test_augrc_equals_sum_over_all_coverages(rows: list[tuple[int, bool]]) -> None:
    confidence, correct = np.array([r[0] / 5 for r in rows]), np.array([r[1] for r in rows])
    area, before_x, before_y = 0.0, 0.0, 0.0
    for level in sorted(set(confidence.tolist()), reverse=True):
        accepted = confidence >= level
        x, y = accepted.mean(), (accepted & ~correct).mean()
        area += (x - before_x) * (y + before_y) / 2
        before_x, before_y = x, y
    assert augrc(confidence, correct) == pytest.approx(area)
    assert augrc(confidence, np.ones(len(rows))) == 0


def test_ece_is_separate_for_seen_and_unseen_words() -> None:
    result = reliability(np.array([0.9, 0.9, 0.2]), np.array([True, True, True]), np.array([True, True, False]))
    assert result["ece_seen"] == pytest.approx(0.1) and result["ece_unseen"] == pytest.approx(0.8)
    assert sum(bin_["words"] for bin_ in result["curve"]) == 3
