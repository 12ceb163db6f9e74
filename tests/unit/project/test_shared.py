"""A project open in several connections of one process while another process comes and goes."""

from __future__ import annotations

import threading
from pathlib import Path

from project_helpers import child

from core.project.content.lexicon import add_words, lexicon_words
from core.project.project import Project

_COMES_AND_GOES = """
import sys
from core.project.content.lexicon import add_words
from core.project.project import Project
with Project.open(sys.argv[1]) as project:
    add_words(project, [sys.argv[2]])
"""
_TELLS = """
import sys
from core.project.content.lexicon import lexicon_words
from core.project.project import Project
with Project.open(sys.argv[1], read_only=True) as project:
    print(*lexicon_words(project), project.check_integrity())
"""


def test_a_process_that_ends_does_not_take_the_log_away_from_under_others(tmp_path: Path) -> None:
    # Opening the project a second time must not give up the locks of the first: then the other process, when it
    # closes, would take itself for the last one and delete the write-ahead log that this one goes on writing to.
    with Project.create(tmp_path / "p") as writer:
        add_words(writer, ["first"])
        reader = Project.open(writer.folder, read_only=True)
        log = writer.folder / "project.sqlite-wal"
        before = log.stat().st_ino
        assert child(_COMES_AND_GOES, writer.folder, "theirs").returncode == 0
        assert log.stat().st_ino == before
        add_words(writer, ["ours"])
        assert lexicon_words(reader) == lexicon_words(writer) == ["first", "ours", "theirs"]
        told = child(_TELLS, writer.folder)
        assert told.stdout.split() == ["first", "ours", "theirs", "[]"], told.stderr
        reader.close()
    with Project.open(tmp_path / "p", read_only=True) as again:
        assert lexicon_words(again) == ["first", "ours", "theirs"] and again.check_integrity() == []


def test_connections_may_come_and_go_in_many_threads(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as writer:
        folder, log = writer.folder, writer.folder / "project.sqlite-wal"
        add_words(writer, ["first"])
        before = log.stat().st_ino

        def look() -> None:
            for _ in range(20):
                with Project.open(folder, read_only=True) as project:
                    assert "first" in lexicon_words(project)

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert child(_COMES_AND_GOES, folder, "theirs").returncode == 0
        assert log.stat().st_ino == before
        assert lexicon_words(writer) == ["first", "theirs"]


def test_the_last_to_close_leaves_one_file(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as project, Project.open(project.folder) as other:
        add_words(other, ["word"])
    assert [path.name for path in (tmp_path / "p.ductus").glob("project.sqlite*")] == ["project.sqlite"]
    with Project.open(tmp_path / "p") as again:
        assert lexicon_words(again) == ["word"]
