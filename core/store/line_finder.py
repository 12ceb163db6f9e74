"""The file of the line finder: a network that marks the lines of writing on a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ModelFileError
from core.store.shipped_files import shipped_file
from core.store.tree import read_part

if TYPE_CHECKING:
    from core.model.line_finder import LineFinder

LINE_FINDER = "ductus-line-finder"


def line_finder_path() -> Path:
    """Return the path of the line finder that comes with Ductus; it may be missing."""
    return shipped_file("line-finder.h5")


def load_line_finder(path: Path) -> LineFinder:
    """Read a line finder. Raises ModelFileError, one sentence that names the file."""
    from core.model.line_finder import LineFinder

    _, arrays = read_part(path, LINE_FINDER)
    try:
        return LineFinder.from_arrays(arrays)
    except (KeyError, RuntimeError, TypeError, ValueError) as error:
        raise ModelFileError.of("{path}: a part of the line finder is damaged or missing.", path=path) from error
