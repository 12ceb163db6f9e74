"""Projects from strangers: harmed databases, schemas that work by themselves, hostile text, links out."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hostile_helpers import (
    SLY,
    Watch,
    by_hypothesis,
    check_sentence,
    digest,
    harmed,
    seeds,
    sly_text,
    write_deleting_journal,
)
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from project_helpers import draw_image, edit_history, filled_project, raise_error
from tally import Harm, tally

from core.errors import DuctusError, InputError
from core.events import ignore_events
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.project import word_images as crops
from core.project.content import history, lexicon, models, pages, runs, statistics, transcriptions, words
from core.project.content.predictions import Prediction, save_predictions
from core.project.file_store import import_lock
from core.project.project import Project
from core.project.query import search
from core.project.word_image_cache import CropCache

pytestmark = pytest.mark.timeout(3600)
SECRET = "the secret of another folder"


def rich(tmp_path: Path) -> Path:
    """A project with something in every table; its folder."""
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 1, "typed")
        transcriptions.set_transcription(project, 2, "undone")
        history.undo(project)
        lexicon.add_words(project, ["gold", "hat"])
        run = runs.create_run(project, {"preset": "x"})
        models.model_path(project, "m").write_bytes(b"no model")
        models.register_model(project, "m", run_id=run.id, info={"a": 1})
        save_predictions(project, "m", [Prediction(3, "gold", "seen", 1, 2, 0.5, 0.5, b"detail")])
        project.set_setting("language", ["la"])
        return project.folder


def _at_rest(folder: Path) -> None:
    """Put the log into the database, so that one file holds all."""
    connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def look_at_everything(project: Project, out: Path | None = None) -> None:
    """All that a window or a command asks of a project."""
    ids = words.word_ids(project)
    words.get_words(project, ids)
    words.labelled_words(project)
    statistics.role_counts(project)
    for page in pages.list_pages(project):
        pages.list_lines(project, page.id)
    statistics.statistics(project, "m")
    statistics.page_counts(project, None)
    lexicon.lexicon_words(project)
    list(lexicon.iter_lexicon(project))
    for word_id in ids[:5]:
        transcriptions.list_transcriptions(project, word_id)
    search.find_text(project, "the")
    search.find_word(project, "the")
    models.list_models(project)
    runs.list_runs(project)
    project.get_setting("language")
    edit_history(project)
    history.next_edits(project)
    list(crops.load_crops(project, ids, lambda word_id, error: check_sentence(str(error))))
    if out is not None:
        for kind in ("table", "text", "json", "pagexml", "alto"):
            place = out / kind if kind in ("pagexml", "alto") else out / f"a.{kind}"
            try:
                export(project, ExportRequest(place, kind), ignore_events)
            except DuctusError as error:
                check_sentence(str(error))


def _open_and_look(folder: Path, read_only: bool, out: Path | None = None) -> None:
    with Project.open(folder, read_only=read_only, wait_seconds=1) as project:
        look_at_everything(project, out)


def test_harmed_databases(tmp_path: Path) -> None:
    folder = rich(tmp_path)
    _at_rest(folder)
    whole = (folder / "project.sqlite").read_bytes()
    watch = Watch()
    for seed in seeds():
        spoilt = harmed(whole[:100], seed) + whole[100:] if seed % 10 == 0 else harmed(whole, seed)
        (folder / "project.sqlite").write_bytes(spoilt)
        before = digest(folder)
        watch.try_it(lambda: _open_and_look(folder, True))
        assert digest(folder) == before
        watch.try_it(lambda: _undo_and_redo(folder))
        for left in folder.glob("project.sqlite-*"):
            left.unlink()
    assert watch.refused and watch.taken
    tally(Harm.PROJECTS, "SQLite project: damaged databases opened, browsed, undone", watch.cases, watch.outcome)


def _undo_and_redo(folder: Path) -> None:
    with Project.open(folder, wait_seconds=1) as project:
        while history.undo(project):
            pass
        while history.redo(project):
            pass


def _run(folder: Path, *statements: str) -> None:
    connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def _rewrite(table: str, before: str, after: str) -> tuple[str, ...]:
    """A table's own statement changed behind SQLite's back, as anyone with an editor can."""
    return (
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_schema SET sql = replace(sql, '{before}', '{after}') WHERE name = '{table}'",
    )


def _index(columns: str) -> tuple[str, ...]:
    """An index that SQLite would not make, but reads."""
    return (
        "ALTER TABLE word ADD COLUMN hand TEXT",
        "CREATE INDEX i ON word (hand)",
        "PRAGMA writable_schema = ON",
        f"""UPDATE sqlite_schema SET sql = "CREATE INDEX i ON word {columns}" WHERE name = 'i'""",
    )


SCHEMAS: dict[str, tuple[str, ...]] = {
    "trigger": ("CREATE TRIGGER t AFTER UPDATE ON word BEGIN DELETE FROM page; END",),
    "view": ("CREATE VIEW v AS SELECT * FROM word",),
    "view in place of a table": ("ALTER TABLE lexicon RENAME TO l", "CREATE VIEW lexicon AS SELECT * FROM l"),
    "generated column": ("ALTER TABLE word ADD COLUMN g TEXT AS (hex(zeroblob(500000000))) VIRTUAL",),
    "check that calls a function": _rewrite("lexicon", "CHECK (count >= 0)", "CHECK (length(zeroblob(900000000)) > 0)"),
    "another check that calls a function": _rewrite(
        "setting", "value TEXT NOT NULL", "value TEXT CHECK (randomblob(9) > 1)"
    ),
    "default that calls a function": _rewrite(
        "word", "role TEXT NOT NULL DEFAULT", "role TEXT DEFAULT (upper(1)), z TEXT DEFAULT"
    ),
    "column without type check": _rewrite("transcription", ") STRICT", ")"),
    "column of another type": _rewrite("transcription", "text TEXT NOT NULL", "text BLOB NOT NULL"),
    "column that allows NULL": _rewrite("page", "name TEXT NOT NULL", "name TEXT"),
    "index on an expression": ("CREATE INDEX i ON word (hex(zeroblob(1000)))",),
    "index with a condition that calls a function": ("CREATE INDEX i ON word (id) WHERE abs(id) > 1",),
    "virtual table": ("CREATE VIRTUAL TABLE v USING fts5 (a)",),
    "virtual table over another": (
        "DROP TABLE IF EXISTS search",
        "CREATE VIRTUAL TABLE search USING fts5 (folded, content = 'setting')",
    ),
    "table in place of the index": ("DROP TABLE IF EXISTS search", "CREATE TABLE search (folded, hex)"),
    "name that breaks out of the statement": ("ALTER TABLE word ADD COLUMN \"x', (SELECT 1), '\" TEXT",),
    "1,900 further columns": tuple(f"ALTER TABLE word ADD COLUMN c{number} TEXT" for number in range(1900)),
    "unique index": ("CREATE UNIQUE INDEX i ON setting (value)",),
    "index with an order that SQLite does not know": _index("(hand COLLATE nowhere)"),
    "index with a condition that matches": _index("(hand) WHERE hand REGEXP 'a'"),
    "further column that must be filled": (
        "ALTER TABLE word ADD COLUMN hand TEXT NOT NULL DEFAULT 'x' CHECK (id < 9)",
    ),
    "further column that refers to another table": ("ALTER TABLE word ADD COLUMN hand INTEGER REFERENCES page",),
    "further column with a word of SQL for a name": ('ALTER TABLE word ADD COLUMN "order" TEXT',),
    "string that breaks out of the statement": ("ALTER TABLE word ADD COLUMN 'x'', (SELECT 1), ''' TEXT",),
    "table that holds rows of ours": ("CREATE TABLE extra (a INTEGER REFERENCES word)",),
    "missing table": ("DROP TABLE prediction",),
    "missing column": ("ALTER TABLE word DROP COLUMN not_a_word",),
}


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_schemas_that_ductus_did_not_make(name: str, tmp_path: Path) -> None:
    folder = rich(tmp_path)
    _run(folder, *SCHEMAS[name])
    _at_rest(folder)
    before = digest(folder)
    for read_only in (True, False):
        with pytest.raises(InputError) as told:
            _open_and_look(folder, read_only)
        check_sentence(str(told.value))
        assert digest(folder) == before
    tally(Harm.PROJECTS, f"SQLite project: {name}", 2, "refused")


def test_what_does_nothing_is_let_be(tmp_path: Path) -> None:
    """Statistics of SQLite's planner and a later version's plain column are no attack."""
    folder = rich(tmp_path)
    _run(
        folder,
        "ANALYZE",
        "ALTER TABLE word ADD COLUMN hand TEXT",
        "CREATE INDEX i ON word (hand) WHERE hand > 'a'",
        "CREATE TABLE extra (a INTEGER PRIMARY KEY, b TEXT CHECK (length(b) < 9))",
    )
    _open_and_look(folder, False)


TEXTS = (
    ("file", "path"),
    ("page", "name"),
    ("page", "source_path"),
    ("page", "writer"),
    ("line", "text"),
    ("line", "polygon"),
    ("line", "ref"),
    ("word", "polygon"),
    ("word", "writer"),
    ("word", "ref"),
    ("word", "name"),
    ("word", "page_label"),
    ("word", "origin"),
    ("transcription", "text"),
    ("transcription", "nfc"),
    ("transcription", "folded"),
    ("transcription", "model"),
    ("transcription", "who"),
    ("transcription", "created_at"),
    ("lexicon", "word"),
    ("lexicon", "added_by"),
    ("prediction", "text"),
    ("prediction", "model"),
    ("run", "kind"),
    ("run", "params"),
    ("run", "message"),
    ("run", "model"),
    ("model", "name"),
    ("model", "path"),
    ("model", "info"),
    ("model", "created_at"),
    ("setting", "value"),
    ("setting", "key"),
    ("change", "label"),
    ("change", "fields"),
    ("change_row", "other"),
    ("change_row", "tbl"),
)
NUMBERS = (
    ("page", "frame"),
    ("page", "width"),
    ("page", "position"),
    ("word", "x"),
    ("word", "w"),
    ("word", "h"),
    ("word", "line"),
    ("word", "position"),
    ("word", "transcription_id"),
    ("file", "bytes"),
    ("file", "linked"),
    ("prediction", "votes"),
    ("prediction", "distance"),
    ("change_row", "first_id"),
    ("change_row", "last_id"),
    ("word", "page_id"),
    ("prediction", "word_id"),
    ("model", "run_id"),
)
JSONS = st.sampled_from(
    ["{", "[", "[[1]]", '[["a","b"]]', "[[1e999,1]]", "null", "3", '"x"', "{}", "[" * 5000, "[[1,2],3]"]
)


def test_any_text_and_number_in_any_column(tmp_path: Path) -> None:
    folder = rich(tmp_path)
    _at_rest(folder)
    whole = (folder / "project.sqlite").read_bytes()
    watch = Watch()
    value = st.one_of(
        sly_text.map(lambda t: t.encode("utf-8", "surrogatepass")), JSONS.map(str.encode), st.sampled_from(SLY)
    )

    @by_hypothesis
    @given(
        st.lists(st.tuples(st.sampled_from(TEXTS), value), max_size=3),
        st.lists(st.tuples(st.sampled_from(NUMBERS), st.integers(-(2**63), 2**63 - 1)), max_size=2),
    )
    def any_text(texts: list[Any], numbers: list[Any]) -> None:
        (folder / "project.sqlite").write_bytes(whole)
        connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
        connection.execute("PRAGMA foreign_keys = OFF")
        for (table, column), text in texts:
            connection.execute(f"UPDATE OR IGNORE {table} SET {column} = CAST(? AS TEXT)", (text,))
        for (table, column), number in numbers:
            try:
                connection.execute(f"UPDATE OR IGNORE {table} SET {column} = ?", (number,))
            except sqlite3.IntegrityError:
                continue  # the table's own checks hold it off
        connection.close()
        out = tmp_path / "out"
        watch.try_it(lambda: _open_and_look(folder, True, out if watch.cases % 8 == 0 else None))
        watch.try_it(lambda: _undo_and_redo(folder))
        shutil.rmtree(out, ignore_errors=True)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["kit.ductus", "source"]

    any_text()
    tally(
        Harm.PROJECTS,
        "SQLite project: hostile text and numbers in every column viewed, exported, undone",
        watch.cases,
        watch.outcome,
    )


def test_outlines_of_any_json(tmp_path: Path) -> None:
    for text in ("{", "[[1]]", '[["a","b"]]', "[[1e999,1]]", "3", "[" * 100_000, "[[1,2],3]", "[[9e400, 1]]"):
        folder = rich(tmp_path / str(abs(hash(text))))
        connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
        connection.execute("UPDATE word SET polygon = ?", (text,))
        connection.close()
        with pytest.raises(InputError, match="damaged"):
            _open_and_look(folder, True)


@pytest.mark.parametrize(
    "path", ["../secret.png", "pages/../../secret.png", "/etc/hostname", "pages/link.png", "a\0b", "x" * 5000]
)
@pytest.mark.parametrize("table", ["file", "model"])
def test_paths_that_lead_out_are_not_followed(path: str, table: str, tmp_path: Path) -> None:
    folder = rich(tmp_path)
    Image.new("L", (200, 100), 0).save(tmp_path / "secret.png")
    (folder / "pages" / "link.png").symlink_to(tmp_path / "secret.png")
    connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
    connection.execute(f"UPDATE {table} SET path = ? WHERE id = 1", (path,))
    connection.close()
    with pytest.raises(InputError) as told, Project.open(folder) as project:
        list(crops.load_crops(project, words.word_ids(project), raise_error))
        for model in models.list_models(project):
            assert model.file.is_relative_to(folder) and not model.file.is_symlink()
            raise InputError("The path stays inside, so there is nothing to be found out.")
    check_sentence(str(told.value))
    tally(Harm.PROJECTS, f"SQLite project: {table} path that leaves the project", 1, "not followed")


@pytest.mark.parametrize(
    "name",
    [
        "project.sqlite",
        "project.sqlite-wal",
        "project.sqlite-shm",
        "project.sqlite-journal",
        "pages",
        "words",
        "models",
        "cache",
        "runs",
        "cache/crops.sqlite",
        "cache/import.lock",
        "cache/import.unfinished",
    ],
)
def test_links_in_the_folder_are_refused_and_what_they_lead_to_stays(name: str, tmp_path: Path) -> None:
    folder = rich(tmp_path)
    _at_rest(folder)
    here, outside = folder / name, tmp_path / "outside"
    if here.is_dir() or name in ("pages", "words", "models", "cache", "runs") or here.exists():
        shutil.move(here, outside)
    else:
        outside.write_text(SECRET)
    here.symlink_to(outside)
    before = digest(tmp_path)
    for read_only in (True, False):
        with pytest.raises(InputError, match="link"):
            _open_and_look(folder, read_only)
    assert digest(tmp_path) == before
    tally(Harm.PROJECTS, f"SQLite project: '{name}' is a link out of the folder", 2, "refused, nothing written there")


def test_a_hash_that_is_a_path_names_no_file(tmp_path: Path) -> None:
    """Small pictures are kept under the hash of their page."""
    folder = rich(tmp_path)
    _run(folder, f"UPDATE file SET sha256 = '{'../' * 21}x' WHERE id = 1")
    with pytest.raises(InputError, match="damaged"), Project.open(folder) as project:
        pages.list_pages(project)
    tally(Harm.PROJECTS, "SQLite project: hash of a file that is a path", 1, "refused")


def test_a_pipe_in_place_of_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "a.ductus"
    folder.mkdir()
    os.mkfifo(folder / "project.sqlite")
    watch = Watch()
    assert watch.try_it(lambda: _open_and_look(folder, True)) is None and watch.refused
    tally(Harm.PROJECTS, "SQLite project: a pipe instead of the database", 1, "refused at once")


def test_a_journal_cannot_have_another_file_deleted(tmp_path: Path) -> None:
    """SQLite deletes the file that a journal names at its end, once it has played the journal back."""
    folder = rich(tmp_path)
    _at_rest(folder)
    precious = tmp_path / "precious"
    precious.write_text(SECRET)
    for database in ("project.sqlite", "cache/crops.sqlite", "cache/import.lock"):
        if database.startswith("cache"):
            (folder / database).write_bytes(bytes(4096))
        write_deleting_journal(folder / database, precious)
        watch = Watch()
        watch.try_it(lambda: _open_and_look(folder, False))
        watch.try_it(lambda: _lock_imports(folder))
        watch.try_it(lambda: CropCache(folder).close())
        (folder / f"{database}-journal").unlink(missing_ok=True)
        assert precious.read_text() == SECRET, database
    tally(Harm.PROJECTS, "SQLite project: journal that names a file outside to be deleted", 3, "not deleted")


def _lock_imports(folder: Path) -> None:
    with import_lock(folder):
        pass


def test_a_cache_of_pictures_that_works_by_itself_is_made_anew(tmp_path: Path) -> None:
    folder = rich(tmp_path)
    cache = folder / "cache" / "crops.sqlite"
    connection = sqlite3.connect(cache, isolation_level=None)
    connection.execute("CREATE TABLE real (word_id, place, png)")
    connection.execute("CREATE VIEW crop AS SELECT hex(zeroblob(900000000)) AS png, 1 AS word_id, '' AS place")
    connection.close()
    errors: list[DuctusError] = []
    with Project.open(folder) as project:
        kept = CropCache(folder)
        found = [
            p for part in kept.thumbnails(project, words.word_ids(project), lambda _, e: errors.append(e)) for p in part
        ]
        kept.close()
    assert len(found) == 5 and not errors
    connection = sqlite3.connect(cache)
    assert connection.execute("SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL").fetchall() == [
        ("table", "crop")
    ]
    connection.close()
    tally(Harm.PROJECTS, "SQLite project: image cache with an added view", 1, "rebuilt")


def test_linked_images_of_a_stranger_are_not_read(tmp_path: Path) -> None:
    """A project may link images where they lie, but only below folders that were linked on this computer."""
    folder = rich(tmp_path)
    secret = draw_image(tmp_path / "private" / "photo.png", (200, 100), 7)
    connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
    connection.execute("UPDATE file SET path = ?, linked = 1 WHERE id = 1", (str(secret),))
    connection.close()
    errors: list[str] = []
    with Project.open(folder) as project:
        on_page = [word for word in words.word_ids(project) if words.get_words(project, [word])[0].page_id]
        found = list(crops.load_crops(project, on_page, lambda _, error: errors.append(str(error))))
    assert found == [] and len(errors) == len(on_page) and "link" in errors[0]
    assert json.dumps(errors)
    tally(Harm.PROJECTS, "SQLite project: linked image in a folder this computer does not trust", 1, "not read")
