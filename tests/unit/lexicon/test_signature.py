"""e(w) against vectors worked out by hand, published figures and a slow reference implementation."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.lexicon.alphabet import Alphabet, load_alphabet, split_encodable
from core.lexicon.signature import collisions, signatures

LATIN = load_alphabet("latin")
EXTENDED = load_alphabet("latin-extended")
BY_NAME = {"latin": LATIN, "latin-extended": EXTENDED}

LATIN_LETTERS = "".join(sorted(LATIN.encodable))
# NFC may compose a combining mark with its neighbour, so words of a given length are drawn without them.
EXTENDED_LETTERS = "".join(sorted(c for c in EXTENDED.encodable if not unicodedata.combining(c) and c != " "))


def segments(word: str, level: int) -> list[str]:
    base = len(word) // level
    return [word[i * base : (i + 1) * base] for i in range(level - 1)] + [word[(level - 1) * base :]]


def reference(word: str, alphabet: Alphabet) -> list[float]:
    """Return e(w) by its definition, one character at a time."""
    glyphs = {glyph.character: glyph for glyph in alphabet.glyphs}
    vector: list[float] = []
    for level in alphabet.phos_levels:
        for segment in segments(word, level):
            counts = [0.0] * len(alphabet.shapes)
            for character in segment:
                for shape, count in enumerate(glyphs[character].shapes or ()):
                    counts[shape] += count
            vector += counts
    for level in alphabet.phoc_levels:
        for segment in segments(word, level):
            present = {unit for character in segment for unit in glyphs[character].units}
            vector += [float(unit in present) for unit in range(len(alphabet.units))]
    for level in alphabet.bigram_levels:
        for segment in segments(word, level):
            folded = "".join(glyphs[character].fold for character in segment)
            vector += [float(bigram in folded) for bigram in alphabet.bigrams]
    return vector


def signature(word: str, alphabet: Alphabet = LATIN) -> np.ndarray:
    return signatures([word], alphabet)[0]


def test_shape_and_dtype() -> None:
    rows = signatures(["one", "a", "three"], LATIN)
    assert rows.shape == (3, 769) and rows.dtype == np.float32
    assert signatures([], LATIN).shape == (0, 769)
    assert signatures(["one"], LATIN, np.float64).dtype == np.float64


def test_signature_of_a_word_worked_out_by_hand() -> None:
    """'an': a = left-small circle vertical, n = vertical; level 2 separates them, so the bigram is in no half."""
    vector = signature("an")
    assert vector[:11].tolist() == [0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0]
    assert vector[11:22].tolist() == [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0]
    assert vector[22:33].tolist() == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert not vector[33:55].any() and vector[55:66].tolist() == vector[:11].tolist()
    assert vector[165 + 10] == 1 and vector[165 + 36 + 23] == 1
    assert not vector[669:].any()


def test_bigrams_are_counted_within_a_half_only() -> None:
    th = LATIN.bigrams.index("th")
    assert signature("that")[669 + th] == 1 and signature("that")[719 + th] == 0
    assert signature("ath")[719 + th] == 1 and signature("ath")[669 + th] == 0
    assert not signature("at")[669:].any()


def test_bigrams_of_letters_outside_the_alphabet_stay_zero() -> None:
    data = LATIN.to_json()
    data["bigrams"] = ["th", "ñé"]
    rows = signatures(["thth", "then"], Alphabet.from_json(data))
    assert rows[:, -4:].tolist() == [[1, 0, 1, 0], [1, 0, 0, 0]]


def test_phos_keeps_case_and_phoc_folds_it() -> None:
    small, large = signature("dear"), signature("Dear")
    assert (small[:165] != large[:165]).any()
    assert (small[165:] == large[165:]).all()


@given(st.lists(st.text(LATIN_LETTERS, min_size=1, max_size=14), min_size=1, max_size=12))
def test_signatures_equal_the_reference_for_latin(words: list[str]) -> None:
    assert signatures(words, LATIN).tolist() == [reference(word, LATIN) for word in words]


@settings(max_examples=50)
@given(st.lists(st.text(EXTENDED_LETTERS, min_size=1, max_size=14), min_size=1, max_size=6))
def test_signatures_equal_the_reference_for_latin_extended(words: list[str]) -> None:
    assert signatures(words, EXTENDED).tolist() == [reference(word, EXTENDED) for word in words]


@given(st.lists(st.text("etaoinTH", min_size=1, max_size=9), min_size=2, max_size=8), st.randoms())
def test_a_signature_does_not_depend_on_its_neighbours(words: list[str], random: object) -> None:
    shuffled = list(words)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    by_word = dict(zip(words, signatures(words, LATIN).tolist(), strict=True))
    assert signatures(shuffled, LATIN).tolist() == [by_word[word] for word in shuffled]


@given(st.text(LATIN_LETTERS, min_size=1, max_size=20))
def test_every_phos_level_counts_the_same_shapes(word: str) -> None:
    phos, start, totals = signature(word)[:165], 0, []
    for level in LATIN.phos_levels:
        totals.append(phos[start : start + level * 11].reshape(level, 11).sum(axis=0).tolist())
        start += level * 11
    assert all(total == totals[0] for total in totals)
    assert set(signature(word)[165:].tolist()) <= {0.0, 1.0}


def test_words_are_compared_in_nfc() -> None:
    assert (signature("cafe\u0301", EXTENDED) == signature("café", EXTENDED)).all()
    assert (signature(" the\t", LATIN) == signature("the", LATIN)).all()


def test_combining_mark_without_a_composed_letter_counts() -> None:
    assert (signature("com\u0304is", EXTENDED) != signature("comis", EXTENDED)).any()


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("cafe", "café"),
        ("Strasse", "Straße"),
        ("ou", "où"),
        ("Paris", "paris"),
        ("cœur", "coeur"),
        ("Am Markt", "AmMarkt"),
        ("l'eau", "l’eau"),
        ("0", "O"),
        ("pâté", "paté"),
        ("élève", "élevé"),
        ("fin.", "fin,"),
        ("«oui»", "oui"),
        ("1754-55", "1754–55"),
        ("Søren", "Soren"),
    ],
)
def test_latin_extended_distinguishes_words(word: str, other: str) -> None:
    assert collisions([word, other], EXTENDED) == []


def test_mark_changes_the_signature_less_than_another_letter() -> None:
    cafe, marked, other = signatures(["cafe", "café", "cafo"], EXTENDED).astype(float)
    assert 0 < np.linalg.norm(cafe - marked) < np.linalg.norm(cafe - other)


def test_all_characters_of_latin_extended_differ() -> None:
    assert collisions(list(EXTENDED_LETTERS), EXTENDED) == []


def test_unencodable_words_raise_input_error_listing_them() -> None:
    with pytest.raises(InputError, match=r"cannot encode 2 of 3 words, such as 'don't' \(\"'\"\), 'B4' \('4'\)\."):
        signatures(["don't", "before", "B4"], LATIN)
    with pytest.raises(InputError, match="empty"):
        signatures(["one", ""], LATIN)
    with pytest.raises(InputError, match=r"30 of 30 words, such as 'w0' .*'w19' \('1' '9'\)\. Choose"):
        signatures([f"w{i}" for i in range(30)], LATIN)
    with pytest.raises(InputError, match="'é'"):
        collisions(["été"], LATIN)


def test_split_encodable_returns_words_with_their_offending_characters() -> None:
    ok, bad = split_encodable(["one", "l'e\u0301te\u0301", " two ", " ", "é'"], LATIN)
    assert ok == ["one", "two"]
    assert bad == [("l'été", ("'", "é")), ("", ()), ("é'", ("é", "'"))]
    assert split_encodable(["l'été", "two words"], EXTENDED)[1] == []


def test_collisions_returns_groups_of_equal_words() -> None:
    # s and S share their shapes, and PHOC folds case: the paper's alphabet cannot distinguish these.
    words = ["some", "other", "Some", "zoo", "Zoo", "some"]
    assert collisions(words, LATIN) == [["some", "Some"], ["zoo", "Zoo"]]
    assert collisions(words, EXTENDED) == []
    assert collisions([], LATIN) == []


@given(st.lists(st.text("sSzZo", min_size=1, max_size=4), max_size=12))
def test_collisions_are_exactly_the_equal_rows(words: list[str]) -> None:
    groups: dict[tuple[float, ...], list[str]] = {}
    for word in dict.fromkeys(words):
        groups.setdefault(tuple(reference(word, LATIN)), []).append(word)
    assert collisions(words, LATIN) == [group for group in groups.values() if len(group) > 1]


@pytest.mark.parametrize("name", ["latin", "latin-extended"])
def test_long_lists_give_the_same_signatures_in_every_chunk(name: str) -> None:
    alphabet = BY_NAME[name]
    words = [f"{a}{b}{c}" for a in "abcdefgtruv" for b in "aeiouhyrlmn" for c in "stnrlmdpkczgi"] * 2
    rows = signatures(words, alphabet, np.uint8)
    half = len(words) // 2
    assert (rows[:half] == rows[half:]).all()
    assert rows[-1].tolist() == reference(words[-1], alphabet)


def test_signatures_equal_the_check_vectors(shared_data: Callable[[str], Path]) -> None:
    path = shared_data("lexicons").parents[1] / "facts" / "signature-vectors.json"
    if not path.exists():
        pytest.skip("the check vectors are not on this machine")
    for word, entries in json.loads(path.read_text())["nonzero"].items():
        expected = np.zeros(769)
        for place, value in entries.items():
            expected[int(place)] = value
        assert signature(word).tolist() == expected.tolist(), word


def test_english_lexicon_has_no_collisions(shared_data: Callable[[str], Path]) -> None:
    words = (shared_data("lexicons") / "iam_standard_words.txt").read_text().split()
    assert len(words) == 6144
    assert collisions(words, LATIN) == []
