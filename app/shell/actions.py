"""Every action of the app in one list: for its shortcut, for F1, and for the command palette."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QMainWindow, QWidget
from shiboken6 import isValid


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """One action and the place it belongs to ("" for everywhere)."""

    place: str
    action: QAction


class Actions(QObject):
    """The actions there are. An action whose owner is gone leaves the list by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[ActionEntry] = []

    def add(
        self,
        owner: QWidget,
        text: str,
        run: Callable[[], object],
        *,
        shortcut: str | list[str] = "",
        place: str = "",
        hint: str = "",
    ) -> QAction:
        """An action of ``owner``: its shortcut works while the focus is in it (a window: anywhere).

        ``text`` is a verb and its object, already translated; ``hint`` says more in a tooltip.
        """
        action = QAction(text, owner)
        keys = [shortcut] if isinstance(shortcut, str) else shortcut
        action.setShortcuts([QKeySequence(key) for key in keys if key])
        action.setShortcutContext(
            Qt.ShortcutContext.WindowShortcut
            # not isWindow(): a place that has no parent yet would pass for a window
            if isinstance(owner, QMainWindow | QDialog)
            else Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{hint or text} ({shown})" if shown else hint or text)
        action.triggered.connect(lambda checked=False: run())
        owner.addAction(action)
        self._entries.append(ActionEntry(place, action))
        return action

    def all(self) -> list[ActionEntry]:
        """The actions whose owners are alive, in the order they were added."""
        self._entries = [entry for entry in self._entries if isValid(entry.action)]
        return list(self._entries)
