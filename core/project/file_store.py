"""The files of a project: copied in under the hash of their content, and removed if unreferenced.

A file's name is its hash (``words/3f/3fa9....png``), so copying it twice changes nothing. A file that no row of the
database names was left by an import that did not finish.
"""

import hashlib
import os
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from core.errors import InputError
from core.language import tr
from core.project.db.lock import hold_lock
from core.project.project_files import ProjectFiles

_CHUNK = 1 << 20
SYNCS_ALL = hasattr(os, "sync")
_IMPORT_MARK = PurePosixPath("cache", "import.unfinished")
IMPORT_LOCK = PurePosixPath("cache", "import.lock")
_STORED_NAME = re.compile(r"\.?([0-9a-f]{64})(\.[a-z0-9]{1,8})?(\.[0-9a-f]{8}\.part)?\Z")
"""A stored file, or one that a copy left unfinished."""
_SUFFIX = re.compile(r"\.[a-z0-9]{1,8}\Z")


def sync_copies() -> None:
    """Wait until all files copied so far are on the disk, before the rows that name them are written.

    Waiting for each file would take milliseconds, minutes for a hundred thousand crops. On systems without such a
    call, :func:`copy_and_hash` waits for each.
    """
    if SYNCS_ALL:
        os.sync()


def hash_file(path: Path) -> tuple[str, int]:
    """Return the SHA-256 in hexadecimal and the length in bytes; raises InputError if the file cannot be read."""
    with InputError.if_refused(path, tr("the file cannot be read")), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest(), file.tell()


def copy_and_hash(source: BinaryIO, copy: BinaryIO) -> str:
    """Copy an open file; return the SHA-256 of its content. It is on the disk after :func:`sync_copies`."""
    digest = hashlib.sha256()
    while chunk := source.read(_CHUNK):
        digest.update(chunk)
        copy.write(chunk)
    if not SYNCS_ALL:
        copy.flush()
        os.fsync(copy.fileno())
    return digest.hexdigest()


def copy_into_project(folder: Path, area: str, source: Path, sha256: str, size: int) -> tuple[str, bool]:
    """Copy ``source`` to ``folder/area/``; return its path in ``folder``, with '/', and whether it is new.

    An existing file with that hash and size is kept. Raises InputError if the source changed since it was hashed or
    cannot be read, or if the disk is full.
    """
    suffix = source.suffix.lower()
    name = sha256 + (suffix if _SUFFIX.match(suffix) else "")
    relative = PurePosixPath(area, sha256[:2], name)
    files = ProjectFiles(folder)
    with InputError.if_refused(source, tr("the file cannot be copied into the project")):
        found = files.status(relative)
        if found is not None and found.st_size == size:
            return str(relative), False
        with source.open("rb") as file, files.new_file(relative, durably=False) as copy:
            if copy_and_hash(file, copy) != sha256:
                raise InputError.at(source, tr("the file changed while it was imported"), hint=tr("Import it again"))
    return str(relative), True


def begin_import(folder: Path) -> bool:
    """Mark an import as unfinished; return whether an earlier one did not finish.

    Raises InputError if nothing can be written.
    """
    files = ProjectFiles(folder)
    hint = tr("Check that you may write to this folder, or copy the project to a folder of your own")
    with InputError.if_refused(folder, tr("nothing can be written into this project"), hint=hint):
        is_unfinished = files.is_file(_IMPORT_MARK)
        files.append(_IMPORT_MARK, b"")
    return is_unfinished


def end_import(folder: Path) -> None:
    """Mark the import as finished, or its files as cleaned up."""
    ProjectFiles(folder).remove(_IMPORT_MARK)


def sweep_orphans(folder: Path, is_known: Callable[[str, str], bool]) -> None:
    """Delete unreferenced files in ``pages/`` and ``words/`` that have a stored name.

    ``is_known(sha256, relative path)`` queries the database. Call it only while holding :func:`import_lock`.
    """
    files = ProjectFiles(folder)
    for area in ("pages", "words"):
        for path in files.walk(area):
            stored = _STORED_NAME.match(path.name)
            if len(path.parts) == 3 and stored and not is_known(stored[1], str(path)):
                files.remove(path)


def import_lock(folder: Path) -> AbstractContextManager[None]:
    """Return the lock that allows one import at a time; raises InputError if another process holds it."""
    files = ProjectFiles(folder)
    files.make_folder(IMPORT_LOCK.parent)
    refusal = InputError.at(folder, tr("another import into this project is running"), hint=tr("Wait until it is done"))
    return hold_lock(files, IMPORT_LOCK, refusal)
