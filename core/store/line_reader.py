"""The file of the line reader: a network that spells whole lines, and its alphabet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.store.eight_bits import from_eight_bits
from core.store.tree import read_part

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

LINE_READER = "ductus-line-reader"


def load_line_reader(path: Path) -> LineReader:
    """Read a line reader. Raises ModelFileError, one sentence that names the file."""
    from core.model.line_reader import LineReader

    card, arrays = read_part(path, LINE_READER)
    try:
        return LineReader.from_arrays(from_eight_bits(arrays), Alphabet.from_json(card["alphabet"]))
    except (DuctusError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ModelFileError.of("{path}: a part of the line reader is damaged or missing.", path=path) from error
