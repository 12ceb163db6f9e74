"""Accuracies on seen and unseen words, their intervals, and AUSUC."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.metrics import accuracy, ausuc, balanced_accuracy, gzsl_scores, harmonic_mean, wilson_interval
from core.evaluation.reliability import augrc, expected_calibration_error, reliability
from core.evaluation.roc import GateRates, roc
from core.jobs.parts import compare_people


def scores(seen: tuple[int, int], unseen: tuple[int, int]):  # type: ignore[no-untyped-def]
    """Return scores for (right, all) of each group."""
    correct = [i < seen[0] for i in range(seen[1])] + [i < unseen[0] for i in range(unseen[1])]
    return gzsl_scores(correct, [True] * seen[1] + [False] * unseen[1])


def test_accuracy_is_share_of_true_values() -> None:
    assert accuracy([True, False, True, True]) == 0.75
    assert accuracy([]) is None
    with pytest.raises(ValueError, match="booleans"):
        accuracy([1, 0])


def test_harmonic_mean_and_balanced_accuracy() -> None:
    assert harmonic_mean(0.93, 0.77) == pytest.approx(0.8424706)
    assert harmonic_mean(0.0, 0.0) == 0.0
    assert harmonic_mean(None, 0.5) is None and balanced_accuracy(0.5, None) is None
    assert balanced_accuracy(0.9, 0.8) == 0.8


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(501, 538, 0.906, 0.950), (1001, 1108, 0.884, 0.919), (15, 148, 0.0624, 0.1605)]
)
def test_wilson_interval_equals_published_figures(successes: int, n: int, low: float, high: float) -> None:
    got = wilson_interval(successes, n)
    assert got == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_wilson_interval_at_extreme_shares() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(0, 10) == (0.0, pytest.approx(0.27753, abs=1e-4))
    assert wilson_interval(10, 10) == (pytest.approx(0.72247, abs=1e-4), 1.0)
    low, high = wilson_interval(5, 10, level=0.5)
    assert wilson_interval(5, 10)[0] < low < 0.5 < high < wilson_interval(5, 10)[1]
    for bad in [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 1.0), (1, 2, 0.0)]:
        with pytest.raises(ValueError, match=r"must lie in|confidence level"):
            wilson_interval(*bad)


@given(st.integers(0, 400), st.integers(0, 400))
def test_wilson_interval_contains_share_and_is_symmetric(a: int, b: int) -> None:
    low, high = wilson_interval(a, a + b)
    assert 0 <= low <= high <= 1
    if a + b:
        assert low <= a / (a + b) <= high
    mirrored = wilson_interval(b, a + b)
    assert low == pytest.approx(1 - mirrored[1], abs=1e-12)


def test_gzsl_scores_by_hand() -> None:
    got = scores((930, 1000), (385, 500))
    assert (got.n_seen, got.n_unseen) == (1000, 500)
    assert (got.A_s, got.A_u, got.A_b) == (0.93, 0.77, 0.77)
    assert got.h == pytest.approx(2 * 0.93 * 0.77 / 1.7)
    assert got.A_s_interval == wilson_interval(930, 1000) and got.A_u_interval == wilson_interval(385, 500)
    assert got.h_interval is not None and got.A_b_interval is not None
    assert got.h_interval[0] < got.h < got.h_interval[1]
    # A_u is far smaller, so A_b has its interval
    assert got.A_b_interval == got.A_u_interval
    assert scores((930, 1000), (385, 500)) == got


def test_gzsl_scores_ignore_order_of_words() -> None:
    rng = np.random.default_rng(0)
    correct, seen = rng.random(80) < 0.7, rng.random(80) < 0.5
    order = rng.permutation(80)
    assert gzsl_scores(correct, seen) == gzsl_scores(correct[order], seen[order])


def test_small_group_without_errors_has_wide_interval() -> None:
    got = scores((5, 5), (5, 5))
    assert got.h == got.A_b == 1.0
    assert got.h_interval is not None and got.h_interval[0] < 0.9 and got.h_interval[1] == 1.0
    assert got.A_b_interval is not None and got.A_b_interval[0] < 0.8
    all_wrong = scores((0, 5), (0, 5))
    assert all_wrong.h == 0.0 and all_wrong.h_interval is not None and all_wrong.h_interval[0] == 0.0


def test_empty_group_gives_none_and_no_nan() -> None:
    only_seen = scores((3, 4), (0, 0))
    assert only_seen.A_s == 0.75 and only_seen.A_s_interval is not None
    undefined = (only_seen.A_u, only_seen.h, only_seen.A_b, only_seen.A_u_interval, only_seen.h_interval)
    assert undefined == (None,) * 5
    empty = scores((0, 0), (0, 0))
    assert (empty.A_s, empty.A_u, empty.A_s_interval) == (None, None, None)
    json.dumps(empty.to_json(), allow_nan=False)


def test_scores_serialise_to_json() -> None:
    data = json.loads(json.dumps(scores((3, 4), (1, 4)).to_json(), allow_nan=False))
    assert data["A_s"] == 0.75 and data["level"] == 0.95 and len(data["h_interval"]) == 2


def test_different_lengths_raise_value_error() -> None:
    with pytest.raises(ValueError, match="do not match"):
        gzsl_scores([True], [True, False])


@pytest.mark.parametrize(("p_seen", "p_unseen"), [(0.9, 0.75), (0.8, 0.8)])
def test_intervals_of_h_and_A_b_have_their_coverage(p_seen: float, p_unseen: float) -> None:
    rng = np.random.default_rng(3)
    h, low = 2 * p_seen * p_unseen / (p_seen + p_unseen), min(p_seen, p_unseen)
    trials, covered_h, covered_low = 200, 0, 0
    for _ in range(trials):
        got = scores((int(rng.binomial(300, p_seen)), 300), (int(rng.binomial(80, p_unseen)), 80))
        assert got.h_interval is not None and got.A_b_interval is not None
        covered_h += got.h_interval[0] <= h <= got.h_interval[1]
        covered_low += got.A_b_interval[0] <= low <= got.A_b_interval[1]
    assert covered_h / trials >= 0.90 and covered_low / trials >= 0.90


def test_ausuc_by_hand_in_either_direction() -> None:
    assert ausuc([1.0, 0.5, 0.0], [0.0, 0.5, 0.8]) == pytest.approx(0.5 * 0.75 + 0.3 * 0.25)
    assert ausuc([0.0, 0.5, 1.0], [0.8, 0.5, 0.0]) == pytest.approx(0.45)
    assert ausuc([0.9], [0.4]) == 0.0


def test_ausuc_of_invalid_rows_raises_value_error() -> None:
    with pytest.raises(ValueError, match="same length"):
        ausuc([1.0], [1.0, 0.0])
    with pytest.raises(ValueError, match="at least one point"):
        ausuc([], [])


def test_shares_of_words_and_characters() -> None:
    texts = {3: ("the", "the"), 4: ("King", "king"), 5: ("Novembre", "November"), 6: ("e\u0301", "\u00e9")}
    asked: list[int] = []

    def page_names(ids: Sequence[int]) -> dict[int, str]:
        asked.extend(ids)
        return {4: "a.png"}

    result = compare_people(("Anna", "Bert"), texts, page_names)
    assert asked == [4, 5], "no page is looked up for a word that is not listed"
    assert (result.people, result.words, result.equal, result.share) == (("Anna", "Bert"), 4, 2, 0.5)
    assert [(word.word, word.page, word.texts) for word in result.differences] == [
        (4, "a.png", ("King", "king")),
        (5, "", ("Novembre", "November")),
    ]
    assert result.interval == wilson_interval(2, 4)
    assert result.characters == pytest.approx(1 - (0 + 1 + 2 + 0) / (3 + 4 + 8 + 1))


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
