"""The grid of pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from app.collection.page_delegate import PageDelegate
from app.collection.page_model import PageModel
from app.collection.page_summaries import PageSummary
from app.collection.thumbnail_loader import ThumbnailLoader
from app.context import ProjectContext


class PageGrid(QListView):
    """``opened(Tile)`` on Enter or a double click; ``chosen()`` when other tiles are selected."""

    opened = Signal(object)
    chosen = Signal()

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setSpacing(4)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(48)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Pages"))
        self.setMinimumSize(QSize(240, 240))
        self.thumbs = ThumbnailLoader(context.session.folder, self)
        self.pages = PageModel(self.thumbs.error, self)
        self.setModel(self.pages)
        self.setItemDelegate(PageDelegate(self.pages, self.thumbs, context.session.crops, context.theme, self))
        self.activated.connect(lambda index: self.opened.emit(self.pages.tile(index)))
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.thumbs.ready.connect(self._repaint_page)
        context.session.crops.ready.connect(self._repaint_crops)
        context.theme.changed.connect(self.viewport().update)

    def show_tiles(self, tiles: Sequence[PageSummary]) -> None:
        """Show these pages; those that were selected stay so where they are still there."""
        chosen = [tile.page_id for tile in self.selected()]
        index = self.currentIndex()
        current = self.pages.tile(index).page_id if index.isValid() else None
        place = self.verticalScrollBar().value()
        if self.pages.set_tiles(tiles):
            self._select(chosen, current)
            self.doItemsLayout()
            self.verticalScrollBar().setValue(place)
        self.chosen.emit()

    def selected(self) -> list[PageSummary]:
        """The chosen tiles, in the order shown."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [self.pages.tile(self.pages.index(row)) for row in rows]

    def select_page(self, page_id: int) -> None:
        """Choose one page and bring it into view; nothing when it is not shown."""
        row = self.pages.row_of(page_id)
        if row >= 0:
            self.setCurrentIndex(self.pages.index(row))

    def _select(self, page_ids: list[int], current: int | None) -> None:
        selection = QItemSelection()
        for page_id in page_ids:
            row = self.pages.row_of(page_id)
            if row >= 0:
                selection.select(self.pages.index(row), self.pages.index(row))
        model = self.selectionModel()
        model.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        row = -1 if current is None else self.pages.row_of(current)
        index = self.pages.index(row) if row >= 0 else QModelIndex()
        model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _repaint_page(self, page_id: int) -> None:
        row = self.pages.row_of(page_id)
        if row >= 0:
            self.update(self.pages.index(row))

    def _repaint_crops(self, word_id: int) -> None:
        row = self.pages.row_of(0)
        if row >= 0 and word_id in self.pages.tile(self.pages.index(row)).samples:
            self.update(self.pages.index(row))
