"""A project of version 4 gets authors and parts, and keeps what it has."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from core.project.content.history import undo
from core.project.content.transcriptions import set_transcription
from core.project.db import author
from core.project.db.schema import FOLDERS, create_schema
from core.project.project import DATABASE, Project


def test_a_project_of_version_4_opens_and_its_edits_have_no_author(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(author.VARIABLE, "Anna")
    folder = tmp_path / "old.ductus"
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as old:
        create_schema(old, 4)
        old.execute("INSERT INTO file VALUES (1, 'words/a.png', ?, 1, 0)", ("a" * 64,))
        old.execute("INSERT INTO word (id, file_id, position) VALUES (1, 1, 1)")
        old.execute("INSERT INTO change (label, made_at) VALUES ('import', '2026-01-01T00:00:00')")
        assert "who" not in {row[1] for row in old.execute("PRAGMA table_info(change)")}
    with Project.open(folder) as project:
        set_transcription(project, 1, "new")
        assert project.query("SELECT label, who FROM change ORDER BY id") == [("import", None), ("transcribe", "Anna")]
        assert project.query("SELECT who, contends FROM transcription") == [("Anna", None)]
        undo(project)
        assert project.check_integrity() == [] and project.query("SELECT * FROM base") == []
    assert (folder / "project.v4.bak").is_file()
