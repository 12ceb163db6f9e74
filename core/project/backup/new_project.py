"""The folder of a copy of a project, whole or of some pages: a new one, put in place when the copy is complete."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.disk import sync_folder
from core.errors import DuctusError, InputError
from core.language import tr
from core.project.db.database_copy import UNFINISHED
from core.project.db.schema import FOLDERS
from core.project.file_store import sync_copies
from core.project.project import SUFFIX


def new_folder(project: Path, target: Path, inside: str, hint: str) -> Path:
    """Return ``target`` with the suffix of a project.

    Raises InputError if something is there already (with ``hint``), or if it is inside the project itself (with the
    problem ``inside``).
    """
    folder = target if target.suffix == SUFFIX else target.with_name(target.name + SUFFIX)
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
        try:
            if partial.exists():
                shutil.rmtree(partial)  # left by a process that was killed
            for name in FOLDERS:
                (partial / name).mkdir(parents=True)
        except OSError as error:
            raise DuctusError.from_os_error(target, failure, error) from error
        yield partial
        sync_copies()
        partial.rename(target)
        sync_folder(target.parent)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
