"""The lexicon: order, look-up, masks and cached signatures."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.lexicon.text import natural_key, nfc
from core.store.calibration_card import has_similar_length

LATIN = load_alphabet("latin")


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
