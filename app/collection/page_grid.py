"""The grid of pages, and its list model with the texts about each of them."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPen, QPixmap, QPixmapCache
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.collection.page_summaries import CROPS, MIXED, PageSummary
from app.collection.state_bar import paint_state_bar
from app.collection.thumbnails import ThumbnailLoader, scaled_pixmap
from app.context import ProjectContext
from app.session.crop_loader import CropLoader
from app.style.theme import Theme, tabular
from app.text.formats import integer
from app.text.names import role_name

SUMMARY = int(Qt.ItemDataRole.UserRole)
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class PageModel(QAbstractListModel):
    """One :class:`PageSummary` a row. ``image_error(page_id)`` returns why a page has no thumbnail, or ""."""

    def __init__(self, image_error: Callable[[int], str], parent: QObject) -> None:
        super().__init__(parent)
        self._image_error = image_error
        self._pages: list[PageSummary] = []
        self._rows: dict[int, int] = {}

    def set_pages(self, pages: Sequence[PageSummary]) -> bool:
        """Show these pages. Reset the model, and return True, only if they or their order are different."""
        if [page.page_id for page in pages] == [page.page_id for page in self._pages]:
            changed = [row for row, page in enumerate(pages) if page != self._pages[row]]
            self._pages = list(pages)
            for row in changed:
                self.dataChanged.emit(self.index(row), self.index(row))
            return False
        self.beginResetModel()
        self._pages = list(pages)
        self._rows = {page.page_id: row for row, page in enumerate(pages)}
        self.endResetModel()
        return True

    def find(self, page_id: int | None) -> QModelIndex:
        """Return the index of a page; an invalid one if it is not shown."""
        return self.index(self._rows[page_id]) if page_id in self._rows else QModelIndex()

    def page(self, index: Index) -> PageSummary:
        return self._pages[index.row()]

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._pages)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        page = self.page(index)
        if role == SUMMARY:
            return page
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name(page)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.description(page)
        return None

    def name(self, page: PageSummary) -> str:
        return self.tr("Word images") if page.page_id == CROPS else page.name

    def progress(self, page: PageSummary) -> str:
        """Return how much of the page is checked, in a few words."""
        if page.words:
            return self.tr("{0} of {1} words checked").format(integer(page.checked), integer(page.words))
        if page.lines:
            return self.tr("%Ln line(s), no words yet", "", page.lines)
        return self.tr("no words yet")

    def role_label(self, page: PageSummary) -> str:
        """Return the role of the page's words; empty for training, the usual one, and without words."""
        if page.role == MIXED:
            return self.tr("Several roles")
        return role_name(page.role) if page.role not in ("", "train") else ""

    def description(self, page: PageSummary) -> str:
        """Return in sentences everything that the grid shows of the page."""
        counts = (
            self.tr("{0} typed or imported"),
            self.tr("{0} accepted"),
            self.tr("{0} aligned automatically"),
            self.tr("{0} suggested by the model only"),
            self.tr("{0} without a suggestion"),
        )
        lines = [f"{self.name(page)}: {self.progress(page)}."]
        if parts := [text.format(integer(count)) for text, count in zip(counts, page.shares, strict=True) if count]:
            lines.append(", ".join(parts) + ".")
        if label := self.role_label(page):
            lines.append(self.tr("Used for: {0}").format(label))
        if error := self._image_error(page.page_id):
            lines.append(self.tr("The image cannot be shown: {0}").format(error))
        return "\n".join(lines)


_IMAGE_WIDTH, _IMAGE_HEIGHT = 192, 208
_LINES_WIDE = 13
"""The least width of a card in heights of a line of text, so that the text below the image fits."""
_PADDING, _BAR = 8, 8


class PageDelegate(QStyledItemDelegate):
    """Paints the rows of a :class:`PageModel`."""

    def __init__(
        self, model: PageModel, thumbnails: ThumbnailLoader, crops: CropLoader, theme: Theme, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model, self._thumbnails, self._crops, self._theme = model, thumbnails, crops, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        line = QFontMetrics(option.font).height()
        width = max(_IMAGE_WIDTH, _LINES_WIDE * line)
        return QSize(width + 2 * _PADDING, _IMAGE_HEIGHT + _BAR + 2 * line + 5 * _PADDING)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        page: PageSummary = index.data(SUMMARY)
        tokens = self._theme.tokens
        card = option.rect.adjusted(2, 2, -2, -2)
        state = option.state
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setLayoutDirection(option.direction)
        self._draw_card(painter, card, selected, bool(state & QStyle.StateFlag.State_HasFocus))
        inner = card.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
        image = QRect(inner.left(), inner.top(), inner.width(), _IMAGE_HEIGHT)
        self._draw_image(painter, image, page)
        if label := self._model.role_label(page):
            self._draw_label(painter, image, label, mirrored)
        font = tabular(option.font)
        text = QRect(inner.left(), image.bottom() + _PADDING, inner.width(), QFontMetrics(font).height())
        painter.setFont(font)
        self._draw_text(painter, text, self._model.name(page), tokens.ink, Qt.TextElideMode.ElideMiddle)
        bar = QRectF(inner.left() + 0.5, text.bottom() + 5.5, inner.width() - 1.0, _BAR - 1.0)
        paint_state_bar(painter, bar, page.shares, tokens, mirrored)
        text.moveTop(round(bar.bottom()) + 5)
        self._draw_text(painter, text, self._model.progress(page), tokens.quiet, Qt.TextElideMode.ElideRight)
        painter.restore()

    def _draw_card(self, painter: QPainter, card: QRect, selected: bool, focused: bool) -> None:
        tokens = self._theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(tokens.hover if selected else tokens.sheet))
        painter.setPen(QPen(QColor(tokens.accent), 2) if selected or focused else QPen(QColor(tokens.line), 1))
        painter.drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 6, 6)
        if focused:
            painter.setPen(QPen(QColor(tokens.ink), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(card).adjusted(4, 4, -4, -4), 4, 4)

    def _draw_image(self, painter: QPainter, area: QRect, page: PageSummary) -> None:
        if page.page_id == CROPS:
            self._draw_samples(painter, area, page)
            return
        image = self._thumbnails.get(page.page_id, page)
        if image is not None and not image.isNull():
            _draw_scaled(painter, area, f"{page.sha256}-{page.frame}", image, self._theme.tokens.line)
            return
        painter.fillRect(area, QColor(self._theme.tokens.page))
        if image is not None:
            painter.setPen(QColor(self._theme.tokens.danger))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(area.adjusted(8, 8, -8, -8), flags, self.tr("The image cannot be read."))

    def _draw_samples(self, painter: QPainter, area: QRect, page: PageSummary) -> None:
        """Draw some word images below one another."""
        painter.fillRect(area, QColor(self._theme.tokens.page))
        for row, word_id in enumerate(page.samples):
            image = self._crops.get(word_id)
            if image is not None and not image.isNull():
                height = area.height() // len(page.samples)
                slot = QRect(area.left(), area.top() + row * height, area.width(), height)
                _draw_scaled(painter, slot.adjusted(8, 6, -8, -6), f"word-{word_id}", image)

    def _draw_label(self, painter: QPainter, area: QRect, text: str, mirrored: bool) -> None:
        """Draw a text on the lower leading corner of the image."""
        tokens = self._theme.tokens
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() - 32)
        width, height = metrics.horizontalAdvance(text) + 16, metrics.height() + 4
        left = area.right() - width - 4 if mirrored else area.left() + 5
        frame = QRect(left, area.bottom() - height - 4, width, height)
        painter.setPen(QPen(QColor(tokens.quiet), 1))
        painter.setBrush(QColor(tokens.sheet))
        painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(QColor(tokens.ink))
        painter.drawText(frame, int(Qt.AlignmentFlag.AlignCenter), text)

    def _draw_text(self, painter: QPainter, area: QRect, text: str, colour: str, elide: Qt.TextElideMode) -> None:
        painter.setPen(QColor(colour))
        shown = QFontMetrics(painter.font()).elidedText(text, elide, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter), shown)


def _draw_scaled(painter: QPainter, area: QRect, key: str, image: QImage, border: str | None = None) -> None:
    """Draw the image in the centre of ``area``; its scaled pixmap is cached, so that scrolling is fast."""
    size, ratio = area.size(), painter.device().devicePixelRatioF()
    key = f"ductus-{key}-{size.width()}x{size.height()}-{ratio}-{image.cacheKey()}"
    pixmap = QPixmap()
    if not QPixmapCache.find(key, pixmap):
        pixmap = scaled_pixmap(image, size, ratio)
        QPixmapCache.insert(key, pixmap)
    target = QRect(QPoint(0, 0), pixmap.deviceIndependentSize().toSize())
    target.moveCenter(area.center())
    painter.drawPixmap(target, pixmap)
    if border is not None:
        painter.setPen(QPen(QColor(border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(target)


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
