"""The words checked while a project was open, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.errors import DuctusError

if TYPE_CHECKING:
    from app.session.session import Session


class SessionSummary(QObject):
    """A class of its own: plural forms are found only in the texts of a class without subclasses."""

    def text(self, session: Session) -> str:
        """Return what was checked since the project was opened; "" for nothing."""
        try:
            done = session.work_done()
        except DuctusError:
            return ""
        words = self.tr("%Ln word(s) checked", "", done.words)
        minutes = self.tr("in %Ln minute(s)", "", done.minutes)
        corrected = self.tr("%Ln of them corrected", "", done.corrected)
        text = self.tr("{0}: {1} {2}, {3}.").format(session.name, words, minutes, corrected)
        return text if done.words else ""
