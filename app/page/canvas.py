"""The page on the screen: the scan with its words, zoomed and panned, the selection and the boxes being moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from app.page import boxes
from app.page.line_layer import LineLayer
from app.page.outlines import WordOutlines, draw_selection
from app.page.page_lines import PageLine
from app.page.page_queries import PageWord
from app.page.scan_tiles import ScanTiles
from app.page.viewport import MARGIN, Size, Viewport, scroll_range
from app.style.theme import Theme
from app.style.tokens import Tokens
from core.geometry import Box
from core.project.content.pages import Line


class Tool(Enum):
    """The effect of the left mouse button.

    DRAW and SPLIT are for one box, SPLIT_LINE for one line and NUMBER_LINES for all; then the tool before them returns.
    """

    TRANSCRIBE = "transcribe"
    BOXES = "boxes"
    DRAW = "draw"
    SPLIT = "split"
    LINES = "lines"
    SPLIT_LINE = "split line"
    NUMBER_LINES = "number lines"

    @property
    def is_permanent(self) -> bool:
        return self in (Tool.TRANSCRIBE, Tool.BOXES, Tool.LINES)

    @property
    def is_for_boxes(self) -> bool:
        return self in (Tool.BOXES, Tool.DRAW, Tool.SPLIT)

    @property
    def is_for_lines(self) -> bool:
        return self in (Tool.LINES, Tool.SPLIT_LINE, Tool.NUMBER_LINES)


class Overlay(Protocol):
    """A mouse gesture under way; ``moved`` is False while it may still be a click."""

    moved: bool

    def draw(self, painter: QPainter) -> None:
        """Draw it, in pixels of the window."""


class PageCanvas(QAbstractScrollArea):
    """Draws the page and reports edits; :class:`~app.page.interactive_canvas.InteractiveCanvas` handles the input.

    ``transcription_requested(word id)``, ``selection_changed()``, ``view_changed()``: scale, offset or size,
    ``tool_changed(Tool)``, ``space_tapped()``. Edits, in pixels of the page: ``box_drawn(Box)``,
    ``boxes_moved({word id: Box})``, ``word_split(word id, x)``. Of lines: ``line_selection_changed()``,
    ``line_drawn(Box)``, ``lines_moved({line id: Box})``, ``line_split(line id, x or None, y or None)``,
    ``lines_numbered([line id])``.
    """

    transcription_requested = Signal(int)
    selection_changed = Signal()
    view_changed = Signal()
    tool_changed = Signal(object)
    space_tapped = Signal()
    box_drawn = Signal(object)
    boxes_moved = Signal(object)
    word_split = Signal(int, int)
    line_selection_changed = Signal()
    line_drawn = Signal(object)
    lines_moved = Signal(object)
    line_split = Signal(int, object, object)
    lines_numbered = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.tiles, self.outlines, self.line_layer = ScanTiles(), WordOutlines(), LineLayer()
        self.page_size = (1, 1)
        self.view = Viewport(1.0, 0, 0)
        self.selection: list[int] = []
        self.tool = self.permanent_tool = Tool.TRANSCRIBE
        self.is_dark_scan = False
        self.split_x: int | None = None
        self.gesture: Overlay | None = None
        self._moved_boxes: dict[int, Box] = {}
        """Boxes as they are being moved; not yet an edit."""
        self._by_id: dict[int, PageWord] = {}
        self._updating_scroll_bars = False
        # a scan is not mirrored in languages written from right to left
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("The page and its words"))
        self.viewport().setMouseTracking(True)
        # scroll bars that appear and disappear would move the page under the mouse
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.horizontalScrollBar().setSingleStep(32)
        self.verticalScrollBar().setSingleStep(32)
        theme.changed.connect(self.viewport().update)

    @property
    def tokens(self) -> Tokens:
        """The colours of what is drawn on the scan: paper is light in the dark theme, too."""
        return self._theme.tokens.on_scan(self.is_dark_scan)

    def show_page(self, size: Size, view: Viewport | None) -> None:
        """Show another page; ``view`` is that in which it was left."""
        self.commit()
        self.gesture = None
        self.page_size = size
        self.selection = []
        self.line_layer.selection, self.line_layer.current = [], None
        self._set_view(view.clamped(size, self._window) if view else Viewport.initial(size, self._window))

    def set_words(self, words: Iterable[PageWord], lines: Iterable[Line]) -> None:
        """Replace the words; those selected stay selected if they still exist."""
        self.outlines.set_words(tuple(words), tuple(lines))
        self._by_id = {word.id: word for word in self.outlines.words}
        self.preview_boxes(self._moved_boxes)
        self._set_selection(self.selection)
        self.viewport().update()

    def set_lines(self, lines: Sequence[PageLine]) -> None:
        """Replace the lines; those selected stay selected if they still exist."""
        selected = list(self.line_layer.selection)
        self.line_layer.set_lines(lines)
        if selected != self.line_layer.selection:
            self.line_selection_changed.emit()
        self.viewport().update()

    def select_lines(self, ids: Iterable[int]) -> None:
        """Select these stored lines and no others."""
        self.commit()
        selection = list(dict.fromkeys(ids))
        if selection != self.line_layer.selection:
            self.line_layer.selection = selection
            self.line_selection_changed.emit()
        self.viewport().update()

    def preview_lines(self, moved: dict[int, Box]) -> None:
        """Show these boxes of lines while they are being moved."""
        self.line_layer.moved = moved
        self.viewport().update()

    def _commit_lines(self) -> None:
        """Make one edit of the lines that were moved; until it is written they are shown where they were put."""
        layer = self.line_layer
        moved = {i: box for i, box in layer.moved.items() if (line := layer.line(i)) and line.box != box}
        layer.moved = {}
        if moved:
            layer.lines = tuple(
                replace(line, line=replace(line.line, box=moved[line.line.id], polygon=None, baseline=None))
                if line.line is not None and line.line.id in moved
                else line
                for line in layer.lines
            )
            self.lines_moved.emit(moved)
        self.viewport().update()

    def finish_numbering(self) -> None:
        """Put the lines in the order in which they were clicked, and return to the tool before."""
        numbered = list(self.line_layer.numbered)
        self.set_tool(self.permanent_tool)
        if numbered:
            self.lines_numbered.emit(numbered)

    def word(self, word_id: int | None) -> PageWord | None:
        return self._by_id.get(word_id) if word_id is not None else None

    def select(self, ids: Iterable[int]) -> None:
        """Select these words and no others."""
        self.commit()
        self._set_selection(ids)
        self.viewport().update()

    def selected_boxes(self) -> dict[int, Box]:
        """Return the boxes of the selected words, as they are being moved."""
        return {word_id: self._moved_boxes.get(word_id, self._by_id[word_id].box) for word_id in self.selection}

    def reveal(self, box: Box, below: int = 0) -> None:
        """Pan to a box, with ``below`` pixels of the window under it."""
        self._set_view(self.view.revealing(box, self.page_size, self._window, below))

    def set_tool(self, tool: Tool) -> None:
        self.commit()
        self.gesture = None
        self.line_layer.numbered = []
        self.tool = tool
        self.permanent_tool = tool if tool.is_permanent else self.permanent_tool
        word = self.word(self.selection[0]) if len(self.selection) == 1 else None
        self.split_x = word.box[0] + word.box[2] // 2 if word and tool is Tool.SPLIT else None
        shape = Qt.CursorShape.CrossCursor if tool in (Tool.DRAW, Tool.SPLIT_LINE) else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        self.tool_changed.emit(tool)
        self.viewport().update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        self.zoom_to(self.view.scale * factor, at)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """Set the pixels of the window for each of the page; ``at`` (or the centre) stays where it is."""
        w, h = self._window
        point = (at.x(), at.y()) if at is not None else (w / 2, h / 2)
        self._set_view(self.view.zoomed(scale, point, self.page_size, self._window))

    def fit(self) -> None:
        """Show the whole page."""
        self._set_view(Viewport.fit(self.page_size, self._window))

    def pan(self, dx: int, dy: int) -> None:
        self._set_view(self.view.panned(dx, dy, self.page_size, self._window))

    def word_at(self, at: QPointF) -> int | None:
        return boxes.word_at(self.outlines.visible_words, *self.view.to_page(at.x(), at.y()))

    def click_word(self, word_id: int | None) -> None:
        """Select the word that was clicked (None: nothing) and, with the tool for it, open it for transcription."""
        self.select([] if word_id is None else [word_id])
        if word_id is not None and self.tool is Tool.TRANSCRIBE:
            self.transcription_requested.emit(word_id)

    def preview_boxes(self, moved: dict[int, Box]) -> None:
        """Show these boxes while they are being moved; meanwhile words may disappear."""
        moved = {word_id: box for word_id, box in moved.items() if word_id in self._by_id}
        if moved.keys() != self._moved_boxes.keys():
            self.outlines.exclude(moved.keys())
        self._moved_boxes = moved
        self.viewport().update()

    def commit(self) -> None:
        """Make one edit of the boxes that were moved, and one of the lines."""
        self._commit_boxes()
        self._commit_lines()

    def _commit_boxes(self) -> None:
        moved = {key: box for key, box in self._moved_boxes.items() if self._by_id[key].box != box}
        if moved:
            # until the edit is written the words are shown where they were put
            words = [replace(w, box=moved[w.id]) if w.id in moved else w for w in self.outlines.words]
            self.set_words(words, self.outlines.lines)
        self.preview_boxes({})
        if moved:
            self.boxes_moved.emit(moved)

    def set_split_x(self, x: int) -> None:
        """Put the split line at a column of the page inside the selected word."""
        if (word := self.word(self.selection[0])) is not None:
            self.split_x = min(max(x, word.box[0] + 1), word.box[0] + word.box[2] - 1)
            self.viewport().update()

    def split_word(self) -> None:
        """Split the selected word at the line."""
        if self.selection and self.split_x is not None:
            self.word_split.emit(self.selection[0], self.split_x)

    @property
    def _window(self) -> Size:
        return self.viewport().width(), self.viewport().height()

    def _set_selection(self, ids: Iterable[int]) -> None:
        selection = [word_id for word_id in dict.fromkeys(ids) if word_id in self._by_id]
        if selection != self.selection:
            self.selection = selection
            self.selection_changed.emit()

    def _set_view(self, view: Viewport) -> None:
        changed = view != self.view
        self.view = view
        self._updating_scroll_bars = True
        for bar, length, window, start in (
            (self.horizontalScrollBar(), self.page_size[0], self._window[0], view.left),
            (self.verticalScrollBar(), self.page_size[1], self._window[1], view.top),
        ):
            bar.setRange(0, scroll_range(length, view.scale, window))
            bar.setPageStep(window)
            bar.setValue(MARGIN - start)
        self._updating_scroll_bars = False
        if changed:
            self.viewport().update()
            self.view_changed.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if self._updating_scroll_bars:
            return
        left, top = self.view.left, self.view.top
        if self.horizontalScrollBar().maximum():
            left = MARGIN - self.horizontalScrollBar().value()
        if self.verticalScrollBar().maximum():
            top = MARGIN - self.verticalScrollBar().value()
        self._set_view(Viewport(self.view.scale, left, top).clamped(self.page_size, self._window))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_view(self.view.clamped(self.page_size, self._window))
        self.view_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        window = self.viewport().rect()
        painter.fillRect(window, QColor(self._theme.tokens.page))
        ratio = self.viewport().devicePixelRatioF()
        paper = QColor(self.tokens.sheet)
        if not self.tiles.draw(painter, self.view, self.page_size, window, ratio, paper):
            QTimer.singleShot(0, self.viewport().update)
        self.outlines.draw(
            painter,
            self.view,
            (0, 0, *self._window),
            self.tokens,
            with_labels=not self.tool.is_for_lines,
            with_checked=self.tool.is_for_boxes,
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.line_layer.draw(painter, self.view, self.tokens, editing=self.tool.is_for_lines)
        if self.tool.is_for_lines:
            draw_selection(painter, self.view, self.line_layer.selected_boxes(), self.tokens, with_handles=True)
        draw_selection(painter, self.view, self.selected_boxes(), self.tokens, self.tool is Tool.BOXES)
        self._draw_split_line(painter)
        if self.gesture is not None and self.gesture.moved:
            self.gesture.draw(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.tokens.accent), 2))
            painter.drawRect(QRectF(window).adjusted(1, 1, -1, -1))
        painter.end()

    def _draw_split_line(self, painter: QPainter) -> None:
        word = self.word(self.selection[0]) if self.selection else None
        if self.tool is Tool.SPLIT and word is not None and self.split_x is not None:
            x, y = self.view.to_window(self.split_x, word.box[1])
            painter.setPen(QPen(QColor(self.tokens.danger), 2))
            painter.drawLine(QPointF(x, y - 8), QPointF(x, y + word.box[3] * self.view.scale + 8))
