"""One window writes a project; its lock is seen by others and dies with it."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from backup_helpers import worked_on
from project_helpers import REPOSITORY

from core.errors import InputError
from core.project.db import lock
from core.project.db.lock import TakenError, WindowLock, window_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return worked_on(tmp_path)


def test_a_window_lock_dies_with_its_process(folder: Path) -> None:
    code = """
        import os, signal, sys, time
        from pathlib import Path
        from core.project.db.lock import WindowLock, window_of
        held = WindowLock.take(Path(sys.argv[1]))
        print("taken", flush=True)
        sys.stdin.readline()
        os.kill(os.getpid(), signal.SIGKILL)
        """
    other = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
    )
    assert other.stdout is not None and other.stdout.readline() == b"taken\n"
    holder = window_of(folder)
    assert holder is not None and holder.here and holder.pid == other.pid
    with pytest.raises(TakenError, match="on this computer, since 20"):
        WindowLock.take(folder)
    other.communicate(b"\n", timeout=10)
    assert window_of(folder) is None
    WindowLock.take(folder).release()


def test_looking_whether_a_lock_is_free_does_not_keep_a_window_out(folder: Path) -> None:
    WindowLock.take(folder).release()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            lock.is_held(folder / lock.OPEN)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _ in range(20):
            WindowLock.take(folder).release()
    finally:
        stop.set()
        thread.join()


def _refusing(error: Exception) -> Callable[..., object]:
    def refuse(*_: object, **__: object) -> object:
        raise error

    return refuse


def test_where_nothing_can_be_locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    WindowLock.take(folder).release()
    monkeypatch.setattr("filelock.FileLock.acquire", _refusing(PermissionError(30, "Read-only file system")))
    with pytest.raises(InputError, match="Read-only file system"):
        WindowLock.take(folder)
    assert lock.is_held(folder / lock.OPEN)  # it cannot be told, so nobody is disturbed
    worked = False
    with lock.held(folder / "some.lock", "taken"):
        worked = True
    assert worked
    monkeypatch.undo()
    monkeypatch.setattr(lock.getpass, "getuser", _refusing(KeyError("nobody")))
    window = WindowLock.take(folder)
    holder = window_of(folder)
    assert holder is not None and holder.user == ""
    told = json.loads((folder / lock.WHO).read_text())
    for odd in ("{", *(json.dumps(told | {"since": since}) for since in ("soon", 5, "0001-01-01"))):
        (folder / lock.WHO).write_text(odd)
        with pytest.raises(TakenError, match=r"in another window\."):
            WindowLock.take(folder)
    window.release()
    assert not lock.is_held(folder / "never.lock") and not (folder / "never.lock").exists()
