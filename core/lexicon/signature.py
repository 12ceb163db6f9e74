"""The signature e(w) of a word: PHOS, PHOC and bigrams side by side, for many words at once.

Level n cuts a word of L characters into n segments: the first n - 1 hold floor(L / n) characters each, the
last holds the rest. PHOS sums the shapes of each segment's characters, PHOC notes which units occur in it,
and the bigram block notes which pairs of neighbours lie wholly inside it.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from core.errors import InputError
from core.lexicon.alphabet import Alphabet
from core.lexicon.text import nfc

_CHUNK_CELLS = 2_000_000
"""Signatures are made in pieces of about this many numbers: small enough to stay near the processor."""

_NAMED = 20
"""So many words are named in an error before the rest are only counted."""


def signatures(words: Sequence[str], alphabet: Alphabet, dtype: DTypeLike = np.float32) -> NDArray[Any]:
    """The signatures e(w) of ``words``: array [len(words), alphabet.dim] of ``dtype``, row i for word i.

    Words are taken in NFC. PHOS entries are counts, the others 0 or 1. InputError where a word is empty or
    holds a character that the alphabet cannot encode: all such words are told, none is left out in silence.
    """
    plain = _normalised(words)
    _refuse_unencodable(plain, alphabet)
    out = np.empty((len(plain), alphabet.dim), dtype)
    for rows, block in _blocks(plain, alphabet, np.dtype(dtype)):
        out[rows] = block
    return out


def split_encodable(words: Iterable[str], alphabet: Alphabet) -> tuple[list[str], list[tuple[str, tuple[str, ...]]]]:
    """Words the alphabet can encode, and the others each with its offending characters in order; all in NFC.

    An empty word counts as one that cannot be encoded, with no characters to blame.
    """
    ok: list[str] = []
    bad: list[tuple[str, tuple[str, ...]]] = []
    encodable = alphabet.encodable
    for given in words:
        word = nfc(given)
        if word and encodable.issuperset(word):
            ok.append(word)
        else:
            bad.append((word, tuple(dict.fromkeys(c for c in word if c not in encodable))))
    return ok, bad


def collisions(words: Sequence[str], alphabet: Alphabet) -> list[list[str]]:
    """Groups of two or more different words with equal signatures, in the order of ``words``.

    No reading can tell the words of a group apart. Needs memory for one 16-byte digest a word only.
    """
    distinct = list(dict.fromkeys(_normalised(words)))
    _refuse_unencodable(distinct, alphabet)
    groups: defaultdict[bytes, list[int]] = defaultdict(list)
    for rows, block in _blocks(distinct, alphabet, np.dtype(np.uint16)):
        for row, signature in zip(rows.tolist(), block, strict=True):
            groups[blake2b(signature.data, digest_size=16).digest()].append(row)
    equal = sorted(sorted(group) for group in groups.values() if len(group) > 1)
    return [[distinct[row] for row in group] for group in equal]


def _normalised(words: Sequence[str]) -> list[str]:
    """The words in NFC; one test of the whole list spares the usual case a call for each word."""
    everything = "".join(words)
    if everything.split() == [everything] and unicodedata.is_normalized("NFC", everything):
        return list(words)
    return [nfc(word) for word in words]


def _refuse_unencodable(words: Sequence[str], alphabet: Alphabet) -> None:
    if all(words) and not alphabet.unencodable("".join(words)):
        return
    _, bad = split_encodable(words, alphabet)
    told = [f"'{word}' ({' '.join(repr(c) for c in chars) or 'empty'})" for word, chars in bad[:_NAMED]]
    more = f" and {len(bad) - _NAMED} more" if len(bad) > _NAMED else ""
    raise InputError(
        f"The alphabet '{alphabet.name}' cannot encode {len(bad)} of {len(words)} words: "
        f"{', '.join(told)}{more}. Choose a wider alphabet or leave these words out."
    )


@dataclass(frozen=True)
class _Tables:
    """An alphabet as arrays; characters are numbered in the order of its encodable glyphs."""

    number: NDArray[np.int16]
    """Unicode code point to character number, -1 for none."""
    shapes: NDArray[np.uint16]
    """[characters, shapes] counts."""
    units: tuple[NDArray[np.int32], ...]
    """The k-th array holds each character's k-th unit, -1 where it has fewer."""
    fold: NDArray[np.int32]
    """Character number to its class for bigrams."""
    pairs: NDArray[np.int32]
    """[classes, classes] place of a bigram, -1 where the pair is not in the list."""


@lru_cache(maxsize=8)
def _tables(alphabet: Alphabet) -> _Tables:
    glyphs = [glyph for glyph in alphabet.glyphs if glyph.character in alphabet.encodable]
    number = np.full(max(ord(glyph.character) for glyph in glyphs) + 1, -1, np.int16)
    number[[ord(glyph.character) for glyph in glyphs]] = np.arange(len(glyphs))
    most = max(len(glyph.units) for glyph in glyphs)
    units = tuple(
        np.array([glyph.units[k] if k < len(glyph.units) else -1 for glyph in glyphs], np.int32) for k in range(most)
    )
    classes = {fold: place for place, fold in enumerate(dict.fromkeys(glyph.fold for glyph in glyphs))}
    pairs = np.full((len(classes), len(classes)), -1, np.int32)
    for place, bigram in enumerate(alphabet.bigrams):
        first, second = bigram[0], bigram[1]
        if first in classes and second in classes:
            pairs[classes[first], classes[second]] = place
    return _Tables(
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
    """Signatures in pieces of words of one length: (places in ``words``, array [len(places), dim])."""
    tables = _tables(alphabet)
    lengths = np.fromiter(map(len, words), np.intp, len(words))
    step = max(1, _CHUNK_CELLS // alphabet.dim)
    for length in np.unique(lengths).tolist():
        of_length = np.flatnonzero(lengths == length)
        for start in range(0, len(of_length), step):
            rows = of_length[start : start + step]
            text = "".join([words[row] for row in rows.tolist()])
            points = np.frombuffer(text.encode("utf-32-le"), np.uint32).reshape(len(rows), length)
            yield rows, _encode(tables.number[points], tables, alphabet, dtype)


def _encode(codes: NDArray[np.int16], tables: _Tables, alphabet: Alphabet, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Signatures of words of one length, given as character numbers [words, length]."""
    out = np.zeros((len(codes), alphabet.dim), dtype)
    _add_phos(out, codes, tables, alphabet)
    _add_phoc(out, codes, tables, alphabet)
    _add_bigrams(out, codes, tables, alphabet)
    return out


def _add_phos(out: NDArray[Any], codes: NDArray[np.int16], tables: _Tables, alphabet: Alphabet) -> None:
    length, width = codes.shape[1], len(alphabet.shapes)
    sums = np.zeros((length + 1, len(codes), width), np.uint16)
    for place in range(length):
        np.add(sums[place], tables.shapes[codes[:, place]], out=sums[place + 1])
    column = 0
    for level in alphabet.phos_levels:
        for begin, end in _segments(length, level):
            if end > begin:
                out[:, column : column + width] = sums[end] - sums[begin]
            column += width


def _add_phoc(out: NDArray[Any], codes: NDArray[np.int16], tables: _Tables, alphabet: Alphabet) -> None:
    flat, width = out.reshape(-1), len(alphabet.units)
    row_starts = np.arange(len(codes)) * alphabet.dim + alphabet.phos_dim
    for place in range(codes.shape[1]):
        columns = _columns_at(place, codes.shape[1], alphabet.phoc_levels, width)
        for units in tables.units:
            unit = units[codes[:, place]]
            has = unit >= 0
            cells = row_starts[has] + unit[has]
            for column in columns:
                flat[cells + column] = 1


def _columns_at(place: int, length: int, levels: tuple[int, ...], width: int) -> list[int]:
    """Where the segment that holds character ``place`` starts in a block, for each of its levels."""
    columns, before = [], 0
    for level in levels:
        base = length // level
        segment = min(place // base, level - 1) if base else level - 1
        columns.append((before + segment) * width)
        before += level
    return columns


def _add_bigrams(out: NDArray[Any], codes: NDArray[np.int16], tables: _Tables, alphabet: Alphabet) -> None:
    flat, width, length = out.reshape(-1), len(alphabet.bigrams), codes.shape[1]
    row_starts = np.arange(len(codes)) * alphabet.dim + alphabet.phos_dim + alphabet.phoc_dim
    folded = tables.fold[codes]
    for place in range(length - 1):
        pair = tables.pairs[folded[:, place], folded[:, place + 1]]
        has = pair >= 0
        cells = row_starts[has] + pair[has]
        here = _columns_at(place, length, alphabet.bigram_levels, width)
        after = _columns_at(place + 1, length, alphabet.bigram_levels, width)
        for column, next_column in zip(here, after, strict=True):
            if column == next_column:
                flat[cells + column] = 1
