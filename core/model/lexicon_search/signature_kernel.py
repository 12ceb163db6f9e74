"""The distance between a predicted signature and one word's e(w), compiled: e(w) is made from the letters each time.

Of a word of a long lexicon only the squared length of its PHOS block is kept, once it was measured: e(w) itself has
some hundred entries that are not 0, and a product with them takes a tenth of a microsecond. The layout is that of
:mod:`core.lexicon.signature`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.lexicon.alphabet import Alphabet
from core.lexicon.signature import character_tables
from core.model.lexicon_search.compiled import compiled


class SignatureLayout(NamedTuple):
    """An alphabet's signatures as arrays; characters are numbered as in ``alphabet.characters``."""

    shapes: NDArray[np.float32]
    """[C, shapes] counts."""
    units: NDArray[np.int32]
    """[C, U] the units of each character, -1 after the last."""
    unit_count: int
    fold: NDArray[np.int32]
    """[C] class of each character in bigrams."""
    pairs: NDArray[np.int32]
    """[classes, classes] number of a bigram, -1 for pairs that are not in the list."""
    bigram_count: int
    phos_levels: NDArray[np.int32]
    phoc_levels: NDArray[np.int32]
    bigram_levels: NDArray[np.int32]


class PointProducts(NamedTuple):
    """One predicted signature F, prepared for products with many words; one thread uses it at a time."""

    point: NDArray[np.float32]
    """[d] the signature F."""
    squared: NDArray[np.float64]
    """[1] F . F"""
    shapes: NDArray[np.float32]
    """[segments of PHOS, C] product of F with the shapes of a character in a segment."""
    last_word: NDArray[np.int64]
    """[d] number of the last word measured that has this entry of PHOC or bigrams."""
    measured: NDArray[np.int64]
    """[1] how many words were measured."""


@lru_cache(maxsize=8)
def signature_layout(alphabet: Alphabet) -> SignatureLayout:
    """Return the layout of the alphabet's signatures; row 0 of the arrays, the blank, is not used."""
    tables = character_tables(alphabet)
    number = tables.number[[ord(character) for character in alphabet.characters[1:]]]
    number = np.concatenate([number[:1], number])
    return SignatureLayout(
        np.ascontiguousarray(tables.shapes[number], np.float32),
        np.ascontiguousarray(np.stack([units[number] for units in tables.units], axis=1)),
        len(alphabet.units),
        tables.fold[number],
        tables.pairs,
        len(alphabet.bigrams),
        np.array(alphabet.phos_levels, np.int32),
        np.array(alphabet.phoc_levels, np.int32),
        np.array(alphabet.bigram_levels, np.int32),
    )


@compiled
def new_products(layout: SignatureLayout, dim: int) -> PointProducts:
    """Return memory for the products of signatures of length ``dim``."""
    shapes = np.empty((layout.phos_levels.sum(), len(layout.shapes)), np.float32)
    return PointProducts(np.empty(dim, np.float32), np.zeros(1), shapes, np.zeros(dim, np.int64), np.zeros(1, np.int64))


@compiled
def set_point(products: PointProducts, point: NDArray[np.float32], layout: SignatureLayout) -> None:
    """Prepare for products with ``point`` [d]."""
    characters, width = layout.shapes.shape
    products.point[:] = point
    products.squared[0] = 0
    for value in point:
        products.squared[0] += value * value
    for segment in range(len(products.shapes)):
        for character in range(characters):
            total = 0.0
            for shape in range(width):
                total += point[segment * width + shape] * layout.shapes[character, shape]
            products.shapes[segment, character] = total


@compiled
def distance(
    products: PointProducts, letters: NDArray[np.int32], shapes_squared: float, layout: SignatureLayout, is_cosine: bool
) -> float:
    """Return 1 - cosine, or the Euclidean distance, between F and e(w) of the word of the characters ``letters``.

    ``shapes_squared`` is :func:`squared_shapes` of the word.
    """
    product, ones = _product(products, letters, layout)
    squared = shapes_squared + ones
    point_squared = products.squared[0]
    if is_cosine:
        return 1 - product / (max(np.sqrt(point_squared), 1e-12) * max(np.sqrt(squared), 1e-12))
    return np.sqrt(max(point_squared - 2 * product + squared, 0.0))


@compiled
def squared_shapes(letters: NDArray[np.int32], layout: SignatureLayout) -> float:
    """Return the sum of the squared PHOS entries of e(w)."""
    squared = 0.0
    width = layout.shapes.shape[1]
    for level in layout.phos_levels:
        base = len(letters) // level
        for segment in range(level):
            end = (segment + 1) * base if segment < level - 1 else len(letters)
            for shape in range(width):
                count = 0.0
                for position in range(segment * base, end):
                    count += layout.shapes[letters[position], shape]
                squared += count * count
    return squared


@compiled
def _product(products: PointProducts, letters: NDArray[np.int32], layout: SignatureLayout) -> tuple[float, int]:
    """Return F . e(w), and how many entries of PHOC and bigrams are 1."""
    product, ones, start = 0.0, 0, 0
    for level in layout.phos_levels:
        base = len(letters) // level
        for segment in range(level):
            end = (segment + 1) * base if segment < level - 1 else len(letters)
            for position in range(segment * base, end):
                product += products.shapes[start + segment, letters[position]]
        start += level
    start *= layout.shapes.shape[1]
    products.measured[0] += 1
    word, last_word, point = products.measured[0], products.last_word, products.point
    for level in layout.phoc_levels:
        base = len(letters) // level
        for segment in range(level):
            end = (segment + 1) * base if segment < level - 1 else len(letters)
            for position in range(segment * base, end):
                for unit in layout.units[letters[position]]:
                    if unit >= 0 and last_word[start + unit] != word:
                        last_word[start + unit] = word
                        product += point[start + unit]
                        ones += 1
            start += layout.unit_count
    for level in layout.bigram_levels:
        base = len(letters) // level
        for segment in range(level):
            end = (segment + 1) * base if segment < level - 1 else len(letters)
            for position in range(segment * base, end - 1):
                pair = layout.pairs[layout.fold[letters[position]], layout.fold[letters[position + 1]]]
                if pair >= 0 and last_word[start + pair] != word:
                    last_word[start + pair] = word
                    product += point[start + pair]
                    ones += 1
            start += layout.bigram_count
    return product, ones
