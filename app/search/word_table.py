"""The table of the results: words in rows of several cards or of one line, and the view with as many as fit."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.actions import Actions

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_Cursor = QAbstractItemView.CursorAction


class WordTable(QAbstractTableModel):
    """Word ids in order, of which the first ``shown`` are shown, and some marked.

    ``describe(position, word_id)`` returns in words what is drawn of a word; positions count from 0.
    """

    marks_changed = Signal()

    def __init__(self, describe: Callable[[int, int], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self._ids: Sequence[int] = ()
        self.shown = 0
        self.columns = 1
        self._marked: set[int] = set()

    def set_words(self, ids: Sequence[int], shown: int | None = None) -> None:
        """Show other words, without marks."""
        self.beginResetModel()
        self._ids = ids
        self.shown = len(ids) if shown is None else min(shown, len(ids))
        self._marked.clear()
        self.endResetModel()
        self.marks_changed.emit()

    def set_shown(self, shown: int) -> None:
        """Show only the first ``shown`` words; others lose their marks."""
        shown = max(0, min(shown, len(self._ids)))
        if shown == self.shown:
            return
        self.beginResetModel()
        self.shown = shown
        if self._marked:
            self._marked.intersection_update(self._ids[:shown])
        self.endResetModel()
        self.marks_changed.emit()

    def set_columns(self, columns: int) -> None:
        if columns != self.columns:
            self.beginResetModel()
            self.columns = columns
            self.endResetModel()

    def position(self, index: Index) -> int | None:
        """Return the position of the word at an index; None beyond the last word."""
        position = index.row() * self.columns + index.column()
        return position if index.isValid() and position < self.shown else None

    def id_at(self, index: Index) -> int | None:
        position = self.position(index)
        return None if position is None else self._ids[position]

    def index_at(self, position: int) -> QModelIndex:
        """Return the index of the word at a position; an invalid one if there is none."""
        if not 0 <= position < self.shown:
            return QModelIndex()
        return self.index(position // self.columns, position % self.columns)

    @property
    def marked(self) -> list[int]:
        """The ids of the marked words in their order."""
        return [word_id for word_id in self._ids[: self.shown] if word_id in self._marked]

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
        self._marked.update(self._ids[: self.shown])
        self._repaint()

    def mark_none(self) -> None:
        self._marked.clear()
        self._repaint()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else -(-self.shown // self.columns)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else self.columns

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
        if self.shown:
            last = self.index(self.rowCount() - 1, self.columns - 1)
            self.dataChanged.emit(self.index(0, 0), last)
        self.marks_changed.emit()


class WordsView(QTableView):
    """Cells of one size, as many columns as fit; left and right continue in the neighbouring row.

    ``moved()``: another word is the current one.
    """

    moved = Signal()

    def __init__(self, table: WordTable, cell: QSize) -> None:
        """Lay out ``cell``s; a width of 0 means one column over the whole width."""
        super().__init__()
        self._table, self._cell = table, cell
        self._position = 0
        """The position of the current word before a reset of the model."""
        headers = ((self.horizontalHeader(), cell.width()), (self.verticalHeader(), cell.height()))
        for header, size in headers:
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            if size:
                header.setDefaultSectionSize(size)
        self.setObjectName("words")
        self.setShowGrid(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().setSingleStep(cell.height() // 2)
        self.setModel(table)
        table.modelAboutToBeReset.connect(self._store_position)
        table.modelReset.connect(self._restore_position)

    def current_id(self) -> int | None:
        """Return the id of the current word, which keys act on."""
        return self._table.id_at(self.currentIndex())

    def go_to(self, position: int) -> None:
        """Make the word at this position the current one."""
        self.setCurrentIndex(self._table.index_at(position))

    def add_key(self, actions: Actions, text: str, run: Callable[[], object], keys: str | list[str]) -> QAction:
        """Add an action whose keys work only while this view has the focus: elsewhere they are typed."""
        action = actions.add(self, text, run, shortcut=keys, view="search")
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        return action

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.viewport().width()
        if self._cell.width():
            self._table.set_columns(max(1, width // self._cell.width()))
        else:
            self.horizontalHeader().setDefaultSectionSize(max(1, width))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.moved.emit()

    def moveCursor(self, action: _Cursor, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        position = self._table.position(self.currentIndex())
        if position is None:
            return self._table.index_at(0)
        forward = -1 if self.isRightToLeft() else 1
        columns = self._table.columns
        page = columns * max(1, self.viewport().height() // self._cell.height())
        steps = {
            _Cursor.MoveLeft: -forward,
            _Cursor.MoveRight: forward,
            _Cursor.MoveUp: -columns,
            _Cursor.MoveDown: columns,
            _Cursor.MovePageUp: -page,
            _Cursor.MovePageDown: page,
            _Cursor.MoveHome: -position,
            _Cursor.MoveEnd: self._table.shown,
        }
        target = position + steps.get(action, 0)
        if action in (_Cursor.MoveUp, _Cursor.MoveDown) and not 0 <= target < self._table.shown:
            return self.currentIndex()
        return self._table.index_at(max(0, min(target, self._table.shown - 1)))

    def _store_position(self) -> None:
        self._position = self._table.position(self.currentIndex()) or 0

    def _restore_position(self) -> None:
        self.go_to(min(self._position, self._table.shown - 1))
