"""Beginning with the starter model: its weights fitted to another alphabet, number by number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.lexicon.alphabet import Alphabet
from core.model.learner import Arrays
from core.store.starter import Starter

RATE = 0.5
"""Share of the preset's learning rate for weights that know handwriting already."""


def transfer_weights(starter: Starter, fresh: Arrays, alphabet: Alphabet) -> Arrays:
    """The arrays ``fresh`` of a new learner for ``alphabet`` with all that the starter knows put in.

    What the starter's alphabet lacks (a shape, a letter, a pair, a character) stays as it is in ``fresh``.
    """
    heads = {
        "phos": _matches(_shape_names(alphabet), _shape_names(starter.alphabet)),
        "letters": _matches(_letter_names(alphabet), _letter_names(starter.alphabet)),
        "spelling": _matches(alphabet.characters, starter.alphabet.characters),
    }
    result = {}
    for name, array in fresh.items():
        rows = heads.get(name.split(".")[0])
        known = starter.arrays.get(name)
        if known is None:
            result[name] = array
        elif rows is None:
            result[name] = known.astype(array.dtype)
        else:
            mixed = array.copy()
            mixed[rows >= 0] = known[rows[rows >= 0]]
            result[name] = mixed
    return result


def interpolate_weights(starter: Arrays, trained: Arrays, share: float) -> Arrays:
    """Weights between the two: ``share`` 0..1 of ``trained``, the rest of ``starter``, both of one network.

    What few images teach is exact for them and wrong for others; half-way back to the starter model most of
    it is still there and less of the harm.
    """
    result = dict(trained)
    for name, array in trained.items():
        if array.dtype.kind == "f":
            from_starter = np.asarray(starter[name], np.float64)
            learnt = np.asarray(array, np.float64) - from_starter
            result[name] = (from_starter + share * learnt).astype(array.dtype)
    return result


def _matches(names: Sequence[object], known: Sequence[object]) -> NDArray[np.int64]:
    """For each name its place among ``known``, or -1."""
    place = {name: number for number, name in enumerate(known)}
    return np.array([place.get(name, -1) for name in names], np.int64)


def _segments(levels: Sequence[int], names: Sequence[str], part: str) -> list[object]:
    """What each number of a part of the signature counts, in its order: level by level, segment by segment."""
    return [(part, level, segment, name) for level in levels for segment in range(level) for name in names]


def _shape_names(alphabet: Alphabet) -> list[object]:
    return _segments(alphabet.phos_levels, alphabet.shapes, "phos")


def _letter_names(alphabet: Alphabet) -> list[object]:
    units = _segments(alphabet.phoc_levels, alphabet.units, "phoc")
    return units + _segments(alphabet.bigram_levels, alphabet.bigrams, "bigram")
