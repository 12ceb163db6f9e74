"""Migration of projects of older versions, after a copy is made."""

import logging
import sqlite3
from pathlib import Path

from core.errors import DuctusError, InputError
from core.language import tr
from core.project.db.database_copy import copy_database
from core.project.db.schema import MIGRATIONS, SCHEMA_VERSION
from core.project.project_files import ProjectFiles

logger = logging.getLogger(__name__)


def migrate(connection: sqlite3.Connection, database: Path) -> Path | None:
    """Migrate the database to ``SCHEMA_VERSION``, all or nothing; return the copy made before, if one was needed.

    Raises InputError for a version without a migration, DuctusError if the result would have broken references.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == SCHEMA_VERSION:
        return None
    steps = range(version, SCHEMA_VERSION)
    if any(step not in MIGRATIONS for step in steps):
        raise InputError.at(
            database,
            tr(
                "there is no migration from project version {version} to {schema_version}",
                version=version,
                schema_version=SCHEMA_VERSION,
            ),
        )
    copy = _make_copy(connection, database, version)
    # A migration may rebuild tables that others refer to; references are checked at the end.
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        connection.execute("BEGIN IMMEDIATE")
        with connection:
            if connection.execute("PRAGMA user_version").fetchone()[0] != version:
                connection.execute("ROLLBACK")  # another program has just migrated it
                return migrate(connection, database)
            for step in steps:
                MIGRATIONS[step](connection)
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise DuctusError.of(
                    "{database}: the project could not be updated to this version and was left as it was. A copy "
                    "is at {copy}.",
                    database=database,
                    copy=copy,
                )
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        logger.info("%s: migrated from version %d to %d; copy at %s", database, version, SCHEMA_VERSION, copy)
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    return copy


def _make_copy(connection: sqlite3.Connection, database: Path, version: int) -> Path:
    number = 0
    while True:
        tail = f"-{number}" if number else ""
        copy = database.with_name(f"{database.stem}.v{version}{tail}.bak")
        if ProjectFiles(database.parent).status(copy) is None:
            break
        number += 1
    copy_database(connection, copy)
    return copy
