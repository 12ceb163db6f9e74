"""Who may write to a project: one window at a time, and only where writing is safe; and why another may not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.session.network_drive import on_network_drive
from app.text.date_format import format_timestamp
from core.errors import InputError
from core.project.db.lock import Holder, TakenError, WindowLock

TAKEN, UNWRITABLE, NETWORK = "taken", "unwritable", "network"


@dataclass(frozen=True, slots=True)
class ReadOnlyReason:
    """Why a window may only read: ``reason`` is one of the three above.

    ``holder`` is who may write instead; ``detail`` is what the system said.
    """

    reason: str
    holder: Holder = field(default_factory=Holder)
    detail: str = ""

    def why_not(self) -> str:
        """The reason in one line, for the controls that it takes away; the strip under the header says more."""
        tr = QCoreApplication.translate
        if self.reason == TAKEN and self.holder.host and not self.holder.here:
            return tr("Writing", "This window is read-only: {0} has the project open on the computer {1}.").format(
                self.holder.user or tr("Writing", "somebody"), self.holder.host
            )
        return {
            TAKEN: tr("Writing", "This window is read-only: another window has the project open."),
            NETWORK: tr("Writing", "This window is read-only: the project lies on a network drive."),
            UNWRITABLE: tr("Writing", "This window is read-only: nothing can be written into the project."),
        }[self.reason]

    def told(self) -> str:
        """One or two sentences for the person."""
        tr = QCoreApplication.translate
        if self.reason == TAKEN:
            return tr("Writing", "{0} You can read everything here; nothing you do changes it.").format(
                _who(self.holder)
            )
        if self.reason == NETWORK:
            return tr(
                "Writing",
                "This project lies on a network drive, where two computers writing at once can damage it. "
                "You can read everything; copy it to this computer to work on it.",
            )
        told = tr(
            "Writing",
            "Nothing can be written into this project ({0}). You can read everything; make room or copy the project "
            "to a folder of your own to work on it.",
        )
        return told.format(self.detail)


def acquire_write_access(folder: Path, *, insist: bool = False) -> WindowLock | ReadOnlyReason:
    """The right to write to the project, or why it cannot be had. ``insist``: on a network drive too."""
    if on_network_drive(folder) and not insist:
        return ReadOnlyReason(NETWORK)
    try:
        return WindowLock.take(folder)
    except TakenError as error:
        return ReadOnlyReason(TAKEN, error.holder)
    except InputError as error:
        return unwritable(error.__cause__ or error)


def unwritable(error: BaseException) -> ReadOnlyReason:
    """What follows from an error on the way to writing."""
    told = getattr(error, "strerror", None) or str(error)
    return ReadOnlyReason(UNWRITABLE, detail=told.rstrip("."))


def _who(holder: Holder) -> str:
    tr = QCoreApplication.translate
    if not holder.host:
        return tr("Writing", "This project is open in another window.")
    since = format_timestamp(holder.since)
    if holder.here:
        return tr("Writing", "This project is open in another window on this computer, since {0}.").format(since)
    return tr("Writing", "{0} has this project open on the computer {1}, since {2}.").format(
        holder.user or tr("Writing", "Somebody"), holder.host, since
    )
