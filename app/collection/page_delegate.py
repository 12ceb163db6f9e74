"""How a page looks in the grid: its picture, its name, a bar and a sentence of how much is read."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter, QPen, QPixmap, QPixmapCache
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.collection.page_model import TILE, PageModel
from app.collection.page_summaries import CROPS, PageSummary
from app.collection.progress_painter import paint_bar
from app.collection.thumbnail_loader import ThumbnailLoader
from app.session.crop_loader import CropLoader
from app.style.theme import Theme, tabular

_WIDTH, _PICTURE = 192, 208
_PAD, _BAR = 8, 8


class PageDelegate(QStyledItemDelegate):
    """Paints tiles of a :class:`PageModel`."""

    def __init__(
        self, model: PageModel, thumbs: ThumbnailLoader, crops: CropLoader, theme: Theme, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._model, self._thumbs, self._crops, self._theme = model, thumbs, crops, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        line = QFontMetrics(option.font).height()
        return QSize(_WIDTH + 2 * _PAD, _PICTURE + _BAR + 2 * line + 5 * _PAD)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        tile: PageSummary = index.data(TILE)
        tokens = self._theme.tokens
        card = option.rect.adjusted(2, 2, -2, -2)
        state = option.state
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setLayoutDirection(option.direction)
        self._card(painter, card, chosen, bool(state & QStyle.StateFlag.State_HasFocus))
        inner = card.adjusted(_PAD, _PAD, -_PAD, -_PAD)
        picture = QRect(inner.left(), inner.top(), inner.width(), _PICTURE)
        self._picture(painter, picture, tile)
        if purpose := self._model.purpose(tile):
            self._mark(painter, picture, purpose, mirrored)
        font = tabular(option.font)
        line = QFontMetrics(font).height()
        text = QRect(inner.left(), picture.bottom() + _PAD, inner.width(), line)
        painter.setFont(font)
        self._line(painter, text, self._model.name(tile), tokens.ink, Qt.TextElideMode.ElideMiddle)
        bar = QRectF(inner.left() + 0.5, text.bottom() + 5.5, inner.width() - 1.0, _BAR - 1.0)
        paint_bar(painter, bar, tile.shares, tokens, mirrored)
        text.moveTop(round(bar.bottom()) + 5)
        self._line(painter, text, self._model.progress(tile), tokens.quiet, Qt.TextElideMode.ElideRight)
        painter.restore()

    def _card(self, painter: QPainter, card: QRect, chosen: bool, focused: bool) -> None:
        tokens = self._theme.tokens
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(tokens.hover if chosen else tokens.sheet))
        painter.setPen(QPen(QColor(tokens.accent), 2) if chosen or focused else QPen(QColor(tokens.line), 1))
        painter.drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 6, 6)
        if focused:
            painter.setPen(QPen(QColor(tokens.ink), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(card).adjusted(4, 4, -4, -4), 4, 4)

    def _picture(self, painter: QPainter, area: QRect, tile: PageSummary) -> None:
        if tile.page_id == CROPS:
            self._samples(painter, area, tile)
            return
        image = self._thumbs.get(tile.page_id, tile)
        if image is not None and not image.isNull():
            ratio = painter.device().devicePixelRatioF()
            pixmap = _fitted(f"{tile.sha256}-{tile.frame}", image, area.size(), ratio)
            _centred(painter, area, pixmap, self._theme.tokens.line)
            return
        painter.fillRect(area, QColor(self._theme.tokens.page))
        if image is not None:
            painter.setPen(QColor(self._theme.tokens.danger))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            text = self.tr("The picture cannot be read.")
            painter.drawText(area.adjusted(8, 8, -8, -8), flags, text)

    def _samples(self, painter: QPainter, area: QRect, tile: PageSummary) -> None:
        """Some word pictures below one another."""
        painter.fillRect(area, QColor(self._theme.tokens.page))
        if not tile.samples:
            return
        height = area.height() // len(tile.samples)
        ratio = painter.device().devicePixelRatioF()
        for place, word_id in enumerate(tile.samples):
            image = self._crops.get(word_id)
            if image is not None and not image.isNull():
                slot = QRect(area.left(), area.top() + place * height, area.width(), height)
                slot = slot.adjusted(8, 6, -8, -6)
                _centred(painter, slot, _fitted(f"word-{word_id}", image, slot.size(), ratio), None)

    def _mark(self, painter: QPainter, area: QRect, text: str, mirrored: bool) -> None:
        """What the words are for, on the picture's lower leading corner."""
        tokens = self._theme.tokens
        metrics = QFontMetrics(painter.font())
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width() - 32)
        width, height = metrics.horizontalAdvance(text) + 16, metrics.height() + 4
        left = area.right() - width - 4 if mirrored else area.left() + 5
        mark = QRect(left, area.bottom() - height - 4, width, height)
        painter.setPen(QPen(QColor(tokens.quiet), 1))
        painter.setBrush(QColor(tokens.sheet))
        painter.drawRoundedRect(QRectF(mark).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(QColor(tokens.ink))
        painter.drawText(mark, int(Qt.AlignmentFlag.AlignCenter), text)

    def _line(self, painter: QPainter, area: QRect, text: str, colour: str, elide: Qt.TextElideMode) -> None:
        painter.setPen(QColor(colour))
        shown = QFontMetrics(painter.font()).elidedText(text, elide, area.width())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter), shown)


def _fitted(key: str, image: QImage, size: QSize, ratio: float) -> QPixmap:
    """The image scaled into ``size``, kept so that scrolling does not scale it again."""
    key = f"ductus-{key}-{size.width()}x{size.height()}-{ratio}-{image.cacheKey()}"
    pixmap = QPixmap()
    if not QPixmapCache.find(key, pixmap):
        scaled = image.scaled(
            size * ratio, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        pixmap = QPixmap.fromImage(scaled)
        pixmap.setDevicePixelRatio(ratio)
        QPixmapCache.insert(key, pixmap)
    return pixmap


def _centred(painter: QPainter, area: QRect, pixmap: QPixmap, frame: str | None) -> None:
    size = pixmap.deviceIndependentSize().toSize()
    place = QRect(QPoint(0, 0), size)
    place.moveCenter(area.center())
    painter.drawPixmap(place, pixmap)
    if frame is not None:
        painter.setPen(QPen(QColor(frame), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(place)
