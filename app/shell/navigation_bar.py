"""The navigation bar on the left: the six views, with Ctrl+1 to Ctrl+6."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QWidget

from app.actions import Actions
from app.shell.views import VIEWS, view_titles
from app.style.icons import icon
from app.style.theme import Theme
from app.widgets import builders
from app.widgets.accessible_roles import set_one_of_several

WIDTH = 96


class NavigationBar(QFrame):
    """``chosen(view)`` when a person chooses a view."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, actions: Actions, owner: QWidget) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setFixedWidth(WIDTH)
        self._theme = theme
        titles = view_titles()
        group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        self.go_actions: list[QAction] = []
        for number, name in enumerate(VIEWS, 1):
            button = QToolButton()
            button.setProperty("kind", "rail")
            button.setText(titles[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setIconSize(QSize(24, 24))
            button.setCheckable(True)
            set_one_of_several(button)
            button.setFixedWidth(WIDTH - 1)
            button.setMinimumHeight(56)
            button.setAccessibleName(titles[name])
            key = QKeySequence(f"Ctrl+{number}").toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{titles[name]} ({key})")
            button.clicked.connect(partial(self._choose, name))
            group.addButton(button)
            self.buttons[name] = button
            go = actions.add(
                owner, self.tr("Go to {0}").format(titles[name]), partial(self._choose, name), shortcut=f"Ctrl+{number}"
            )
            self.go_actions.append(go)
        builders.column(*self.buttons.values(), 1, parent=self, margins=(0, 8, 0, 8), spacing=4)
        theme.changed.connect(self._paint)
        self._paint()

    def choose(self, name: str) -> None:
        """Mark the view that is shown."""
        self.buttons[name].setChecked(True)

    def _choose(self, name: str, checked: bool = False) -> None:
        self.chosen.emit(name)

    def _paint(self) -> None:
        tokens = self._theme.tokens
        for name, button in self.buttons.items():
            button.setIcon(icon(name, tokens.quiet, tokens.accent))
