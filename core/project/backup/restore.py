"""Restoring the database from a backup. The present database is kept; nothing is overwritten."""

import logging
import re
import shutil
import sqlite3
import time
from contextlib import ExitStack, closing, suppress
from datetime import datetime
from pathlib import Path

from core.disk import sync_folder
from core.errors import DamagedError, DuctusError, InputError
from core.language import tr, tr_hint
from core.project.backup.rotation import BACKUPS_FOLDER
from core.project.db.database import connect, is_busy, translate_errors, verify_header
from core.project.db.database_copy import copy_database, find_faults_in, open_immutable
from core.project.db.guards import refuse_links
from core.project.db.lock import WindowLock
from core.project.db.schema import FORMER_NAMES, columns_of
from core.project.project import DATABASE
from core.project.project_files import ProjectFiles
from core.project.results import BackupPoint

logger = logging.getLogger(__name__)

BEFORE_RESTORE = "before-restore_"
"""Prefix of the databases that a restore replaced; they are never deleted."""
_WAIT_SECONDS, _POLL_SECONDS = 2.0, 0.002
"""Time for which a restore waits for commands that have the project open; how often it tries meanwhile."""


def was_restored(files: ProjectFiles) -> bool:
    """Return whether a restore has kept a database of the project, which may name files that this one does not."""
    return any(name.startswith(BEFORE_RESTORE) for name in files.names(BACKUPS_FOLDER))


def list_restore_points(folder: Path) -> list[BackupPoint]:
    """Return all databases in the project's ``backups/``, newest first: automatic backups and replaced databases.

    Raises InputError for a link or a pipe anywhere in ``folder``.
    """
    files, points = ProjectFiles(folder), []
    files.refuse_special()
    for name in files.names(BACKUPS_FOLDER):
        if not name.endswith(".sqlite"):
            continue
        path = files.path(f"{BACKUPS_FOLDER}/{name}")
        stamp = re.search(r"\d{4}-\d\d-\d\d_\d{6}", path.name)
        made_at = datetime.fromtimestamp(path.stat().st_mtime)
        with suppress(ValueError):
            if stamp:
                made_at = datetime.strptime(stamp[0], "%Y-%m-%d_%H%M%S")
        points.append(BackupPoint(path.name, made_at.isoformat(), _count_transcriptions(path)))
    return sorted(points, key=lambda point: (point.made_at, point.name), reverse=True)


def restore(folder: Path, name: str, now: datetime) -> Path:
    """Restore the backup ``name`` (of :func:`list_restore_points`, or the path of a database or backup project).

    Commands that come in between wait until it is done. Returns the path of the replaced database. Raises InputError,
    changing nothing, for a backup that is missing, damaged, foreign or of a newer Ductus, and while the project is
    open anywhere.
    """
    files, database, path = ProjectFiles(folder), folder / DATABASE, _find_backup(folder, name)
    refuse_links(database)
    with closing(_open_backup(path)) as backup:
        lock = WindowLock.acquire(folder)
        try:
            replaced = files.make_folder(BACKUPS_FOLDER) / f"{BEFORE_RESTORE}{now:%Y-%m-%d_%H%M%S}.sqlite"
            if files.status(replaced) is not None:
                raise InputError.at(replaced, tr("something is already there"), hint=tr("Try again in a second"))
            if not _restore_in_place(files, database, backup, replaced):
                _replace_damaged(files, database, path)
        except OSError as error:
            raise DuctusError.from_os_error(folder, tr("the backup cannot be restored"), error) from error
        finally:
            lock.release()
    logger.info("%s: restored %s; the replaced database is %s", folder, path, replaced)
    return replaced


def _find_backup(folder: Path, name: str) -> Path:
    inside = folder / BACKUPS_FOLDER / name
    if Path(name).name == name and inside.is_file():
        return inside
    elsewhere = Path(name) / DATABASE if Path(name).is_dir() else Path(name)
    if not elsewhere.is_file():
        raise InputError.at(
            folder,
            tr("there is no backup '{name}'", name=name),
            hint=tr_hint(
                "List the backups with: ductus backup PROJECT --list",
                "Restore a backup with “Restore a backup…” in the menu",
            ),
        )
    if elsewhere.resolve() == (folder / DATABASE).resolve():
        raise InputError.at(elsewhere, tr("this is the project's own database, not a backup of it"))
    return elsewhere


def _open_backup(path: Path) -> sqlite3.Connection:
    """Connect to a backup that can be restored."""
    verify_header(path)
    with ExitStack() as opened:
        try:
            backup = opened.enter_context(closing(open_immutable(path)))
            faults = find_faults_in(backup)
        except sqlite3.DatabaseError as error:
            faults = [str(error)]
        if faults:
            hint = tr("Choose another")
            raise InputError.at(path, tr("this backup is damaged ({fault})", fault=faults[0]), hint=hint)
        opened.pop_all()
    return backup


def _restore_in_place(files: ProjectFiles, database: Path, backup: sqlite3.Connection, replaced: Path) -> bool:
    """Write the backup over the content of the database, in one transaction, keeping that content as ``replaced``.

    Nobody else can open the database meanwhile, and whoever waits for it finds the restored one: it is the same file.
    Returns False if it is too damaged for that; ``replaced`` is then a copy of the bytes, with its log. Raises
    DuctusError while another program has it open.
    """
    log_copy = replaced.with_name(replaced.name + "-wal")
    if database.exists():
        # Copied before SQLite opens it, which might merge the log into a damaged database.
        _copy(files, database, replaced)
        with suppress(FileNotFoundError):  # a command that ends takes its log away
            _copy(files, database.with_name(database.name + "-wal"), log_copy)
    try:
        connection = _open_alone(database)
        if connection is None:
            return False
        with closing(connection), translate_errors(database):
            copy_database(connection, replaced, may_be_damaged=True)
            files.remove(log_copy)
            if _page_size(connection) != _page_size(backup):
                # SQLite cannot change the size of the pages while there is a write-ahead log.
                connection.execute("PRAGMA journal_mode = DELETE")
            backup.backup(connection)
    except DamagedError:
        return False
    except BaseException:
        files.remove(replaced)
        files.remove(log_copy)
        raise
    return True


def _replace_damaged(files: ProjectFiles, database: Path, backup: Path) -> None:
    """Put a copy of the backup in place of a database that nobody can open."""
    with backup.open("rb") as origin, files.new_file(database) as copy:
        shutil.copyfileobj(origin, copy)
        # The log of a damaged database must not be merged into the restored one.
        for ending in ("-wal", "-shm", "-journal"):
            files.remove(database.with_name(database.name + ending))
    sync_folder(database.parent)


def _copy(files: ProjectFiles, name: Path, copy: Path) -> None:
    with files.open(name) as origin, files.new_file(copy) as written:
        shutil.copyfileobj(origin, written)


def _open_alone(database: Path) -> sqlite3.Connection | None:
    """Connect while nobody else may; return None if the database is too damaged, foreign or missing.

    Raises DuctusError while another program has it open.
    """
    end = time.monotonic() + _WAIT_SECONDS
    while True:
        try:
            verify_header(database)
            return connect(database, read_only=False, wait_seconds=0, alone=True)
        except InputError as error:
            if not isinstance(error, DamagedError) and error.__cause__ is not None:
                raise  # nothing can be read or written here at this moment
            return None  # which is why it is being replaced
        except DuctusError as error:
            if not is_busy(error.__cause__):
                raise
            if time.monotonic() > end:
                raise DuctusError.of(
                    "{database}: another program is using this project. Wait until it is done, or stop it.",
                    database=database,
                ) from error
        # SQLite itself would wait longer each time, and find no gap between commands that follow each other.
        time.sleep(_POLL_SECONDS)


def _page_size(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA page_size").fetchone()[0])


def _count_transcriptions(path: Path) -> int | None:
    try:
        with closing(open_immutable(path)) as connection:
            column = "transcription_id"
            if column not in columns_of(connection, "word"):
                column = FORMER_NAMES[column]
            row = connection.execute(f"SELECT count({column}) FROM word WHERE deleted = 0").fetchone()
            return int(row[0])
    except (InputError, sqlite3.DatabaseError):
        return None
