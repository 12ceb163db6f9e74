"""Copies of a project while it is in use, such as backups: projects of their own, put in place when complete."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.disk import sync_folder
from core.errors import DuctusError, InputError, Stopped
from core.language import tr
from core.project.backup.file_copy import copy_file, project_files
from core.project.db.database_copy import UNFINISHED, CopyProgress
from core.project.db.schema import FOLDERS
from core.project.file_store import sync_copies
from core.project.project import DATABASE, SUFFIX, Project, with_suffix
from core.project.results import BackedUp


def new_folder(project: Path, target: Path, inside: str, hint: str) -> Path:
    """Return ``target`` with the suffix of a project.

    Raises InputError if something is there already (with ``hint``), or if it is inside the project itself (with the
    problem ``inside``).
    """
    folder = with_suffix(target)
    if os.path.lexists(folder):
        raise InputError.at(folder, tr("something is already there"), hint=hint)
    if folder.resolve().is_relative_to(project.resolve()):
        raise InputError.at(folder, inside, hint=tr("Choose a folder outside it"))
    return folder


@contextmanager
def unfinished_project(target: Path, failure: str) -> Iterator[Path]:
    """Give the folder to write a project into, with the suffix ``.new``; at the end it becomes ``target``.

    After an error it is deleted. Raises DuctusError with the problem ``failure`` if it cannot be made.
    """
    partial = target.with_name(target.name + UNFINISHED)
    try:
        with DuctusError.if_refused(target, failure):
            if partial.exists():
                shutil.rmtree(partial)  # left by a process that was killed
            for name in FOLDERS:
                (partial / name).mkdir(parents=True)
        yield partial
        sync_copies()
        partial.rename(target)
        sync_folder(target.parent)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise


Edit = Callable[[Project], object]
_STEPS = 200
"""Times that the progress of a backup is reported."""


@dataclass(frozen=True, slots=True)
class SavedProject:
    """The new project; ``missing``: files that are gone; ``errors``: of edits that were not possible."""

    folder: Path
    missing: Sequence[str]
    errors: tuple[DuctusError, ...]


def backup_folder(project: Path, target: Path | None, when: datetime) -> Path:
    """Return the folder of a backup: ``target``, a new folder in it if it is a plain folder, or beside the project.

    Raises InputError if something is there already, or if it is inside the project itself.
    """
    name = f"{project.name.removesuffix(SUFFIX)}-{when:%Y-%m-%d_%H%M%S}{SUFFIX}"
    if target is None:
        chosen = project.resolve().parent / name
    elif target.is_dir() and target.suffix != SUFFIX:
        chosen = target / name
    else:
        chosen = target
    return new_folder(
        project, chosen, tr("a backup cannot be inside its own project"), tr("Choose another folder for the backup")
    )


def back_up(
    project: Project,
    target: Path,
    *,
    may_link: bool = True,
    step: CopyProgress = lambda done, total: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> BackedUp:
    """Copy the project as it is at this moment to the new folder ``target`` (a :func:`backup_folder`).

    Others may write meanwhile. An incomplete copy has the suffix ``.new`` and is deleted if it cannot be finished.
    Raises DuctusError if there is no room or a file cannot be read, Stopped when asked to stop.
    """
    with unfinished_project(target, tr("the backup cannot be made there")) as partial:
        project.copy_database_to(partial / DATABASE, should_stop=should_stop)
        return _copy_files(project, partial, target, may_link, step, should_stop)


def _copy_files(
    project: Project, partial: Path, target: Path, may_link: bool, step: CopyProgress, should_stop: Callable[[], bool]
) -> BackedUp:
    # The copied database lists the files, because the project may change meanwhile.
    with Project.open(partial, read_only=True) as copy:
        files = list(project_files(copy, project.folder))
        counts = copy.one(
            "SELECT (SELECT count(*) FROM file WHERE linked = 1),"
            " (SELECT count(transcription_id) FROM word WHERE deleted = 0)"
        )
    assert counts is not None
    linked, missing, changed = 0, [], []
    for number, file in enumerate(files, start=1):
        if should_stop():
            raise Stopped.of("Stopped; no copy was made.")
        if project.files.is_file(file.path):
            result = copy_file(file, project.folder, partial, may_link=may_link)
            linked += result.linked
            if not result.unchanged:
                changed.append(str(file.path))
        else:
            missing.append(str(file.path))
        if number == len(files) or number % max(1, len(files) // _STEPS) == 0:
            step(number, len(files))
    n_files = len(files) - len(missing)
    return BackedUp(target, n_files, linked, counts[0], counts[1], tuple(missing), tuple(changed))


def save_as(project: Project, target: Path, edits: Sequence[Edit]) -> SavedProject:
    """Copy what the open connection still reads to the new folder ``target``, then make the ``edits`` there.

    ``target`` is a :func:`backup_folder`. Raises DuctusError as
    :func:`back_up`.
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
