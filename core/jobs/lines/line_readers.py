"""The line reader of a project, and where the lines lie that it cuts out of pages."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.formats.records import LineRecord
from core.geometry import LinePlace, bounding_box
from core.project.content.models import active_model
from core.project.content.pages import Line
from core.project.project import Project

if TYPE_CHECKING:
    from core.imaging.segment.found_lines import FoundLine
    from core.model.ensemble import Ensemble
    from core.model.line_reader import LineReader

_log = logging.getLogger(__name__)


def project_line_reader(project: Project | None) -> LineReader | None:
    """Return the line reader of a project's active model, else the one that comes with Ductus; None without any.

    A damaged model is passed over. Raises ModelFileError where the file that comes with Ductus is damaged.
    """
    from core.store.model_file import load_own_line_reader

    model = None if project is None else active_model(project)
    if model is not None:
        try:
            if (own := load_own_line_reader(model.file)) is not None:
                return own
        except DuctusError as error:
            _log.warning("The model %s cannot cut lines: %s", model.name, error)
    return shipped_line_reader()


def line_reader_of(project: Project, ensemble: Ensemble) -> LineReader | None:
    """Return what reads the lines of a project for a model: its own line reader, else the one that comes with Ductus.

    What it reads is kept in the project's cache. None without any; raises ModelFileError where the file that comes with
    Ductus is damaged.
    """
    from core.store.kept_line_reader import KeptLineReader

    reader = ensemble.line_reader or shipped_line_reader()
    return None if reader is None else KeptLineReader(reader, project.folder)


def shipped_line_reader() -> LineReader | None:
    """Return the line reader that comes with Ductus, read once; None without its file. Raises ModelFileError."""
    from core.store.shipped_files import line_reader_path

    path = line_reader_path()
    return _read_once(path) if path.exists() else None


@cache
def _read_once(path: Path) -> LineReader:
    from core.store.shipped_files import load_line_reader

    return load_line_reader(path)


def line_place(line: Line | LineRecord) -> LinePlace:
    """Return where a line of a project or a document lies; a project's line that no document names was found."""
    return LinePlace(line.box, line.polygon, line.baseline, isinstance(line, Line) and line.ref is None)


def found_place(line: FoundLine) -> LinePlace:
    """Return where a line lies that the line finder has just found."""
    return LinePlace(bounding_box(line.outline), line.outline, line.baseline, is_found=True)
