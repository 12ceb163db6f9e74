"""A database that others use, one that is removed or replaced while open, and the lock of the window that writes it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from project_helpers import REPOSITORY, filled_project, project_state, project_with_model, run_python

from core.errors import InputError
from core.project.backup.project_copy import save_as
from core.project.content.lexicon import add_words, lexicon_words
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.db import lock
from core.project.db.database import DatabaseLostError
from core.project.db.lock import ProjectInUseError, WindowLock, window_lock_holder
from core.project.project import DATABASE, Project
from core.project.project_files import ProjectFiles

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


needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps an open file where it is")


def _remove(folder: Path) -> None:
    (folder / DATABASE).unlink()


def _replace(folder: Path) -> None:
    shutil.copyfile(folder / DATABASE, folder / "other.sqlite")
    (folder / "other.sqlite").replace(folder / DATABASE)


def _remove_all(folder: Path) -> None:
    shutil.rmtree(folder)


@needs_posix
@pytest.mark.parametrize("harm", [_remove, _replace, _remove_all])
def test_an_edit_after_the_file_is_gone_is_refused_and_saved_as_a_new_project(harm, tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        set_transcription(project, 1, "before")
        state = project_state(project)
        harm(project.folder)
        for edit in (
            lambda: set_transcription(project, 1, "typed since"),
            lambda: project.set_setting("language", ["la"]),
        ):
            with pytest.raises(
                DatabaseLostError, match=r"removed or replaced while the project was open.* Put it back"
            ):
                edit()
        assert project_state(project) == state and not project.is_in_place
        saved = save_as(project, tmp_path / "new.ductus", [lambda new: set_transcription(new, 1, "typed since")])
    assert (len(saved.missing) > 0) == (harm is _remove_all) and saved.errors == ()
    with Project.open(saved.folder) as new:
        assert [transcription.text for transcription in list_transcriptions(new, 1)][-2:] == ["before", "typed since"]
        assert new.check_integrity() == []


@needs_posix
def test_an_edit_is_possible_again_once_the_file_is_back(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        away = project.folder.rename(tmp_path / "away.ductus")
        with pytest.raises(DatabaseLostError):
            set_transcription(project, 1, "lost?")
        away.rename(project.folder)
        set_transcription(project, 1, "kept")
    with Project.open(tmp_path / "kit.ductus") as project:
        assert list_transcriptions(project, 1)[-1].text == "kept"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project_with_model(tmp_path)


def test_a_window_lock_ends_with_its_process(folder: Path) -> None:
    code = """
        import os, signal, sys, time
        from pathlib import Path
        from core.project.db.lock import WindowLock
        lock = WindowLock.acquire(Path(sys.argv[1]))
        print("locked", flush=True)
        sys.stdin.readline()
        os.kill(os.getpid(), signal.SIGKILL)
        """
    other = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
    )
    assert other.stdout is not None and other.stdout.readline() == b"locked\n"
    holder = window_lock_holder(folder)
    assert holder is not None and holder.is_local and holder.pid == other.pid
    with pytest.raises(ProjectInUseError, match="on this computer, since 20"):
        WindowLock.acquire(folder)
    other.communicate(b"\n", timeout=10)
    assert window_lock_holder(folder) is None
    WindowLock.acquire(folder).release()


def test_checking_a_lock_does_not_prevent_acquiring_it(folder: Path) -> None:
    WindowLock.acquire(folder).release()
    stop = threading.Event()

    def check() -> None:
        while not stop.is_set():
            lock.is_locked(ProjectFiles(folder), lock.WINDOW_LOCK_FILE)

    thread = threading.Thread(target=check)
    thread.start()
    try:
        for _ in range(20):
            WindowLock.acquire(folder).release()
    finally:
        stop.set()
        thread.join()


def _refusing(error: Exception) -> Callable[..., object]:
    def refuse(*_: object, **__: object) -> object:
        raise error

    return refuse


def test_locks_without_permission_and_invalid_notes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    WindowLock.acquire(folder).release()
    monkeypatch.setattr("filelock.FileLock.acquire", _refusing(PermissionError(30, "Read-only file system")))
    with pytest.raises(InputError, match="Read-only file system"):
        WindowLock.acquire(folder)
    assert lock.is_locked(ProjectFiles(folder), lock.WINDOW_LOCK_FILE)  # unknown, so it counts as locked
    entered = False
    with lock.hold_lock(ProjectFiles(folder), "some.lock", InputError("taken")):
        entered = True
    assert entered
    monkeypatch.undo()
    monkeypatch.setattr(lock.getpass, "getuser", _refusing(KeyError("nobody")))
    window = WindowLock.acquire(folder)
    holder = window_lock_holder(folder)
    assert holder is not None and holder.user == ""
    note = json.loads((folder / lock.HOLDER_FILE).read_text())
    for invalid in ("{", "[" * 100_000, *(json.dumps(note | {"since": since}) for since in ("soon", 5, "0001-01-01"))):
        (folder / lock.HOLDER_FILE).write_text(invalid)
        with pytest.raises(ProjectInUseError, match=r"in another window\."):
            WindowLock.acquire(folder)
    window.release()
    assert not lock.is_locked(ProjectFiles(folder), "never.lock") and not (folder / "never.lock").exists()
