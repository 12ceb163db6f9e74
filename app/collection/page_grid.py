"""The grid of pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView

from app.collection.page_delegate import PageDelegate
from app.collection.page_model import PageModel
from app.collection.page_summaries import CROPS, PageSummary
from app.collection.thumbnails import ThumbnailLoader
from app.context import ProjectContext


class PageGrid(QListView):
    """``opened(PageSummary)`` on Enter or a double click; ``selection_changed()`` when other pages are selected."""

    opened = Signal(object)
    selection_changed = Signal()

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
        self.setMinimumSize(QSize(240, 200))
        self.thumbnails = ThumbnailLoader(context.session.folder, self)
        self.pages = PageModel(self.thumbnails.error, self)
        self.setModel(self.pages)
        self.setItemDelegate(PageDelegate(self.pages, self.thumbnails, context.session.crops, context.theme, self))
        self.activated.connect(lambda index: self.opened.emit(self.pages.page(index)))
        self.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        self.thumbnails.ready.connect(lambda page_id: self.update(self.pages.find(page_id)))
        context.session.crops.ready.connect(self._repaint_samples)
        context.theme.changed.connect(self.viewport().update)

    def show_pages(self, pages: Sequence[PageSummary]) -> None:
        """Show these pages; those that were selected stay selected if they are still there."""
        selected = [page.page_id for page in self.selected()]
        index = self.currentIndex()
        current = self.pages.page(index).page_id if index.isValid() else None
        position = self.verticalScrollBar().value()
        if self.pages.set_pages(pages):
            self._select(selected, current)
            self.doItemsLayout()
            self.verticalScrollBar().setValue(position)
        self.selection_changed.emit()

    def selected(self) -> list[PageSummary]:
        """Return the selected pages in the order shown."""
        indexes = self.selectionModel().selectedIndexes()
        return [self.pages.page(index) for index in sorted(indexes, key=lambda index: index.row())]

    def select_page(self, page_id: int) -> None:
        """Select one page and scroll to it; do nothing if it is not shown."""
        index = self.pages.find(page_id)
        if index.isValid():
            self.setCurrentIndex(index)

    def select_pages(self, page_ids: Sequence[int]) -> None:
        """Select these pages, as far as they are shown."""
        self._select(page_ids, next(iter(page_ids), None))

    def _select(self, page_ids: Sequence[int], current: int | None) -> None:
        selection = QItemSelection()
        for index in map(self.pages.find, page_ids):
            if index.isValid():
                selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(selection, flags.ClearAndSelect)
        self.selectionModel().setCurrentIndex(self.pages.find(current), flags.NoUpdate)

    def _repaint_samples(self, word_id: int) -> None:
        index = self.pages.find(CROPS)
        if index.isValid() and word_id in self.pages.page(index).samples:
            self.update(index)
