"""Paired tests: exact values, p-values under the null hypothesis, and the correction for many of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import research.benchmark.paired_tests as paired_tests
from core.evaluation.metrics import harmonic_mean
from research.benchmark.clustered import ClusterCounts
from research.benchmark.paired_tests import holm, mcnemar, permutation_test

SIMULATIONS = 1_000


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
