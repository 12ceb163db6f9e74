"""The messages to the person: views add them, the window shows them and keeps them in a list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from PySide6.QtCore import QObject, Signal

MAX_HISTORY = 200

Level = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True)
class Notification:
    """One message; for an error: what happened, what was kept, what to do.

    ``action`` is the text of a button beside it that calls ``on_action``; ``edit_id`` is the edit of the project that
    it undoes, if any. ``count`` is how often the message came while it was on the screen; it keeps its ``id``.
    """

    level: Level
    text: str
    action: str
    on_action: Callable[[], object] | None
    edit_id: int | None = None
    time: datetime = field(default_factory=datetime.now)
    count: int = 1
    id: int = 0

    @property
    def text_with_count(self) -> str:
        return f"{self.text} ({self.count})" if self.count > 1 else self.text

    def is_same(self, other: Notification) -> bool:
        return (self.level, self.text, self.action) == (other.level, other.text, other.action)


class NotificationCenter(QObject):
    """``added(Notification)`` for each message; ``repeated(Notification)`` when the same one is still on the screen.

    Errors stay on the screen until a person closes them.
    """

    added = Signal(object)
    repeated = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history: list[Notification] = []
        self.visible_ids: set[int] = set()
        """The ids of the messages on the screen, maintained by the widget that shows them."""
        self._latest_id = 0

    def info(self, text: str, action: str = "", on_action: Callable[[], object] | None = None) -> None:
        self._add(Notification("info", text, action, on_action))

    def warning(self, text: str, action: str = "", on_action: Callable[[], object] | None = None) -> None:
        self._add(Notification("warning", text, action, on_action))

    def error(self, text: str, action: str = "", on_action: Callable[[], object] | None = None) -> None:
        self._add(Notification("error", text, action, on_action))

    def report_edit(self, text: str, edit_id: int, undo: Callable[[], object], level: Level = "info") -> None:
        """Report the latest edit of the project, with a button that undoes it as long as it is the latest."""
        self._add(Notification(level, text, self.tr("Undo"), undo, edit_id))

    def _add(self, notification: Notification) -> None:
        for earlier in self.history:
            if earlier.id in self.visible_ids and earlier.is_same(notification):
                notification = replace(notification, count=earlier.count + 1, id=earlier.id)
                self._append([kept for kept in self.history if kept is not earlier], notification)
                self.repeated.emit(notification)
                return
        self._latest_id += 1
        notification = replace(notification, id=self._latest_id)
        self._append(self.history, notification)
        self.added.emit(notification)

    def _append(self, others: list[Notification], latest: Notification) -> None:
        self.history = [*others, latest][-MAX_HISTORY:]
