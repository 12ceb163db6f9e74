"""The crops of one wall as a list that knows only ids; and how one of them is drawn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.session.crop_loader import CropLoader
from app.style.theme import Theme

CELL = QSize(176, 80)
_PADDING = 8
_MOST_SCALED = 600
Index = QModelIndex | QPersistentModelIndex


class GroupModel(QAbstractListModel):
    """Word ids; ``strangers`` among them are those that do not belong."""

    def __init__(self, strangers: set[int], parent: QObject) -> None:
        super().__init__(parent)
        self.ids: list[int] = []
        self.strangers = strangers
        self._places: dict[int, int] = {}
        self._text = ""

    def show_words(self, ids: Sequence[int], text: str) -> None:
        """Other words, all of which the model reads as ``text``."""
        self.beginResetModel()
        self.ids, self._text = list(ids), text
        self._places = {word_id: place for place, word_id in enumerate(self.ids)}
        self.endResetModel()

    def index_of(self, word_id: int) -> QModelIndex:
        """Where a word stands; an invalid index when it is not on the wall."""
        place = self._places.get(word_id)
        return QModelIndex() if place is None else self.index(place)

    def touch(self, word_id: int) -> None:
        """A word's mark has changed."""
        if (index := self.index_of(word_id)).isValid():
            self.dataChanged.emit(index, index)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            if self.ids[index.row()] in self.strangers:
                return self.tr("{0}: marked as a stranger").format(self._text)
            return self._text
        if role == Qt.ItemDataRole.UserRole:
            return self.ids[index.row()]
        return None


class GroupDelegate(QStyledItemDelegate):
    """Draws a crop in its cell; a stranger is struck through, its picture pale."""

    def __init__(self, crops: CropLoader, strangers: set[int], theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._crops, self._strangers, self._theme = crops, strangers, theme
        self._scaled: OrderedDict[tuple[int, float], QPixmap] = OrderedDict()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return CELL

    def forget(self) -> None:
        """Pictures may be others now."""
        self._scaled.clear()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        rect: QRect = option.rect.adjusted(4, 4, -4, -4)
        word_id = int(index.data(Qt.ItemDataRole.UserRole))
        stranger = word_id in self._strangers
        painter.fillRect(rect, QColor(tokens.sheet))
        self._paint_crop(painter, rect.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING), word_id, stranger)
        state: QStyle.StateFlag = option.state
        if stranger:
            painter.setPen(QPen(QColor(tokens.danger), 2))
            painter.drawLine(rect.bottomLeft(), rect.topRight())
            painter.drawRect(rect)
        elif not state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(tokens.line), 1))
            painter.drawRect(rect)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(rect.adjusted(-2, -2, 2, 2))

    def _paint_crop(self, painter: QPainter, room: QRect, word_id: int, stranger: bool) -> None:
        image = self._crops.get(word_id)
        if image is None:
            return
        if image.isNull():
            painter.setPen(QColor(self._theme.tokens.quiet))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self.tr("No picture"))
            return
        picture = self._picture(word_id, image, room.size(), painter.device().devicePixelRatio())
        wide = picture.deviceIndependentSize()
        if stranger:
            painter.setOpacity(0.4)
        painter.drawPixmap(
            round(room.center().x() - wide.width() / 2), round(room.center().y() - wide.height() / 2), picture
        )
        painter.setOpacity(1.0)

    def _picture(self, word_id: int, image: QImage, room: QSize, ratio: float) -> QPixmap:
        key = (image.cacheKey(), ratio)
        picture = self._scaled.get(key)
        if picture is None:
            scale = min(room.width() / image.width(), room.height() / image.height(), 1.0)
            size = QSize(max(1, round(image.width() * scale * ratio)), max(1, round(image.height() * scale * ratio)))
            scaled = image.scaled(
                size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
            )
            picture = QPixmap.fromImage(scaled)
            picture.setDevicePixelRatio(ratio)
            self._scaled[key] = picture
            if len(self._scaled) > _MOST_SCALED:
                self._scaled.popitem(last=False)
        return picture
