"""The rail on the left: the six places, with Ctrl+1 to Ctrl+6."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QFrame, QToolButton, QVBoxLayout, QWidget

from app.shell.actions import Actions
from app.shell.view_titles import titles
from app.shell.views import VIEWS
from app.style.icons import icon
from app.style.theme import Theme

WIDTH = 96


class NavigationBar(QFrame):
    """``chosen(place)`` when a person picks one."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, actions: Actions, owner: QWidget) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setFixedWidth(WIDTH)
        self._theme = theme
        named = titles()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(4)
        group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        self.actions_: list[QAction] = []
        for number, name in enumerate(VIEWS, 1):
            button = QToolButton()
            button.setProperty("kind", "rail")
            button.setText(named[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setIconSize(QSize(24, 24))
            button.setCheckable(True)
            button.setFixedWidth(WIDTH - 1)
            button.setMinimumHeight(56)
            button.setAccessibleName(named[name])
            button.setToolTip(f"{named[name]} (Ctrl+{number})")
            button.clicked.connect(partial(self._choose, name))
            group.addButton(button)
            column.addWidget(button)
            self.buttons[name] = button
            go = actions.add(
                owner, self.tr("Go to {0}").format(named[name]), partial(self._choose, name), shortcut=f"Ctrl+{number}"
            )
            self.actions_.append(go)
        column.addStretch(1)
        theme.changed.connect(self._paint)
        self._paint()

    def choose(self, name: str) -> None:
        """Mark the place that is shown."""
        self.buttons[name].setChecked(True)

    def _choose(self, name: str, checked: bool = False) -> None:
        self.chosen.emit(name)

    def _paint(self) -> None:
        tokens = self._theme.tokens
        for name, button in self.buttons.items():
            button.setIcon(icon(name, tokens.quiet, tokens.accent))
