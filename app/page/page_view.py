"""The page on the screen: the scan with its words, zoomed and panned, with what is selected and under the hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from app.page import boxes
from app.page import viewport as view
from app.page.outlines import Outlines, draw_chosen
from app.page.page_queries import PageWord
from app.page.scan_tiles import ScanTiles
from app.page.tool import Tool
from app.page.viewport import Viewport
from app.style.theme import Theme
from app.style.tokens import DARK, LIGHT, Tokens
from core.geometry import Box


class Drag(Protocol):
    """What the mouse does from press to release. ``moved``: it went further than a click does."""

    moved: bool

    def move(self, to: QPointF) -> None:
        """The mouse is here now."""

    def ended(self) -> None:
        """The button was let go after a drag."""

    def clicked(self) -> None:
        """The button was let go where it was pressed."""

    def cancelled(self) -> None:
        """Leave all as it was."""

    def draw(self, painter: QPainter) -> None:
        """Show what is under way, in the window's pixels."""


class PageCanvas(QAbstractScrollArea):
    """``picked(word)``: read this word. ``chosen()``: the selection is another. ``view_changed()``.

    ``drawn(box)``, ``boxes_changed({word: box})``, ``cut(word, x)``: edits a hand made, in pixels of the page.
    """

    picked = Signal(int)
    chosen = Signal()
    drawn = Signal(object)
    boxes_changed = Signal(object)
    cut = Signal(int, int)
    view_changed = Signal()
    space_tapped = Signal()
    tool_changed = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.tiles, self.outlines = ScanTiles(), Outlines()
        self.page_size = (1, 1)
        self.view = Viewport(1.0, 0, 0)
        self.selection: list[int] = []
        self.tool = self.resting = Tool.READ
        self.dark_scan = False
        self.space_down = False
        self.cut_x: int | None = None
        self.gesture: Drag | None = None
        self._held: dict[int, Box] = {}
        self._by_id: dict[int, PageWord] = {}
        self._setting = False
        """The scroll bars are being set to where the view is, and must not move it."""
        # a scan is no text: it is not mirrored where people write from right to left
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("The page and its words"))
        self.viewport().setMouseTracking(True)
        # bars that come and go would move the page under the hand
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.horizontalScrollBar().setSingleStep(32)
        self.verticalScrollBar().setSingleStep(32)
        theme.changed.connect(self.viewport().update)

    @property
    def tokens(self) -> Tokens:
        """The colours for what is drawn on the scan: paper is light whatever the window is."""
        return DARK if self.dark_scan else LIGHT

    @property
    def _window(self) -> view.Size:
        return self.viewport().width(), self.viewport().height()

    def show_page(self, size: view.Size, at: Viewport | None) -> None:
        """Another page; ``at`` is where it was left."""
        self.let_go()
        self.gesture = None
        self.page_size = size
        self.selection = []
        self._set_view(view.placed(at, size, self._window) if at else view.start(size, self._window))

    def set_words(self, words: Iterable[PageWord], lines: Iterable) -> None:
        """The words of the page as they are now; what is selected and still there stays selected."""
        self.outlines.set_words(tuple(words), tuple(lines))
        self._by_id = {word.id: word for word in self.outlines.words}
        self.hold(self._held)
        kept = [word for word in self.selection if word in self._by_id]
        if kept != self.selection:
            self.selection = kept
            self.chosen.emit()
        self.viewport().update()

    def word(self, word_id: int | None) -> PageWord | None:
        return self._by_id.get(word_id) if word_id is not None else None

    def select(self, ids: Iterable[int]) -> None:
        """Select these words and no others."""
        self.let_go()
        chosen = [word for word in dict.fromkeys(ids) if word in self._by_id]
        if chosen != self.selection:
            self.selection = chosen
            self.chosen.emit()
        self.viewport().update()

    def selected_boxes(self) -> dict[int, Box]:
        """The boxes of the selected words, as they are under the hand."""
        return {word: self._held.get(word, self._by_id[word].box) for word in self.selection}

    def reveal(self, box: Box, below: int = 0) -> None:
        """Bring a place of the page into view, with room under it."""
        self._set_view(view.shown(self.view, box, self.page_size, self._window, below))

    def set_tool(self, tool: Tool) -> None:
        self.let_go()
        self.gesture = None
        self.tool = tool
        self.resting = tool if tool.stays else self.resting
        word = self.word(self.selection[0]) if len(self.selection) == 1 else None
        self.cut_x = word.box[0] + word.box[2] // 2 if word and tool is Tool.SPLIT else None
        cross = tool is Tool.DRAW
        self.viewport().setCursor(Qt.CursorShape.CrossCursor if cross else Qt.CursorShape.ArrowCursor)
        self.tool_changed.emit(tool)
        self.viewport().update()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        self.zoom_to(self.view.scale * factor, at)

    def zoom_to(self, scale: float, at: QPointF | None = None) -> None:
        """``scale``: the window's pixels for each of the page's; ``at`` stays where it is, else the middle."""
        w, h = self._window
        point = (at.x(), at.y()) if at is not None else (w / 2, h / 2)
        self._set_view(view.zoomed(self.view, scale, point, self.page_size, self._window))

    def fit(self) -> None:
        """Show the whole page."""
        self._set_view(view.fit(self.page_size, self._window))

    def pan(self, dx: int, dy: int) -> None:
        self._set_view(view.panned(self.view, dx, dy, self.page_size, self._window))

    def word_at(self, at: QPointF) -> int | None:
        return boxes.word_at(self.outlines.shown, *self.view.to_page(at.x(), at.y()))

    def click_word(self, word: int | None) -> None:
        """A word was clicked, or none."""
        self.select([] if word is None else [word])
        if word is not None and self.tool is Tool.READ:
            self.picked.emit(word)

    def hold(self, held: dict[int, Box]) -> None:
        """Show these boxes so while they are under the hand; words may go meanwhile."""
        held = {word: box for word, box in held.items() if word in self._by_id}
        if held.keys() != self._held.keys():
            self.outlines.set_aside(held.keys())
        self._held = held
        self.viewport().update()

    def let_go(self) -> None:
        """What was under the hand stays where it is now: one edit."""
        held = {word: box for word, box in self._held.items() if self._by_id[word].box != box}
        if held:
            # until the edit is written the words are shown where they were put
            self.set_words(
                [replace(w, box=held[w.id]) if w.id in held else w for w in self.outlines.words], self.outlines.lines
            )
        self.hold({})
        if held:
            self.boxes_changed.emit(held)

    def _set_view(self, to: Viewport) -> None:
        changed = to != self.view
        self.view = to
        self._setting = True
        for bar, length, window, start in (
            (self.horizontalScrollBar(), self.page_size[0], self._window[0], to.left),
            (self.verticalScrollBar(), self.page_size[1], self._window[1], to.top),
        ):
            bar.setRange(0, view.scroll_range(length, to.scale, window))
            bar.setPageStep(window)
            bar.setValue(view.MARGIN - start)
        self._setting = False
        if changed:
            self.viewport().update()
            self.view_changed.emit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if self._setting:
            return
        left, top = self.view.left, self.view.top
        if self.horizontalScrollBar().maximum():
            left = view.MARGIN - self.horizontalScrollBar().value()
        if self.verticalScrollBar().maximum():
            top = view.MARGIN - self.verticalScrollBar().value()
        self._set_view(view.placed(Viewport(self.view.scale, left, top), self.page_size, self._window))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_view(view.placed(self.view, self.page_size, self._window))
        self.view_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        window = self.viewport().rect()
        painter.fillRect(window, QColor(self._theme.tokens.page))
        ratio = self.viewport().devicePixelRatioF()
        paper = QColor(self.tokens.sheet)
        if not self.tiles.draw(painter, self.view, self.page_size, window, ratio, paper):
            QTimer.singleShot(0, self.viewport().update)
        self.outlines.draw(painter, self.view, (0, 0, *self._window), self.tokens)
        handles = self.tool is Tool.BOXES and len(self.selection) == 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_chosen(painter, self.view, self.selected_boxes().values(), self.tokens, handles)
        self._draw_cut(painter)
        if self.gesture is not None and self.gesture.moved:
            self.gesture.draw(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.tokens.accent), 2))
            painter.drawRect(QRectF(window).adjusted(1, 1, -1, -1))
        painter.end()

    def _draw_cut(self, painter: QPainter) -> None:
        word = self.word(self.selection[0]) if self.selection else None
        if self.tool is Tool.SPLIT and word is not None and self.cut_x is not None:
            x, y = self.view.to_window(self.cut_x, word.box[1])
            painter.setPen(QPen(QColor(self.tokens.danger), 2))
            painter.drawLine(QPointF(x, y - 8), QPointF(x, y + word.box[3] * self.view.scale + 8))

    def aim_at(self, x: int) -> None:
        """Put the cut at a column of the page, inside the selected word."""
        if (word := self.word(self.selection[0])) is not None:
            self.cut_x = min(max(x, word.box[0] + 1), word.box[0] + word.box[2] - 1)
            self.viewport().update()

    def cut_here(self) -> None:
        """Cut the selected word where the line stands."""
        if self.selection and self.cut_x is not None:
            self.cut.emit(self.selection[0], self.cut_x)
