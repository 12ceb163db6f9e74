"""Small read-only tables of texts, with keyboard and screen reader, no taller than their rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.style.theme import reading_font, tabular

Index = QModelIndex | QPersistentModelIndex

_ROOT = QModelIndex()
TEXT, NUMBER, READING = "text", "number", "reading"


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, what it means (shown on hover and read aloud), and what its cells hold."""

    title: str
    about: str = ""
    kind: str = TEXT
    width: int = 0
    """In pixels at least; 0 shares what is left."""


class Rows(QAbstractTableModel):
    """Rows of texts; a cell may carry ``data`` for a delegate."""

    def __init__(self, columns: Sequence[Column], parent: QWidget) -> None:
        super().__init__(parent)
        self.columns = list(columns)
        self._rows: list[list[str]] = []
        self._data: list[object] = []
        self._bold: set[int] = set()
        self._tips: list[str] = []
        self._reading = reading_font()
        self._number = tabular(parent.font())

    def put(
        self,
        rows: Sequence[Sequence[str]],
        data: Sequence[object] = (),
        bold: Sequence[int] = (),
        tips: Sequence[str] = (),
    ) -> None:
        """Show other rows; ``data`` goes with each whole row, rows numbered in ``bold`` are set so.

        ``tips`` say what each row means, on hover and read aloud; without them the hover shows the cell's text.
        """
        self.beginResetModel()
        self._rows, self._data, self._bold = [list(row) for row in rows], list(data), set(bold)
        self._tips = list(tips)
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        text = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tips[index.row()] if self._tips else text
        if role == Qt.ItemDataRole.AccessibleDescriptionRole and self._tips:
            return self._tips[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{column.title}: {text}"
        if role == Qt.ItemDataRole.TextAlignmentRole and column.kind == NUMBER:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.FontRole:
            return self._font(index.row(), column)
        if role == Qt.ItemDataRole.UserRole and index.row() < len(self._data):
            return self._data[index.row()]
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.about or column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.kind == NUMBER else Qt.AlignmentFlag.AlignLeft
            return int(side | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _font(self, row: int, column: Column) -> QFont | None:
        if column.kind == TEXT and row not in self._bold:
            return None
        font = QFont(self._reading if column.kind == READING else self._number)
        font.setBold(row in self._bold)
        return font


class Table(QTableView):
    """A table that is as tall as its rows, up to ``most`` of them; then it scrolls. ``most`` 0 fills its place."""

    def __init__(self, name: str, columns: Sequence[Column], most: int = 8) -> None:
        super().__init__()
        self.rows = Rows(columns, self)
        self._most = most
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setWordWrap(False)
        # the cells' texts stand under those of the headings
        self.setStyleSheet("QTableView::item { padding: 0 5px; }")
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(32)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(48)
        for place, column in enumerate(columns):
            if column.width:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Interactive)
                self.setColumnWidth(place, column.width)
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.rows.modelReset.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        # texts in other languages, and larger type, need wider columns than the ones we begin with
        for place, column in enumerate(self.rows.columns):
            if column.width:
                wanted = max(self.sizeHintForColumn(place), self.horizontalHeader().sectionSizeHint(place))
                self.setColumnWidth(place, max(column.width, wanted + 8))
        if self._most:
            self.setFixedHeight(self.sizeHint().height())

    def sizeHint(self) -> QSize:
        shown = max(1, min(self._most, self.rows.rowCount()))
        height = shown * self.verticalHeader().defaultSectionSize()
        return QSize(400, height + self.horizontalHeader().sizeHint().height() + 2 * self.frameWidth() + 6)
