"""The file of the trees that find the ends of words on a line."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from core.errors import ModelFileError
from core.imaging.segment.word_ends import WordEnds
from core.language import tr
from core.store.tree import read_tree, write_tree

FORMAT = "ductus-word-ends"
VERSION = 2


def word_ends_path() -> Path:
    """Return the path of the trees that come with Ductus; they may be missing."""
    return Path(str(files("resources").joinpath("models", "word-ends.h5")))


def save_word_ends(path: Path, ends: WordEnds, about: dict[str, Any]) -> None:
    """Write the trees; ``about`` describes how they were trained."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, {"format": FORMAT, "version": VERSION, "about": about}, ends.to_arrays())


def load_word_ends(path: Path) -> WordEnds:
    """Read the trees. Raises ModelFileError, one sentence that names the file."""
    card, arrays = read_tree(path)
    if card.get("format") != FORMAT or card.get("version") != VERSION:
        raise ModelFileError(tr("{path}: no trees that find the ends of words, of this version of Ductus.", path=path))
    try:
        return WordEnds.from_arrays(arrays)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFileError(
            tr("{path}: a part of the trees that find the ends of words is damaged or missing.", path=path)
        ) from error
