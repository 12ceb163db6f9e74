"""The lexicon: order, look-up, masks and cached signatures."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import InputError
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures

LATIN = load_alphabet("latin")


def test_words_are_distinct_in_nfc_and_keep_their_order() -> None:
    lexicon = Lexicon(["the", "cafe\u0301", " the ", "café", "of"], LATIN)
    assert lexicon.words == ("the", "café", "of")
    assert list(lexicon) == ["the", "café", "of"] and len(lexicon) == 3
    assert "cafe\u0301" in lexicon and "cafe" not in lexicon and 3 not in lexicon


def test_an_empty_word_is_refused() -> None:
    with pytest.raises(InputError, match="empty word"):
        Lexicon(["the", " "], LATIN)


def test_look_up_by_word() -> None:
    lexicon = Lexicon(["the", "of", "and"], LATIN)
    assert lexicon.index(" and") == lexicon.find("and ") == 2
    assert lexicon.find("to") == -1
    with pytest.raises(InputError, match="'to' is not in the lexicon"):
        lexicon.index("to")


def test_mask_passes_over_foreign_words() -> None:
    lexicon = Lexicon(["the", "of", "and"], LATIN)
    mask = lexicon.mask(["and", "gone", "the", "the"])
    assert mask.tolist() == [True, False, True] and mask.dtype == np.bool_
    assert lexicon.mask([]).tolist() == [False] * 3


def test_signatures_are_made_once_and_cannot_be_written() -> None:
    lexicon = Lexicon(["the", "of", "and"], LATIN)
    made = lexicon.signatures
    assert made is lexicon.signatures and made.dtype == np.float32
    assert (made == signatures(lexicon.words, LATIN)).all()
    with pytest.raises(ValueError, match="read-only"):
        made[0, 0] = 5


@pytest.mark.parametrize("first", [True, False])
def test_subset_agrees_with_a_lexicon_made_afresh(first: bool) -> None:
    lexicon = Lexicon(["the", "of", "and", "to"], LATIN)
    if first:
        assert lexicon.signatures.shape == (4, 769)
    part = lexicon.subset(lexicon.mask(["to", "of"]))
    assert part.words == ("of", "to") and part.index("to") == 1
    assert (part.signatures == signatures(["of", "to"], LATIN)).all()
    assert not part.signatures.flags.writeable


def test_subset_wants_a_mask_of_its_own_size() -> None:
    lexicon = Lexicon(["the", "of"], LATIN)
    with pytest.raises(ValueError, match="mask of 2"):
        lexicon.subset(np.array([True]))
    with pytest.raises(ValueError, match="mask of 2"):
        lexicon.subset(np.array([0, 1]))


def test_an_unencodable_word_may_stand_but_has_no_signature() -> None:
    lexicon = Lexicon(["the", "don't"], LATIN)
    assert lexicon.index("don't") == 1
    with pytest.raises(InputError, match="don't"):
        _ = lexicon.signatures
