"""Exact search for nearest signatures and words, with ties, and the principal components by which it is shortened."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import latin
from hypothesis import given, settings
from hypothesis import strategies as st
from long_lexicon_helpers import LEXICON, WORDS, noisy_signatures

from core.errors import InputError, ModelFileError
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.learner import new_learner
from core.model.lexicon_search import nearest_signatures as search
from core.model.lexicon_search import pca_prefilter
from core.model.lexicon_search.nearest_signatures import nearest
from core.model.lexicon_search.pca_prefilter import PcaPrefilter, cached_prefilter
from core.model.lexicon_search.word_lists import WordSearch
from core.model.pca import Pca
from core.model.signature_learner import SignatureLearner, best_of_pairs
from core.model.spelling_learner import SpellingLearner, character_codes
from core.recognition.algorithms import NO_WORD
from core.recognition.evidence import TOP_K, find_words

torch.set_num_threads(1)
LEARNERS: dict[str, SignatureLearner] = {
    kind: new_learner(kind, latin(), "cosine", 0) for kind in ("compact", "phosc-ctc")
}


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


def spelling_embeddings(words: list[str], seed: int) -> np.ndarray:
    """Noisy signatures, and columns that spell the words, some of them with a wrong or missing letter."""
    rng, characters = np.random.default_rng(seed), latin().characters
    logits = rng.standard_normal((len(words), 40, len(characters))).astype(np.float32)
    logits[:, :, 0] += 5
    for row, codes in enumerate(character_codes(words, latin())):
        for index, code in enumerate(codes):
            if rng.random() > 0.15:
                logits[row, 1 + 3 * index, code] += 9
    spelling = torch.from_numpy(logits).log_softmax(2).clamp_min(-12).flatten(1).numpy()
    F = np.asarray(signatures(words, latin()), np.float32)
    return np.concatenate([F + 0.3 * rng.standard_normal(F.shape), spelling], axis=1).astype(np.float32)


def test_best_of_pairs_breaks_ties_by_position_and_fills_up() -> None:
    words, distances = best_of_pairs(
        np.array([0, 0, 0, 2]), np.array([9, 4, 7, 1], np.int32), np.array([1, 1, 0.5, 3], np.float32), 3, 2
    )
    assert words.tolist() == [[7, 4], [-1, -1], [1, -1]]
    assert distances.tolist() == [[0.5, 1], [np.inf, np.inf], [3, np.inf]]


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
@pytest.mark.parametrize("limit", [10, 10_000])
def test_the_nearest_words_by_signature_are_those_of_all_distances(
    metric: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signature_learner, "EXHAUSTIVE_LIMIT", limit)
    monkeypatch.setattr(signature_learner, "_MAX_PAIRS", 50)
    learner = new_learner("compact", latin(), metric, 0)
    F, is_seen = noisy_signatures(30, 4), np.arange(3000) % 7 == 0
    near = learner.nearest(F, WordSearch(LEXICON, is_seen, 5))
    for side, chosen in enumerate((is_seen, ~is_seen)):
        expected = np.where(chosen, learner.distances(WORDS, latin())(F), np.inf)
        assert near.words[:, side].tolist() == np.argsort(expected, axis=1, kind="stable")[:, :5].tolist()
        np.testing.assert_allclose(near.distances[:, side], np.sort(expected, axis=1)[:, :5], atol=2e-4)


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
@pytest.mark.parametrize("weight", [0.0, 10.0, 40.0])
def test_the_nearest_words_by_spelling_are_those_of_all_distances(weight: float, metric: str) -> None:
    learner = new_learner("phosc-ctc", latin(), metric, 0)
    assert isinstance(learner, SpellingLearner)
    learner.weight = weight
    F, is_seen = spelling_embeddings(WORDS[100:120], 6), np.arange(3000) % 2 == 0
    near = learner.nearest(F, WordSearch(LEXICON, is_seen, 5))
    for side, chosen in enumerate((is_seen, ~is_seen)):
        expected = np.where(chosen, learner.distances(WORDS, latin())(F), np.inf)
        order = np.argsort(expected, axis=1, kind="stable")[:, :5]
        assert near.words[:, side].tolist() == order.tolist()
        np.testing.assert_allclose(near.distances[:, side], np.sort(expected, axis=1)[:, :5], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kind", LEARNERS)
def test_costs_are_added_to_the_distances(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    F = spelling_embeddings(WORDS[100:120], 6)[:, : None if kind == "phosc-ctc" else latin().dim]
    is_seen, cost = np.arange(3000) % 3 == 0, np.random.default_rng(0).random(3000, np.float32)
    learner = LEARNERS[kind]
    for limit in (10, 10_000):
        monkeypatch.setattr(signature_learner, "EXHAUSTIVE_LIMIT", limit)
        near = learner.nearest(F, WordSearch(LEXICON, is_seen, 5, cost))
        for side, chosen in enumerate((is_seen, ~is_seen)):
            if kind == "compact" and limit == 10 and side == 1:
                continue  # the cost chooses among what the prefilter proposed
            expected = np.where(chosen, learner.distances(WORDS, latin())(F) + cost, np.inf)
            assert near.words[:, side].tolist() == np.argsort(expected, axis=1, kind="stable")[:, :5].tolist()


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 59), max_size=60), st.sampled_from(["compact", "phosc-ctc"]), st.integers(0, 99))
def test_unseen_answers_are_never_seen_words_in_short_and_long_lexicons(seen: set[int], kind: str, seed: int) -> None:
    """Both ways to search give the same words, and none where there is no unseen word."""
    words = WORDS[:60]
    lexicon, learner = Lexicon(words, latin()), LEARNERS[kind]
    embeddings = spelling_embeddings([words[(seed + i) % 60] for i in range(2)], seed)
    finder = SimpleNamespace(
        learner=learner, pca=None, word_classifier=None, seen=np.array(sorted(seen), np.int64), prior_weight=0.0
    )
    ensemble: Any = SimpleNamespace(classes=tuple(words), alphabet=latin())
    F = embeddings if kind == "phosc-ctc" else embeddings[:, : latin().dim]
    exhaustive = find_words(finder, ensemble, F, lexicon)  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signature_learner, "EXHAUSTIVE_LIMIT", 10)
        searched = find_words(finder, ensemble, F, lexicon)  # type: ignore[arg-type]
    for found in (exhaustive, searched):
        assert not (set(found.unseen_words.ravel().tolist()) - {NO_WORD}) & seen
        assert set(found.seen_words.ravel().tolist()) - {NO_WORD} <= seen
        unseen = 60 - len(seen)
        assert ((found.unseen_words != NO_WORD).sum(axis=1) == min(TOP_K, unseen)).all()
        assert np.isinf(found.unseen_distances[found.unseen_words == NO_WORD]).all()
    assert searched.seen_words.tolist() == exhaustive.seen_words.tolist()
    assert searched.unseen_words[:, 0].tolist() == exhaustive.unseen_words[:, 0].tolist()


@pytest.fixture
def points() -> np.ndarray:
    rng = np.random.default_rng(0)
    return (rng.standard_normal((300, 8)) * [9, 5, 3, 1, 1, 0.5, 0.1, 0]) @ _rotation(8) + 4


def _rotation(side: int) -> np.ndarray:
    return np.linalg.qr(np.random.default_rng(1).standard_normal((side, side)))[0]


def test_coordinates_are_centred_uncorrelated_and_of_falling_variance(points: np.ndarray) -> None:
    z = Pca.fit(points, 4).transform(points)
    assert z.shape == (300, 4) and z.dtype == np.float32
    np.testing.assert_allclose(z.mean(axis=0), 0, atol=1e-5)
    covariance = np.cov(z.T)
    assert np.abs(covariance - np.diag(np.diag(covariance))).max() < 1e-3
    assert (np.diff(np.diag(covariance)) < 0).all()


def test_shares_are_shares_of_the_total_variance(points: np.ndarray) -> None:
    pca = Pca.fit(points, 3)
    kept = pca.transform(points).var(axis=0).sum()
    assert pca.shares.sum() == pytest.approx(kept / points.var(axis=0).sum(), rel=1e-4)
    assert Pca.fit(points, points.shape[1] - 1).shares[:3] == pytest.approx(pca.shares)


def test_all_axes_preserve_distances(points: np.ndarray) -> None:
    z = Pca.fit(points, 8).transform(points)
    before = np.linalg.norm(points[:50, None] - points[None, :50], axis=2)
    np.testing.assert_allclose(np.linalg.norm(z[:50, None] - z[None, :50], axis=2), before, atol=1e-3)


def test_no_dimensions_pass_the_signature_through_unchanged(points: np.ndarray) -> None:
    pca = Pca.fit(points, None)
    assert (pca.dims, pca.width, len(pca.shares)) == (8, 8, 0)
    np.testing.assert_array_equal(pca.transform(points), points.astype(np.float32))


def test_same_points_in_another_order_give_the_same_axes(points: np.ndarray) -> None:
    np.testing.assert_allclose(Pca.fit(points, 3).axes, Pca.fit(points[::-1], 3).axes, atol=1e-5)


def test_summing_in_blocks_gives_the_same_axes(points: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Pca.fit(points, 3)
    monkeypatch.setattr("core.model.pca.BLOCK", 7)
    np.testing.assert_allclose(Pca.fit(points, 3).axes, whole.axes, atol=1e-5)


@pytest.mark.parametrize("dims", [3, None])
def test_arrays_restore_the_same_components(points: np.ndarray, dims: int | None) -> None:
    pca = Pca.fit(points, dims)
    again = Pca.from_arrays(pca.to_arrays())
    np.testing.assert_array_equal(again.transform(points), pca.transform(points))
    np.testing.assert_array_equal(again.shares, pca.shares)


@pytest.mark.parametrize("dims", [0, 9, -1])
def test_impossible_dimensions_raise_input_error(points: np.ndarray, dims: int) -> None:
    with pytest.raises(InputError, match="1 to 8"):
        Pca.fit(points, dims)


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_equal_points_raise_input_error(rows: int) -> None:
    with pytest.raises(InputError, match="two words"):
        Pca.fit(np.ones((rows, 4)), 2)


def test_wrong_widths_raise_value_error(points: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"\[N, 8\]"):
        Pca.fit(points, 2).transform(points[:, :5])
    with pytest.raises(ValueError, match=r"\[N, d\]"):
        Pca.fit(points[0], 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mean", np.zeros((2, 2), np.float32)),
        ("mean", np.full(8, np.nan, np.float32)),
        ("axes", np.zeros((7, 3), np.float32)),
        ("axes", np.zeros((8, 3), np.int64)),
        ("shares", np.zeros(2)),
        ("shares", np.full(3, 2.0)),
        ("axes", None),
        ("mean", None),
        ("code", np.zeros(1)),
    ],
)
def test_damaged_arrays_raise_model_file_error_with_their_name(
    points: np.ndarray, name: str, value: np.ndarray | None
) -> None:
    arrays = Pca.fit(points, 3).to_arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value
    with pytest.raises(ModelFileError, match=f"{name}|axes"):
        Pca.from_arrays(arrays)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 30), st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_axes_are_orthonormal_or_zero_for_any_points(rows: int, dims: int, seed: int) -> None:
    points = np.random.default_rng(seed).standard_normal((rows, 6))
    pca = Pca.fit(points, dims)
    assert pca.axes is not None
    spanned = np.arange(dims) < rows - 1  # rows span one direction less around their mean
    np.testing.assert_allclose(pca.axes.T @ pca.axes, np.diag(spanned.astype(float)), atol=1e-5)
    assert not pca.axes[:, ~spanned].any() and not pca.shares[~spanned].any()
    assert 0 < pca.shares.sum() <= 1 + 1e-9
