"""The model of the results: words in rows of several cards, or of one line."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class WordTable(QAbstractTableModel):
    """Word ids in order, of which the first ``shown`` are shown, and some marked.

    ``describe(position, word_id)`` returns in words what is drawn of a word; positions count from 0.
    """

    marks_changed = Signal()

    def __init__(self, describe: Callable[[int, int], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self._ids: Sequence[int] = ()
        self._shown = 0
        self._columns = 1
        self._marked: set[int] = set()

    @property
    def shown(self) -> int:
        return self._shown

    @property
    def columns(self) -> int:
        return self._columns

    def set_words(self, ids: Sequence[int], shown: int | None = None) -> None:
        """Show other words, without marks."""
        self.beginResetModel()
        self._ids = ids
        self._shown = len(ids) if shown is None else min(shown, len(ids))
        self._marked.clear()
        self.endResetModel()
        self.marks_changed.emit()

    def set_shown(self, shown: int) -> None:
        """Show only the first ``shown`` words; others lose their marks."""
        shown = max(0, min(shown, len(self._ids)))
        if shown == self._shown:
            return
        self.beginResetModel()
        self._shown = shown
        if self._marked:
            self._marked.intersection_update(self._ids[:shown])
        self.endResetModel()
        self.marks_changed.emit()

    def set_columns(self, columns: int) -> None:
        if columns != self._columns:
            self.beginResetModel()
            self._columns = columns
            self.endResetModel()

    def position(self, index: Index) -> int | None:
        """Return the position of the word at an index; None beyond the last word."""
        position = index.row() * self._columns + index.column()
        return position if index.isValid() and position < self._shown else None

    def id_at(self, index: Index) -> int | None:
        position = self.position(index)
        return None if position is None else self._ids[position]

    def index_at(self, position: int) -> QModelIndex:
        """Return the index of the word at a position; an invalid one if there is none."""
        if not 0 <= position < self._shown:
            return QModelIndex()
        return self.index(position // self._columns, position % self._columns)

    @property
    def marked(self) -> list[int]:
        """The ids of the marked words in their order."""
        return [word_id for word_id in self._ids[: self._shown] if word_id in self._marked]

    def is_marked(self, word_id: int) -> bool:
        return word_id in self._marked

    @property
    def marked_count(self) -> int:
        return len(self._marked)

    def toggle(self, index: Index) -> None:
        word_id = self.id_at(index)
        if word_id is not None:
            self._marked ^= {word_id}
            self._repaint()

    def mark_all(self) -> None:
        self._marked.update(self._ids[: self._shown])
        self._repaint()

    def mark_none(self) -> None:
        self._marked.clear()
        self._repaint()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else -(-self._shown // self._columns)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else self._columns

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        position = self.position(index)
        if position is None or role not in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return None
        return self._describe(position, self._ids[position])

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.position(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _repaint(self) -> None:
        if self._shown:
            last = self.index(self.rowCount() - 1, self._columns - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        self.marks_changed.emit()
