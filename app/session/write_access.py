"""The right to write to a project: one window at a time, and only where writing is safe; or why it is read-only."""

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStorageInfo

from app.text.formats import format_timestamp
from core.errors import InputError
from core.project.db.lock import LockHolder, ProjectInUseError, WindowLock
from core.system.files import is_remote_drive

IN_USE, UNWRITABLE, NETWORK = "in use", "unwritable", "network"

_NETWORK_FILE_SYSTEMS = {
    *("nfs", "cifs", "smb", "smbfs", "smb2", "smb3", "afpfs", "webdav", "davfs", "ncpfs", "9p", "afs"),
    *("fuse.sshfs", "fuse.gvfsd-fuse", "fuse.rclone"),
}


def tr(text: str) -> str:
    """Translate a text of this module."""
    return QCoreApplication.translate("Writing", text)


@dataclass(frozen=True, slots=True)
class ReadOnlyReason:
    """The reason why a window may only read. ``reason`` is IN_USE, UNWRITABLE or NETWORK.

    ``holder`` has the project open for writing; ``detail`` is the message of the operating system.
    """

    reason: str
    holder: LockHolder = field(default_factory=LockHolder)
    detail: str = ""

    def summary(self) -> str:
        """Return one line for the controls that are disabled; the banner shows :meth:`explanation`."""
        if self.reason == IN_USE and self.holder.host and not self.holder.is_local:
            return tr("This window is read-only: {0} has the project open on the computer {1}.").format(
                self.holder.user or tr("somebody"), self.holder.host
            )
        return {
            IN_USE: tr("This window is read-only: another window has the project open."),
            NETWORK: tr("This window is read-only: the project is on a network drive."),
            UNWRITABLE: tr("This window is read-only: the project cannot be written to."),
        }[self.reason]

    def explanation(self) -> str:
        """Return one or two sentences with what the person can do."""
        if self.reason == IN_USE:
            return tr(
                "{0} You can view everything here, but not change it. To work on some pages meanwhile, take them out "
                "as a part and merge it later."
            ).format(_holder(self.holder))
        if self.reason == NETWORK:
            return tr(
                "This project is on a network drive, where two computers that write at once can damage it. "
                "You can view everything; copy the project to this computer to work on it."
            )
        return tr(
            "This project cannot be written to ({0}). You can view everything; to work on it, free disk space or copy "
            "the project to a folder of your own."
        ).format(self.detail)


def acquire_write_access(folder: Path, *, force: bool) -> WindowLock | ReadOnlyReason:
    """Lock the project for writing, or return why that is not possible. ``force``: also on a network drive."""
    if on_network_drive(folder) and not force:
        return ReadOnlyReason(NETWORK)
    try:
        return WindowLock.acquire(folder)
    except ProjectInUseError as error:
        return ReadOnlyReason(IN_USE, error.holder)
    except InputError as error:
        return unwritable(error.__cause__ or error)


def unwritable(error: BaseException) -> ReadOnlyReason:
    """Return the reason for a project that could not be opened for writing because of ``error``."""
    detail = getattr(error, "strerror", None) or str(error)
    return ReadOnlyReason(UNWRITABLE, detail=detail.rstrip("."))


def on_network_drive(folder: Path) -> bool:
    """Return whether ``folder`` is on a drive of another computer; False where the system does not report it."""
    remote = is_remote_drive(folder)
    if remote is not None:
        return remote
    kind = bytes(QStorageInfo(str(folder.resolve())).fileSystemType().data()).decode("ascii", "replace").lower()
    return kind in _NETWORK_FILE_SYSTEMS or kind.startswith("nfs")


def _holder(holder: LockHolder) -> str:
    if not holder.host:
        return tr("This project is open in another window.")
    since = format_timestamp(holder.since)
    if holder.is_local:
        return tr("This project is open in another window on this computer, since {0}.").format(since)
    return tr("{0} has this project open on the computer {1}, since {2}.").format(
        holder.user or tr("Somebody"), holder.host, since
    )
