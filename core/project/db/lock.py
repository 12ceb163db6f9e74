"""File locks on a project or a run. The system releases them when a process ends, however it ends.

A note beside a window's lock names its holder; only the lock decides whether the note is current.
"""

from __future__ import annotations

import getpass
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, InputError
from core.language import tr, tr_noop
from core.project.db.values import utc_now
from core.project.project_files import Name, ProjectFiles
from core.system.files import file_lock
from core.system.processes import host_name

if TYPE_CHECKING:
    from filelock import BaseFileLock

WINDOW_LOCK_FILE = ".open"
"""The file in a project's folder that a window locks while it may write."""
HOLDER_FILE = ".open.json"
"""The note of who locked it. A separate file: some systems let nobody read a locked one."""
_WAIT_SECONDS, _POLL_SECONDS = 0.3, 0.01
"""Longer than any check of a lock holds it; how often it is tried meanwhile."""


@dataclass(frozen=True, slots=True)
class LockHolder:
    """The window that has a project open; ``since`` is UTC in ISO 8601. Unknown fields are empty."""

    host: str = ""
    user: str = ""
    pid: int = 0
    since: str = ""

    @property
    def is_local(self) -> bool:
        """Return whether it runs on this computer."""
        return self.host == host_name()


class ProjectInUseError(DuctusError):
    """Another window, ``holder``, has the project open for writing."""

    def __init__(self, folder: Path, holder: LockHolder) -> None:
        text = tr_noop("{folder}: the project is open in another window.")
        if holder.host:
            here = tr_noop(
                "{folder}: the project is open in another window of {user} on this computer, since {since} UTC."
            )
            there = tr_noop("{folder}: the project is open in another window of {user} on {host}, since {since} UTC.")
            text = here if holder.is_local else there
        user, since = holder.user or tr("somebody"), holder.since[:16].replace("T", " ")
        super().__init__(tr(text, folder=folder, user=user, host=holder.host, since=since))
        self.holder = holder


class WindowLock:
    """The lock of the one window that may write. Command-line programs write without it."""

    def __init__(self, lock: BaseFileLock) -> None:
        self._lock = lock

    @classmethod
    def acquire(cls, folder: Path) -> WindowLock:
        """Lock the project in ``folder``.

        Raises ProjectInUseError if another window holds the lock, InputError if the folder cannot be written or has
        links in it.
        """
        files = ProjectFiles(folder)
        files.refuse_special()
        lock = file_lock(files.path(WINDOW_LOCK_FILE))
        try:
            if not os.access(folder, os.W_OK):
                raise PermissionError(13, tr("no permission to write"))
            lock.acquire(timeout=_WAIT_SECONDS, poll_interval=_POLL_SECONDS)
        except TimeoutError:
            raise ProjectInUseError(folder, _read_holder(folder)) from None
        except (OSError, NotImplementedError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError.at(
                folder, tr("nothing can be written into this folder ({reason})", reason=reason)
            ) from error
        holder = LockHolder(host_name(), _user(), os.getpid(), utc_now())
        # Without the note the lock still holds; other windows just cannot name the holder.
        with suppress(InputError):
            files.write(HOLDER_FILE, json.dumps(asdict(holder)).encode(), durably=False)
        return cls(lock)

    def release(self) -> None:
        """Release the lock; releasing twice does nothing."""
        self._lock.release()


def window_lock_holder(folder: Path) -> LockHolder | None:
    """Return the window that has the project open for writing, or None."""
    return _read_holder(folder) if is_locked(ProjectFiles(folder), WINDOW_LOCK_FILE) else None


def is_locked(files: ProjectFiles, name: Name) -> bool:
    """Return whether a living process holds the lock at ``name``, or True if unknown. Creates no file."""
    if not files.is_file(name):
        return False
    lock = file_lock(files.path(name))
    try:
        lock.acquire(timeout=0)
    except (OSError, NotImplementedError):
        return True
    lock.release()
    return False


@contextmanager
def hold_lock(files: ProjectFiles, name: Name, refusal: InputError) -> Iterator[None]:
    """Hold the lock at ``name``; raises ``refusal`` if another process holds it.

    On a file system without locks it continues without one.
    """
    lock = file_lock(files.path(name))
    try:
        lock.acquire(timeout=_WAIT_SECONDS, poll_interval=_POLL_SECONDS)
    except TimeoutError:
        raise refusal from None
    except (OSError, NotImplementedError):
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _read_holder(folder: Path) -> LockHolder:
    try:
        note: Any = json.loads(ProjectFiles(folder).read(HOLDER_FILE))
        datetime.fromisoformat(note["since"]).timestamp()  # anyone may have written the file
        return LockHolder(str(note["host"]), str(note["user"]), int(note["pid"]), note["since"])
    except (OSError, ValueError, OverflowError, KeyError, TypeError, RecursionError):
        return LockHolder()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
