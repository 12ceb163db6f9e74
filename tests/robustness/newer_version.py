"""Opens a project with a simulated newer version of Ductus, whose migration computes every folded text again."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path

from core.project import project
from core.project.db import database, migrations
from core.project.db.schema import SCHEMA_VERSION
from core.project.db.values import fold_case

NEXT_VERSION = SCHEMA_VERSION + 1


def migrate(connection: sqlite3.Connection) -> None:
    """Change every table that transcriptions depend on; takes long enough to be killed in the middle."""
    connection.execute("DROP INDEX transcription_nfc")
    for row_id, text in connection.execute("SELECT id, text FROM transcription").fetchall():
        connection.execute("UPDATE transcription SET folded = ? WHERE id = ?", (fold_case(text), row_id))
    connection.execute("UPDATE word SET position = position + 1")
    connection.execute("CREATE INDEX transcription_nfc ON transcription (nfc)")


def install() -> None:
    """Replace the schema version and the migrations of this process."""
    for module in (database, migrations, project):
        module.SCHEMA_VERSION = NEXT_VERSION  # type: ignore[attr-defined]
    migrations.MIGRATIONS = {SCHEMA_VERSION: migrate}


def main(folder: Path) -> None:
    install()
    print(json.dumps({"event": "begin"}), flush=True)
    with project.Project.open(folder) as opened:
        version = opened.one("PRAGMA user_version")
    print(json.dumps({"event": "result", "version": version}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
