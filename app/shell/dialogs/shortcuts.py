"""The list of all shortcuts (Shift+F1), grouped by view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QWidget

from app.actions import Actions, contains_all_words, key_caps, plain_text
from app.shell.views import view_titles
from app.widgets import builders
from app.widgets.dialog import Dialog


class Shortcuts(Dialog):
    """All actions with their keys; the search field filters them."""

    def __init__(self, window: QWidget, actions: Actions) -> None:
        super().__init__(self.tr("Shortcuts"), window, (720, 640))
        self.field = builders.named(QLineEdit(), self.tr("Find a command or a key"))
        self.field.setPlaceholderText(self.tr("Find a command or a key"))
        builders.add_clear_button(self.field)
        self.field.textChanged.connect(self._filter)
        self._actions = actions
        self._scroll = self._scroll_area()
        self.groups: list[_Group] = []
        self._fill()
        self.nothing = builders.label(self.tr("No matching command or key"), "quiet")
        self.nothing.hide()
        is_project_open = any(entry.view for entry in actions.all())
        text = "" if is_project_open else self.tr("With a project open, the shortcuts of its views are listed, too.")
        note = builders.label(text, "caption")
        close = builders.push_button(self.tr("Close"), self.close)
        content = (self.field, self.nothing, (self._scroll, 1), builders.row((note, 1), close))
        builders.column(*content, parent=self, margins=(16, 16, 16, 16))

    def shown(self) -> list[str]:
        """Return the texts of the listed actions."""
        return [row.text for group in self.groups for row in group.rows if not row.isHidden()]

    def _groups(self, actions: Actions) -> list[_Group]:
        titles = view_titles()
        groups: dict[str, list[QAction]] = {name: [] for name in titles}
        for entry in actions.all():
            groups.setdefault(entry.view, []).append(entry.action)
        return [_Group(titles.get(view, view), group) for view, group in groups.items() if group]

    def refresh(self) -> None:
        """List the actions that exist now."""
        place = self._scroll.verticalScrollBar().value()
        self._fill()
        self._filter(self.field.text())
        self._scroll.verticalScrollBar().setValue(place)

    def _fill(self) -> None:
        self.groups = self._groups(self._actions)
        inner = QWidget()
        inner.setObjectName("page")
        builders.column(*self.groups, 1, parent=inner, margins=(0, 0, 12, 0), spacing=16)
        self._scroll.setWidget(inner)

    def _scroll_area(self) -> QScrollArea:
        scroll = builders.named(QScrollArea(), self.tr("Commands and their keys"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setObjectName("scrolls")
        scroll.setWidgetResizable(True)
        return scroll

    def _filter(self, query: str) -> None:
        for group in self.groups:
            group.filter(query)
        self.nothing.setVisible(not self.shown())


class _Group(QFrame):
    """The actions of one view."""

    def __init__(self, title: str, actions: list[QAction]) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.title = title
        self.rows = [_Row(action) for action in actions]
        heading = builders.label(title, "section", wrap=False)
        builders.column(heading, *self.rows, parent=self, margins=(16, 12, 16, 12), spacing=4)

    def filter(self, query: str) -> None:
        for row in self.rows:
            row.setVisible(contains_all_words(query, f"{row.text} {row.keys}"))
        self.setVisible(any(not row.isHidden() for row in self.rows))


class _Row(QWidget):
    """One action with the keys of each of its shortcuts."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self.text = plain_text(action)
        shortcuts = action.shortcuts()
        self.keys = " ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in shortcuts)
        row = builders.row((builders.label(self.text), 1), parent=self, spacing=4)
        for number, keys in enumerate(shortcuts):
            if number:
                row.addWidget(builders.label(self.tr("or"), "quiet", wrap=False))
            for key in key_caps(keys):
                cap = builders.label(key, "cap", wrap=False)
                cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
                row.addWidget(cap)
        self.setAccessibleName(f"{self.text}: {self.keys}" if self.keys else self.text)
