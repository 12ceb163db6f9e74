"""What will not be imported: file, place and reason, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QDialog, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from core.formats.records import Skipped

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


class SkippedModel(QAbstractTableModel):
    """One row for each thing that is left out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[Skipped] = ()

    def set_entries(self, entries: Sequence[Skipped]) -> None:
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("File"), self.tr("Place"), self.tr("Why"))[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (entry.file.name, entry.place, entry.reason)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{entry.file}\n{entry.place}\n{entry.reason}" if entry.place else f"{entry.file}\n{entry.reason}"
        return None


class SkippedTable(QTableView):
    """The rows as a table in which the reason has most of the room."""

    def __init__(self) -> None:
        super().__init__()
        self.entries = SkippedModel(self)
        self.setModel(self.entries)
        self.setAccessibleName(self.tr("What is left out, and why"))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.verticalHeader().hide()
        # two lines a row: measuring each of a hundred thousand rows would hold the window up
        self.verticalHeader().setDefaultSectionSize(2 * self.fontMetrics().height() + 8)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, 180)
        self.setColumnWidth(1, 120)


class SkippedDialog(QDialog):
    """What an import left out, to be read again."""

    def __init__(self, entries: Sequence[Skipped], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Left out of the import"))
        self.resize(760, 420)
        self.table = SkippedTable()
        self.table.entries.set_entries(entries)
        told = QLabel(self.tr("These things were not taken in. Mend them at their source and import it again."))
        told.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.addWidget(told)
        column.addWidget(self.table)
