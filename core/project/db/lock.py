"""Who works on a project or a run now: locks of the system, which end with the process however it ends.

Beside the lock of the window lies a note that says who holds it; the lock alone says whether the note is true.
"""

from __future__ import annotations

import getpass
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, InputError
from core.project.db.text import now

if TYPE_CHECKING:
    from filelock import BaseFileLock

OPEN = ".open"
"""The file in a project's folder that a window locks while it may write."""
WHO = ".open.json"
"""The note of who locked it. A file of its own: some systems let nobody read a locked one."""
_WAIT_SECONDS = 0.1
"""Whoever only asks whether a lock is free holds it for less than that."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a project open; ``since`` is UTC in ISO 8601. What is not known is empty."""

    host: str = ""
    user: str = ""
    pid: int = 0
    since: str = ""

    @property
    def here(self) -> bool:
        """Whether it is this very computer."""
        return self.host == socket.gethostname()


class TakenError(DuctusError):
    """Another window has the project open for writing; ``holder`` says which."""

    def __init__(self, folder: Path, holder: Holder) -> None:
        super().__init__(f"{folder}: the project is open in another window{_told(holder)}.")
        self.holder = holder


class WindowLock:
    """Held by the one window that may write. Command lines write beside it; they do not ask for it."""

    def __init__(self, lock: BaseFileLock) -> None:
        self._lock = lock

    @classmethod
    def take(cls, folder: Path) -> WindowLock:
        """Lock the project in ``folder``.

        Raises TakenError where another window has it, InputError where nothing can be written.
        """
        lock = _lock(folder / OPEN)
        try:
            if not os.access(folder, os.W_OK):
                raise PermissionError(13, "no permission to write")
            lock.acquire(timeout=_WAIT_SECONDS)
        except TimeoutError:
            raise TakenError(folder, _noted(folder)) from None
        except (OSError, NotImplementedError) as error:
            told = getattr(error, "strerror", None) or str(error)
            raise InputError.at(folder, f"nothing can be written into this folder ({told})") from error
        who = Holder(socket.gethostname(), _user(), os.getpid(), now())
        # without the note the lock still holds; another window then only cannot say who has it
        with suppress(OSError):
            (folder / WHO).write_text(json.dumps(asdict(who)), encoding="utf-8")
        return cls(lock)

    def release(self) -> None:
        """Let another window have it; releasing twice does nothing."""
        self._lock.release()


def window_of(folder: Path) -> Holder | None:
    """Who has the project open in a window now, or None."""
    return _noted(folder) if is_held(folder / OPEN) else None


def is_held(path: Path) -> bool:
    """Whether a living process holds the lock at ``path``; nothing is made. Where it cannot be told: True."""
    if not path.exists():
        return False
    lock = _lock(path)
    try:
        lock.acquire(timeout=0)
    except (OSError, NotImplementedError):
        return True
    lock.release()
    return False


@contextmanager
def held(path: Path, refusal: str) -> Iterator[None]:
    """Hold the lock at ``path``; raises InputError with the sentence ``refusal`` where another process does.

    Where the file system has no locks the work goes on without one.
    """
    lock = _lock(path)
    try:
        lock.acquire(timeout=_WAIT_SECONDS)
    except TimeoutError:
        raise InputError(refusal) from None
    except (OSError, NotImplementedError):
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _lock(path: Path) -> BaseFileLock:
    # imported late: most commands need no lock
    from filelock import FileLock

    return FileLock(path, thread_local=False)


def _noted(folder: Path) -> Holder:
    try:
        told: Any = json.loads((folder / WHO).read_text(encoding="utf-8"))
        datetime.fromisoformat(told["since"]).timestamp()  # anyone may have written the file
        return Holder(str(told["host"]), str(told["user"]), int(told["pid"]), told["since"])
    except (OSError, ValueError, OverflowError, KeyError, TypeError):
        return Holder()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def _told(holder: Holder) -> str:
    if not holder.host:
        return ""
    who = f" of {holder.user}" if holder.user else ""
    where = "on this computer" if holder.here else f"on {holder.host}"
    return f"{who} {where}, since {holder.since[:16].replace('T', ' ')} UTC"
