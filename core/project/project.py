"""A project: its folder and database, created, opened, copied and configured."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from core.disk import sync_file
from core.errors import InputError
from core.language import tr
from core.project.db import journal, search_index
from core.project.db.database import Database, connect, translate_errors, verify_header
from core.project.db.database_copy import copy_database
from core.project.db.guarded_open import GuardedConnection
from core.project.db.migrations import migrate
from core.project.db.schema import FOLDERS, SCHEMA_VERSION, create_schema
from core.project.db.values import decode_json
from core.project.file_access import trust_project_folder
from core.project.project_files import DATABASE as DATABASE
from core.project.project_files import SUFFIX as SUFFIX
from core.project.project_files import ProjectFiles
from core.system.files import has_room_for_paths

WAIT_SECONDS = 30.0
_LONGEST_PATH = 110
"""Characters of the longest path in a project: a thumbnail that is being written."""


class Project(Database):
    """An open project: one folder with one database.

    Rows are changed inside :meth:`edit` (undoable) or :meth:`transaction` (predictions, runs, settings).
    """

    def __init__(self, folder: Path, connection: GuardedConnection, read_only: bool) -> None:
        super().__init__(folder / DATABASE, connection, read_only)
        self.folder = folder
        self.files = ProjectFiles(folder)

    @classmethod
    def create(cls, path: Path | str) -> Project:
        """Create the folder ``NAME.ductus`` (the suffix is added if missing) and open it.

        Raises InputError if a project, or anything that is not part of one, is already there.
        """
        folder = with_suffix(Path(path))
        _refuse_to_overwrite(folder)
        if not has_room_for_paths(folder.absolute(), _LONGEST_PATH):
            raise InputError.at(
                folder, tr("its path is too long for Windows"), hint=tr("Choose a folder nearer to the drive")
            )
        database = folder / DATABASE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            files = ProjectFiles(folder)
            for name in FOLDERS:
                files.make_folder(name)
            # Renamed when complete, so that a kill leaves no partial database under the real name.
            unfinished = folder / f"{DATABASE}.new"
            files.remove(unfinished)
        except OSError as error:
            raise InputError.at(folder, tr("the folder cannot be made ({strerror})", strerror=error.strerror)) from None
        with translate_errors(unfinished), closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")  # flushed once, below
            create_schema(connection)
        sync_file(unfinished)
        files.rename(unfinished, database)
        return cls.open(folder)

    @classmethod
    def open(cls, path: Path | str, read_only: bool = False, *, wait_seconds: float = WAIT_SECONDS) -> Project:
        """Open a project by its folder (with or without ``.ductus``) or by the database in it.

        An older version is migrated after a copy is made. Raises InputError, changing nothing, if the project is
        missing, foreign, damaged or of a newer version.
        """
        folder = project_folder(Path(path))
        database = folder / DATABASE
        verify_header(database)
        connection = connect(database, read_only=read_only, wait_seconds=wait_seconds)
        try:
            with translate_errors(database):
                if not read_only:
                    migrate(connection, database)
                    search_index.install(connection)
                    journal.install(connection)
                elif connection.execute("PRAGMA user_version").fetchone()[0] != SCHEMA_VERSION:
                    raise InputError.at(
                        database,
                        tr("the project is of an older version and was opened for reading only"),
                        hint=tr("Update it: open it in the app once, or run any command that changes it"),
                    )
        except BaseException:
            connection.close()
            raise
        trust_project_folder(folder)
        return cls(folder, connection, read_only)

    def copy_database_to(self, target: Path, should_stop: Callable[[], bool] = lambda: False) -> None:
        """Copy the database as it is now to a new file; see :func:`core.project.db.database_copy.copy_database`."""
        copy_database(self._connection, target, should_stop=should_stop)

    @property
    def has_search_index(self) -> bool:
        """Return whether searches can use the full-text index."""
        return search_index.is_usable(self._connection)

    def check_integrity(self) -> list[str]:
        """Return the faults that SQLite finds in the file and its references."""
        faults = [fault for fault in self.column("PRAGMA integrity_check") if fault != "ok"]
        faults += [
            tr("a row of {table} refers to a missing row", table=row[0])
            for row in self.query("PRAGMA foreign_key_check")
        ]
        return faults

    def get_setting(self, key: str, default: Any = None) -> Any:
        """Return the setting ``key``, or ``default``. Settings are not part of the history."""
        row = self.one("SELECT value FROM setting WHERE key = ?", (key,))
        return default if row is None else decode_json(row[0], tr("settings"))

    def set_setting(self, key: str, value: Any) -> None:
        """Store a value as JSON; raises TypeError or ValueError if it cannot be."""
        stored = json.dumps(value, allow_nan=False)
        with self.transaction() as connection:
            connection.execute(
                "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, stored),
            )

    def delete_setting(self, key: str) -> None:
        """Delete the setting ``key`` if there is one."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def _refuse_to_overwrite(folder: Path) -> None:
    if (folder / DATABASE).exists():
        raise InputError.at(folder, tr("a project is already there"), hint=tr("Choose another name, or open it"))
    if not folder.exists():
        return
    own_names = {*FOLDERS, f"{DATABASE}.new"}
    if not folder.is_dir() or any(entry.name not in own_names for entry in folder.iterdir()):
        raise InputError.at(folder, tr("something else is already there"), hint=tr("Choose another name"))


def with_suffix(path: Path) -> Path:
    """Return the folder ``NAME.ductus`` for one that may be named without the suffix."""
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def project_folder(path: Path) -> Path:
    """Return the folder of the project at ``path``: the folder with or without ``.ductus``, or its database."""
    if path.name == DATABASE:
        return path.parent
    named = path.with_name(path.name + SUFFIX) if path.name else path
    if not (path / DATABASE).exists() and named.is_dir():
        return named
    return path
