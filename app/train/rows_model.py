"""A small table of texts: some dozens of runs or models, or a comparison of a few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.style.theme import tabular

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class TextRow:
    """One row: what names it (a run's id, a model's name), its cells, tooltips by column."""

    key: Any
    cells: tuple[str, ...]
    tips: dict[int, str] = field(default_factory=dict)


class RowsModel(QAbstractTableModel):
    """Rows under headings; replaced as a whole."""

    def __init__(self, heads: Sequence[str]) -> None:
        super().__init__()
        self.heads = list(heads)
        self.rows: list[TextRow] = []

    def show_rows(self, rows: Sequence[TextRow], heads: Sequence[str] | None = None) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        if heads is not None:
            self.heads = list(heads)
        self.endResetModel()

    def key(self, row: int) -> Any:
        return self.rows[row].key

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        text = row.cells[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tips.get(index.column(), text)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        return None


def table_of(model: RowsModel, name: str, *, many: bool = False) -> QTableView:
    """A view of whole rows; ``many``: several may be selected."""
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setFont(tabular(table.font()))
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    mode = QAbstractItemView.SelectionMode
    table.setSelectionMode(mode.ExtendedSelection if many else mode.SingleSelection)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(32)
    head = table.horizontalHeader()
    head.setStretchLastSection(True)
    head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    head.setHighlightSections(False)
    head.setMinimumSectionSize(64)
    return table


def selected_keys(table: QTableView) -> list[Any]:
    """What names the selected rows, from above."""
    model = table.model()
    assert isinstance(model, RowsModel)
    places = sorted(index.row() for index in table.selectionModel().selectedRows())
    return [model.key(place) for place in places if place < len(model.rows)]


def select_keys(table: QTableView, keys: Sequence[Any]) -> None:
    """Select the rows of these names that there are."""
    model, selection = table.model(), table.selectionModel()
    assert isinstance(model, RowsModel)
    flags = selection.SelectionFlag.Select | selection.SelectionFlag.Rows
    for place, row in enumerate(model.rows):
        if row.key in keys:
            selection.select(model.index(place, 0), flags)
            selection.setCurrentIndex(model.index(place, 0), selection.SelectionFlag.NoUpdate)
