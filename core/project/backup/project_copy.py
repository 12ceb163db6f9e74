"""A copy of a whole project while it is worked on: a project of its own, put in place only when it is whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.disk import sync_folder
from core.errors import DuctusError, InputError, Stopped
from core.project.backup.database_copy import UNFINISHED, CopyProgress
from core.project.backup.file_copy import copy_file, project_files
from core.project.files.file_store import sync_copies
from core.project.project import DATABASE, FOLDERS, SUFFIX, Project


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """A finished backup. ``elsewhere``: images that the project only links to, which are not in it.

    ``missing`` and ``changed``: files that the project itself lacks, or that are not what was imported any
    more (they are in the backup as they are), by their paths in it.
    """

    folder: Path
    files: int
    linked: int
    elsewhere: int
    readings: int
    missing: tuple[str, ...]
    changed: tuple[str, ...]


def backup_folder(project: Path, target: Path | None, when: datetime) -> Path:
    """The folder the backup becomes: ``target``, in it where it is a plain folder, or beside the project.

    Raises InputError where something is there already, or inside the project itself.
    """
    name = f"{project.name.removesuffix(SUFFIX)}-{when:%Y-%m-%d_%H%M%S}{SUFFIX}"
    if target is None:
        chosen = project.resolve().parent / name
    elif target.is_dir() and target.suffix != SUFFIX:
        chosen = target / name
    else:
        chosen = target if target.suffix == SUFFIX else target.with_name(target.name + SUFFIX)
    if os.path.lexists(chosen):
        raise InputError.at(chosen, "something is already there", hint="Name another place for the backup")
    if chosen.resolve().is_relative_to(project.resolve()):
        raise InputError.at(chosen, "a backup cannot lie inside the project it is of", hint="Name a folder outside it")
    return chosen


def back_up(
    project: Project,
    target: Path,
    *,
    may_link: bool = True,
    step: CopyProgress = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> BackupSummary:
    """Copy the project to the new folder ``target`` (a :func:`backup_folder`), as it is at this moment.

    Others may go on writing. What is unfinished has the ending ``.new`` and goes away when it cannot be
    finished. Raises DuctusError where there is no room or a file cannot be read, Stopped when asked to.
    """
    aside = target.with_name(target.name + UNFINISHED)
    try:
        try:
            if aside.exists():
                shutil.rmtree(aside)  # of a backup that was killed
            for name in FOLDERS:
                (aside / name).mkdir(parents=True)
        except OSError as error:
            raise DuctusError.from_os_error(target, "the backup cannot be made there", error) from error
        project.copy_database_to(aside / DATABASE, should_stop=should_stop)
        result = _bring_files(project, aside, target, may_link, step, should_stop)
        aside.rename(target)
        sync_folder(target.parent)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return result


def _bring_files(
    project: Project, aside: Path, target: Path, may_link: bool, step: CopyProgress, should_stop: Callable[[], bool]
) -> BackupSummary:
    # which files belong to it is asked of the copy: the project may go on changing
    with Project.open(aside, read_only=True) as copy:
        kept = list(project_files(copy, project.folder))
        counted = copy.one(
            "SELECT (SELECT count(*) FROM file WHERE linked = 1),"
            " (SELECT count(reading_id) FROM word WHERE deleted = 0)"
        )
    assert counted is not None
    linked, missing, changed = 0, [], []
    for number, one in enumerate(kept):
        if should_stop():
            raise Stopped("Stopped; no copy was made.")
        if (project.folder / one.path).is_file():
            how = copy_file(one, project.folder, aside, may_link=may_link)
            linked += how.linked
            if not how.as_imported:
                changed.append(str(one.path))
        else:
            missing.append(str(one.path))
        step(number + 1, len(kept))
    sync_copies()
    return BackupSummary(
        target, len(kept) - len(missing), linked, counted[0], counted[1], tuple(missing), tuple(changed)
    )
