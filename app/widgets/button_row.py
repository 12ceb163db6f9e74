"""A row of buttons that is replaced as a whole, in message bars and empty states."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from app.widgets.builders import restyle, row


class ButtonAction(NamedTuple):
    """One button. ``kind`` is "primary", "danger" or ""; a ``disabled_reason`` disables it and is its tooltip."""

    text: str
    run: Callable[[], object]
    kind: str = ""
    disabled_reason: str = ""


class ButtonRow(QWidget):
    """Push buttons side by side. The widgets are reused, so a permanent lock on one of them holds."""

    def __init__(self, focus_policy: Qt.FocusPolicy = Qt.FocusPolicy.StrongFocus) -> None:
        super().__init__()
        self._focus_policy = focus_policy
        self._pool: list[QPushButton] = []
        self._actions: tuple[ButtonAction, ...] = ()
        self._layout = row(parent=self)
        self.first = self._add_button()
        """The first button; hidden while there is none."""

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons in use."""
        return self._pool[: len(self._actions)]

    def set_actions(self, actions: Sequence[ButtonAction]) -> None:
        """Replace the buttons. Buttons of the same names stay as they are and keep the focus."""
        renamed = [action.text for action in actions] != [action.text for action in self._actions]
        self._actions = tuple(actions)
        while len(self._pool) < len(actions):
            self._add_button()
        if renamed:
            # hidden first: a button that means something else now must not keep the focus
            for button in self._pool:
                button.hide()
        for button, action in zip(self._pool, actions, strict=False):
            button.setText(action.text)
            restyle(button, "kind", action.kind)
            button.setEnabled(not action.disabled_reason)
            button.setToolTip(action.disabled_reason)
            button.show()

    def _add_button(self) -> QPushButton:
        button, place = QPushButton(), len(self._pool)
        button.setFocusPolicy(self._focus_policy)
        button.clicked.connect(lambda: self._actions[place].run())
        button.hide()
        self._pool.append(button)
        self._layout.addWidget(button)
        return button
