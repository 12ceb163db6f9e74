"""A project open in several connections of one process while another process comes and goes."""

from __future__ import annotations

import threading
from pathlib import Path

from project_helpers import run_python

from core.project.content.lexicon import add_words, lexicon_words
from core.project.project import Project

_ADD_A_WORD = """
import sys
from core.project.content.lexicon import add_words
from core.project.project import Project
with Project.open(sys.argv[1]) as project:
    add_words(project, [sys.argv[2]])
"""
_PRINT_LEXICON = """
import sys
from core.project.content.lexicon import lexicon_words
from core.project.project import Project
with Project.open(sys.argv[1], read_only=True) as project:
    print(*lexicon_words(project), project.check_integrity())
"""


def test_a_closing_process_does_not_delete_the_log_of_others(tmp_path: Path) -> None:
    # Opening the project a second time must not release the locks of the first. Otherwise the other process, when it
    # closes, would assume that it is the last one and delete the write-ahead log that this one still writes to.
    with Project.create(tmp_path / "p") as writer:
        add_words(writer, ["first"])
        reader = Project.open(writer.folder, read_only=True)
        log = writer.folder / "project.sqlite-wal"
        before = log.stat().st_ino
        assert run_python(_ADD_A_WORD, writer.folder, "theirs").returncode == 0
        assert log.stat().st_ino == before
        add_words(writer, ["ours"])
        assert lexicon_words(reader) == lexicon_words(writer) == ["first", "ours", "theirs"]
        result = run_python(_PRINT_LEXICON, writer.folder)
        assert result.stdout.split() == ["first", "ours", "theirs", "[]"], result.stderr
        reader.close()
    with Project.open(tmp_path / "p", read_only=True) as again:
        assert lexicon_words(again) == ["first", "ours", "theirs"] and again.check_integrity() == []


def test_many_threads_open_and_close_connections(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as writer:
        folder, log = writer.folder, writer.folder / "project.sqlite-wal"
        add_words(writer, ["first"])
        before = log.stat().st_ino

        def read() -> None:
            for _ in range(20):
                with Project.open(folder, read_only=True) as project:
                    assert "first" in lexicon_words(project)

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert run_python(_ADD_A_WORD, folder, "theirs").returncode == 0
        assert log.stat().st_ino == before
        assert lexicon_words(writer) == ["first", "theirs"]


def test_the_last_connection_to_close_leaves_one_file(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as project, Project.open(project.folder) as other:
        add_words(other, ["word"])
    assert [path.name for path in (tmp_path / "p.ductus").glob("project.sqlite*")] == ["project.sqlite"]
    with Project.open(tmp_path / "p") as again:
        assert lexicon_words(again) == ["word"]
