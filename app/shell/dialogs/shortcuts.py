"""F1: every action with its keys, by the place it belongs to."""

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

from app.shell.action_filter import caps, matches, plain
from app.shell.actions import Actions
from app.shell.view_titles import titles


class Shortcuts(QDialog):
    """A sheet to look things up in; the field narrows it down."""

    def __init__(self, window: QWidget, actions: Actions) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.resize(min(720, window.width() - 64), min(640, window.height() - 64))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Find an action or a key"))
        self.field.setAccessibleName(self.tr("Find an action or a key"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._filter)
        self.groups = self._groups(actions)
        self.nothing = QLabel(self.tr("Nothing here has this name or this key."))
        self.nothing.setProperty("kind", "quiet")
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        note = QLabel(self.tr("The keys of a place are listed once it was opened in this session."))
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
        """The actions that are listed, by their texts."""
        return [row.text for group in self.groups for row in group.rows if not row.isHidden()]

    def _groups(self, actions: Actions) -> list[_Group]:
        names = titles()
        found: dict[str, list[QAction]] = {name: [] for name in names}
        for entry in actions.all():
            found.setdefault(entry.place, []).append(entry.action)
        return [_Group(names.get(place, place), listed) for place, listed in found.items() if listed]

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
        scroll.setAccessibleName(self.tr("Actions and their keys"))
        return scroll

    def _filter(self, query: str) -> None:
        for group in self.groups:
            group.filter(query)
        self.nothing.setVisible(not self.shown())


class _Group(QFrame):
    """The actions of one place."""

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
            row.setVisible(matches(query, f"{row.text} {row.keys}"))
        self.setVisible(any(not row.isHidden() for row in self.rows))


class _Row(QWidget):
    """One action and its keys, drawn as caps; several ways to press it stand beside one another."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self.text = plain(action)
        ways = action.shortcuts()
        self.keys = " ".join(way.toString(QKeySequence.SequenceFormat.NativeText) for way in ways)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        name = QLabel(self.text)
        name.setWordWrap(True)
        row.addWidget(name, 1)
        for number, way in enumerate(ways):
            if number:
                between = QLabel(self.tr("or"))
                between.setProperty("kind", "quiet")
                row.addWidget(between)
            for key in caps(way):
                cap = QLabel(key)
                cap.setProperty("kind", "cap")
                cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
                row.addWidget(cap)
        self.setAccessibleName(f"{self.text}: {self.keys}" if self.keys else self.text)
