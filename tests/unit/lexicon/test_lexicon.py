"""The lexicon: order, look-up, masks and cached signatures; the characters of its words, and their probabilities."""

from __future__ import annotations

import math
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.lexicon.alphabet import load_alphabet
from core.lexicon.character_model import CharacterModel
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.lexicon.text import natural_key, nfc
from core.store.calibration_card import has_similar_length

LATIN = load_alphabet("latin")
CHARACTERS = ("", "a", "b", "c", "d")
WORDS = st.lists(st.text("abcd", min_size=1, max_size=7), max_size=12, unique=True)


def test_words_are_distinct_in_nfc_and_keep_their_order() -> None:
    lexicon = Lexicon(["the", "cafe\u0301", " the ", "café", "of"], LATIN)
    assert lexicon.words == ("the", "café", "of")
    assert list(lexicon) == ["the", "café", "of"] and len(lexicon) == 3
    assert "cafe\u0301" in lexicon and "cafe" not in lexicon and 3 not in lexicon


def test_empty_word_raises_input_error() -> None:
    with pytest.raises(InputError, match="empty word"):
        Lexicon(["the", " "], LATIN)


def test_index_and_find_return_the_number_of_a_word() -> None:
    lexicon = Lexicon(["the", "of", "and"], LATIN)
    assert lexicon.index(" and") == lexicon.find("and ") == 2
    assert lexicon.find("to") == -1
    with pytest.raises(InputError, match="'to' is not in the lexicon"):
        lexicon.index("to")


def test_mask_ignores_words_outside_the_lexicon() -> None:
    lexicon = Lexicon(["the", "of", "and"], LATIN)
    mask = lexicon.mask(["and", "none", "the", "the"])
    assert mask.tolist() == [True, False, True] and mask.dtype == np.bool_
    assert lexicon.mask([]).tolist() == [False] * 3


def test_signatures_are_cached_and_read_only() -> None:
    lexicon = Lexicon(["the", "of", "and"], LATIN)
    rows = lexicon.signatures
    assert rows is lexicon.signatures and rows.dtype == np.float32
    assert (rows == signatures(lexicon.words, LATIN)).all()
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 5


@pytest.mark.parametrize("signatures_first", [True, False])
def test_subset_equals_a_new_lexicon(signatures_first: bool) -> None:
    lexicon = Lexicon(["the", "of", "and", "to"], LATIN)
    if signatures_first:
        assert lexicon.signatures.shape == (4, 769)
    part = lexicon.subset(lexicon.mask(["to", "of"]))
    assert part.words == ("of", "to") and part.index("to") == 1
    assert (part.signatures == signatures(["of", "to"], LATIN)).all()
    assert not part.signatures.flags.writeable


def test_subset_with_a_mask_of_wrong_size_or_type_raises_value_error() -> None:
    lexicon = Lexicon(["the", "of"], LATIN)
    with pytest.raises(ValueError, match="mask of 2"):
        lexicon.subset(np.array([True]))
    with pytest.raises(ValueError, match="mask of 2"):
        lexicon.subset(np.array([0, 1]))


def test_unencodable_word_is_kept_but_has_no_signature() -> None:
    lexicon = Lexicon(["the", "don't"], LATIN)
    assert lexicon.index("don't") == 1
    with pytest.raises(InputError, match="don't"):
        _ = lexicon.signatures


def test_frequencies_come_from_the_counts_of_a_list() -> None:
    plain = Lexicon(["the", "of", "zebra"], load_alphabet("latin"))
    assert plain.frequencies.tolist() == [1 / 3] * 3 and plain.counts.tolist() == [0, 0, 0]
    counted = Lexicon(
        ["zebra", "the", "of", "unheard"], load_alphabet("latin"), {"the": 1000, "of": 100, "zebra": 1, "absent": 7}
    )
    assert counted.counts.tolist() == [1, 1000, 100, 0]
    assert counted.frequencies == pytest.approx(np.array([1, 1000, 100, 0.5]) / 1101.5)


def test_the_digest_depends_on_words_and_counts_but_not_on_their_order() -> None:
    plain = Lexicon(["a", "b"], load_alphabet("latin"))
    assert (
        plain.digest()
        == Lexicon(["b", "a"], load_alphabet("latin")).digest()
        != Lexicon(["a", "c"], load_alphabet("latin")).digest()
    )
    assert plain.digest() == Lexicon(["a", "b"], load_alphabet("latin"), {"c": 9}).digest()
    assert plain.digest() != Lexicon(["a", "b"], load_alphabet("latin"), {"a": 9}).digest()


def test_a_part_of_a_lexicon_keeps_its_counts() -> None:
    whole = Lexicon(["a", "b", "c"], load_alphabet("latin"), {"b": 3, "c": 5})
    assert whole.subset(np.array([False, True, True])).counts.tolist() == [3, 5]


@pytest.mark.parametrize(
    ("now", "expected"), [(979, False), (980, True), (1000, True), (1020, True), (1021, False), (0, False)]
)
def test_up_to_two_in_a_hundred_words_more_or_fewer_are_similar(now: int, expected: bool) -> None:
    assert has_similar_length(1000, now) is expected


def test_an_empty_lexicon_is_similar_to_an_empty_one_only() -> None:
    assert has_similar_length(0, 0) and not has_similar_length(0, 1)


def test_nfc_composes_marks_and_normalises_blanks() -> None:
    assert nfc("  cafe\u0301\t noir\u00a0\n") == "café noir"
    assert nfc(" \t") == ""


@given(st.text())
def test_nfc_is_idempotent(text: str) -> None:
    once = nfc(text)
    assert nfc(once) == once
    assert once == once.strip()
    assert unicodedata.is_normalized("NFC", once)


def test_natural_key_sorts_numbers_by_value() -> None:
    names = ["page 10", "page 2", "Page 1", "page", "12a", "2b", "folio"]
    assert sorted(names, key=natural_key) == ["2b", "12a", "folio", "page", "Page 1", "page 2", "page 10"]
    assert natural_key("page 2") < natural_key("page 10") < natural_key("page 010x")
    assert natural_key("9" * 5000) > natural_key("1" * 5000)


@given(st.lists(st.text(alphabet="ab1²٣é 0Aß-", max_size=6) | st.text(max_size=12), max_size=8))
def test_natural_key_gives_a_total_order(names: list[str]) -> None:
    backwards = names[::-1]
    assert sorted(names, key=natural_key) == sorted(backwards, key=natural_key)


def test_zeros_before_a_number_do_not_count() -> None:
    assert sorted(["p 10", "p 009", "p 2", "p 0"], key=natural_key) == ["p 0", "p 2", "p 009", "p 10"]


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
