"""Intervals by drawing whole pages: coverage in simulated collections, and what may never change them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import core.evaluation.metrics as metrics
import research.benchmark.clustered as clustered
from core.evaluation.metrics import SCORES, gzsl_scores
from research.benchmark.clustered import ClusterCounts, clustered_scores, count_clusters, difference_interval

PAGES = 20
COLLECTIONS = 1_000


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
