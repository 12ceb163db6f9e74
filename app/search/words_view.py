"""The view of a wall of cards or a list of lines: cells of one size, as many columns as fit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.actions import Actions
from app.search.word_table import Index, WordTable

_Cursor = QAbstractItemView.CursorAction


class WordsView(QTableView):
    """``moved``: another word is the current one. Left and right go on in the next row."""

    moved = Signal()

    def __init__(self, table: WordTable, cell: QSize) -> None:
        """``cell.width()`` of 0 means one column over the whole width."""
        super().__init__()
        self._table, self._cell = table, cell
        self._place = 0
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
        table.modelAboutToBeReset.connect(self._note_place)
        table.modelReset.connect(self._restore_place)

    def current_id(self) -> int | None:
        """The word the keys act on."""
        return self._table.id_at(self.currentIndex())

    def go_to(self, place: int) -> None:
        """Make the word of this number the current one."""
        self.setCurrentIndex(self._table.index_of(place))

    def add_key(self, actions: Actions, text: str, run: Callable[[], object], keys: str | list[str]) -> QAction:
        """An action whose keys work only while this view has the focus: elsewhere they are typed."""
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
        place = self._table.place(self.currentIndex())
        if place is None:
            return self._table.index_of(0)
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
            _Cursor.MoveHome: -place,
            _Cursor.MoveEnd: self._table.shown,
        }
        wanted = place + steps.get(action, 0)
        if action in (_Cursor.MoveUp, _Cursor.MoveDown) and not 0 <= wanted < self._table.shown:
            return self.currentIndex()
        return self._table.index_of(max(0, min(wanted, self._table.shown - 1)))

    def _note_place(self) -> None:
        self._place = self._table.place(self.currentIndex()) or 0

    def _restore_place(self) -> None:
        self.go_to(min(self._place, self._table.shown - 1))
