"""The signature e(w) of a word: PHOS, PHOC and bigrams side by side, computed for many words at once.

At level n a word of L characters is cut into n segments: the first n - 1 hold floor(L / n) characters each, the
last holds the rest. With the alphabet ``latin`` e(w) has 165 + 504 + 100 = 769 entries:

* PHOS, the pyramidal histogram of shapes, counts the 11 shapes in each segment of levels 1 to 5: 165 counts.
  A. Rai, N. C. Krishnan, S. Chanda: "Pho(SC)Net: An Approach Towards Zero-Shot Word Image Recognition in
  Historical Documents", ICDAR 2021.
* PHOC, the pyramidal histogram of characters, marks which of the 36 units (letters without case, digits) occur in
  each segment of levels 2 to 5: 504 bits.
* The bigram block of PHOC marks which of 50 frequent pairs of neighbours lie wholly inside a segment of level 2:
  100 bits. J. Almazán, A. Gordo, A. Fornés, E. Valveny: "Word Spotting and Recognition with Embedded
  Attributes", IEEE TPAMI 36(12), 2014, pp. 2552-2566.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.errors import InputError
from core.language import tr_plural
from core.lexicon.alphabet import Alphabet
from core.lexicon.text import nfc

_CHUNK_CELLS = 2_000_000
"""Entries computed at a time: few enough to stay in the processor's cache."""

_MAX_LISTED = 20
"""Words listed in an error message; the rest are only counted."""


def signatures(words: Sequence[str], alphabet: Alphabet, dtype: DTypeLike = np.float32) -> NDArray[Any]:
    """Return the signatures e(w) of ``words``: array [len(words), alphabet.dim] of ``dtype``, row i for word i.

    Words are compared in NFC. PHOS entries are counts, the others 0 or 1. Raises InputError listing all words
    that are empty or hold a character that the alphabet cannot encode. Where the alphabet has class
    vectors, the rows are those of the words.
    """
    plain = _normalised(words)
    if alphabet.vectors:
        return _class_vectors(plain, alphabet, dtype)
    refuse_unencodable(plain, alphabet)
    out = np.empty((len(plain), alphabet.dim), dtype)
    for rows, block in _blocks(plain, alphabet, np.dtype(dtype)):
        out[rows] = block
    return out


def collisions(words: Sequence[str], alphabet: Alphabet) -> list[list[str]]:
    """Return the groups of two or more different words with equal signatures, in the order of ``words``.

    No model can distinguish the words of a group. Needs memory for one 16-byte digest a word only.
    """
    distinct = list(dict.fromkeys(_normalised(words)))
    refuse_unencodable(distinct, alphabet)
    groups: defaultdict[bytes, list[int]] = defaultdict(list)
    for rows, block in _blocks(distinct, alphabet, np.dtype(np.uint16)):
        for row, signature in zip(rows.tolist(), block, strict=True):
            groups[blake2b(signature.data, digest_size=16).digest()].append(row)
    equal = sorted(sorted(group) for group in groups.values() if len(group) > 1)
    return [[distinct[row] for row in group] for group in equal]


def _normalised(words: Sequence[str]) -> list[str]:
    """Return the words in NFC; testing the joined list first spares most lists one call a word."""
    joined = "".join(words)
    if joined.split() == [joined] and unicodedata.is_normalized("NFC", joined):
        return list(words)
    return [nfc(word) for word in words]


def _class_vectors(words: Sequence[str], alphabet: Alphabet, dtype: DTypeLike) -> NDArray[Any]:
    missing = [word for word in words if word not in alphabet.vectors]
    if missing:
        raise InputError(
            tr_plural(
                "{n} word, '{missing}', has no class vector.",
                "{n} words, such as '{missing}', have no class vector.",
                len(missing),
                missing=missing[0],
            )
        )
    return np.array([alphabet.vectors[word] for word in words], dtype).reshape(len(words), alphabet.dim)


def refuse_unencodable(words: Sequence[str], alphabet: Alphabet) -> None:
    """Raise InputError, listing them, if words in NFC are empty or hold a character that cannot be encoded."""
    if all(words) and not alphabet.unencodable("".join(words)):
        return
    invalid = [word for word in words if not word or alphabet.unencodable(word)]
    listed = [
        f"'{word}' ({' '.join(repr(c) for c in word if c not in alphabet.encodable) or 'empty'})"
        for word in invalid[:_MAX_LISTED]
    ]
    raise InputError.of(
        "The alphabet '{alphabet}' cannot encode {n_invalid} of {n_words} words, such as {listed}. "
        "Choose a wider alphabet or leave these words out.",
        alphabet=alphabet.name,
        n_invalid=len(invalid),
        n_words=len(words),
        listed=", ".join(listed),
    )


@dataclass(frozen=True)
class CharacterTables:
    """An alphabet as arrays; characters are numbered in the order of its encodable glyphs."""

    number: NDArray[np.int16]
    """Character number by Unicode code point, -1 for none."""
    shapes: NDArray[np.uint16]
    """[characters, shapes] counts."""
    units: tuple[NDArray[np.int32], ...]
    """The k-th array holds the k-th unit of each character, -1 where it has fewer."""
    fold: NDArray[np.int32]
    """Class of each character in bigrams."""
    pairs: NDArray[np.int32]
    """[classes, classes] index of a bigram, -1 for pairs that are not in the list."""


@lru_cache(maxsize=8)
def character_tables(alphabet: Alphabet) -> CharacterTables:
    """Return the alphabet's characters as arrays; the tables of eight alphabets are kept."""
    glyphs = [glyph for glyph in alphabet.glyphs if glyph.character in alphabet.encodable]
    number = np.full(max(ord(glyph.character) for glyph in glyphs) + 1, -1, np.int16)
    number[[ord(glyph.character) for glyph in glyphs]] = np.arange(len(glyphs))
    max_units = max(len(glyph.units) for glyph in glyphs)
    units = tuple(
        np.array([glyph.units[k] if k < len(glyph.units) else -1 for glyph in glyphs], np.int32)
        for k in range(max_units)
    )
    classes = {fold: index for index, fold in enumerate(dict.fromkeys(glyph.fold for glyph in glyphs))}
    pairs = np.full((len(classes), len(classes)), -1, np.int32)
    for index, bigram in enumerate(alphabet.bigrams):
        if bigram[0] in classes and bigram[1] in classes:
            pairs[classes[bigram[0]], classes[bigram[1]]] = index
    return CharacterTables(
        number=number,
        shapes=np.array([glyph.shapes for glyph in glyphs], np.uint16),
        units=units,
        fold=np.array([classes[glyph.fold] for glyph in glyphs], np.int32),
        pairs=pairs,
    )


def _segments(length: int, level: int) -> list[tuple[int, int]]:
    base = length // level
    return [(i * base, (i + 1) * base if i < level - 1 else length) for i in range(level)]


def _blocks(
    words: Sequence[str], alphabet: Alphabet, dtype: np.dtype[Any]
) -> Iterator[tuple[NDArray[np.intp], NDArray[Any]]]:
    """Yield signatures of words of equal length: (rows in ``words``, array [len(rows), dim])."""
    tables = character_tables(alphabet)
    lengths = np.fromiter(map(len, words), np.intp, len(words))
    step = max(1, _CHUNK_CELLS // alphabet.dim)
    for length in np.unique(lengths).tolist():
        of_length = np.flatnonzero(lengths == length)
        for start in range(0, len(of_length), step):
            rows = of_length[start : start + step]
            text = "".join([words[row] for row in rows.tolist()])
            points = np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(len(rows), length)
            yield rows, _encode(tables.number[points], tables, alphabet, dtype)


def _encode(
    codes: NDArray[np.int16], tables: CharacterTables, alphabet: Alphabet, dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Return the signatures of words of equal length, given as character numbers [words, length]."""
    out = np.zeros((len(codes), alphabet.dim), dtype)
    _add_phos(out, codes, tables, alphabet)
    _add_phoc(out, codes, tables, alphabet)
    _add_bigrams(out, codes, tables, alphabet)
    return out


def _add_phos(out: NDArray[Any], codes: NDArray[np.int16], tables: CharacterTables, alphabet: Alphabet) -> None:
    length, width = codes.shape[1], len(alphabet.shapes)
    sums = np.zeros((length + 1, len(codes), width), np.uint16)
    for position in range(length):
        np.add(sums[position], tables.shapes[codes[:, position]], out=sums[position + 1])
    column = 0
    for level in alphabet.phos_levels:
        for begin, end in _segments(length, level):
            if end > begin:
                out[:, column : column + width] = sums[end] - sums[begin]
            column += width


def _add_phoc(out: NDArray[Any], codes: NDArray[np.int16], tables: CharacterTables, alphabet: Alphabet) -> None:
    flat, width = out.reshape(-1), len(alphabet.units)
    row_starts = np.arange(len(codes)) * alphabet.dim + alphabet.phos_dim
    for position in range(codes.shape[1]):
        columns = _segment_columns(position, codes.shape[1], alphabet.phoc_levels, width)
        for units in tables.units:
            unit = units[codes[:, position]]
            known = unit >= 0
            cells = row_starts[known] + unit[known]
            for column in columns:
                flat[cells + column] = 1


def _segment_columns(position: int, length: int, levels: tuple[int, ...], width: int) -> list[int]:
    """Return the first column, at each level, of the segment that holds the character at ``position``."""
    columns, before = [], 0
    for level in levels:
        base = length // level
        segment = min(position // base, level - 1) if base else level - 1
        columns.append((before + segment) * width)
        before += level
    return columns


def _add_bigrams(out: NDArray[Any], codes: NDArray[np.int16], tables: CharacterTables, alphabet: Alphabet) -> None:
    flat, width, length = out.reshape(-1), len(alphabet.bigrams), codes.shape[1]
    row_starts = np.arange(len(codes)) * alphabet.dim + alphabet.phos_dim + alphabet.phoc_dim
    folded = tables.fold[codes]
    for position in range(length - 1):
        pair = tables.pairs[folded[:, position], folded[:, position + 1]]
        known = pair >= 0
        cells = row_starts[known] + pair[known]
        first = _segment_columns(position, length, alphabet.bigram_levels, width)
        second = _segment_columns(position + 1, length, alphabet.bigram_levels, width)
        for column, next_column in zip(first, second, strict=True):
            if column == next_column:  # both characters lie in one segment
                flat[cells + column] = 1
