"""Import, backup, export and migration are killed at random moments: nothing is lost; the next run finishes it."""

from __future__ import annotations

import csv
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from newer_version import NEXT_VERSION, install
from PIL import Image
from robustness_helpers import (
    TOTAL_KILLS,
    Child,
    Killer,
    KillTrial,
    assert_intact,
    long_run_only,
    read_transcriptions,
    relative_names,
    roles_and_texts,
    run_ductus,
    run_in_process,
    start_ductus,
    transcribed_project,
    write_crops,
    write_pages,
)
from tally import Harm, tally

from core.formats.markup import descendants, parse
from core.project import project
from core.project.content.transcriptions import set_transcription
from core.project.db import database, migrations
from core.project.db.database_copy import find_faults
from core.project.db.schema import SCHEMA_VERSION
from core.project.project import DATABASE, Project

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return transcribed_project(tmp_path_factory.mktemp("base"))


@pytest.mark.parametrize(
    "what", ["folder of word images", "set of PAGE XML"] if TOTAL_KILLS else ["folder of word images"]
)
def test_killed_import_is_complete_or_undone(base: Path, tmp_path: Path, what: str) -> None:
    crops = 400 if TOTAL_KILLS else 150
    write, count = (write_crops, crops) if what.startswith("folder") else (write_pages, 60)
    trial = KillTrial(what, base, tmp_path, 1 / 30)
    command = ("import", trial.project, write(tmp_path / "source", count))
    start = partial(start_ductus, *command)
    before = read_transcriptions(base)
    trial.measure(start)
    imported = roles_and_texts(trial.project)
    moments: Counter[str] = Counter()
    for _ in trial.kills(start):
        assert_intact(trial.project, before)
        found = roles_and_texts(trial.project)
        assert found in (imported, roles_and_texts(base))
        moments["rows written" if found == imported else "nothing written yet"] += 1
        run_in_process(*command)
        assert roles_and_texts(trial.project) == imported
        assert_intact(trial.project, before)
        assert_no_orphaned_files(trial.project)
    print(f"import of {what}: {trial.count} kills, {dict(moments)}")
    outcome = "no transcription lost, project intact, the same command then finished the work"
    tally(Harm.KILLED_COMMANDS, f"kill -9 while importing a {what}", trial.count, outcome)


def assert_no_orphaned_files(project: Path) -> None:
    """Assert that every file in `pages` and `words` belongs to a row, also those that the killed import copied."""
    with Project.open(project, read_only=True) as opened:
        expected = {row[0] for row in opened.query("SELECT path FROM file")}
    found = {path for area in ("pages", "words") for path in relative_names((project / area).rglob("*"), project)}
    assert found == expected


@pytest.fixture(scope="module")
def large(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with pages and crops."""
    folder = tmp_path_factory.mktemp("large")
    project = folder / base.name
    shutil.copytree(base, project)
    run_in_process("import", project, write_pages(folder / "pages", 10))
    run_in_process("import", project, write_crops(folder / "crops", 80))
    return project


@pytest.mark.parametrize("how", ["links", "copies"] if TOTAL_KILLS else ["links"])
def test_killed_backup_leaves_no_partial_backup(large: Path, tmp_path: Path, how: str) -> None:
    trial = KillTrial(f"backup {how}", large, tmp_path, 1 / 60)
    target = tmp_path / "copy.ductus"
    command = ("backup", trial.project, target, *(["--copy"] if how == "copies" else []))
    start = partial(start_ductus, *command)
    before = read_transcriptions(large)
    trial.measure(start)
    for _ in trial.kills(start):
        if target.exists():  # killed after the backup got its final name
            assert_intact(target, before)
            shutil.rmtree(target)
        assert_intact(trial.project, before)
        run_in_process(*command)
        assert_intact(target, before)
        assert roles_and_texts(target) == roles_and_texts(large)
        # the partial backup of the killed command has been removed
        assert relative_names(tmp_path.glob("copy*/project.sqlite"), tmp_path) == ["copy.ductus/project.sqlite"]
    outcome = "no partial backup under the final name, the same command then finished the work"
    tally(Harm.KILLED_COMMANDS, f"kill -9 while backing up ({how})", trial.count, outcome)


def test_killed_pagexml_export_leaves_no_partial_file(large: Path, tmp_path: Path) -> None:
    trial = KillTrial("export pagexml", large, tmp_path, 1 / 60)
    command = ("export", trial.project, trial.out, "--format", "pagexml")
    start = partial(start_ductus, *command)
    trial.measure(start)
    exported = {path.name: _read_words(path) for path in trial.out.glob("*.xml")}
    assert len(exported) == 11
    for _ in trial.kills(start):
        for path in trial.out.glob("*.xml"):
            assert _read_words(path) == exported[path.name], path
        assert_intact(trial.project, read_transcriptions(large))
        run_in_process(*command)
        assert {path.name: _read_words(path) for path in trial.out.iterdir()} == exported
    outcome = "no partial file under the final name, the next run finished"
    tally(Harm.KILLED_COMMANDS, "kill -9 while exporting PAGE XML", trial.count, outcome)


def _read_words(path: Path) -> list[str | None]:
    """Return the words of a PAGE XML file; raises InputError for a truncated one."""
    root = parse(path).getroot()
    return [node.text for word in descendants(root, "Word") for node in descendants(word, "Unicode")]


@long_run_only
def test_killed_table_export_leaves_no_partial_file(large: Path, tmp_path: Path) -> None:
    trial = KillTrial("export table", large, tmp_path, 1 / 60)
    table, images = trial.out / "words.csv", trial.out / "words_words"
    command = ("export", trial.project, table, "--format", "table")
    start = partial(start_ductus, *command)
    trial.measure(start)
    exported = table.read_bytes()
    for _ in trial.kills(start):
        assert not table.exists() or table.read_bytes() == exported
        for image in images.glob("*.png"):
            _assert_image(image)
        assert_intact(trial.project, read_transcriptions(large))
        run_in_process(*command)
        assert table.read_bytes() == exported
        with table.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                _assert_image(trial.out / row["file"])
        expected = ["words.csv", *relative_names(images.glob("[0-9]*"), trial.out)]
        assert relative_names(trial.out.rglob("*"), trial.out) == sorted(expected)
    outcome = "no partial file under the final name, the next run finished"
    tally(Harm.KILLED_COMMANDS, "kill -9 while exporting a table", trial.count, outcome)


def _assert_image(path: Path) -> None:
    with Image.open(path) as image:
        image.load()


def test_failed_command_does_not_count_as_killed(base: Path, tmp_path: Path) -> None:
    command = ("export", base, tmp_path / "out", "--format", "table", "--model", "nobody")
    code, error = run_ductus(*command)
    assert code == 2 and "there is no model 'nobody'" in error
    with pytest.raises(AssertionError, match="there is no model"):
        Killer("none").measure(partial(start_ductus, *command))


def test_export_removes_only_the_partial_files_of_a_killed_export(base: Path, tmp_path: Path) -> None:
    out, pages = tmp_path / "words.csv", tmp_path / "pages"
    partial_files = [tmp_path / ".words.csv.abcd1234.part", tmp_path / "words_words" / ".1.png.abcd1234.part"]
    others = [tmp_path / ".other.csv.abcd1234.part", tmp_path / ".words.csv.part", pages / ".mine" / "a.xml"]
    for path in (*partial_files, *others, pages / ".export-killed" / "page.xml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
    run_in_process("export", base, out, "--format", "table")
    run_in_process("export", base, pages, "--format", "pagexml")
    assert not any(path.exists() for path in partial_files) and not (pages / ".export-killed").exists()
    assert all(path.read_text() == "half" for path in others)


NEWER_VERSION = Path(__file__).with_name("newer_version.py")
WORDS = 1500


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


@pytest.mark.timeout(900)
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


@pytest.mark.timeout(900)
def test_newer_version_replaces_the_names_that_the_migration_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (database, migrations, project):
        monkeypatch.setattr(module, "SCHEMA_VERSION", SCHEMA_VERSION)
    monkeypatch.setattr(migrations, "MIGRATIONS", {})
    install()
    assert database.SCHEMA_VERSION == migrations.SCHEMA_VERSION == project.SCHEMA_VERSION == NEXT_VERSION
    assert set(migrations.MIGRATIONS) == {SCHEMA_VERSION}
