"""Saving an open project, whose own file was removed or replaced, as a new project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import DuctusError
from core.project.backup.project_copy import back_up
from core.project.project import Project

Edit = Callable[[Project], object]


@dataclass(frozen=True, slots=True)
class SavedProject:
    """The new project; ``missing``: files that are gone; ``errors``: of edits that were not possible."""

    folder: Path
    missing: tuple[str, ...]
    errors: tuple[DuctusError, ...]


def save_as(project: Project, target: Path, edits: Sequence[Edit]) -> SavedProject:
    """Copy what the open connection still reads to the new folder ``target``, then make the ``edits`` there.

    ``target`` is a :func:`core.project.backup.project_copy.backup_folder`. Raises DuctusError as
    :func:`core.project.backup.project_copy.back_up`.
    """
    summary = back_up(project, target)
    errors = []
    with Project.open(target) as saved:
        for edit in edits:
            try:
                edit(saved)
            except DuctusError as error:
                errors.append(error)
    return SavedProject(target, summary.missing, tuple(errors))
