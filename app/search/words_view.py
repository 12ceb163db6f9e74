"""The view of the results: cells of one size, as many columns as fit."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.actions import Actions
from app.search.word_table import Index, WordTable

_Cursor = QAbstractItemView.CursorAction


class WordsView(QTableView):
    """Left and right continue in the neighbouring row. ``moved()``: another word is the current one."""

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
