"""Helpers of the project tests: small images, projects with words or a model, words that look alike, and states."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
from PIL import Image

from core.errors import DuctusError
from core.formats.records import CropRecord, LineRecord, PageRecord, SourceContents, WordRecord
from core.jobs.spotting import spotting_name
from core.lexicon.alphabet import load_alphabet
from core.project.backup.project_copy import back_up, backup_folder
from core.project.content.history import Edit
from core.project.content.models import ON_PAGES, get_model, model_path, register_model, save_evaluation
from core.project.content.runs import create_run, run_folder
from core.project.content.words import word_ids
from core.project.db.schema import JOURNALED
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.results import BackedUp
from core.recognition.spotting_index import COSINE, SpottingWriter

REPOSITORY = Path(__file__).resolve().parents[2]


def draw_image(path: Path, size: tuple[int, int] = (40, 20), shade: int = 200) -> Path:
    """Draw a grey image with one darker corner pixel."""
    image = Image.new("L", size, shade)
    image.putpixel((0, 0), shade // 2)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return path


def crop_source(folder: Path, texts: Sequence[str | None], shade: int = 200, **more: Any) -> SourceContents:
    """Return a source of lone crops, each with different pixels, the same at every call with the same shade."""
    records = [
        CropRecord(draw_image(folder / f"{number}.png", (40 + number, 20), shade), text, **more)
        for number, text in enumerate(texts)
    ]
    return SourceContents(crops=tuple(records))


def page_source(folder: Path, *words: WordRecord, lines: tuple[LineRecord, ...] = (), **more: Any) -> SourceContents:
    """Return a source of one page of 200 x 100 pixels."""
    image = draw_image(folder / "page.png", (200, 100))
    return SourceContents(pages=(PageRecord(image, 200, 100, words=words, lines=lines, **more),))


def filled_project(tmp_path: Path) -> Project:
    """Create a project with three words on a page (two transcribed) and two lone crops (one transcribed)."""
    project = Project.create(tmp_path / "kit")
    words = (
        WordRecord((10, 10, 30, 20), "the"),
        WordRecord((50, 10, 40, 20), "King"),
        WordRecord((100, 10, 40, 20), None, polygon=((100, 10), (140, 10), (120, 30))),
    )
    import_contents(project, page_source(tmp_path / "source", *words))
    import_contents(project, crop_source(tmp_path / "source", ["letter", None]))
    return project


def project_state(project: Project) -> dict[str, list[tuple]]:
    """Return every row that the history covers, and the search index."""
    tables = {table: project.query(f"SELECT * FROM {table} ORDER BY id") for table in JOURNALED}
    tables["search"] = project.query("SELECT rowid, folded FROM search ORDER BY rowid")
    return tables


class HistoryEntry(NamedTuple):
    """One past edit; ``state`` is done, undone or dropped."""

    id: int
    edit: Edit
    made_at: str
    state: str


def edit_history(project: Project, limit: int = 200) -> list[HistoryEntry]:
    """Return the latest edits, newest first."""
    rows = project.query("SELECT id, label, fields, made_at, state FROM change ORDER BY id DESC LIMIT ?", (limit,))
    return [HistoryEntry(row[0], Edit(row[1], json.loads(row[2] or "{}")), *row[3:]) for row in rows]


def current_texts(project: Project) -> list[tuple]:
    """Return the expected contents of the search index."""
    return project.query(
        "SELECT w.id, r.folded FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id"
        " WHERE w.deleted = 0 AND w.not_a_word = 0 ORDER BY w.id"
    )


def drop_authors(connection: sqlite3.Connection) -> None:
    """Take away what version 5 and later ones added to the tables."""
    for index in ("word_transcription", "transcription_word", "transcription_nfc", "transcription_contends"):
        connection.execute(f"DROP INDEX {index}")
    connection.execute("ALTER TABLE transcription RENAME TO reading")
    connection.execute("ALTER TABLE word RENAME COLUMN transcription_id TO reading_id")
    connection.execute("CREATE INDEX word_reading ON word (reading_id)")
    connection.execute("CREATE INDEX reading_word ON reading (word_id)")
    connection.execute("CREATE INDEX reading_nfc ON reading (nfc)")
    connection.execute("UPDATE change_row SET tbl = 'reading' WHERE tbl = 'transcription'")
    connection.execute("UPDATE change_row SET other = replace(other, 'transcription_id', 'reading_id')")
    connection.execute("DROP TABLE base")
    for table, column in (
        ("change", "who"),
        ("change", "detail"),
        ("change", "fields"),
        ("reading", "contends"),
        ("word", "keys"),
        ("line", "keys"),
    ):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")


def run_python(code: str, *arguments: Path | str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a separate process, which may kill itself."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=REPOSITORY,
    )


def raise_error(word_id: int, error: DuctusError) -> NoReturn:
    """Raise the error of an image that cannot be read."""
    raise error


NOW = datetime(2026, 5, 6, 12, 0, 0)


def project_with_model(tmp_path: Path) -> Path:
    with filled_project(tmp_path) as project:
        model_path(project, "m").write_bytes(b"numbers")
        model = register_model(project, "m")
        save_evaluation(model, {"h": 0.5})
        save_evaluation(model, {"cer": 0.1}, ON_PAGES)
        run = create_run(project, {})
        (run_folder(project, run.id) / "events.jsonl").write_text("{}\n")
        (run_folder(project, run.id) / ".half.tmp").write_text("half")
        (project.folder / "notes.txt").write_text("mine")
        return project.folder


def back_up_to(folder: Path, target: Path, *, may_link: bool = True) -> BackedUp:
    with Project.open(folder, read_only=True) as project:
        return back_up(project, backup_folder(folder, target, NOW), may_link=may_link)


def store_alike(project: Project, *groups: Sequence[int]) -> None:
    """Store signatures with which the words of each group look alike, the first most, and all others differ."""
    rng = np.random.default_rng(1)
    model, ids, alphabet = get_model(project), word_ids(project), load_alphabet("latin")
    rows = rng.normal(size=(len(ids), alphabet.dim))
    place = {word_id: row for row, word_id in enumerate(ids)}
    for group in groups:
        base = rows[place[group[0]]]
        for number, word_id in enumerate(group):
            rows[place[word_id]] = base + 0.03 * number * rng.normal(size=alphabet.dim)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    sql = "SELECT id, coalesce(x, -1), coalesce(y, -1), coalesce(w, -1), coalesce(h, -1) FROM word"
    boxes = {row[0]: row[1:] for row in project.query(sql)}
    with SpottingWriter(project.folder, spotting_name(model), alphabet, COSINE) as writer:
        writer.add(np.array(ids, np.int64), np.array([boxes[i] for i in ids], np.int32), rows.astype(np.float16))
