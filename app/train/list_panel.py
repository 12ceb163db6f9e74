"""A list of runs or of models with what can be done about the chosen ones, or the way to make the first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.session.session import Session
from app.style.theme import Theme
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from app.widgets.text_table import Column, TextRow, TextTable


class ListPanel(QWidget):
    """``set_up_wanted()`` from the empty list."""

    set_up_wanted = Signal()

    def __init__(self, session: Session, theme: Theme, *, multi_select: bool = False) -> None:
        super().__init__()
        self._session = session
        titles = self._titles()
        columns = [Column(title, width=64) for title in titles[:-1]] + [Column(titles[-1])]
        self.table = TextTable(self._name(), columns, max_rows=0, multi_select=multi_select)
        self.delete = QPushButton(self.tr("Delete"))
        self.delete.setProperty("kind", "danger")
        self.asking = MessageBar()
        self.empty = EmptyState(theme, "train")
        self.pages = QStackedWidget()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.delete.clicked.connect(self.ask_delete)

    def _titles(self) -> list[str]:
        """Titles of the columns."""
        raise NotImplementedError

    def _name(self) -> str:
        """What the table lists."""
        raise NotImplementedError

    def ask_delete(self) -> None:
        """Ask in place, then delete what is selected."""
        raise NotImplementedError

    def _selected(self) -> None:
        """Another row is selected, or the selected ones have changed."""
        raise NotImplementedError

    def _show_rows(self, rows: Sequence[TextRow], otherwise: Sequence[object]) -> None:
        """Show these rows; what was selected stays so, or the rows with the keys ``otherwise`` become it."""
        chosen = self.table.selected_keys()
        self.table.show_rows(rows)
        self.pages.setCurrentIndex(1 if rows else 0)
        self.table.select_keys(chosen or otherwise)
        self._selected()

    def _put(self, title: str, nothing: str, buttons: QLayout, parts: Sequence[tuple[QWidget, int]]) -> None:
        """Lay out ``parts`` from top to bottom with their stretch; an empty list shows ``title`` and ``nothing``."""
        filled = QWidget()
        inner = QVBoxLayout(filled)
        inner.setContentsMargins(0, 16, 0, 0)
        inner.setSpacing(8)
        for widget, stretch in parts:
            inner.addWidget(widget, stretch)
        inner.insertLayout(inner.indexOf(self.asking), buttons)
        set_up = ButtonAction(self.tr("Set up a training"), self.set_up_wanted.emit)
        self.empty.show_message(title, nothing, set_up)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(filled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)
