"""The three ways on from a word that was found: to Review, to its page, to the vote on it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from app.search.words_view import WordsView

KEYS = {"review": ["Return", "Enter"], "page": ["Space"], "insight": ["V"]}


def way_names() -> dict[str, str]:
    """What the ways are called, by the place they lead to."""
    translate = QCoreApplication.translate
    return {
        "review": translate("GoButtons", "Open in Review"),
        "page": translate("GoButtons", "Show on its page"),
        "insight": translate("GoButtons", "See the vote"),
    }


class NavigationButtons(QWidget):
    """``wanted(place)``: show the current word of ``view`` there. The buttons work while there is one."""

    wanted = Signal(str)

    def __init__(self, view: WordsView) -> None:
        super().__init__()
        self._view = view
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.buttons: dict[str, QPushButton] = {}
        for place, text in way_names().items():
            button = QPushButton(text)
            button.setToolTip(f"{text} ({KEYS[place][0]})")
            button.clicked.connect(partial(self._want, place))
            row.addWidget(button)
            self.buttons[place] = button
        view.moved.connect(self._refresh)
        view.model().modelReset.connect(self._refresh)
        self._refresh()

    def _want(self, place: str, checked: bool = False) -> None:
        self.wanted.emit(place)

    def _refresh(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(self._view.current_id() is not None)
