"""The one place from which a person is told something: toasts in the corner, kept in a list that can be reread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from PySide6.QtCore import QObject, Signal

MOST_KEPT = 200


@dataclass(frozen=True, slots=True)
class Notification:
    """One thing told: for an error what happened, what was kept, what to do. ``action`` is a button beside it.

    ``count``: so often it was told while it stood on the screen; ``number`` stays its own through that.
    """

    level: str
    text: str
    action: str = ""
    run: Callable[[], object] | None = None
    at: datetime = field(default_factory=datetime.now)
    count: int = 1
    number: int = 0

    @property
    def counted(self) -> str:
        """The text, with how often it was told where that is more than once."""
        return f"{self.text} ({self.count})" if self.count > 1 else self.text

    def says_the_same(self, other: Notification) -> bool:
        return (self.level, self.text, self.action) == (other.level, other.text, other.action)


class NotificationCenter(QObject):
    """``told(Notice)`` for each notice. Errors stay on the screen until they are closed.

    ``again(Notice)`` instead where the very same is on the screen still: it is counted and not told anew.
    """

    told = Signal(object)
    again = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.notices: list[Notification] = []
        self.on_screen: set[int] = set()
        """The numbers of the notices that can be seen now; kept by whoever shows them."""
        self._number = 0

    def info(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        self._tell(Notification("info", text, action, run))

    def warning(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        self._tell(Notification("warning", text, action, run))

    def error(self, text: str, action: str = "", run: Callable[[], object] | None = None) -> None:
        self._tell(Notification("error", text, action, run))

    def _tell(self, notice: Notification) -> None:
        for before in self.notices:
            if before.number in self.on_screen and before.says_the_same(notice):
                notice = replace(notice, count=before.count + 1, number=before.number)
                self._keep([each for each in self.notices if each is not before], notice)
                self.again.emit(notice)
                return
        self._number += 1
        notice = replace(notice, number=self._number)
        self._keep(self.notices, notice)
        self.told.emit(notice)

    def _keep(self, others: list[Notification], latest: Notification) -> None:
        self.notices = [*others, latest][-MOST_KEPT:]
