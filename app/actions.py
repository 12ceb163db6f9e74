"""All actions of the app, for their keys, the list of shortcuts and the command palette; and the search for them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QMainWindow, QWidget
from shiboken6 import isValid


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """An action and the view it belongs to ("" for everywhere)."""

    view: str
    action: QAction
    research: bool
    """True if what it shows is hidden while Research is off."""


class Actions(QObject):
    """All actions. One whose owner is destroyed is removed.

    ``research_needed(text)`` before an action of Research runs, with its text.
    """

    research_needed = Signal(str)

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
        view: str = "",
        hint: str = "",
        research: bool = False,
    ) -> QAction:
        """Add an action whose shortcut works while the focus is in ``owner`` (if that is a window: anywhere).

        ``text`` is a verb and its object, already translated; ``hint`` replaces it in the tooltip. ``research``: it
        belongs to Research.
        """
        action = QAction(text, owner)
        keys = [shortcut] if isinstance(shortcut, str) else shortcut
        action.setShortcuts([QKeySequence(key) for key in keys if key])
        action.setShortcutContext(
            Qt.ShortcutContext.WindowShortcut
            # isWindow() is also true for a view that has no parent yet
            if isinstance(owner, QMainWindow | QDialog)
            else Qt.ShortcutContext.WidgetWithChildrenShortcut
        )
        shown = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{hint or text} ({shown})" if shown else hint or text)
        if research:
            action.triggered.connect(lambda checked=False: self.research_needed.emit(text))
        action.triggered.connect(lambda checked=False: run())
        owner.addAction(action)
        self._entries.append(ActionEntry(view, action, research))
        return action

    def all(self) -> list[ActionEntry]:
        """Return the actions whose owners exist, in the order they were added."""
        self._entries = [entry for entry in self._entries if isValid(entry.action)]
        return list(self._entries)


def contains_all_words(query: str, text: str) -> bool:
    """Return whether ``text`` contains all words of ``query``, in any order and whatever their case."""
    text = text.casefold()
    return all(word in text for word in query.casefold().split())


def matching_actions(entries: Iterable[ActionEntry], view: str, query: str) -> list[ActionEntry]:
    """Return the enabled actions that match: those of ``view`` first, then those for everywhere.

    Those of other views come last, and only if there is a query.
    """
    found = [e for e in entries if e.action.isEnabled() and contains_all_words(query, plain_text(e.action))]
    here = [e for e in found if view and e.view == view]
    everywhere = [e for e in found if not e.view]
    elsewhere = [e for e in found if e.view and e.view != view and query.strip()]
    return [*here, *everywhere, *elsewhere]


def plain_text(action: QAction) -> str:
    """Return an action's text without the mnemonic marker."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def key_caps(keys: QKeySequence) -> list[str]:
    """Return the keys of a shortcut one by one: three for ``Ctrl+Shift+Z``."""
    parts: list[str] = []
    for stroke in keys.toString(QKeySequence.SequenceFormat.NativeText).split(", "):
        # the plus key itself stands at the end, after the plus that joins
        if stroke.endswith("+"):
            parts += [*filter(None, stroke[:-1].split("+")), "+"]
        else:
            parts += filter(None, stroke.split("+"))
    return parts
