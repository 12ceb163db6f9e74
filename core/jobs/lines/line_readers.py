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


def open_line_reader(ensemble: Ensemble | None) -> LineReader | None:
    """Return the line reader that a model was fitted with, else the one that comes with Ductus; None without any.

    Raises ModelFileError where its file is damaged.
    """
    if ensemble is not None and ensemble.line_reader is not None:
        return ensemble.line_reader
    from core.store.line_reader import line_reader_path, load_line_reader

    path = line_reader_path()
    return load_line_reader(path) if path.exists() else None


def active_ensemble(project: Project) -> Ensemble | None:
    """Return the active model; None without one, or if it is damaged."""
    from core.store.model_file import load_ensemble

    model = active_model(project)
    if model is None:
        return None
    try:
        return load_ensemble(model.file)
    except DuctusError as error:
        _log.warning("The model %s cannot cut lines: %s", model.name, error)
        return None
