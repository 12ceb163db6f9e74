"""The files of a project: copied in under the hash of what they hold, found again, orphans swept out.

A file's name says what is in it (``words/3f/3fa9....png``), so copying it twice changes nothing, and a file
that no row of the database names was left behind by an import that did not finish.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path, PurePosixPath

from core.errors import InputError
from core.project.db.row_decoding import report_as_damage

_CHUNK = 1 << 20
_LONGEST_PATH = 4096
SYNCS_ALL = hasattr(os, "sync")
_MARK = PurePosixPath("cache", "import.unfinished")
_OUR_NAME = re.compile(r"[0-9a-f]{64}(\.[a-z0-9]{1,8})?(\.part)?\Z")
_SUFFIX = re.compile(r"\.[a-z0-9]{1,8}\Z")


def sync_file(path: Path) -> None:
    """Wait until the file is on the disk."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_copies() -> None:
    """Wait until the files copied in before are on the disk, ahead of the rows that name them.

    One call for all of them: waiting for each costs milliseconds, minutes for a hundred thousand crops. Where
    the system has no such call, :func:`copy_and_hash` waits for each.
    """
    if SYNCS_ALL:
        os.sync()


def hash_file(path: Path) -> tuple[str, int]:
    """SHA-256 in hexadecimal and length in bytes; raises InputError where the file cannot be read."""
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
    except OSError as error:
        raise InputError.at(path, f"the file cannot be read ({error.strerror})") from None
    return digest.hexdigest(), size


def copy_and_hash(source: Path, target: Path) -> str:
    """Copy a file; returns the SHA-256 of what was copied. On the disk after :func:`sync_copies`."""
    digest = hashlib.sha256()
    with source.open("rb") as file, target.open("wb") as copy:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            copy.write(chunk)
        if not SYNCS_ALL:
            copy.flush()
            os.fsync(copy.fileno())
    return digest.hexdigest()


def copy_into_project(folder: Path, area: str, source: Path, sha256: str, size: int) -> tuple[str, bool]:
    """Copy ``source`` to ``folder/area/``; returns its path in ``folder``, with '/', and whether it is new.

    What is there already under that hash and size is kept. Raises InputError when the source changed since
    it was hashed or cannot be read, or there is no room.
    """
    suffix = source.suffix.lower()
    name = sha256 + (suffix if _SUFFIX.match(suffix) else "")
    relative = PurePosixPath(area, sha256[:2], name)
    target = folder / relative
    if target.is_file() and target.stat().st_size == size:
        return str(relative), False
    part = target.with_name(name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if copy_and_hash(source, part) != sha256:
            part.unlink()
            raise InputError.at(source, "the file changed while it was imported", hint="Import it again")
        part.replace(target)
    except OSError as error:
        raise InputError.from_os_error(source, "the file cannot be copied into the project", error) from None
    return str(relative), True


def resolve_file(folder: Path, path: str, linked: bool) -> Path:
    """The file a row of the table ``file`` means; raises InputError for a path that leaves the project."""
    with report_as_damage("names of files"):
        if "\0" in path or len(path) > _LONGEST_PATH:
            raise ValueError(path)
        if linked:
            return Path(path)
        target = (folder / path).resolve()
    if not target.is_relative_to(folder.resolve()):
        raise InputError.at(folder, f"the project names a file outside its own folder ({path})")
    return target


def begin_import(folder: Path) -> bool:
    """Mark that an import is under way; returns whether the one before did not finish.

    Raises InputError where nothing can be written.
    """
    mark = folder / _MARK
    try:
        unfinished = mark.exists()
        mark.touch()
    except OSError as error:
        raise InputError.from_os_error(
            folder,
            "nothing can be written into this project",
            error,
            hint="Check who may write here, or copy the project to a folder of your own",
        ) from error
    return unfinished


def end_import(folder: Path) -> None:
    """The import is finished, or what it left was swept."""
    (folder / _MARK).unlink(missing_ok=True)


def sweep_orphans(folder: Path, is_known: Callable[[str, str], bool]) -> int:
    """Delete the files in ``pages/`` and ``words/`` that are named like ours and that no row names.

    ``is_known(sha256, relative path)`` asks the database. Only while :func:`import_lock` is held. Returns how
    many were deleted.
    """
    swept = 0
    for area in ("pages", "words"):
        for path in (folder / area).glob("??/*"):
            relative = path.relative_to(folder).as_posix()
            if _OUR_NAME.match(path.name) and path.is_file() and not is_known(path.name[:64], relative):
                path.unlink()
                swept += 1
    return swept


@contextmanager
def import_lock(folder: Path) -> Iterator[None]:
    """Held by one import at a time; the system lets go of it however the program ends.

    An exclusive transaction in a small database is the one such lock that every platform has.
    """
    path = folder / "cache" / "import.lock"
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise InputError.at(
                folder, "another import into this project is running", hint="Wait until it is done"
            ) from None
        yield
