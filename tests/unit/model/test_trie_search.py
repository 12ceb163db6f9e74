"""The prefix trie, and the search of its words by spelling: against the costs of all words, and at its limits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import latin
from hypothesis import given, settings
from hypothesis import strategies as st
from long_lexicon_helpers import WORDS, many_words

from core.lexicon.lexicon import Lexicon
from core.model.ctc import ctc_costs
from core.model.lexicon_search import trie_search
from core.model.lexicon_search.trie_search import PrefixTrie, cached_trie, search_best, search_within_cost

torch.set_num_threads(1)
CHARACTERS = ["", "a", "b", "c"]
SMALL_WORDS = st.sets(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=40).map(sorted)


def make_columns(count: int, length: int, characters: int, seed: int, sharp: float = 2.0) -> np.ndarray:
    noise = np.random.default_rng(seed).standard_normal((count, length, characters)) * sharp
    return torch.from_numpy(noise).log_softmax(2).exp().numpy().astype(np.float32)


def all_costs(probs: np.ndarray, words: list[str]) -> np.ndarray:
    codes = [[CHARACTERS.index(c) for c in word] for word in words]
    return ctc_costs(torch.from_numpy(probs).log(), codes).numpy()


class TestPrefixTrie:
    @given(SMALL_WORDS, st.randoms())
    def test_the_trie_holds_every_word_and_nothing_else(self, words: list[str], random: Any) -> None:
        random.shuffle(words)
        trie = PrefixTrie.build(words, CHARACTERS)
        prefix = {0: ""}
        for node in range(len(trie)):
            parents, children = trie.children(np.array([node]))
            assert (parents == 0).all()
            for child in children.tolist():
                prefix[child] = prefix[node] + CHARACTERS[trie.letter[child]]
        assert len(prefix) == len(trie) == len({word[:n] for word in words for n in range(len(word) + 1)})
        ends = {int(trie.word[node]): text for node, text in prefix.items() if trie.word[node] >= 0}
        assert ends == dict(enumerate(words))

    def test_children_of_several_nodes_refer_to_their_parents(self) -> None:
        trie = PrefixTrie.build(["ab", "ac", "b", "ca"], CHARACTERS)
        parents, nodes = trie.children(np.array([1, 3]))
        assert parents.tolist() == [0, 0, 1]
        assert [CHARACTERS[trie.letter[node]] for node in nodes] == ["b", "c", "a"]
        assert trie.letter.nbytes + trie.first.nbytes + trie.word.nbytes < 200

    def test_a_lexicon_s_trie_is_built_once(self) -> None:
        lexicon = Lexicon(WORDS[:40], latin())
        assert cached_trie(lexicon) is cached_trie(lexicon)
        assert cached_trie(lexicon) is not cached_trie(Lexicon(WORDS[:40], latin()))


@settings(max_examples=60, deadline=None)
@given(SMALL_WORDS, st.integers(0, 10_000), st.floats(0.5, 30), st.data())
def test_every_word_within_the_cost_is_found(words: list[str], seed: int, max_cost: float, data: st.DataObject) -> None:
    probs = make_columns(3, 9, 4, seed)
    excluded = np.array(data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words))))
    expected = all_costs(probs, words)
    trie = PrefixTrie.build(words, CHARACTERS)
    found = search_within_cost(probs, trie, np.full(3, max_cost, np.float32), excluded)
    costs = {(int(r), int(w)): c for r, w, c in zip(found.row, found.word, found.cost, strict=True)}
    assert len(costs) == len(found.row) and (np.diff(found.row) >= 0).all()
    for row, word in np.ndindex(expected.shape):
        if not excluded[word] and expected[row, word] < max_cost - 1e-3:
            assert costs[row, word] == pytest.approx(expected[row, word], abs=2e-3)
    assert not any(excluded[word] for _, word in costs)
    assert all(cost < max_cost + 0.05 for cost in costs.values())


@pytest.mark.parametrize("limit", ["_IMAGES", "_MAX_BEAM"])
def test_grouping_images_does_not_affect_the_result(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = sorted({"".join(w) for w in np.random.default_rng(0).choice(list("abc"), (80, 4))})
    trie, probs, none = PrefixTrie.build(words, CHARACTERS), make_columns(7, 10, 4, 3), np.zeros(len(words), np.bool_)
    whole = search_within_cost(probs, trie, np.full(7, 9.0, np.float32), none)
    monkeypatch.setattr(trie_search, limit, 2)
    grouped = search_within_cost(probs, trie, np.full(7, 9.0, np.float32), none)
    assert whole.row.tolist() == grouped.row.tolist() and whole.word.tolist() == grouped.word.tolist()
    np.testing.assert_allclose(whole.cost, grouped.cost, rtol=1e-5)
    assert 0 < len(whole.row) < 7 * len(words)


def test_of_too_many_prefixes_the_likeliest_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    words, max_cost, none = many_words(300), np.full(4, 60.0, np.float32), np.zeros(300, np.bool_)
    characters = ["", *sorted(set("".join(words)))]
    probs = np.full((4, 12, len(characters)), 0.01, np.float32)
    for row in range(4):
        for t in range(12):
            probs[row, t, characters.index(words[row][t]) if t < len(words[row]) else 0] = 0.8
    trie = PrefixTrie.build(words, characters)
    everything = search_within_cost(probs, trie, max_cost, none)
    monkeypatch.setattr(trie_search, "MAX_PREFIXES", 5)
    few = search_within_cost(probs, trie, max_cost, none)
    assert len(few.row) < len(everything.row) / 2
    for row in range(4):
        assert row in few.word[few.row == row]


def test_of_too_many_words_the_likeliest_are_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    words = sorted({"".join(w) for w in np.random.default_rng(0).choice(list("abc"), (80, 4))})
    probs, none = make_columns(3, 10, 4, 3), np.zeros(len(words), np.bool_)
    monkeypatch.setattr(trie_search, "MAX_WORDS", 4)
    found = search_within_cost(probs, PrefixTrie.build(words, CHARACTERS), np.full(3, 60.0, np.float32), none)
    expected = np.argsort(all_costs(probs, words), axis=1)[:, :4]
    assert [set(found.word[found.row == row]) for row in range(3)] == [set(row) for row in expected.tolist()]


@pytest.mark.parametrize("free", [0, 1, 7])
def test_words_are_found_even_where_the_likeliest_prefixes_have_only_excluded_ones(
    free: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trie_search, "START_PREFIXES", 1)
    words = many_words(400)
    characters = ["", *sorted(set("".join(words)))]
    probs = make_columns(3, 12, len(characters), 5, sharp=4.0)
    excluded = np.ones(400, np.bool_)
    excluded[np.linspace(0, 399, free).astype(int)] = False
    found = search_best(probs, PrefixTrie.build(words, characters), excluded, 5)
    assert np.bincount(found.row, minlength=3).tolist() == [free if free < 5 else pytest.approx(free, abs=2)] * 3
    assert not excluded[found.word].any()


def test_a_word_longer_than_the_columns_is_not_found() -> None:
    trie = PrefixTrie.build(["abca", "ab"], CHARACTERS)
    found = search_best(make_columns(2, 3, 4, 0), trie, np.zeros(2, np.bool_), 5)
    assert found.word.tolist() == [1, 1]


def test_no_images_give_no_words() -> None:
    trie, none = PrefixTrie.build(["ab"], CHARACTERS), np.zeros(1, np.bool_)
    for found in (
        search_within_cost(make_columns(0, 3, 4, 0), trie, np.zeros(0, np.float32), none),
        search_best(make_columns(0, 3, 4, 0), trie, none, 5),
    ):
        assert len(found.row) == len(found.word) == len(found.cost) == 0
