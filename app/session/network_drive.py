"""Whether a folder lies on a drive of another computer, where two computers may write to one file unseen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStorageInfo

_KINDS = (
    "nfs",
    "cifs",
    "smb",
    "smbfs",
    "smb2",
    "smb3",
    "afpfs",
    "webdav",
    "davfs",
    "ncpfs",
    "9p",
    "afs",
    "fuse.sshfs",
    "fuse.gvfsd-fuse",
    "fuse.rclone",
)
_DRIVE_REMOTE = 4


def on_network_drive(folder: Path) -> bool:
    """Whether the system says so; False where it does not know."""
    if sys.platform == "win32":
        return _is_remote(folder)
    kind = bytes(QStorageInfo(str(folder.resolve())).fileSystemType().data()).decode("ascii", "replace").lower()
    return kind in _KINDS or kind.startswith("nfs")


def _is_remote(folder: Path) -> bool:  # pragma: no cover - Windows alone has drives by letter
    import ctypes

    anchor = folder.resolve().anchor
    if anchor.startswith("\\\\"):
        return True
    library: Any = ctypes
    return int(library.windll.kernel32.GetDriveTypeW(anchor)) == _DRIVE_REMOTE
