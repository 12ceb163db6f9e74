"""The lexicon's rows for the table on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from app.collection.lexicon_table import LexiconTable

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
_NUMBERS = (2, 3)


class LexiconModel(QAbstractTableModel):
    """Word, state, how often it was read here, how often a list says it occurs."""

    def __init__(self, word_font: QFont, number_font: QFont, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._word_font, self._number_font = word_font, number_font
        self._table = LexiconTable()
        self._places: Sequence[int] = ()

    def show_rows(self, table: LexiconTable, places: Sequence[int]) -> None:
        """Show these rows of the table."""
        self.beginResetModel()
        self._table, self._places = table, places
        self.endResetModel()

    def word(self, number: int) -> str:
        """The word in this row."""
        return self._table.words[self._places[number]]

    def in_training(self, number: int) -> bool:
        """Whether the word in this row is a class of the training words."""
        return bool(self._table.seen[self._places[number]])

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Word"), self.tr("State"), self.tr("Read here"), self.tr("In lists"))[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                self.tr("The word as it may be read"),
                self.tr("Whether the model can be trained on it"),
                self.tr("Words of this project that a person has read so"),
                self.tr("How often it occurs, by the lists that were added"),
            )[section]
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _NUMBERS:
            return int(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        place, column = self._places[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(place, column)
        if role == Qt.ItemDataRole.FontRole:
            return self._word_font if column == 0 else self._number_font if column in _NUMBERS else None
        if role == Qt.ItemDataRole.TextAlignmentRole and column in _NUMBERS:
            return int(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _text(self, place: int, column: int) -> str:
        if column == 0:
            return self._table.words[place]
        if column == 1:
            return self._state(place)
        number = (self._table.read if column == 2 else self._table.listed)[place]
        return f"{number:,}" if number > 0 else "–"

    def _state(self, place: int) -> str:
        word = self._table.words[place]
        if word in self._table.faults:
            return self.tr("cannot be encoded: {0}").format(" ".join(self._table.faults[word]))
        return self.tr("in training") if self._table.seen[place] else self.tr("not in training")
