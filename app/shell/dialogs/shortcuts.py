"""The list of all shortcuts (F1), grouped by view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.actions import Actions
from app.shell.action_filter import contains_all_words, key_caps, plain_text
from app.shell.views import view_titles


class Shortcuts(QDialog):
    """All actions with their keys; the search field filters them."""

    def __init__(self, window: QWidget, actions: Actions) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.resize(min(720, window.width() - 64), min(640, window.height() - 64))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find a command or a key"))
        self.field.setAccessibleName(self.tr("Find a command or a key"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._filter)
        self.groups = self._groups(actions)
        self.nothing = QLabel(self.tr("No matching command or key"))
        self.nothing.setProperty("kind", "quiet")
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        note = QLabel(self.tr("The shortcuts of a view are listed once it has been opened."))
        note.setProperty("kind", "caption")
        note.setWordWrap(True)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(note, 1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.nothing)
        column.addWidget(self._scrolled(), 1)
        column.addLayout(foot)

    def shown(self) -> list[str]:
        """Return the texts of the listed actions."""
        return [row.text for group in self.groups for row in group.rows if not row.isHidden()]

    def _groups(self, actions: Actions) -> list[_Group]:
        titles = view_titles()
        groups: dict[str, list[QAction]] = {name: [] for name in titles}
        for entry in actions.all():
            groups.setdefault(entry.view, []).append(entry.action)
        return [_Group(titles.get(view, view), group) for view, group in groups.items() if group]

    def _scrolled(self) -> QScrollArea:
        inner = QWidget()
        inner.setObjectName("page")
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(16)
        for group in self.groups:
            column.addWidget(group)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        scroll.setAccessibleName(self.tr("Commands and their keys"))
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
        head = QLabel(title)
        head.setProperty("kind", "section")
        self.rows = [_Row(action) for action in actions]
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        column.addWidget(head)
        for row in self.rows:
            column.addWidget(row)

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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        name = QLabel(self.text)
        name.setWordWrap(True)
        row.addWidget(name, 1)
        for number, keys in enumerate(shortcuts):
            if number:
                between = QLabel(self.tr("or"))
                between.setProperty("kind", "quiet")
                row.addWidget(between)
            for key in key_caps(keys):
                cap = QLabel(key)
                cap.setProperty("kind", "cap")
                cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
                row.addWidget(cap)
        self.setAccessibleName(f"{self.text}: {self.keys}" if self.keys else self.text)
