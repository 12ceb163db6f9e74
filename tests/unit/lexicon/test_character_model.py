"""The character model: probabilities of characters after the last ones, and of whole words."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.character_model import CharacterModel

CHARACTERS = ("", "a", "b", "c", "d")
WORDS = st.lists(st.text("abcd", min_size=1, max_size=7), max_size=12, unique=True)


def codes(word: str) -> list[int]:
    return [CHARACTERS.index(character) for character in word]


@given(WORDS)
def test_the_next_characters_add_up_to_one_in_every_context(words: list[str]) -> None:
    model = CharacterModel.build(words, CHARACTERS)
    assert np.exp(model.log_probs.astype(np.float64)).sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert 0 <= model.start < len(model.log_probs)
    assert model.next_node.min() >= 0 and model.next_node.max() < len(model.log_probs)


def test_the_probabilities_are_witten_and_bell() -> None:
    model = CharacterModel.build(["ab", "ac"], CHARACTERS)
    # counts of single characters: a 2, b 1, c 1, end 2, each plus one
    alone = {"a": 3 / 11, "b": 2 / 11, "c": 2 / 11, "d": 1 / 11, "": 3 / 11}
    # four contexts grow from "" to "^^^^"; each saw only "a", twice: (2 + 1 * lower) / (2 + 1)
    first = alone["a"]
    for _ in range(4):
        first = (2 + first) / 3
    second = alone["b"]
    for _ in range(4):  # after "a": b once, c once, two kinds
        second = (1 + 2 * second) / 4
    node = model.next_node[model.start, codes("a")[0]]
    assert model.log_probs[model.start, 1] == pytest.approx(math.log(first), abs=1e-5)
    assert model.log_probs[node, 2] == pytest.approx(math.log(second), abs=1e-5)


def test_words_of_the_kind_it_was_made_of_are_likelier_than_others() -> None:
    words = ["washington", "burlington", "kensington", "paddington", "wellington", "lexington"]
    characters = ("", *sorted(set("".join(words)) | set("abcdefghijklmnopqrstuvwxyz")))
    model = CharacterModel.build(words, characters)

    def log_prob(word: str) -> float:
        return model.log_prob([characters.index(character) for character in word])

    assert log_prob("bennington") > log_prob("notgninneb") + 5
    assert log_prob("washington") > log_prob("bennington")


def test_no_word_gives_equal_chances_and_many_words_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = CharacterModel.build([], CHARACTERS)
    assert empty.log_prob(codes("ad")) == pytest.approx(-3 * math.log(5))
    monkeypatch.setattr("core.lexicon.character_model.MAX_WORDS", 3)
    sampled = CharacterModel.build(["a", "b", "c", "d", "aa", "ab"], CHARACTERS)
    assert sampled.log_prob(codes("aa")) == CharacterModel.build(["a", "c", "aa"], CHARACTERS).log_prob(codes("aa"))


def test_of_a_longer_list_an_even_sample_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    words, characters = ["ab", "ba", "aa", "bb", "b"], ["", "a", "b"]
    sample = CharacterModel.build(words[::2], characters)
    monkeypatch.setattr("core.lexicon.character_model.MAX_WORDS", 3)
    np.testing.assert_array_equal(CharacterModel.build(words, characters).log_probs, sample.log_probs)
