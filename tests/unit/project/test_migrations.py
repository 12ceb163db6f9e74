"""Projects of versions 4 to 6: authors, edits by kind and fields instead of English sentences, names of tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from project_helpers import current_texts, edit_history

from core.project.content.history import redo, undo
from core.project.content.transcriptions import set_transcription
from core.project.db import author
from core.project.db.schema import FOLDERS, create_schema
from core.project.integrity.rescue_write import rescue
from core.project.project import DATABASE, Project


@contextmanager
def project_of_version(folder: Path, version: int) -> Iterator[sqlite3.Connection]:
    """Make a project with one word as an earlier version had it; yield its open database."""
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as old:
        create_schema(old, version)
        old.execute("INSERT INTO file VALUES (1, 'words/a.png', ?, 1, 0)", ("a" * 64,))
        old.execute("INSERT INTO word (id, file_id, position) VALUES (1, 1, 1)")
        yield old


def test_a_project_of_version_4_opens_and_its_edits_have_no_author(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(author.VARIABLE, "Anna")
    folder = tmp_path / "old.ductus"
    with project_of_version(folder, 4) as old:
        old.execute("INSERT INTO change (label, made_at) VALUES ('import', '2026-01-01T00:00:00')")
        assert "who" not in {row[1] for row in old.execute("PRAGMA table_info(change)")}
    with Project.open(folder) as project:
        set_transcription(project, 1, "new")
        assert project.query("SELECT label, who FROM change ORDER BY id") == [("import", None), ("transcribe", "Anna")]
        assert project.query("SELECT who, contends FROM transcription") == [("Anna", None)]
        undo(project)
        assert project.check_integrity() == [] and project.query("SELECT * FROM base") == []
    assert (folder / "project.v4.bak").is_file()


def test_a_project_of_version_6_keeps_its_words_and_its_history(tmp_path: Path) -> None:
    folder, texts = tmp_path / "old.ductus", ("hat", "that")
    with project_of_version(folder, 6) as old:
        for number, text in enumerate(texts, start=1):
            old.execute(
                "INSERT INTO reading (word_id, text, nfc, folded, source, created_at) VALUES (1, ?, ?, ?, 'typed', '')",
                (text, text, text),
            )
            fields = f'{{"text": "{text}"}}'
            old.execute("INSERT INTO change (label, made_at, fields) VALUES ('transcribe', '', ?)", (fields,))
            former = f'{{"reading_id":{number - 1 or "null"}}}'
            old.executemany(
                "INSERT INTO change_row (change_id, op, tbl, first_id, last_id, other) VALUES (?, ?, ?, ?, ?, ?)",
                [(number, "update", "word", 1, 1, former), (number, "insert", "reading", number, number, None)],
            )
        old.execute("UPDATE word SET reading_id = 2")
    with Project.open(folder) as project:
        assert current_texts(project) == [(1, "that")] and project.check_integrity() == []
        assert edits(project) == [("transcribe", {"text": text}) for text in texts]
        assert undo(project) is not None and current_texts(project) == [(1, "hat")]
        assert undo(project) is not None and current_texts(project) == []
        assert redo(project) is not None and redo(project) is not None and current_texts(project) == [(1, "that")]
    assert (folder / "project.v6.bak").is_file()


SENTENCES = {
    "transcribe 'a\nb'": ("transcribe", {"text": "a\nb"}),
    "transcribe '3 words as 'x''": ("transcribe", {"text": "3 words as 'x'"}),
    "transcribe 1200 words as 'of'": ("transcribe words", {"n": 1200, "text": "of"}),
    "clear transcription": ("clear transcription", {}),
    "accept 1 prediction": ("accept predictions", {"n": 1}),
    "confirm 2 aligned words": ("confirm aligned words", {"n": 2}),
    "confirm 1 look-alike as 'King'": ("confirm look-alikes", {"n": 1, "text": "King"}),
    "text of line": ("text of a line", {}),
    "role test": ("role", {"role": "test"}),
    "use 2 pages for val": ("role of pages", {"n": 2, "role": "val"}),
    "move word": ("move words", {"n": 1}),
    "move 3 words": ("move words", {"n": 3}),
    "split word into 3": ("split word", {}),
    "find words on 4 pages": ("find words", {"n": 4}),
    "find words on a.png": ("find words", {"n": 1, "page": "a.png"}),
    "delete line": ("delete lines", {"n": 1}),
    "align 1 line again": ("align lines", {"n": 1}),
    "add 300 lexicon words of language fr": ("add language", {"n": 300, "language": "fr"}),
    "remove lexicon words of language fr": ("remove language", {"language": "fr"}),
    "add 2 lexicon words": ("add lexicon words", {"n": 2}),
    "remove lexicon words": ("remove lexicon words", {}),
    "remove page a.png and all word images": ("remove pages and word images", {"n": 1, "page": "a.png"}),
    "remove 7 pages and all word images": ("remove pages and word images", {"n": 7}),
    "remove 7 pages": ("remove pages", {"n": 7}),
    "remove page a.png": ("remove pages", {"n": 1, "page": "a.png"}),
    "remove all word images": ("remove word images", {}),
    "import 3 pages (iiif)": ("import pages", {"n": 3, "format": "iiif"}),
    "merge the part Anna": ("merge part", {"part": "Anna"}),
    "what nobody knows any more": ("what nobody knows any more", {}),
}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The folder of a project of version 5."""
    folder = tmp_path / "old.ductus"
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        create_schema(connection, 5)
        for sentence in SENTENCES:
            connection.execute("INSERT INTO change (label, made_at) VALUES (?, '2026-01-01T00:00:00')", (sentence,))
    return folder


def edits(project: Project) -> list[tuple]:
    return [entry.edit for entry in reversed(edit_history(project))]


def test_sentences_become_kinds_and_fields(old: Path) -> None:
    with Project.open(old) as project:
        assert edits(project) == list(SENTENCES.values())
        with project.edit("both", n=2) as connection:
            connection.execute("INSERT INTO lexicon (word, count, added_by) VALUES ('of', 1, 'typed')")
    with Project.open(old) as again:
        assert edits(again) == [*SENTENCES.values(), ("both", {"n": 2})]
    assert (old / "project.v5.bak").is_file()


def test_sentences_of_a_damaged_project_are_converted_as_it_is_rescued(old: Path, tmp_path: Path) -> None:
    with Project.open(rescue(old, tmp_path / "out").project) as rescued:
        assert edits(rescued) == list(SENTENCES.values())
