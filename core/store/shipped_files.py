"""The files that come with Ductus: where they lie, their digests, known without opening them, and line networks."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import ModelFileError

if TYPE_CHECKING:
    from core.model.line_finder import LineFinder
    from core.model.line_reader import LineReader

LINE_FINDER, LINE_READER = "ductus-line-finder", "ductus-line-reader"
"""The kinds of their files."""


def shipped_file(name: str) -> Path:
    """Return the path of a model file that comes with Ductus; it may be missing."""
    return Path(str(files("resources").joinpath("models", name)))


@cache
def file_digest(path: Path) -> str:
    """Return a digest of a file, 32 hex digits."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def line_finder_path() -> Path:
    """Return the path of the line finder that comes with Ductus; it may be missing."""
    return shipped_file("line-finder.h5")


def load_line_finder(path: Path) -> LineFinder:
    """Read the network that marks the lines on a page. Raises ModelFileError, one sentence that names the file."""
    from core.model.line_finder import LineFinder
    from core.store.tree import read_part

    _, arrays = read_part(path, LINE_FINDER)
    try:
        return LineFinder.from_arrays(arrays)
    except (KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ModelFileError.of("{path}: a part of the line finder is damaged or missing.", path=path) from error


def line_reader_path() -> Path:
    """Return the path of the line reader that comes with Ductus; it may be missing."""
    return shipped_file("line-reader.h5")


def line_reader_digest() -> str:
    """Return a digest of the line reader that comes with Ductus; "" where it is missing."""
    path = line_reader_path()
    return file_digest(path) if path.exists() else ""


def shipped_voice() -> dict[str, Any] | None:
    """Return how the line reader that comes with Ductus is weighed beside the starter model; None without its file."""
    from core.store.tree import read_about

    path = line_reader_path()
    voice = read_about(path, LINE_READER).get("voice") if path.exists() else None
    return voice if isinstance(voice, dict) else None


@cache
def shipped_familiar_words() -> tuple[str, ...]:
    """Return the words that the line reader that comes with Ductus is familiar with; none without its file."""
    from core.store.stored_line_reader import familiar_words_in
    from core.store.tree import read_tree

    path = line_reader_path()
    return familiar_words_in(path, read_tree(path, "familiar")[1]) if path.exists() else ()


def load_line_reader(path: Path) -> LineReader:
    """Read the network that spells whole lines. Raises ModelFileError, one sentence that names the file."""
    from core.store.stored_line_reader import stored_line_reader
    from core.store.tree import read_part

    return stored_line_reader(path, *read_part(path, LINE_READER))
