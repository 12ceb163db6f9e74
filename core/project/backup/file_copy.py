"""The files beside the database in a copy of a project: hard-linked if they never change, else copied and compared."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.errors import DuctusError
from core.language import tr
from core.project.content.models import EVALUATIONS, evaluation_beside
from core.project.db.lock import HOLDER_FILE, WINDOW_LOCK_FILE
from core.project.file_store import copy_and_hash
from core.project.project import DATABASE, Project
from core.project.project_files import ProjectFiles
from core.system.files import make_hard_link

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
    files = ProjectFiles(folder)
    for path in snapshot.column("SELECT path FROM model ORDER BY id"):
        model = PurePosixPath(path)
        yield ProjectFile(model)
        yield from (ProjectFile(file) for kind in EVALUATIONS if files.is_file(file := evaluation_beside(model, kind)))
    for run_id in snapshot.column("SELECT id FROM run ORDER BY id"):
        for entry in files.walk(f"runs/{run_id}"):
            if not _is_incomplete(entry.name):
                yield ProjectFile(entry)
    for name in files.names(""):
        is_excluded = name.startswith(DATABASE) or name in _EXCLUDED or _is_incomplete(name)
        if not is_excluded and files.is_file(name):
            yield ProjectFile(PurePosixPath(name))


@dataclass(frozen=True, slots=True)
class CopyResult:
    """The result of copying a file. ``unchanged``: it is as recorded in the database, as far as that was compared."""

    linked: bool
    unchanged: bool


def copy_file(file: ProjectFile, source: Path, target: Path, *, may_link: bool) -> CopyResult:
    """Copy one file from the project folder ``source`` to ``target``.

    A hard link takes no room and works only on the same disk; its length is compared. A copy is compared with the
    SHA-256 if known, and is on the disk after :func:`core.project.file_store.sync_copies`. Raises DuctusError
    for a file that cannot be read or written.
    """
    files, copies = ProjectFiles(source), ProjectFiles(target)
    copy = target / file.path
    with DuctusError.if_refused(copy, tr("the file cannot be copied here")):
        copies.make_folder(file.path.parent)
        if may_link and file.linkable and make_hard_link(files.path(file.path), copies.path(file.path)):
            return CopyResult(True, file.size in (None, copy.stat().st_size))
        with files.open(file.path) as origin, copies.new_file(file.path, durably=False) as written:
            sha256 = copy_and_hash(origin, written)
        shutil.copystat(files.path(file.path), copies.path(file.path))
    return CopyResult(False, file.sha256 in (None, sha256))


def _is_incomplete(name: str) -> bool:
    return name.endswith((".tmp", ".part", ".new", ".lock"))
