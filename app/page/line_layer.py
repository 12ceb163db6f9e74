"""Draws the lines of a page over the scan, outline, baseline and number, and finds the line at a point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from app.page.page_lines import LineKey, PageLine
from app.page.viewport import Viewport
from app.style.tokens import Tokens
from core.geometry import Box

_NUMBER_PIXELS = 13


class LineLayer:
    """The lines of one page; those selected are edited, ``current`` is the one whose text is shown or typed."""

    def __init__(self) -> None:
        self.lines: tuple[PageLine, ...] = ()
        self.is_visible = False
        self.selection: list[int] = []
        """Ids of stored lines."""
        self.current: LineKey | None = None
        self.moved: dict[int, Box] = {}
        """The box of a line that is being moved; not yet an edit."""
        self.numbered: list[int] = []
        """Lines clicked so far, when the lines of the page are numbered by clicking."""

    def set_lines(self, lines: Sequence[PageLine]) -> None:
        """Replace the lines; what was selected stays selected if it still exists."""
        self.lines = tuple(lines)
        ids = {line.line.id for line in lines if line.line is not None}
        self.selection = [line_id for line_id in self.selection if line_id in ids]
        self.moved = {line_id: box for line_id, box in self.moved.items() if line_id in ids}
        self.numbered = [line_id for line_id in self.numbered if line_id in ids]

    def stored(self) -> list[PageLine]:
        """Return the lines that are stored, in reading order."""
        return [line for line in self.lines if line.line is not None]

    def line(self, line_id: int) -> PageLine | None:
        """Return a stored line by its id."""
        return next((line for line in self.lines if line.key == ("line", line_id)), None)

    def by_key(self, key: LineKey | None) -> PageLine | None:
        return next((line for line in self.lines if line.key == key), None)

    def box(self, line: PageLine) -> Box:
        """Return the box of a line, as it is being moved."""
        return self.moved.get(line.key[1], line.box) if line.line is not None else line.box

    def selected_boxes(self) -> dict[int, Box]:
        """Return the boxes of the selected lines, by id."""
        return {line.key[1]: self.box(line) for line in self.stored() if line.key[1] in self.selection}

    def line_at(self, x: float, y: float) -> int | None:
        """Return the id of the stored line whose middle is nearest to a point inside its box, or None."""
        hits = []
        for line in self.stored():
            left, top, width, height = self.box(line)
            if left <= x < left + width and top <= y < top + height:
                hits.append((abs(top + height / 2 - y), line.key[1]))
        return min(hits)[1] if hits else None

    def draw(self, painter: QPainter, view: Viewport, tokens: Tokens, *, editing: bool) -> None:
        """Draw the current line, and all lines if they are visible or ``editing``."""
        painter.save()
        if (current := self.by_key(self.current)) is not None:
            band = QColor(tokens.accent)
            band.setAlpha(28)
            painter.fillRect(QRectF(*view.rect_to_window(self.box(current))), band)
        if self.is_visible or editing:
            self._draw_lines(painter, view, tokens)
        painter.restore()

    def _draw_lines(self, painter: QPainter, view: Viewport, tokens: Tokens) -> None:
        font = QFont(painter.font())
        font.setPixelSize(_NUMBER_PIXELS)
        painter.setFont(font)
        for number, line in enumerate(self.lines, start=1):
            colour = QColor(tokens.accent if line.line is not None else tokens.quiet)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, 1.2, Qt.PenStyle.SolidLine if line.line is not None else Qt.PenStyle.DotLine))
            box = self.box(line)
            rect = QRectF(*view.rect_to_window(box))
            is_moved = line.key[1] in self.moved and line.line is not None
            if line.line is not None and line.line.polygon and not is_moved:
                painter.drawPolygon(QPolygonF(_points(view, line.line.polygon)))
            else:
                painter.drawRect(rect)
            if not is_moved:
                painter.setPen(QPen(colour, 2))
                painter.drawPolyline(QPolygonF(_points(view, line.baseline)))
            shown = self.numbered.index(line.key[1]) + 1 if self._is_numbered(line) else number
            self._draw_number(painter, rect, str(shown), tokens, strong=self._is_numbered(line))

    def _is_numbered(self, line: PageLine) -> bool:
        return line.line is not None and line.key[1] in self.numbered

    def _draw_number(self, painter: QPainter, rect: QRectF, text: str, tokens: Tokens, *, strong: bool) -> None:
        width = painter.fontMetrics().horizontalAdvance(text) + 8
        badge = QRectF(rect.left() - width - 2, rect.center().y() - 9, width, 18)
        badge.moveLeft(max(1.0, badge.left()))
        painter.fillRect(badge, QColor(tokens.accent if strong else tokens.sheet))
        painter.setPen(QColor(tokens.on_accent if strong else tokens.accent))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)


def _points(view: Viewport, points: Iterable[tuple[int, int]]) -> list[QPointF]:
    return [QPointF(*view.to_window(x, y)) for x, y in points]
