"""A row that continues on the next line where there is no room: for buttons and legends in small windows."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class FlowLayout(QLayout):
    """Widgets at their preferred widths, from the leading edge on."""

    def __init__(self, *widgets: QWidget, spacing: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return sum(self._heights(self._lines(width)))

    def sizeHint(self) -> QSize:
        """Return the size of one line with all widgets."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(len(hints) - 1, 0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        parent = self.parentWidget()
        direction = Qt.LayoutDirection.LeftToRight if parent is None else parent.layoutDirection()
        lines = self._lines(rect.width())
        top = rect.top()
        for line, height in zip(lines, self._heights(lines), strict=True):
            left = rect.left()
            tallest = max(item.sizeHint().height() for item in line)
            for item in line:
                size = QSize(min(item.sizeHint().width(), rect.width()), item.sizeHint().height())
                place = QRect(QPoint(left, top + (tallest - size.height()) // 2), size)
                item.setGeometry(QStyle.visualRect(direction, rect, place))
                left += size.width() + self.spacing()
            top += height

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """Return the visible items line by line."""
        lines: list[list[QLayoutItem]] = []
        room = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not lines or needed > room:
                lines.append([])
                room = width
            lines[-1].append(item)
            room -= needed + self.spacing()
        return lines

    def _heights(self, lines: list[list[QLayoutItem]]) -> list[int]:
        """Return the heights of the lines; each but the last with the space below it."""
        heights = [max(item.sizeHint().height() for item in line) for line in lines]
        return [height + self.spacing() * (number < len(lines) - 1) for number, height in enumerate(heights)]
