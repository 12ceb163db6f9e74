"""Links, locks and names of files where systems differ."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from core.system.platforms import is_windows, windows_libraries

if TYPE_CHECKING:
    from filelock import BaseFileLock

MAX_WINDOWS_PATH = 259
"""Characters of a path on Windows where long paths are not enabled."""
_NOT_IN_NAMES = re.compile(r"[^\w .,+()-]|^[.]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices, with any suffix."""
_NAME_SURROGATE = 0x20000000
"""The bit in a reparse point's tag that it stands for another place: a junction has it, a file in the cloud not."""
_REMOTE_DRIVE = 4


def is_link(path: Path) -> bool:
    """Return whether ``path`` itself is a symbolic link, or on Windows a junction or the like. A missing file is none.

    Raises OSError where the file cannot be looked at, as with a name that is too long.
    """
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    return is_link_status(found)


def is_link_status(status: os.stat_result) -> bool:
    """Return whether a status that was taken without following links is that of a link, as :func:`is_link` means it."""
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_reparse_tag", 0) & _NAME_SURROGATE)


def make_hard_link(origin: Path, copy: Path) -> bool:
    """Give the file ``origin`` a second name; return False where that is not possible.

    That is on another disk, on a file system without links, or past the number of links it allows. Raises
    FileNotFoundError if ``origin`` or the folder of ``copy`` is missing.
    """
    try:
        os.link(origin, copy)
    except FileNotFoundError:
        raise
    except (OSError, NotImplementedError):
        return False
    return True


def file_lock(path: Path) -> BaseFileLock:
    """Return a lock that the system releases when a process ends: flock on Linux and macOS, LockFile on Windows."""
    from filelock import FileLock  # imported late: most commands need no lock

    return FileLock(path, thread_local=False)


def new_file_mode() -> int:
    """Return the mode of files that this process makes: who may read them is the user's choice."""
    mask = os.umask(0)  # it can only be read by setting it
    os.umask(mask)
    return 0o666 & ~mask


def name_key(name: str) -> str:
    """Return a key that is equal for names that are one file on a system that ignores case or kinds of accents.

    Projects and exports travel, so this is the same everywhere.
    """
    return unicodedata.normalize("NFC", name).casefold()


def portable_name(name: str, max_bytes: int = 200) -> str:
    """Return ``name`` as a file name that all systems and web addresses allow, of at most ``max_bytes`` in UTF-8.

    Other characters become ``_``, and so do the dots of a hidden file; a name that Windows keeps for a device gets
    ``_`` in front. Empty if nothing is left.
    """
    safe = _NOT_IN_NAMES.sub("_", name)
    if _DEVICES.fullmatch(safe):
        safe = f"_{safe}"
    return safe.encode()[:max_bytes].decode(errors="ignore").rstrip(" .")


def has_room_for_paths(folder: Path, longest: int) -> bool:
    """Return whether paths of ``longest`` characters inside ``folder`` are allowed here; only Windows limits them."""
    if not is_windows() or _long_paths_enabled():
        return True
    return len(str(folder)) + 1 + longest <= MAX_WINDOWS_PATH


def is_remote_drive(folder: Path) -> bool | None:
    """Return whether Windows has ``folder`` from another computer; None on other systems."""
    if not is_windows():
        return None
    anchor = folder.resolve().anchor
    if anchor.startswith("\\\\"):
        return True
    return int(windows_libraries().kernel32.GetDriveTypeW(anchor)) == _REMOTE_DRIVE


def _long_paths_enabled() -> bool:
    try:
        return bool(windows_libraries().ntdll.RtlAreLongPathsEnabled())
    except (AttributeError, OSError):
        return False  # before Windows 10 1607
