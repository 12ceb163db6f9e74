"""A list of words as a table of so many columns: a wall of cards, or with one column a list of lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class WordTable(QAbstractTableModel):
    """Word ids in order, of which the first ``shown`` are there. Holds ids only; all else is fetched when drawn.

    ``marks_changed`` is emitted when other words are marked, or fewer of the marked are shown.
    """

    marks_changed = Signal()

    def __init__(self, describe: Callable[[int, int], str], parent: QObject | None = None) -> None:
        """``describe(place, word_id)`` says in words what is drawn there, for those who do not see it."""
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
        """Show other words; marks go."""
        self.beginResetModel()
        self._ids = ids
        self._shown = len(ids) if shown is None else min(shown, len(ids))
        self._marked.clear()
        self.endResetModel()
        self.marks_changed.emit()

    def set_shown(self, shown: int) -> None:
        """Show so many of the words; marks on those that go are taken off."""
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

    def place(self, index: Index) -> int | None:
        """Which of the words, counted from 0, stands there; None beyond the last."""
        place = index.row() * self._columns + index.column()
        return place if index.isValid() and place < self._shown else None

    def id_at(self, index: Index) -> int | None:
        place = self.place(index)
        return None if place is None else self._ids[place]

    def index_of(self, place: int) -> QModelIndex:
        """Where the word of this number stands; invalid where there is none."""
        if not 0 <= place < self._shown:
            return QModelIndex()
        return self.index(place // self._columns, place % self._columns)

    @property
    def marked(self) -> list[int]:
        """The marked words in their order."""
        return [word_id for word_id in self._ids[: self._shown] if word_id in self._marked]

    def is_marked(self, word_id: int) -> bool:
        return word_id in self._marked

    @property
    def marked_count(self) -> int:
        return len(self._marked)

    def toggle(self, index: Index) -> None:
        """Mark the word there, or take its mark off."""
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
        place = self.place(index)
        roles = (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
        return self._describe(place, self._ids[place]) if place is not None and role in roles else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.place(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def _repaint(self) -> None:
        if self._shown:
            last = self.index(self.rowCount() - 1, self._columns - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        self.marks_changed.emit()
