"""A line reader in a file: its weights in eight bits, and the words that it has often learnt from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.arrays import Arrays
from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.store.eight_bits import from_eight_bits, to_eight_bits
from core.store.tree import decode_words, encode_words

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

_FAMILIAR = "familiar/words"


def line_reader_arrays(reader: LineReader) -> Arrays:
    """Return the arrays of a line reader as they are stored."""
    familiar = {_FAMILIAR: encode_words(reader.familiar)} if reader.familiar else {}
    return to_eight_bits(reader.to_arrays()) | familiar


def stored_line_reader(path: Path, card: Any, arrays: Arrays) -> LineReader:
    """Return the line reader of :func:`line_reader_arrays`, read from ``path``; ``card`` holds its alphabet.

    Raises ModelFileError, one sentence that names the file.
    """
    from core.model.line_reader import LineReader

    weights = {name: array for name, array in arrays.items() if name != _FAMILIAR}
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        return LineReader.from_arrays(from_eight_bits(weights), alphabet, familiar_words_in(path, arrays))
    except (DuctusError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise _damaged(path) from error


def familiar_words_in(path: Path, arrays: Arrays) -> tuple[str, ...]:
    """Return the words that a stored line reader has often learnt from; none in files without any.

    Raises ModelFileError, one sentence that names the file.
    """
    try:
        return tuple(decode_words(arrays[_FAMILIAR])) if _FAMILIAR in arrays else ()
    except ValueError as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> ModelFileError:
    return ModelFileError.of("{path}: a part of the line reader is damaged or missing.", path=path)
