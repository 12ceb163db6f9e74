"""A list of runs or of models with what can be done about the chosen ones, or the way to make the first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.session.session import Session
from app.train.empty_page import empty_page
from app.train.rows_model import RowsModel, TextRow, select_keys, selected_keys, table_of
from app.widgets.message_bar import MessageBar


class ListPanel(QWidget):
    """``set_up_wanted()`` from the empty list."""

    set_up_wanted = Signal()

    def __init__(self, session: Session, *, many: bool = False) -> None:
        """``many``: several rows may be selected."""
        super().__init__()
        self._session = session
        self.model = RowsModel(self._heads())
        self.table = table_of(self.model, self._name(), many=many)
        self.delete = QPushButton(self.tr("Delete"))
        self.delete.setProperty("kind", "danger")
        self.asking = MessageBar()
        self.pages = QStackedWidget()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.delete.clicked.connect(self.ask_delete)

    def _heads(self) -> list[str]:
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
        chosen = selected_keys(self.table)
        self.model.show_rows(rows)
        self.pages.setCurrentIndex(1 if rows else 0)
        select_keys(self.table, chosen or otherwise)
        self._selected()

    def _put(self, nothing: str, buttons: QLayout, parts: Sequence[tuple[QWidget, int]]) -> None:
        """Lay out: ``nothing`` tells what belongs here; ``parts`` from top to bottom with their stretch."""
        filled = QWidget()
        inner = QVBoxLayout(filled)
        inner.setContentsMargins(0, 16, 0, 0)
        inner.setSpacing(8)
        for widget, stretch in parts:
            inner.addWidget(widget, stretch)
        inner.insertLayout(inner.indexOf(self.asking), buttons)
        self.pages.addWidget(empty_page(nothing, self.tr("Set up a training"), self.set_up_wanted.emit))
        self.pages.addWidget(filled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pages)
