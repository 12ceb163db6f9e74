"""The file of the line reader: a network that spells whole lines, and its alphabet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.store.eight_bits import from_eight_bits, to_eight_bits
from core.store.tree import read_card, read_tree, write_tree

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

FORMAT = "ductus-line-reader"
VERSION = 1


def save_line_reader(path: Path, reader: LineReader, about: dict[str, Any]) -> None:
    """Write the weights in eight bits; ``about`` describes how they were trained."""
    card = {"format": FORMAT, "version": VERSION, "alphabet": reader.alphabet.to_json(), "about": about}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, card, to_eight_bits(reader.to_arrays()))


def load_line_reader(path: Path) -> LineReader:
    """Read a line reader. Raises ModelFileError, one sentence that names the file."""
    from core.model.line_reader import LineReader

    card, arrays = read_tree(path)
    _check(path, card)
    try:
        return LineReader.from_arrays(from_eight_bits(arrays), Alphabet.from_json(card["alphabet"]))
    except (DuctusError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ModelFileError.of("{path}: a part of the line reader is damaged or missing.", path=path) from error


def line_reader_about(path: Path) -> dict[str, Any]:
    """Return how the line reader in ``path`` was trained, without its weights. Raises ModelFileError."""
    card = read_card(path)
    _check(path, card)
    return dict(card["about"])


def _check(path: Path, card: dict[str, Any]) -> None:
    if card.get("format") != FORMAT or card.get("version") != VERSION or not isinstance(card.get("about"), dict):
        raise ModelFileError.of("{path}: not a line reader of this version of Ductus.", path=path)
