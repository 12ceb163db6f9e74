"""The files of an import in progress: hashed, copied or linked, and recorded until their rows are written."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from core.errors import InputError
from core.language import tr
from core.project.files.access import trust_linked_folders
from core.project.files.file_store import copy_into_project, hash_file
from core.project.project import Project


class FileStaging:
    """Records in a temporary table, on disk if large, which file of the project belongs to which source file."""

    def __init__(self, project: Project, copy: bool) -> None:
        self._project = project
        self._copy = copy
        self._staged_once: set[Path] = set()
        self._linked_folders: set[Path] = set()
        self.copied = 0
        """Number of files copied in that were not there before."""
        with project.transaction() as connection:
            connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS incoming (source BLOB PRIMARY KEY, path TEXT NOT NULL,"
                " sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, linked INTEGER NOT NULL) WITHOUT ROWID"
            )
        self.clear()

    def clear(self) -> None:
        with self._project.transaction() as connection:
            connection.execute("DELETE FROM temp.incoming")

    def stage(self, sources: Sequence[tuple[Path, str]], *, once: bool = False, always_copy: bool = False) -> None:
        """Hash, and copy or link, files into the areas ``pages`` or ``words``.

        With ``once``, remember these sources: many pages can share an image or a transcription file.
        """
        rows = []
        for source, area in sources:
            if source in self._staged_once:
                continue
            rows.append(self._row(source, area, link=not (self._copy or always_copy)))
            if once:
                self._staged_once.add(source)
        if self._linked_folders:
            trust_linked_folders(self._linked_folders)
            self._linked_folders.clear()
        with self._project.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO temp.incoming VALUES (?, ?, ?, ?, ?)", rows)

    def file_id(self, connection: sqlite3.Connection, source: Path) -> int:
        """Return the id in ``file`` of a staged source; the row is added if needed (in a transaction)."""
        row = connection.execute(
            "INSERT INTO file (path, sha256, bytes, linked)"
            " SELECT path, sha256, bytes, linked FROM temp.incoming WHERE source = ?"
            " ON CONFLICT (sha256) DO UPDATE SET path = excluded.path, linked = excluded.linked RETURNING id",
            (os.fsencode(source),),
        ).fetchone()
        return int(row[0])

    def _row(self, source: Path, area: str, link: bool) -> tuple[bytes, str, str, int, int]:
        sha256, size = hash_file(source)
        key = os.fsencode(source)
        known = self._project.one("SELECT path FROM file WHERE sha256 = ? AND linked = 0", (sha256,))
        if known and self._project.files.is_file(str(known[0])):
            return (key, known[0], sha256, size, 0)
        if link:
            path = _linkable_path(source)
            self._linked_folders.add(Path(path).parent)
            return (key, path, sha256, size, 1)
        path, is_new = copy_into_project(self._project.folder, area, source, sha256, size)
        self.copied += is_new
        return (key, path, sha256, size, 0)


def _linkable_path(source: Path) -> str:
    path = str(source.resolve())
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError.at(
            repr(path), tr("the file's name is not valid UTF-8, so it cannot be linked"), hint=tr("Copy it instead")
        ) from None
    return path
