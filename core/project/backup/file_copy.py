"""The files beside the database in a copy of a project: linked where they never change, else copied and compared."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.errors import DuctusError
from core.project.db.lock import WINDOW_LOCK_FILE, HOLDER_FILE
from core.project.files.file_store import copy_and_hash
from core.project.project import DATABASE, Project

_UNCHANGING = ("pages", "words", "models")
"""In these a file is put whole and never written to again; one that takes its place is another file."""
_LEFT_OUT = ("cache", "backups", "pages", "words", "models", "runs")
_NOT_OURS_TO_COPY = (WINDOW_LOCK_FILE, HOLDER_FILE)


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file of a backup, by its path in the project; ``sha256`` and ``size`` where the database tells them."""

    path: PurePosixPath
    sha256: str | None = None
    size: int | None = None

    @property
    def linkable(self) -> bool:
        return self.path.parts[0] in _UNCHANGING


def project_files(state: Project, folder: Path) -> Iterator[ProjectFile]:
    """The files in ``folder`` that belong to the database of ``state``; what is linked from elsewhere is not.

    Images and transcription files of the table ``file``, models with their measurements, what trainings left
    in their folders, and loose files that a person put there. Not: the cache, other backups, half files.
    """
    for path, sha256, size in state.query("SELECT path, sha256, bytes FROM file WHERE linked = 0 ORDER BY id"):
        yield ProjectFile(PurePosixPath(path), sha256, size)
    for (path,) in state.query("SELECT path FROM model ORDER BY id"):
        yield ProjectFile(PurePosixPath(path))
        measured = PurePosixPath(path).with_suffix("").name + ".evaluation.json"
        if (folder / "models" / measured).is_file():
            yield ProjectFile(PurePosixPath("models", measured))
    for (run_id,) in state.query("SELECT id FROM run ORDER BY id"):
        yield from _under(folder, PurePosixPath("runs", str(run_id)))
    for entry in sorted(folder.iterdir()):
        name = entry.name
        ours = name.startswith(DATABASE) or name in _NOT_OURS_TO_COPY or name in _LEFT_OUT
        if not ours and entry.is_file() and not entry.is_symlink() and not _is_half(name):
            yield ProjectFile(PurePosixPath(name))


@dataclass(frozen=True, slots=True)
class CopyResult:
    """How a file came into a backup. ``as_imported``: it is what the database says, as far as that was looked at."""

    linked: bool
    as_imported: bool


def copy_file(kept: ProjectFile, source: Path, target: Path, *, may_link: bool) -> CopyResult:
    """Bring one file from the project folder ``source`` to ``target``.

    A link costs no room, and is only made on the same disk; its length is compared. A copy is compared with
    the SHA-256 where that is known, and is on the disk after :func:`core.project.files.file_store.sync_copies`. Raises
    DuctusError for a file that cannot be read, or finds no room.
    """
    origin, copy = source / kept.path, target / kept.path
    if not origin.resolve().is_relative_to(source.resolve()):
        raise DuctusError(f"{source}: the project names a file outside its own folder ({kept.path}).")
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        if may_link and kept.linkable and _link(origin, copy):
            return CopyResult(True, kept.size in (None, copy.stat().st_size))
        sha256 = copy_and_hash(origin, copy)
        shutil.copystat(origin, copy)
    except OSError as error:
        raise DuctusError.from_os_error(copy, "the file cannot be copied here", error) from error
    return CopyResult(False, kept.sha256 in (None, sha256))


def _link(origin: Path, copy: Path) -> bool:
    try:
        os.link(origin, copy)
    except FileNotFoundError:
        raise
    except OSError:
        return False  # another disk, or a system without links
    return True


def _under(folder: Path, place: PurePosixPath) -> Iterator[ProjectFile]:
    for path in sorted((folder / place).rglob("*")):
        if path.is_file() and not path.is_symlink() and not _is_half(path.name):
            yield ProjectFile(PurePosixPath(path.relative_to(folder).as_posix()))


def _is_half(name: str) -> bool:
    return name.endswith((".tmp", ".part", ".new", ".lock"))
