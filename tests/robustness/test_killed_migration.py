"""A project is brought up to a newer version and killed in between: it is wholly of the one or of the other."""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from harm_helpers import Child, Killer, assert_whole, kills
from harm_sources import project_with_readings
from migrating import NEXT, install
from tally import Harm, tally

from core.project import project
from core.project.backup.database_copy import find_faults
from core.project.content.transcriptions import set_transcription
from core.project.db import database, migrations
from core.project.db.schema import SCHEMA_VERSION
from core.project.project import DATABASE, Project

MIGRATING = Path(__file__).with_name("migrating.py")
WORDS = 1500
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of this version with many readings."""
    folder = project_with_readings(tmp_path_factory.mktemp("old"))
    with Project.open(folder) as opened, opened.edit("many") as connection:
        connection.executemany(
            "INSERT INTO word (page_id, x, y, w, h, position) VALUES (1, 1, 1, 5, 5, ?)", [(n,) for n in range(WORDS)]
        )
        for (word_id,) in connection.execute("SELECT id FROM word WHERE w = 5").fetchall():
            set_transcription(opened, word_id, f"Wort {word_id}")
    return folder


def state(path: Path) -> tuple[int, list[tuple], list[str]]:
    """Version, readings and faults of a database, without Ductus."""
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        words = connection.execute(
            "SELECT w.id, w.position, r.text FROM word AS w JOIN reading AS r ON r.id = w.reading_id ORDER BY w.id"
        ).fetchall()
        indexes = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")}
        assert "reading_nfc" in indexes
        faults = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    return version, words, faults


def test_all_or_nothing(old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = kills(0.1, 1)
    folder = tmp_path / old.name
    _, before, _ = state(old / DATABASE)
    after = [(word_id, position + 1, text) for word_id, position, text in before]

    def fresh() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(old, folder)

    def start() -> Child:
        return Child([MIGRATING, folder])

    killer = Killer("migration")
    fresh()
    killer.measure(start)
    assert state(folder / DATABASE) == (NEXT, after, [])
    found: Counter[str] = Counter()
    for _ in range(times):
        killer.kill(start, fresh)
        version, words, faults = state(folder / DATABASE)
        assert faults == [] and (version, words) in ((SCHEMA_VERSION, before), (NEXT, after))
        for copy in folder.glob("*.bak"):
            assert find_faults(copy) == [] and state(copy)[:2] == (SCHEMA_VERSION, before)
        if version == SCHEMA_VERSION:
            found["as it was"] += 1
            assert_whole(folder, {word_id: text for word_id, _, text in words})
        else:
            found["of the newer version"] += 1
            assert list(folder.glob("*.bak")), "no copy was kept"
        assert start().end() == 0
        assert state(folder / DATABASE) == (NEXT, after, [])
        with monkeypatch.context() as newer:
            for module in (database, migrations, project):
                newer.setattr(module, "SCHEMA_VERSION", NEXT)
            newer.setattr(migrations, "MIGRATIONS", {})
            assert_whole(folder, {word_id: text for word_id, _, text in words})
    print(f"migration: {times} kills, {dict(found)}")
    tally(
        Harm.KILLED_COMMANDS,
        "kill -9 while migrating a project",
        times,
        "all or nothing, a complete copy made before, the next opening finished",
    )


def test_the_newer_ductus_is_put_on_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `migrating.py` changes is what the product looks at: else nothing would be migrated there."""
    for module in (database, migrations, project):
        monkeypatch.setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION)
    monkeypatch.setattr(migrations, "MIGRATIONS", {})
    install()
    assert database.SCHEMA_VERSION == migrations.SCHEMA_VERSION == project.SCHEMA_VERSION == NEXT
    assert set(migrations.MIGRATIONS) == {SCHEMA_VERSION}
