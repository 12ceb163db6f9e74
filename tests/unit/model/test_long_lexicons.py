"""Searching long lexicons: the prefilter, the prefix trie, branch and bound, and both learners' nearest words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import latin
from hypothesis import given, settings
from hypothesis import strategies as st

from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.ctc import ctc_costs
from core.model.learners import new_learner
from core.model.lexicon_search import pca_prefilter as shortlist_module
from core.model.lexicon_search import trie_search as spelled_search
from core.model.lexicon_search.index_cache import cached_prefilter, cached_trie
from core.model.lexicon_search.pca_prefilter import PcaPrefilter
from core.model.lexicon_search.prefix_trie import PrefixTrie
from core.model.lexicon_search.trie_search import search_best, search_within_cost
from core.model.signature_learner import SignatureLearner, best_of_pairs
from core.model.spelling_learner import SpellingLearner, spellings
from core.recognition import member as member_reading
from core.recognition.member import NO_WORD, TOP_K, nearest_words

torch.set_num_threads(1)
NAMES = ["", "a", "b", "c"]
SMALL_WORDS = st.sets(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=40).map(sorted)


def many_words(count: int, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        made["".join(rng.choice(list("abcdeghilnorst"), rng.integers(2, 9)))] = None
    return list(made)


def columns(count: int, length: int, letters: int, seed: int, sharp: float = 2.0) -> np.ndarray:
    noise = np.random.default_rng(seed).standard_normal((count, length, letters)) * sharp
    return torch.from_numpy(noise).log_softmax(2).exp().numpy().astype(np.float32)


def costs(probs: np.ndarray, words: list[str]) -> np.ndarray:
    codes = [[NAMES.index(c) for c in word] for word in words]
    return ctc_costs(torch.from_numpy(probs).log(), codes).numpy()


class TestPrefixes:
    @given(SMALL_WORDS, st.randoms())
    def test_every_word_and_nothing_else_is_in_the_tree(self, words: list[str], random: Any) -> None:
        random.shuffle(words)
        tree = PrefixTrie.of(words, NAMES)
        spelled = {0: ""}
        for node in range(len(tree)):
            parents, children = tree.children(np.array([node]))
            assert (parents == 0).all()
            for child in children.tolist():
                spelled[child] = spelled[node] + NAMES[tree.letter[child]]
        assert len(spelled) == len(tree) == len({word[:n] for word in words for n in range(len(word) + 1)})
        ends = {int(tree.word[node]): text for node, text in spelled.items() if tree.word[node] >= 0}
        assert ends == dict(enumerate(words))

    def test_children_of_several_nodes_name_their_parents(self) -> None:
        tree = PrefixTrie.of(["ab", "ac", "b", "ca"], NAMES)
        parents, nodes = tree.children(np.array([1, 3]))
        assert parents.tolist() == [0, 0, 1]
        assert [NAMES[tree.letter[node]] for node in nodes] == ["b", "c", "a"]
        assert tree.nbytes < 200


class TestSpelled:
    @settings(max_examples=60, deadline=None)
    @given(SMALL_WORDS, st.integers(0, 10_000), st.floats(0.5, 30), st.data())
    def test_gives_every_word_within_the_bound(
        self, words: list[str], seed: int, most: float, data: st.DataObject
    ) -> None:
        probs = columns(3, 9, 4, seed)
        barred = np.array(data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words))))
        wanted = costs(probs, words)
        found = search_within_cost(probs, PrefixTrie.of(words, NAMES), np.full(3, most, np.float32), barred)
        got = {(int(r), int(w)): c for r, w, c in zip(found.row, found.word, found.cost, strict=True)}
        assert len(got) == len(found.row) and (np.diff(found.row) >= 0).all()
        for row, word in np.ndindex(wanted.shape):
            if not barred[word] and wanted[row, word] < most - 1e-3:
                assert got[row, word] == pytest.approx(wanted[row, word], abs=2e-3)
        assert not any(barred[word] for _, word in got)
        assert all(cost < most + 0.05 for cost in got.values())

    @pytest.mark.parametrize("limit", ["_TOGETHER", "_WIDE"])
    def test_images_searched_apart_or_together_give_the_same(self, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
        words = sorted({"".join(w) for w in np.random.default_rng(0).choice(list("abc"), (80, 4))})
        tree, probs, none = PrefixTrie.of(words, NAMES), columns(7, 10, 4, 3), np.zeros(len(words), np.bool_)
        whole = search_within_cost(probs, tree, np.full(7, 9.0, np.float32), none)
        monkeypatch.setattr(spelled_search, limit, 2)
        apart = search_within_cost(probs, tree, np.full(7, 9.0, np.float32), none)
        assert whole.row.tolist() == apart.row.tolist() and whole.word.tolist() == apart.word.tolist()
        np.testing.assert_allclose(whole.cost, apart.cost, rtol=1e-5)
        assert 0 < len(whole.row) < 7 * len(words)

    def test_of_too_many_open_beginnings_the_likeliest_are_followed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        words, most, none = many_words(300), np.full(4, 60.0, np.float32), np.zeros(300, np.bool_)
        names = ["", *sorted(set("".join(words)))]
        probs = np.full((4, 12, len(names)), 0.01, np.float32)
        for row in range(4):
            for place in range(12):
                probs[row, place, names.index(words[row][place]) if place < len(words[row]) else 0] = 0.8
        tree = PrefixTrie.of(words, names)
        everything = search_within_cost(probs, tree, most, none)
        monkeypatch.setattr(spelled_search, "OPEN", 5)
        few = search_within_cost(probs, tree, most, none)
        assert len(few.row) < len(everything.row) / 2
        for row in range(4):
            assert row in few.word[few.row == row]

    def test_of_too_many_words_the_likeliest_are_given(self, monkeypatch: pytest.MonkeyPatch) -> None:
        words = sorted({"".join(w) for w in np.random.default_rng(0).choice(list("abc"), (80, 4))})
        probs, none = columns(3, 10, 4, 3), np.zeros(len(words), np.bool_)
        monkeypatch.setattr(spelled_search, "MOST_WORDS", 4)
        found = search_within_cost(probs, PrefixTrie.of(words, NAMES), np.full(3, 60.0, np.float32), none)
        wanted = np.argsort(costs(probs, words), axis=1)[:, :4]
        assert [set(found.word[found.row == row]) for row in range(3)] == [set(row) for row in wanted.tolist()]

    @pytest.mark.parametrize("free", [0, 1, 7])
    def test_some_words_are_always_found_where_there_are_any(self, free: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """Also when the likeliest beginnings all lead to barred words."""
        monkeypatch.setattr(spelled_search, "FEW", 1)
        words = many_words(400)
        names = ["", *sorted(set("".join(words)))]
        probs = columns(3, 12, len(names), 5, sharp=4.0)
        barred = np.ones(400, np.bool_)
        barred[np.linspace(0, 399, free).astype(int)] = False
        found = search_best(probs, PrefixTrie.of(words, names), barred, 5)
        assert np.bincount(found.row, minlength=3).tolist() == [free if free < 5 else pytest.approx(free, abs=2)] * 3
        assert not barred[found.word].any()

    def test_a_word_longer_than_the_columns_cannot_be_spelled(self) -> None:
        found = search_best(columns(2, 3, 4, 0), PrefixTrie.of(["abca", "ab"], NAMES), np.zeros(2, np.bool_), 5)
        assert found.word.tolist() == [1, 1]

    def test_no_images_find_no_words(self) -> None:
        tree, none = PrefixTrie.of(["ab"], NAMES), np.zeros(1, np.bool_)
        for found in (
            search_within_cost(columns(0, 3, 4, 0), tree, np.zeros(0, np.float32), none),
            search_best(columns(0, 3, 4, 0), tree, none, 5),
        ):
            assert len(found.row) == len(found.word) == len(found.cost) == 0


WORDS = many_words(3000)
LEXICON = Lexicon(WORDS, latin())
TABLE = np.asarray(signatures(WORDS, latin()), np.float32)


def queries(count: int, seed: int, noise: float = 0.25) -> np.ndarray:
    rng = np.random.default_rng(seed)
    chosen = TABLE[rng.integers(0, len(WORDS), count)]
    return (chosen + noise * rng.standard_normal(chosen.shape)).astype(np.float32)


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
class TestShortlist:
    def test_holds_the_nearest_words(self, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
        F = queries(40, 1)
        distance = new_learner("compact", latin(), metric, 0).distances(WORDS, latin())(F)
        barred = np.sort(np.unique(distance.argmin(axis=1)))
        monkeypatch.setattr(shortlist_module, "_QUERIES", 16)
        monkeypatch.setattr(shortlist_module, "_WORDS", 700)
        monkeypatch.setattr(shortlist_module, "_SAMPLE", 1000)
        index = PcaPrefilter(LEXICON, metric)
        assert len(index) == 3000 and index.nbytes == 3000 * (128 + 4)
        found = index.find(F, barred)
        distance[:, barred] = np.inf
        assert (found == distance.argmin(axis=1)[:, None]).any(axis=1).all()
        assert not np.isin(found, barred).any()
        assert all(len(set(row)) == shortlist_module.COUNT for row in found.tolist())

    def test_gives_all_words_there_are_where_they_are_fewer(self, metric: str) -> None:
        small = Lexicon(WORDS[:30], latin())
        found = PcaPrefilter(small, metric).find(queries(3, 2), np.arange(5, 20), 20)
        assert [sorted(row) for row in found.tolist()] == [[-1] * 5 + [*range(5), *range(20, 30)]] * 3
        none = PcaPrefilter(small, metric).find(queries(3, 2), np.arange(30), 20)
        assert (none == -1).all()

    def test_a_sample_that_misleads_is_made_good(self, metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
        index = PcaPrefilter(LEXICON, metric)
        F, none = queries(5, 3), np.zeros(0, np.int64)
        right = index.find(F, none)
        monkeypatch.setattr(PcaPrefilter, "_threshold", lambda *a: np.array([1e9, -np.inf, 1e9, 0, 1e9], np.float32))
        assert (index.find(F, none) == right).all()


def test_a_shortlist_of_an_unknown_metric_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="metric"):
        PcaPrefilter(LEXICON, "manhattan")


def test_what_is_made_of_a_lexicon_is_made_once_and_goes_with_it() -> None:
    own = Lexicon(WORDS[:40], latin())
    assert cached_prefilter(own, "cosine") is cached_prefilter(own, "cosine") is not cached_prefilter(own, "euclid")
    assert cached_trie(own) is cached_trie(own)
    assert cached_trie(own) is not cached_trie(Lexicon(WORDS[:40], latin()))


def test_best_of_pairs_breaks_ties_by_position_and_fills_up() -> None:
    words, distances = best_of_pairs(
        np.array([0, 0, 0, 2]), np.array([9, 4, 7, 1], np.int32), np.array([1, 1, 0.5, 3], np.float32), 3, 2
    )
    assert words.tolist() == [[7, 4], [-1, -1], [1, -1]]
    assert distances.tolist() == [[0.5, 1], [np.inf, np.inf], [3, np.inf]]


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
def test_the_nearest_by_signature_are_those_of_all_distances(metric: str) -> None:
    learner = new_learner("compact", latin(), metric, 0)
    F, barred = queries(30, 4), np.arange(0, 3000, 7)
    words, distances = learner.nearest(F, LEXICON, barred, 5)
    wanted = learner.distances(WORDS, latin())(F)
    wanted[:, barred] = np.inf
    assert words.tolist() == np.argsort(wanted, axis=1, kind="stable")[:, :5].tolist()
    np.testing.assert_allclose(distances, np.sort(wanted, axis=1)[:, :5], atol=2e-4)


def spelling_embeddings(words: list[str], seed: int) -> np.ndarray:
    """Signatures with noise, and columns that spell the words, some of them with a wrong or missing letter."""
    rng, names = np.random.default_rng(seed), latin().characters
    logits = rng.standard_normal((len(words), 40, len(names))).astype(np.float32)
    logits[:, :, 0] += 5
    for row, codes in enumerate(spellings(words, latin())):
        for place, code in enumerate(codes):
            if rng.random() > 0.15:
                logits[row, 1 + 3 * place, code] += 9
    spelled = torch.from_numpy(logits).log_softmax(2).clamp_min(-12).flatten(1).numpy()
    F = np.asarray(signatures(words, latin()), np.float32)
    return np.concatenate([F + 0.3 * rng.standard_normal(F.shape), spelled], axis=1).astype(np.float32)


@pytest.mark.parametrize("weight", [0.0, 10.0, 40.0])
def test_the_nearest_by_spelling_are_those_of_all_distances(weight: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signature_learner, "_PAIRS", 50)
    learner = new_learner("phosc-ctc", latin(), "cosine", 0)
    assert isinstance(learner, SpellingLearner)
    learner.weight = weight
    F, barred = spelling_embeddings(WORDS[100:120], 6), np.arange(0, 3000, 2)
    words, distances = learner.nearest(F, LEXICON, barred, 5)
    wanted = learner.distances(WORDS, latin())(F)
    wanted[:, barred] = np.inf
    order = np.argsort(wanted, axis=1, kind="stable")
    assert words[:, 0].tolist() == order[:, 0].tolist()
    np.testing.assert_allclose(distances[:, 0], wanted.min(axis=1), atol=5e-3)
    sure = np.sort(wanted, axis=1)[:, :5] < distances[:, :1] + 1.9  # rivals that near are found too
    assert (words == order[:, :5])[sure].all()
    assert sure[:, 1].any()


@settings(max_examples=15, deadline=None)
@given(st.sets(st.integers(0, 59), max_size=60), st.sampled_from(["compact", "phosc-ctc"]), st.integers(0, 99))
def test_unseen_answers_never_fall_among_the_seen_at_any_size(seen: set[int], kind: str, seed: int) -> None:
    """With both ways of searching, whatever a member has seen; and where nothing is unseen, nothing is given."""
    words = WORDS[:60]
    lexicon, learner = Lexicon(words, latin()), LEARNERS[kind]
    embeddings = spelling_embeddings([words[(seed + i) % 60] for i in range(2)], seed)
    one = SimpleNamespace(learner=learner, pca=None, words=None, seen=np.array(sorted(seen), np.int64))
    ensemble: Any = SimpleNamespace(classes=tuple(words), alphabet=latin())
    F = embeddings if kind == "phosc-ctc" else embeddings[:, : latin().dim]
    dense = nearest_words(one, ensemble, F, lexicon)  # type: ignore[arg-type]
    before, member_reading.EXHAUSTIVE_LIMIT = member_reading.EXHAUSTIVE_LIMIT, 10
    try:
        sought = nearest_words(one, ensemble, F, lexicon)  # type: ignore[arg-type]
    finally:
        member_reading.EXHAUSTIVE_LIMIT = before
    for got in (dense, sought):
        given_words = set(got.unseen_words.ravel().tolist()) - {NO_WORD}
        assert not given_words & seen
        assert set(got.seen_words.ravel().tolist()) - {NO_WORD} <= seen
        left = 60 - len(seen)
        assert ((got.unseen_words != NO_WORD).sum(axis=1) == min(TOP_K, left)).all()
        assert np.isinf(got.unseen_distances[got.unseen_words == NO_WORD]).all()
    assert sought.seen_words.tolist() == dense.seen_words.tolist()
    assert sought.unseen_words[:, 0].tolist() == dense.unseen_words[:, 0].tolist()


LEARNERS: dict[str, SignatureLearner] = {
    kind: new_learner(kind, latin(), "cosine", 0) for kind in ("compact", "phosc-ctc")
}
