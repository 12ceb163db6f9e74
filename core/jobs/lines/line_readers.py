"""The line reader of a project: that of its active model, else the one that comes with Ductus."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.project.content.models import active_model
from core.project.project import Project

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

_log = logging.getLogger(__name__)


def project_line_reader(project: Project | None) -> LineReader | None:
    """Return the line reader of a project's active model, else the one that comes with Ductus; None without any.

    What it spells is kept in the project's cache. A damaged model is passed over. Raises ModelFileError where the file
    that comes with Ductus is damaged.
    """
    from core.store.kept_line_reader import KeptLineReader

    reader = _own_line_reader(project) or shipped_line_reader()
    return reader if project is None or reader is None else KeptLineReader(reader, project.folder)


def _own_line_reader(project: Project | None) -> LineReader | None:
    """Return the line reader of a project's active model; None without one, or where it is damaged."""
    from core.store.model_file import load_own_line_reader

    model = None if project is None else active_model(project)
    if model is None:
        return None
    try:
        return load_own_line_reader(model.file)
    except DuctusError as error:
        _log.warning("The model %s cannot cut lines: %s", model.name, error)
        return None


def shipped_line_reader() -> LineReader | None:
    """Return the line reader that comes with Ductus; None where its file is missing. Raises ModelFileError."""
    from core.store.line_reader import load_line_reader
    from core.store.shipped_files import line_reader_path

    path = line_reader_path()
    return load_line_reader(path) if path.exists() else None
