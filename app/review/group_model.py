"""The models of the group view: the list of groups, and the words of one group with the delegate that draws them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.scan_display import ScanDisplay
from app.session.crop_loader import CropLoader
from app.style.theme import Theme
from core.project.query.review_order import PredictionGroup

CELL = QSize(176, 80)
_PADDING = 8
_ROW = QSize(160, 28)
_MAX_PIXMAPS = 600
"""Scaled images that are kept: several screens full."""
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class GroupListModel(QAbstractListModel):
    """The groups, each with the number of its ``remaining`` words."""

    def __init__(self, remaining: Callable[[PredictionGroup], list[int]], parent: QObject) -> None:
        super().__init__(parent)
        self._remaining = remaining
        self._groups: Sequence[PredictionGroup] = ()

    def set_groups(self, groups: Sequence[PredictionGroup]) -> None:
        self.beginResetModel()
        self._groups = groups
        self.endResetModel()

    def refresh(self) -> None:
        """Show the numbers again, which have changed."""
        if self._groups:
            self.dataChanged.emit(self.index(0), self.index(len(self._groups) - 1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._groups)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.SizeHintRole:
            return _ROW
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        group = self._groups[index.row()]
        count = len(self._remaining(group))
        return f"{count:>4}  {group.text}" if count else self.tr("done  {0}").format(group.text)


class GroupModel(QAbstractListModel):
    """The ids of the words of one group; those in ``excluded`` are marked as different."""

    def __init__(self, excluded: set[int], parent: QObject) -> None:
        super().__init__(parent)
        self.ids: list[int] = []
        self._excluded = excluded
        self._rows: dict[int, int] = {}
        self._text = ""

    def set_words(self, ids: Sequence[int], text: str) -> None:
        """Show other words, for all of which ``text`` is suggested."""
        self.beginResetModel()
        self.ids, self._text = list(ids), text
        self._rows = {word_id: row for row, word_id in enumerate(self.ids)}
        self.endResetModel()

    def index_of(self, word_id: int) -> QModelIndex:
        """Return the index of a word; an invalid one if the group does not contain it."""
        row = self._rows.get(word_id)
        return QModelIndex() if row is None else self.index(row)

    def refresh(self, word_id: int) -> None:
        """Draw a word again, whose mark has changed."""
        if (index := self.index_of(word_id)).isValid():
            self.dataChanged.emit(index, index)

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            is_excluded = self.ids[index.row()] in self._excluded
            return self.tr("{0}: marked as different").format(self._text) if is_excluded else self._text
        return self.ids[index.row()] if role == Qt.ItemDataRole.UserRole else None


class GroupDelegate(QStyledItemDelegate):
    """Draws a word image in its cell; a word marked as different is pale and struck through."""

    def __init__(
        self, crops: CropLoader, excluded: set[int], theme: Theme, display: ScanDisplay, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._crops, self._excluded, self._theme, self._display = crops, excluded, theme, display
        self._pixmaps: OrderedDict[tuple[int, float], QPixmap] = OrderedDict()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return CELL

    def clear_cache(self) -> None:
        """Scale the images again, which may have changed."""
        self._pixmaps.clear()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        rect: QRect = option.rect.adjusted(4, 4, -4, -4)
        word_id = int(index.data(Qt.ItemDataRole.UserRole))
        is_excluded = word_id in self._excluded
        has_focus = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.fillRect(rect, QColor(tokens.sheet))
        self._paint_image(painter, rect.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING), word_id, is_excluded)
        if is_excluded:
            painter.setPen(QPen(QColor(tokens.danger), 2))
            painter.drawLine(rect.bottomLeft(), rect.topRight())
            painter.drawRect(rect)
        elif not has_focus:
            painter.setPen(QPen(QColor(tokens.line), 1))
            painter.drawRect(rect)
        if has_focus:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRect(rect.adjusted(-2, -2, 2, 2))

    def _paint_image(self, painter: QPainter, space: QRect, word_id: int, is_excluded: bool) -> None:
        image = self._crops.get(word_id)
        if image is None:
            return
        if image.isNull():
            painter.setPen(QColor(self._theme.tokens.quiet))
            painter.drawText(space, Qt.AlignmentFlag.AlignCenter, self.tr("No image"))
            return
        pixmap = self._scaled(image, space.size(), painter.device().devicePixelRatio())
        size = pixmap.deviceIndependentSize()
        left, top = space.center().x() - size.width() / 2, space.center().y() - size.height() / 2
        if is_excluded:
            painter.setOpacity(0.4)
        painter.drawPixmap(round(left), round(top), pixmap)
        painter.setOpacity(1.0)

    def _scaled(self, image: QImage, space: QSize, ratio: float) -> QPixmap:
        key = (image.cacheKey(), ratio)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            scale = min(space.width() / image.width(), space.height() / image.height(), 1.0) * ratio
            size = QSize(max(1, round(image.width() * scale)), max(1, round(image.height() * scale)))
            mode = Qt.TransformationMode.SmoothTransformation
            scaled = image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
            pixmap = QPixmap.fromImage(self._display.adjustment.apply(scaled))
            pixmap.setDevicePixelRatio(ratio)
            self._pixmaps[key] = pixmap
            if len(self._pixmaps) > _MAX_PIXMAPS:
                self._pixmaps.popitem(last=False)
        return pixmap
