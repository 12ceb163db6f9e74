"""The project folder and its database: made, opened, edited in transactions, closed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from core.errors import InputError
from core.project.backup.database_copy import Step, copy_database
from core.project.db import journal, search_index
from core.project.db.database import connect, translate_errors, verify_header
from core.project.db.migrations import migrate
from core.project.db.schema import SCHEMA_VERSION, create_schema
from core.project.files import linked_images as linked
from core.project.files.file_store import flush

SUFFIX = ".ductus"
DATABASE = "project.sqlite"
FOLDERS = ("pages", "words", "models", "cache", "runs")
WAIT_SECONDS = 30.0

Row = tuple[Any, ...]


class Project:
    """An open project: one folder, one connection. Use it from the thread that opened it.

    Rows are changed inside :meth:`edit` (undoable) or :meth:`transaction` (predictions, runs, settings).
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection, read_only: bool) -> None:
        self.folder = folder
        self.read_only = read_only
        self._connection = connection
        self._in_edit = False

    @classmethod
    def create(cls, path: Path | str) -> Project:
        """Make the folder ``NAME.ductus`` (the ending is added where it lacks) and open it.

        Raises InputError where a project, or anything that is not a project's, is already there.
        """
        folder = Path(path)
        if folder.suffix != SUFFIX:
            folder = folder.with_name(folder.name + SUFFIX)
        _refuse_to_cover(folder)
        database = folder / DATABASE
        try:
            for name in FOLDERS:
                (folder / name).mkdir(parents=True, exist_ok=True)
            # Made aside and renamed: a kill in between leaves no half-made database under the real name.
            unfinished = folder / f"{DATABASE}.new"
            unfinished.unlink(missing_ok=True)
        except OSError as error:
            raise InputError.at(folder, f"the folder cannot be made ({error.strerror})") from None
        with translate_errors(unfinished):
            connection = sqlite3.connect(unfinished, isolation_level=None)
            try:
                connection.execute("PRAGMA synchronous = OFF")  # flushed once, below
                create_schema(connection)
            finally:
                connection.close()
        flush(unfinished)
        unfinished.rename(database)
        return cls.open(folder)

    @classmethod
    def open(cls, path: Path | str, read_only: bool = False, *, wait_seconds: float = WAIT_SECONDS) -> Project:
        """Open a project by its folder (with or without ``.ductus``) or by the database in it.

        An older version is brought up to this one after a copy is made. Raises InputError, changing nothing,
        for what is missing, foreign, damaged or newer.
        """
        folder = folder_of(Path(path))
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
                        "the project is of an older version and was opened for reading only",
                        hint="Open it once for writing, which brings it up to date",
                    )
        except BaseException:
            connection.close()
            raise
        linked.trust_folder(folder)
        return cls(folder, connection, read_only)

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    def close(self) -> None:
        """Close the connection; closing twice does nothing."""
        self._connection.close()

    def __enter__(self) -> Project:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All that is written inside is kept together, or not at all. Inside another one it is a part of it.

        A part that raises is taken back alone; on leaving the outermost, all is on the disk.
        """
        if self.read_only:
            raise InputError.at(self.database, "the project was opened for reading only")
        connection = self._connection
        inner = connection.in_transaction
        with translate_errors(self.database):
            connection.execute("SAVEPOINT part" if inner else "BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("RELEASE part" if inner else "COMMIT")
            except BaseException:
                # SQLite itself may have ended the transaction already (disk full, damage).
                if connection.in_transaction:
                    if inner:
                        connection.execute("ROLLBACK TO part")
                        connection.execute("RELEASE part")
                    else:
                        connection.execute("ROLLBACK")
                raise

    @contextmanager
    def edit(self, label: str) -> Iterator[sqlite3.Connection]:
        """One transaction and one entry in the history, called ``label``.

        An edit inside an edit is a part of the outer one. An edit that changes nothing leaves no entry.
        """
        with self.transaction() as connection:
            if self._in_edit:
                yield connection
                return
            change_id = journal.begin(connection, label)
            self._in_edit = True
            try:
                yield connection
            finally:
                self._in_edit = False
            journal.finish(connection, change_id)

    @contextmanager
    def replay(self) -> Iterator[sqlite3.Connection]:
        """A transaction that may change journaled tables unnoted: only the history itself uses it."""
        if self._in_edit:
            raise RuntimeError("undo and redo cannot run inside an edit")
        with self.transaction() as connection:
            journal.begin_replay(connection)
            yield connection
            journal.finish_replay(connection)

    def query(self, sql: str, params: Sequence[Any] | dict[str, Any] = ()) -> list[Row]:
        """All rows of a SELECT."""
        with translate_errors(self.database):
            return self._connection.execute(sql, params).fetchall()

    def one(self, sql: str, params: Sequence[Any] | dict[str, Any] = ()) -> Row | None:
        """The first row of a SELECT, or None."""
        with translate_errors(self.database):
            row: Row | None = self._connection.execute(sql, params).fetchone()
            return row

    def copy_database_to(
        self, target: Path, step: Step | None = None, should_stop: Callable[[], bool] = lambda: False
    ) -> None:
        """Copy the database as it is now to a new file; see :func:`core.project.backup.database_copy.copy_database`."""
        copy_database(self._connection, target, step=step, should_stop=should_stop)

    @property
    def has_search_index(self) -> bool:
        """Whether texts can be looked up instead of read one by one."""
        return search_index.usable(self._connection)

    def check_integrity(self) -> list[str]:
        """What SQLite finds wrong with the file and its references; empty when it is sound."""
        faults = [row[0] for row in self.query("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"a row of {row[0]} points at nothing" for row in self.query("PRAGMA foreign_key_check")]
        return faults


def _refuse_to_cover(folder: Path) -> None:
    if (folder / DATABASE).exists():
        raise InputError.at(folder, "a project is already there", hint="Choose another name, or open it")
    if not folder.exists():
        return
    ours = {*FOLDERS, f"{DATABASE}.new"}
    if not folder.is_dir() or any(entry.name not in ours for entry in folder.iterdir()):
        raise InputError.at(folder, "something else is already there", hint="Choose another name")


def folder_of(path: Path) -> Path:
    """The folder of the project that ``path`` means: with or without ``.ductus``, or the database in it."""
    if path.name == DATABASE:
        return path.parent
    with_suffix = path.with_name(path.name + SUFFIX) if path.name else path
    if not (path / DATABASE).exists() and with_suffix.is_dir():
        return with_suffix
    return path
