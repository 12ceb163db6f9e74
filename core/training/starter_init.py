"""Initial weights from the starter model, adapted to another alphabet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.lexicon.alphabet import Alphabet
from core.store.starter import Starter

RATE_FACTOR = 0.5
"""Factor of the learning rate for starter weights (docs/decisions/0009-starter.md)."""

ADAPTED_IMAGES = 400
"""Images as which an adapted starter model counts beside T when a member is blended with it: it knows the handwriting
from thousands, which a hundred transcribed ones make it forget (research/trials/adaptation.md)."""


def transfer_weights(starter: Starter, random: Arrays, alphabet: Alphabet) -> Arrays:
    """Return the arrays of a new learner for ``alphabet`` with the starter's weights wherever it has them.

    Outputs that the starter's alphabet lacks (a shape, a letter, a bigram, a character) keep their ``random`` weights.
    """
    heads = {
        "phos": _positions(_shape_names(alphabet), _shape_names(starter.alphabet)),
        "letters": _positions(_letter_names(alphabet), _letter_names(starter.alphabet)),
        "spelling": _positions(alphabet.characters, starter.alphabet.characters),
    }
    result = {}
    for name, array in random.items():
        rows = heads.get(name.split(".")[0])
        weights = starter.arrays.get(name)
        if weights is None:
            result[name] = array
        elif rows is None:
            result[name] = weights.astype(array.dtype)
        else:
            mixed = array.copy()
            mixed[rows >= 0] = weights[rows[rows >= 0]]
            result[name] = mixed
    return result


def interpolate_weights(starter: Arrays, trained: Arrays, share: float) -> Arrays:
    """Return ``share`` (0..1) of ``trained`` plus the rest of ``starter``, both weights of one network.

    Weights trained on few images overfit them; between the two most of the gain remains with less of the harm.
    """
    result = dict(trained)
    for name, array in trained.items():
        if array.dtype.kind == "f":
            from_starter = np.asarray(starter[name], np.float64)
            change = np.asarray(array, np.float64) - from_starter
            result[name] = (from_starter + share * change).astype(array.dtype)
    return result


def _positions(names: Sequence[object], known: Sequence[object]) -> NDArray[np.int64]:
    """Return each name's position in ``known``, or -1."""
    position = {name: number for number, name in enumerate(known)}
    return np.array([position.get(name, -1) for name in names], np.int64)


def _segments(levels: Sequence[int], names: Sequence[str], part: str) -> list[object]:
    """Name each number of a part of the signature, in its order: level by level, segment by segment."""
    return [(part, level, segment, name) for level in levels for segment in range(level) for name in names]


def _shape_names(alphabet: Alphabet) -> list[object]:
    return _segments(alphabet.phos_levels, alphabet.shapes, "phos")


def _letter_names(alphabet: Alphabet) -> list[object]:
    units = _segments(alphabet.phoc_levels, alphabet.units, "phoc")
    return units + _segments(alphabet.bigram_levels, alphabet.bigrams, "bigram")
