"""Exact search for nearest signatures: against brute force, in tiles, with ties."""

from __future__ import annotations

import numpy as np
import pytest
from ensemble_helpers import latin
from hypothesis import given, settings
from hypothesis import strategies as st
from long_lexicon_helpers import LEXICON, WORDS, noisy_signatures

from core.lexicon.lexicon import Lexicon
from core.model.learner import new_learner
from core.model.lexicon_search import nearest_signatures as search
from core.model.lexicon_search import pca_prefilter
from core.model.lexicon_search.nearest_signatures import nearest
from core.model.lexicon_search.pca_prefilter import PcaPrefilter, cached_prefilter


def brute(queries: np.ndarray, table: np.ndarray, metric: str) -> np.ndarray:
    q, t = queries.astype(float), table.astype(float)
    if metric == "euclid":
        return np.linalg.norm(q[:, None] - t[None], axis=2)
    return 1 - (q @ t.T) / np.linalg.norm(q, axis=1)[:, None] / np.linalg.norm(t, axis=1)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 40), st.integers(2, 60), st.integers(1, 12), st.sampled_from(search.METRICS), st.integers(0, 10_000)
)
def test_finds_what_brute_force_finds(n: int, words: int, dims: int, metric: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    queries, table = rng.standard_normal((n, dims)), rng.standard_normal((words, dims)).astype(np.float32)
    found = nearest(queries, table, metric)
    expected = np.sort(brute(queries, table, metric), axis=1)
    np.testing.assert_allclose(found.distance, expected[:, 0], atol=2e-6)
    distances = brute(queries, table, metric)
    np.testing.assert_allclose(distances[np.arange(n), found.index], expected[:, 0], atol=2e-6)


@pytest.mark.parametrize("metric", search.METRICS)
def test_tiles_do_not_affect_the_result(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    queries, table = rng.standard_normal((33, 6)), rng.standard_normal((101, 6))
    whole = nearest(queries, table, metric)
    monkeypatch.setattr(search, "QUERIES", 5)
    monkeypatch.setattr(search, "WORDS", 7)
    tiled = nearest(queries, table, metric)
    np.testing.assert_array_equal(tiled.index, whole.index)
    np.testing.assert_array_equal(tiled.distance, whole.distance)


def test_an_empty_table_has_no_match() -> None:
    none = nearest(np.ones((3, 2)), np.zeros((0, 2), np.float32), "euclid")
    assert none.index.tolist() == [-1] * 3 and np.isinf(none.distance).all()


@pytest.mark.parametrize("metric", search.METRICS)
def test_equal_signatures_go_to_the_lower_row(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    table = np.tile(rng.standard_normal((4, 5)).astype(np.float32), (2, 1))
    queries = rng.standard_normal((30, 5))
    for words in (8192, 3):
        monkeypatch.setattr(search, "WORDS", words)
        found = nearest(queries, table, metric)
        assert (found.index < 4).all()


def test_distances_stay_exact_far_from_the_origin() -> None:
    rng = np.random.default_rng(3)
    table = (1000 + rng.standard_normal((40, 8))).astype(np.float32)
    queries = table[:10] + np.float32(1e-3)
    found = nearest(queries, table, "euclid")
    assert found.index.tolist() == list(range(10))
    expected = np.linalg.norm(queries.astype(float) - table[:10].astype(float), axis=1)
    np.testing.assert_allclose(found.distance, expected, rtol=1e-5)


def test_a_zero_query_has_cosine_distance_one() -> None:
    found = nearest(np.zeros((1, 3)), np.eye(3), "cosine")
    assert found.index[0] == 0 and found.distance[0] == 1


def test_queries_and_table_are_not_modified() -> None:
    rng = np.random.default_rng(4)
    queries, table = rng.standard_normal((5, 3)).astype(np.float32), np.eye(3, dtype=np.float32)
    before = queries.copy(), table.copy()
    nearest(queries, table, "euclid")
    np.testing.assert_array_equal(queries, before[0])
    np.testing.assert_array_equal(table, before[1])


def test_wrong_arguments_raise_value_error() -> None:
    with pytest.raises(ValueError, match="metric"):
        nearest(np.ones((1, 2)), np.ones((1, 2)), "manhattan")
    with pytest.raises(ValueError, match="share d"):
        nearest(np.ones((1, 2)), np.ones((1, 3)), "cosine")


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
class TestPcaPrefilter:
    def test_the_nearest_words_are_found(self, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
        F = noisy_signatures(40, 1)
        distance = new_learner("compact", latin(), metric, 0).distances(WORDS, latin())(F)
        excluded = np.sort(np.unique(distance.argmin(axis=1)))
        monkeypatch.setattr(pca_prefilter, "_QUERIES", 16)
        monkeypatch.setattr(pca_prefilter, "_WORDS", 700)
        monkeypatch.setattr(pca_prefilter, "_SAMPLE", 1000)
        index = PcaPrefilter(LEXICON.words, LEXICON.alphabet, metric)
        assert len(index) == 3000 and index._numbers.nbytes + index._offset.nbytes == 3000 * (128 + 4)
        found = index.find(F, excluded)
        distance[:, excluded] = np.inf
        assert (found == distance.argmin(axis=1)[:, None]).any(axis=1).all()
        assert not np.isin(found, excluded).any()
        assert all(len(set(row)) == pca_prefilter.COUNT for row in found.tolist())

    def test_all_words_are_returned_where_there_are_fewer(self, metric: str) -> None:
        small = Lexicon(WORDS[:30], latin())
        found = PcaPrefilter(small.words, small.alphabet, metric).find(noisy_signatures(3, 2), np.arange(5, 20), 20)
        assert [sorted(row) for row in found.tolist()] == [[-1] * 5 + [*range(5), *range(20, 30)]] * 3
        none = PcaPrefilter(small.words, small.alphabet, metric).find(noisy_signatures(3, 2), np.arange(30), 20)
        assert (none == -1).all()

    def test_a_wrong_threshold_does_not_affect_the_result(self, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
        index = PcaPrefilter(LEXICON.words, LEXICON.alphabet, metric)
        F, none = noisy_signatures(5, 3), np.zeros(0, np.int64)
        expected = index.find(F, none)
        monkeypatch.setattr(PcaPrefilter, "_threshold", lambda *a: np.array([1e9, -np.inf, 1e9, 0, 1e9], np.float32))
        assert (index.find(F, none) == expected).all()

    def test_a_lexicon_s_prefilter_is_built_once(self, metric: str) -> None:
        words, again = (Lexicon(WORDS[:40], latin()).words for _ in range(2))
        other = {"cosine": "euclid", "euclid": "cosine"}[metric]
        prefilter = cached_prefilter(words, latin(), metric)
        assert cached_prefilter(again, latin(), metric) is prefilter
        assert cached_prefilter(words, latin(), other) is not prefilter


def test_an_unknown_metric_raises_value_error() -> None:
    with pytest.raises(ValueError, match="metric"):
        PcaPrefilter(LEXICON.words, LEXICON.alphabet, "manhattan")
