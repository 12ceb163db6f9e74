"""Intervals by drawing whole pages, and paired tests: coverage, exact values, and the correction for many of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import core.evaluation.metrics as metrics
import research.benchmark.clustered as clustered
import research.benchmark.paired_tests as paired_tests
from core.evaluation.metrics import SCORES, gzsl_scores, harmonic_mean
from research.benchmark.clustered import ClusterCounts, clustered_scores, count_clusters, difference_interval
from research.benchmark.paired_tests import holm, mcnemar, permutation_test

PAGES = 20
COLLECTIONS = 1_000
SIMULATIONS = 1_000


def collection(rng: np.random.Generator, spread: float, share: tuple[float, float] = (0.9, 0.88)) -> ClusterCounts:
    """Return 20 pages of about 50 seen and 10 unseen words; ``spread`` is that of a page's log odds of a right answer.

    ``share`` are the accuracies on a page of the middle.
    """
    images = np.stack([rng.integers(25, 76, PAGES), rng.integers(5, 16, PAGES)], axis=1)
    odds = np.log(np.array(share) / (1 - np.array(share)))
    page = rng.normal(size=(PAGES, 1)) * spread
    return ClusterCounts(rng.binomial(images, 1 / (1 + np.exp(-odds - page))).astype(float), images)


def true_scores(spread: float, share: tuple[float, float] = (0.9, 0.88)) -> dict[str, float]:
    """Return the accuracies over all pages that could be drawn, by numerical integration."""
    points, weights = np.polynomial.hermite_e.hermegauss(60)
    A_s, A_u = (
        float((weights / (1 + np.exp(-np.log(p / (1 - p)) - spread * points))).sum() / weights.sum()) for p in share
    )
    return {"A_s": A_s, "A_u": A_u, "h": 2 * A_s * A_u / (A_s + A_u), "A_b": min(A_s, A_u)}


def shuffled_answers(seed: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.str_]]:
    rng = np.random.default_rng(seed)
    return rng.random(300) < 0.8, rng.random(300) < 0.7, np.array([f"p{n}" for n in rng.integers(0, 8, 300)])


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clustered, "_DRAWS", 1_000)
    monkeypatch.setattr(metrics, "_DRAWS", 1_000)


@pytest.mark.usefixtures("few_draws")
def test_intervals_hold_the_truth_of_1000_simulated_collections() -> None:
    rng, truth = np.random.default_rng(3), true_scores(0.8)
    held = dict.fromkeys(SCORES, 0)
    alone = 0
    for _ in range(COLLECTIONS):
        counts = collection(rng, 0.8)
        scores = clustered_scores(counts)
        for name in SCORES:
            held[name] += scores[f"{name}_interval"][0] <= truth[name] <= scores[f"{name}_interval"][1]
        n = int(counts.images[:, 0].sum())
        low, high = clustered.wilson_interval(float(counts.right[:, 0].sum()), n)
        alone += low <= truth["A_s"] <= high
    assert all(0.93 <= held[name] / COLLECTIONS <= 0.99 for name in SCORES), held
    # Wilson's interval, which takes the words of a page as independent, misses it far more often than one time in 20
    assert alone / COLLECTIONS < 0.8


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_an_interval_contains_its_score_and_lies_between_0_and_1(seed: int) -> None:
    scores = clustered_scores(count_clusters(*shuffled_answers(seed)))
    plain = gzsl_scores(*shuffled_answers(seed)[:2])
    for name in SCORES:
        low, high = scores[f"{name}_interval"]
        assert scores[name] == pytest.approx(getattr(plain, name))
        assert 0 <= low <= scores[name] <= high <= 1
        if name in ("A_s", "A_u"):
            wilson = getattr(plain, f"{name}_interval")
            assert low <= wilson[0] and high >= wilson[1]


@given(st.integers(0, 10_000))
@settings(max_examples=10, deadline=None)
def test_neither_the_order_of_the_images_nor_the_names_of_the_pages_matter(seed: int) -> None:
    correct, is_seen, pages = shuffled_answers(seed)
    order = np.random.default_rng(seed).permutation(len(correct))
    scores = clustered_scores(count_clusters(correct, is_seen, pages))
    assert clustered_scores(count_clusters(correct[order], is_seen[order], pages[order])) == scores
    # names that sort in the same way; another order of the clusters draws other samples
    renamed = np.char.add("page-", pages)
    assert clustered_scores(count_clusters(correct, is_seen, renamed)) == scores


def test_counting_every_image_of_a_page_twice_leaves_the_bootstrap_as_it_is() -> None:
    counts = collection(np.random.default_rng(0), 0.8)
    twice = ClusterCounts(2 * counts.right, 2 * counts.images)
    once = clustered.bootstrap_interval(clustered.h_of, counts)
    assert clustered.bootstrap_interval(clustered.h_of, twice) == pytest.approx(once)
    assert once[1] - once[0] > 0.02


def test_pages_without_an_error_keep_the_interval_of_independent_words() -> None:
    counts = count_clusters(np.ones(60, np.bool_), np.arange(60) % 2 == 0, [str(n % 6) for n in range(60)])
    scores = clustered_scores(counts)
    assert scores["h"] == scores["h_interval"][1] == 1.0
    assert scores["A_u_interval"][0] == pytest.approx(30 / (30 + 1.96**2), abs=1e-4)
    assert scores["h_interval"][0] < 0.97


def test_scores_without_images_and_intervals_of_one_page_are_missing() -> None:
    seen_only = clustered_scores(count_clusters(np.array([True, False]), np.array([True, True]), ["a", "b"]))
    assert seen_only["A_u"] is None and seen_only["h"] is None and seen_only["A_s_interval"] is not None
    one_page = clustered_scores(count_clusters(np.array([True, False]), np.array([True, False]), ["a", "a"]))
    assert one_page["A_s"] == 1.0 and one_page["A_s_interval"] is None and one_page["h_interval"] is None


def test_answers_may_be_shares_over_members() -> None:
    counts = count_clusters(np.array([0.5, 1.0, 0.25]), np.array([True, True, False]), ["b", "a", "a"])
    assert counts.right.tolist() == [[1.0, 0.25], [0.5, 0.0]] and counts.images.tolist() == [[1, 1], [1, 0]]


def test_the_interval_of_a_difference_is_narrower_than_the_difference_of_intervals() -> None:
    first = collection(np.random.default_rng(1), 0.8)
    second = ClusterCounts(np.maximum(first.right - 1, 0), first.images)
    low, high = difference_interval(first, second) or (0.0, 0.0)
    whole = clustered_scores(first)["h_interval"]
    assert 0 < low <= high and high - low < (whole[1] - whole[0]) / 2
    assert difference_interval(second, first) == pytest.approx((-high, -low), abs=0.004)
    assert difference_interval(first, first) == (0.0, 0.0)
    with pytest.raises(ValueError, match="same images"):
        difference_interval(first, ClusterCounts(first.right, first.images + 1))


def test_many_clusters_are_drawn_in_parts() -> None:
    assert clustered.part_sizes(4_000, 20) == [4_000]
    sizes = clustered.part_sizes(4_000, 4_000)
    assert sum(sizes) == 4_000 and max(sizes) == 500


def answers(first: str, second: str) -> tuple[np.ndarray, np.ndarray]:
    return np.array([c == "1" for c in first]), np.array([c == "1" for c in second])


def equal_rows(rng: np.random.Generator, pages: int) -> tuple[ClusterCounts, ClusterCounts]:
    """Return two rows of answers of equal accuracy, which differ page by page: each is better on some."""
    images = np.stack([rng.integers(20, 50, pages), rng.integers(8, 20, pages)], axis=1)
    odds = 2 + rng.normal(size=(pages, 1)) + 0.7 * rng.normal(size=(2, pages, 1))
    first, second = (rng.binomial(images, 1 / (1 + np.exp(-odd))).astype(float) for odd in odds)
    return ClusterCounts(first, images), ClusterCounts(second, images)


def test_mcnemar_is_the_binomial_test_of_the_images_that_differ() -> None:
    test = mcnemar(*answers("1111110", "0000001"))
    # 6 to 1: 2 * (1 + 7) / 2**7
    assert (test.only_first, test.only_second, test.p) == (6, 1, 0.125)
    assert mcnemar(*answers("1111110", "1111110")).p == 1.0
    assert mcnemar(*answers("10", "01")).p == 1.0
    many = mcnemar(np.arange(5_000) < 2_600, np.arange(5_000) >= 2_600)
    assert many.p == pytest.approx(0.0049, abs=0.0003)  # z = 2.81 with the correction for continuity
    with pytest.raises(ValueError, match="booleans"):
        mcnemar(np.ones(3), np.ones(3))


def test_all_sign_flips_are_those_counted_by_hand() -> None:
    images = np.array([[10, 4]] * 4)
    first = ClusterCounts(np.array([[9.0, 4.0], [8, 3], [10, 2], [7, 3]]), images)
    second = ClusterCounts(np.array([[8.0, 2.0], [8, 3], [9, 3], [5, 2]]), images)
    total = images.sum(axis=0)

    def difference(swapped: tuple[bool, ...]) -> float:
        a, b = (
            sum(np.where(s, y, x) for s, x, y in zip(swapped, one.right, other.right, strict=True)) / total
            for one, other in ((first, second), (second, first))
        )
        return float((harmonic_mean(*a) or 0) - (harmonic_mean(*b) or 0))

    by_hand = [abs(difference(swapped)) for swapped in product((False, True), repeat=4)]
    test = permutation_test(first, second)
    assert test is not None and test.difference == pytest.approx(difference((False,) * 4))
    assert test.p == pytest.approx(np.mean([one >= abs(test.difference) - 1e-12 for one in by_hand]))
    assert test.least_p == 0.25  # one of the four pages does not differ


def test_flips_of_more_clusters_than_are_enumerated_at_once_are_all_tried() -> None:
    first, second = equal_rows(np.random.default_rng(8), 15)
    half, middle = (first.right - second.right) / 2, (first.right + second.right).sum(axis=0) / 2
    images = first.images.sum(axis=0)
    offsets = np.array(list(product((1, -1), repeat=15))) @ half
    a, b = ((middle + sign * offsets) / images for sign in (1, -1))
    differences = 2 * a.prod(axis=1) / a.sum(axis=1) - 2 * b.prod(axis=1) / b.sum(axis=1)
    test = permutation_test(first, second)
    assert test is not None and test.least_p == 2 / 2**15
    assert test.p == (np.abs(differences) >= abs(test.difference) - 1e-12).mean()


def test_p_values_are_uniform_when_neither_row_is_better() -> None:
    rng = np.random.default_rng(5)
    p_values = np.array([_p(*equal_rows(rng, 12)) for _ in range(SIMULATIONS)])
    for level in (0.05, 0.1, 0.25, 0.5, 0.75):
        # 4 standard deviations of a share of 1,000
        assert (p_values <= level).mean() == pytest.approx(level, abs=4 * (level * (1 - level) / SIMULATIONS) ** 0.5)


def test_mcnemar_is_too_sure_where_words_of_a_page_err_together() -> None:
    rng = np.random.default_rng(6)
    found = 0
    for _ in range(200):
        first, second = equal_rows(rng, 12)
        rows = [
            np.concatenate([np.arange(n) < r for r, n in zip(c.right[:, 0], c.images[:, 0], strict=True)])
            for c in (first, second)
        ]
        found += mcnemar(*rows).p <= 0.05
    assert found / 200 > 0.2


def test_drawn_flips_agree_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = equal_rows(np.random.default_rng(8), 12)
    exact = _p(*pair)
    monkeypatch.setattr(paired_tests, "MOST_EXACT", 5)
    assert _p(*pair) == pytest.approx(exact, abs=0.015)


def test_a_difference_on_every_page_is_found_and_its_sign_follows_the_order() -> None:
    first, _ = equal_rows(np.random.default_rng(9), 20)
    second = ClusterCounts(np.maximum(first.right - 3, 0), first.images)
    there, back = permutation_test(first, second), permutation_test(second, first)
    assert there is not None and back is not None
    assert there.difference == pytest.approx(-back.difference) and there.difference > 0
    assert there.p == back.p == there.least_p < 0.001
    same = permutation_test(first, first)
    assert same is not None and (same.difference, same.p, same.least_p) == (0.0, 1.0, 1.0)


def test_h_must_be_defined_and_the_images_the_same() -> None:
    seen_only = ClusterCounts(np.array([[1.0, 0.0]]), np.array([[2, 0]]))
    assert permutation_test(seen_only, seen_only) is None
    with pytest.raises(ValueError, match="same images"):
        permutation_test(seen_only, ClusterCounts(seen_only.right, seen_only.images + 1))


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == [] and holm([0.2]) == [0.2]


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_keeps_the_order_and_lies_between_p_and_bonferroni(p_values: list[float]) -> None:
    corrected = holm(p_values)
    for p, one in zip(p_values, corrected, strict=True):
        assert p <= one <= min(1.0, p * len(p_values))
    for i, j in product(range(len(p_values)), repeat=2):
        if p_values[i] <= p_values[j]:
            assert corrected[i] <= corrected[j]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.data())
def test_holm_rises_with_every_p(p_values: list[float], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(p_values) - 1))
    raised = [*p_values]
    raised[at] = data.draw(st.floats(p_values[at], 1))
    assert all(a <= b + 1e-12 for a, b in zip(holm(p_values), holm(raised), strict=True))


def _p(first: ClusterCounts, second: ClusterCounts) -> float:
    test = permutation_test(first, second)
    assert test is not None
    return test.p
