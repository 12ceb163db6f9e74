"""The lock of the window that writes a project: others see it, and it ends with its process."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from backup_helpers import project_with_model
from project_helpers import REPOSITORY

from core.errors import InputError
from core.project.db import lock
from core.project.db.lock import ProjectInUseError, WindowLock, window_lock_holder
from core.project.project_files import ProjectFiles


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
    with lock.hold_lock(ProjectFiles(folder), "some.lock", "taken"):
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
