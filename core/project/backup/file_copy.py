"""The files beside the database in a copy of a project: hard-linked if they never change, else copied and compared."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.errors import DuctusError
from core.language import tr
from core.project.db.lock import HOLDER_FILE, WINDOW_LOCK_FILE
from core.project.files.file_store import copy_and_hash
from core.project.project import DATABASE, Project
from core.system.files import is_link, make_hard_link

_UNCHANGING = ("pages", "words", "models")
"""Folders of files that are written once and never changed; a replacement is a new file."""
_EXCLUDED = ("cache", "backups", "pages", "words", "models", "runs", WINDOW_LOCK_FILE, HOLDER_FILE)


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """One file of a project by its path in it; ``sha256`` and ``size`` if the database has them."""

    path: PurePosixPath
    sha256: str | None = None
    size: int | None = None

    @property
    def linkable(self) -> bool:
        return self.path.parts[0] in _UNCHANGING


def project_files(snapshot: Project, folder: Path) -> Iterator[ProjectFile]:
    """Yield the files in ``folder`` that belong to the database of ``snapshot``, without linked images.

    These are images and transcription files of the table ``file``, models with their evaluations, the folders of
    runs, and other files that a person put there; not the cache, backups and incomplete files.
    """
    for path, sha256, size in snapshot.query("SELECT path, sha256, bytes FROM file WHERE linked = 0 ORDER BY id"):
        yield ProjectFile(PurePosixPath(path), sha256, size)
    for path in snapshot.column("SELECT path FROM model ORDER BY id"):
        yield ProjectFile(PurePosixPath(path))
        evaluation = PurePosixPath(path).with_suffix("").name + ".evaluation.json"
        if (folder / "models" / evaluation).is_file():
            yield ProjectFile(PurePosixPath("models", evaluation))
    for run_id in snapshot.column("SELECT id FROM run ORDER BY id"):
        for entry in sorted((folder / "runs" / str(run_id)).rglob("*")):
            if entry.is_file() and not is_link(entry) and not _is_incomplete(entry.name):
                yield ProjectFile(PurePosixPath(entry.relative_to(folder).as_posix()))
    for entry in sorted(folder.glob("*")):  # the folder of a project that is still open may be gone
        is_excluded = entry.name.startswith(DATABASE) or entry.name in _EXCLUDED or _is_incomplete(entry.name)
        if not is_excluded and entry.is_file() and not is_link(entry):
            yield ProjectFile(PurePosixPath(entry.name))


@dataclass(frozen=True, slots=True)
class CopyResult:
    """The result of copying a file. ``unchanged``: it is as recorded in the database, as far as that was compared."""

    linked: bool
    unchanged: bool


def copy_file(file: ProjectFile, source: Path, target: Path, *, may_link: bool) -> CopyResult:
    """Copy one file from the project folder ``source`` to ``target``.

    A hard link takes no room and works only on the same disk; its length is compared. A copy is compared with the
    SHA-256 if known, and is on the disk after :func:`core.project.files.file_store.sync_copies`. Raises DuctusError
    for a file that cannot be read or written.
    """
    origin, copy = source / file.path, target / file.path
    if not origin.resolve().is_relative_to(source.resolve()):
        raise DuctusError(
            tr("{source}: the project names a file outside its own folder ({file}).", source=source, file=file.path)
        )
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        if may_link and file.linkable and make_hard_link(origin, copy):
            return CopyResult(True, file.size in (None, copy.stat().st_size))
        sha256 = copy_and_hash(origin, copy)
        shutil.copystat(origin, copy)
    except OSError as error:
        raise DuctusError.from_os_error(copy, tr("the file cannot be copied here"), error) from error
    return CopyResult(False, file.sha256 in (None, sha256))


def _is_incomplete(name: str) -> bool:
    return name.endswith((".tmp", ".part", ".new", ".lock"))
