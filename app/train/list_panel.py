"""The base class of the lists of runs and models, with buttons for the selected ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.context import ProjectContext
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from app.widgets.text_table import Column, TextRow, TextTable


class ListPanel(QWidget):
    """A table called ``name`` with columns of these titles. ``setup_requested()`` from the empty list."""

    setup_requested = Signal()

    def __init__(
        self, context: ProjectContext, name: str, titles: Sequence[str], *, multi_select: bool = False
    ) -> None:
        super().__init__()
        self._session = context.session
        columns = [Column(title, width=64) for title in titles[:-1]] + [Column(titles[-1])]
        self.table = TextTable(name, columns, max_rows=0, multi_select=multi_select)
        self.delete = builders.push_button(self.tr("Delete"), self.ask_delete, "danger")
        self.question = MessageBar()
        self.empty = EmptyState(context.theme, "train")
        self.pages = QStackedWidget()
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selection_changed())

    def ask_delete(self) -> None:
        """Ask, then delete the selected entries."""
        raise NotImplementedError

    def _selection_changed(self) -> None:
        """Update the buttons and details; also called when the selected entries have changed."""
        raise NotImplementedError

    def _show_rows(self, rows: Sequence[TextRow], default: Sequence[object]) -> None:
        """Replace the rows and keep the selection; without one select the rows with the keys ``default``."""
        selected = self.table.selected_keys()
        self.table.show_rows(rows)
        self.pages.setCurrentIndex(1 if rows else 0)
        self.table.select_keys(selected or default)
        self._selection_changed()

    def _lay_out(self, title: str, text: str, *items: builders.Item) -> None:
        """Lay out ``items`` from top to bottom; an empty list shows ``title`` and ``text`` instead."""
        setup = ButtonAction(self.tr("Set up a training"), self.setup_requested.emit)
        self.empty.show_message(title, text, setup)
        filled = QWidget()
        builders.column(*items, parent=filled, margins=(0, 16, 0, 0))
        self.pages.addWidget(self.empty)
        self.pages.addWidget(filled)
        builders.column(self.pages, parent=self)
