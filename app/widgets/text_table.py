"""A small read-only table of texts: model runs, scores, votes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.style.theme import reading_font, tabular

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_MIDDLE = Qt.AlignmentFlag.AlignVCenter

_MAX_STRETCHED = 240
"""Pixels that a column without a width needs at most; a longer text is shortened, and its tooltip has all of it."""

TEXT, NUMBER, WORD = "text", "number", "word"
"""Kinds of columns: numbers are aligned right, words of the manuscript have the reading font."""


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, its explanation (in the tooltip), and the kind of its cells."""

    title: str
    about: str = ""
    kind: str = TEXT
    width: int = 0
    """The least width in pixels; columns of width 0 share what is left."""


@dataclass(frozen=True, slots=True)
class TextRow:
    """One row. ``key`` is what it stands for; delegates find it under the user role."""

    cells: Sequence[str]
    key: Any = None
    tip: str = ""
    """The tooltip of the whole row; without one a cell shows its own text."""
    tips: dict[int, str] = field(default_factory=dict)
    """Tooltips by column."""
    bold: bool = False


class TextTableModel(QAbstractTableModel):
    """Rows under headings, replaced as a whole."""

    def __init__(self, columns: Sequence[Column], font: QFont) -> None:
        super().__init__()
        self.columns = list(columns)
        self.rows: list[TextRow] = []
        self._fonts = {TEXT: font, NUMBER: font, WORD: reading_font()}

    def set_rows(self, rows: Sequence[TextRow], columns: Sequence[Column] | None) -> None:
        self.beginResetModel()
        self.rows = list(rows)
        if columns is not None:
            self.columns = list(columns)
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tips.get(index.column()) or row.tip or row.cells[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}: {row.cells[index.column()]}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return row.tip or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.FontRole and (row.bold or column.kind == WORD):
            font = QFont(self._fonts[column.kind])
            font.setBold(row.bold)
            return font
        return row.key if role == Qt.ItemDataRole.UserRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.about or column.title
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None


class TextTable(QTableView):
    """Shows whole rows. It is as tall as its rows, at most ``max_rows`` of them; with 0 it fills its space."""

    def __init__(self, name: str, columns: Sequence[Column], *, max_rows: int = 8, multi_select: bool = False) -> None:
        super().__init__()
        self._max_rows = max_rows
        self.setFont(tabular(self.font()))
        self._model = TextTableModel(columns, self.font())
        self.setModel(self._model)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(32)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        mode = QAbstractItemView.SelectionMode
        self.setSelectionMode(mode.ExtendedSelection if multi_select else mode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setMinimumSectionSize(48)
        self._fit()

    @property
    def rows(self) -> list[TextRow]:
        return self._model.rows

    @property
    def titles(self) -> list[str]:
        return [column.title for column in self._model.columns]

    def show_rows(self, rows: Sequence[TextRow | Sequence[str]], columns: Sequence[Column] | None = None) -> None:
        """Replace the rows, and the columns if any are given."""
        self._model.set_rows([row if isinstance(row, TextRow) else TextRow(row) for row in rows], columns)
        self._fit()

    def selected_keys(self) -> list[Any]:
        """Return the keys of the selected rows, from the top."""
        return [self.rows[place].key for place in sorted(index.row() for index in self.selectionModel().selectedRows())]

    def select_keys(self, keys: Collection[Any]) -> None:
        """Add the rows with these keys to the selection."""
        selection = self.selectionModel()
        for place, row in enumerate(self.rows):
            if row.key in keys:
                index = self._model.index(place, 0)
                selection.select(index, selection.SelectionFlag.Select | selection.SelectionFlag.Rows)
                selection.setCurrentIndex(index, selection.SelectionFlag.NoUpdate)

    def sizeHint(self) -> QSize:
        height = max(1, min(self._max_rows, len(self.rows))) * self.verticalHeader().defaultSectionSize()
        return QSize(400, height + self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth() + 6)

    def width_needed(self) -> int:
        """Return the width in pixels from which the table, without a bar for its height, does not scroll sideways."""
        return self._fixed_width() + sum(self._needed_widths().values()) + 2 * self.frameWidth()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_stretched()

    def _fixed_width(self) -> int:
        return sum(self.columnWidth(place) for place, column in enumerate(self._model.columns) if column.width)

    def _needed_widths(self) -> dict[int, int]:
        """Return the least widths of the columns that share what is left, by their places."""
        return {
            place: min(
                max(self.sizeHintForColumn(place), self.horizontalHeader().sectionSizeHint(place)) + 8, _MAX_STRETCHED
            )
            for place, column in enumerate(self._model.columns)
            if not column.width and not self.isColumnHidden(place)
        }

    def _fit_stretched(self) -> None:
        """Let the columns without a width share what is left; where that is too little, the table scrolls."""
        header, mode = self.horizontalHeader(), QHeaderView.ResizeMode
        needed = self._needed_widths()
        fits = self._fixed_width() + sum(needed.values()) <= self.viewport().width()
        for place, width in needed.items():
            header.setSectionResizeMode(place, mode.Stretch if fits else mode.Interactive)
            if not fits:
                self.setColumnWidth(place, width)
        if self._max_rows:
            bar = 0 if fits else self.horizontalScrollBar().sizeHint().height()  # would lie over the last row
            self.setFixedHeight(self.sizeHint().height() + bar)

    def _fit(self) -> None:
        header, mode = self.horizontalHeader(), QHeaderView.ResizeMode
        for place, column in enumerate(self._model.columns):
            header.setSectionResizeMode(place, mode.Interactive if column.width else mode.Stretch)
            if column.width:
                # texts in other languages, and larger type, need wider columns
                needed = max(self.sizeHintForColumn(place), header.sectionSizeHint(place))
                self.setColumnWidth(place, max(column.width, needed + 8))
        self._fit_stretched()


def _alignment(column: Column) -> int:
    side = Qt.AlignmentFlag.AlignTrailing if column.kind == NUMBER else Qt.AlignmentFlag.AlignLeading
    return int(side | _MIDDLE)
