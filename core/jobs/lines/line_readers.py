"""The line reader of a project: that of its active model, else the one that comes with Ductus."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.project.content.models import active_model
from core.project.project import Project

if TYPE_CHECKING:
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
    """Return the line reader that comes with Ductus; None where its file is missing. Raises ModelFileError."""
    from core.store.shipped_files import line_reader_path, load_line_reader

    path = line_reader_path()
    return load_line_reader(path) if path.exists() else None
