"""The migration of a project is killed: the project has either the old or the new version, and is complete."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from newer_version import NEXT_VERSION, install
from robustness_helpers import Child, KillTrial, assert_intact, transcribed_project
from tally import Harm, tally

from core.project import project
from core.project.content.transcriptions import set_transcription
from core.project.db import database, migrations
from core.project.db.database_copy import find_faults
from core.project.db.schema import SCHEMA_VERSION
from core.project.project import DATABASE, Project

NEWER_VERSION = Path(__file__).with_name("newer_version.py")
WORDS = 1500
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project of the present version with many transcriptions."""
    folder = transcribed_project(tmp_path_factory.mktemp("old"))
    with Project.open(folder) as opened, opened.edit("many") as connection:
        connection.executemany(
            "INSERT INTO word (page_id, x, y, w, h, position) VALUES (1, 1, 1, 5, 5, ?)", [(n,) for n in range(WORDS)]
        )
        for (word_id,) in connection.execute("SELECT id FROM word WHERE w = 5").fetchall():
            set_transcription(opened, word_id, f"Wort {word_id}")
    return folder


def read_state(path: Path) -> tuple[int, list[tuple], list[str]]:
    """Return the version, the words with their texts, and the faults of a database, without using Ductus."""
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        words = connection.execute(
            "SELECT w.id, w.position, r.text FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id"
            " ORDER BY w.id"
        ).fetchall()
        indexes = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")}
        assert "transcription_nfc" in indexes
        faults = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
    return version, words, faults


def test_killed_migration_leaves_the_old_or_the_new_version(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = KillTrial("migration", old, tmp_path, 1 / 30)
    database_file = trial.project / DATABASE
    _, before, _ = read_state(old / DATABASE)
    after = [(word_id, position + 1, text) for word_id, position, text in before]
    transcriptions = {word_id: text for word_id, _, text in before}

    def start() -> Child:
        return Child([NEWER_VERSION, trial.project])

    trial.measure(start)
    assert read_state(database_file) == (NEXT_VERSION, after, [])
    found: Counter[str] = Counter()
    for _ in trial.kills(start):
        version, words, faults = read_state(database_file)
        assert faults == [] and (version, words) in ((SCHEMA_VERSION, before), (NEXT_VERSION, after))
        for copy in trial.project.glob("*.bak"):
            assert find_faults(copy) == [] and read_state(copy)[:2] == (SCHEMA_VERSION, before)
        if version == SCHEMA_VERSION:
            found["old version"] += 1
            assert_intact(trial.project, transcriptions)
        else:
            found["new version"] += 1
            assert list(trial.project.glob("*.bak")), "there is no copy of the old version"
        assert start().wait() == 0
        assert read_state(database_file) == (NEXT_VERSION, after, [])
        with monkeypatch.context() as newer:
            for module in (database, migrations, project):
                newer.setattr(module, "SCHEMA_VERSION", NEXT_VERSION)
            newer.setattr(migrations, "MIGRATIONS", {})
            assert_intact(trial.project, transcriptions)
    print(f"migration: {trial.count} kills, {dict(found)}")
    outcome = "all or nothing, a complete copy made before, the next opening finished"
    tally(Harm.KILLED_COMMANDS, "kill -9 while migrating a project", trial.count, outcome)


def test_newer_version_replaces_the_names_that_the_migration_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (database, migrations, project):
        monkeypatch.setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION)
    monkeypatch.setattr(migrations, "MIGRATIONS", {})
    install()
    assert database.SCHEMA_VERSION == migrations.SCHEMA_VERSION == project.SCHEMA_VERSION == NEXT_VERSION
    assert set(migrations.MIGRATIONS) == {SCHEMA_VERSION}
