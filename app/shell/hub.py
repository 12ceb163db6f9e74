"""The one place from which a person is told something: toasts in the corner, kept in a list that can be reread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from PySide6.QtCore import QObject, Signal

MOST_KEPT = 200


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing told: for an error what happened, what was kept, what to do. ``action`` is a button beside it."""

    level: str
    text: str
    action: str = ""
    run: Callable[[], object] | None = None
    at: datetime = field(default_factory=datetime.now)


class Hub(QObject):
    """``told(Notice)`` for each notice. Errors stay on the screen until they are closed."""

    told = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.notices: list[Notice] = []

    def info(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        self._tell(Notice("info", text, action, run))

    def warning(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        self._tell(Notice("warning", text, action, run))

    def error(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        self._tell(Notice("error", text, action, run))

    def _tell(self, notice: Notice) -> None:
        self.notices = [*self.notices, notice][-MOST_KEPT:]
        self.told.emit(notice)
