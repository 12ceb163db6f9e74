"""The files of an import under way: hashed, copied or linked, and noted until their rows are written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from core.errors import InputError
from core.project.files import file_store as files
from core.project.files import linked_images as linked
from core.project.project import Project


class FileStaging:
    """Notes in a temporary table, on disk if large, which file of the project stands for which source."""

    def __init__(self, project: Project, copy: bool) -> None:
        self._project = project
        self._copy = copy
        self._pages_taken: set[Path] = set()
        self._linked: set[Path] = set()
        self.copied = 0
        """Files that were copied in and were not there before."""
        with project.transaction() as connection:
            connection.execute(
                "CREATE TEMP TABLE IF NOT EXISTS incoming (source BLOB PRIMARY KEY, path TEXT NOT NULL,"
                " sha256 TEXT NOT NULL, bytes INTEGER NOT NULL, linked INTEGER NOT NULL) WITHOUT ROWID"
            )
        self.clear()

    def clear(self) -> None:
        with self._project.transaction() as connection:
            connection.execute("DELETE FROM temp.incoming")

    def take(self, sources: Sequence[tuple[Path, str]], *, once: bool = False, always_copy: bool = False) -> None:
        """Hash, and copy or link, files into the areas ``pages`` or ``words``.

        ``once``: remember these sources, for many pages share an image or a transcription file.
        """
        rows = []
        for source, area in sources:
            if source in self._pages_taken:
                continue
            rows.append(self._row(source, area, link=not (self._copy or always_copy)))
            if once:
                self._pages_taken.add(source)
        if self._linked:
            linked.remember(self._linked)
            self._linked.clear()
        with self._project.transaction() as connection:
            connection.executemany("INSERT OR REPLACE INTO temp.incoming VALUES (?, ?, ?, ?, ?)", rows)

    def file_id(self, connection: sqlite3.Connection, source: Path) -> int:
        """The row in ``file`` for a source that was taken, made if need be (in a transaction)."""
        found = connection.execute(
            "INSERT INTO file (path, sha256, bytes, linked)"
            " SELECT path, sha256, bytes, linked FROM temp.incoming WHERE source = ?"
            " ON CONFLICT (sha256) DO UPDATE SET path = excluded.path, linked = excluded.linked RETURNING id",
            (os.fsencode(source),),
        ).fetchone()
        return int(found[0])

    def _row(self, source: Path, area: str, link: bool) -> tuple[bytes, str, str, int, int]:
        sha256, size = files.fingerprint(source)
        key = os.fsencode(source)
        held = self._project.one("SELECT path FROM file WHERE sha256 = ? AND linked = 0", (sha256,))
        if held and files.located(self._project.folder, held[0], False).is_file():
            return (key, held[0], sha256, size, 0)
        if link:
            path = _linkable(source)
            self._linked.add(Path(path).parent)
            return (key, path, sha256, size, 1)
        path, new = files.copy_in(self._project.folder, area, source, sha256, size)
        self.copied += new
        return (key, path, sha256, size, 0)


def _linkable(source: Path) -> str:
    path = str(source.resolve())
    try:
        path.encode()
    except UnicodeEncodeError:
        raise InputError.at(
            repr(path), "the file's name is not valid UTF-8, so it cannot be linked", hint="Copy it instead"
        ) from None
    return path
