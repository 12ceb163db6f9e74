"""The file of the line finder: a network that marks the lines of writing on a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import ModelFileError
from core.store.shipped_files import shipped_file
from core.store.tree import half_precision, read_card, read_tree, write_tree

if TYPE_CHECKING:
    from core.model.line_finder import LineFinder

FORMAT = "ductus-line-finder"
VERSION = 1


def line_finder_path() -> Path:
    """Return the path of the line finder that comes with Ductus; it may be missing."""
    return shipped_file("line-finder.h5")


def save_line_finder(path: Path, finder: LineFinder, about: dict[str, Any]) -> None:
    """Write the weights in half precision; ``about`` describes how they were trained."""
    card = {"format": FORMAT, "version": VERSION, "about": about}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, card, half_precision(finder.to_arrays()))


def load_line_finder(path: Path) -> LineFinder:
    """Read a line finder. Raises ModelFileError, one sentence that names the file."""
    from core.model.line_finder import LineFinder

    card, arrays = read_tree(path)
    _check(path, card)
    try:
        return LineFinder.from_arrays(arrays)
    except (KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ModelFileError.of("{path}: a part of the line finder is damaged or missing.", path=path) from error


def read_about(path: Path) -> dict[str, Any]:
    """Return how the line finder in ``path`` was trained, without its weights. Raises ModelFileError."""
    card = read_card(path)
    _check(path, card)
    return dict(card["about"])


def _check(path: Path, card: dict[str, Any]) -> None:
    if card.get("format") != FORMAT or card.get("version") != VERSION or not isinstance(card.get("about"), dict):
        raise ModelFileError.of("{path}: not a line finder of this version of Ductus.", path=path)
