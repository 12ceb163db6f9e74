"""The transcript beside the scan: the lines of a page as text, each word in the colour of its state, to be edited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.page.line_editor import CutScan, LineEditor
from app.page.page_lines import LineKey, PageLine
from app.page.page_queries import UNSURE
from app.style.theme import Theme, reading_font, tabular
from app.style.tokens import Tokens
from app.widgets.builders import column, label, named
from core.jobs.segmentation.line_text import NO_TEXT
from core.project.content.words import WordState

Index = QModelIndex | QPersistentModelIndex

_PREVIEW_MS = 250
_NUMBER_WIDTH = 36
_PADDING = 6
_POINTS = 11


class TranscriptPanel(QWidget):
    """``current_changed(PageLine)``: a person chose a line. ``typed(PageLine, text)``, after a pause in typing.

    ``saved(PageLine, text, is_checked)``: a person ended the edit of a line, with Enter if it ``is_checked``.
    ``edit_ended()``: no line is edited any more. ``word_changed(word id or None)``: the cursor stands in another word.
    ``unsure_wanted(±1)``: go to an unsure word. ``finished()``: Enter was pressed in the last line.
    ``reordered([line id])``: a person dragged a line to another place.
    """

    current_changed = Signal(object)
    typed = Signal(object, str)
    saved = Signal(object, str, bool)
    edit_ended = Signal()
    word_changed = Signal(object)
    unsure_wanted = Signal(int)
    finished = Signal()
    reordered = Signal(object)

    def __init__(self, theme: Theme, read_only_reason: str, cut: CutScan, paper: Callable[[], Tokens]) -> None:
        """``cut`` gives images of the open page, ``paper`` the colours of what is drawn on them."""
        super().__init__()
        self._theme = theme
        self.lines: tuple[PageLine, ...] = ()
        self.list = named(_LineList(), self.tr("Transcript of the page, line by line"))
        self.list.setItemDelegate(LineDelegate(self))
        self.list.setMouseTracking(False)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setDragEnabled(not read_only_reason)
        self.list.setToolTip(
            read_only_reason or self.tr("A click or Enter edits a line. Drag lines to put them in another order.")
        )
        self.is_read_only = bool(read_only_reason)
        self.line_editor = LineEditor(self.list.viewport(), theme, cut, paper)
        self.hint = label("", "caption")
        column(
            label(self.tr("Transcript"), "section", wrap=False),
            (self.list, 1),
            self.hint,
            parent=self,
            margins=(8, 8, 8, 8),
        )
        self._typed_timer = QTimer(self, interval=_PREVIEW_MS, singleShot=True)
        self._typed_timer.timeout.connect(self._report_typed)
        self.edited_row = -1
        """The row that is edited; -1 without one."""
        self._laid_out = 0
        """The height that the list gives it."""
        self.unsaved: dict[tuple[int, LineKey], str] = {}
        self.list.currentRowChanged.connect(self._row_changed)
        self.list.enter_pressed.connect(self.edit_current)
        self.list.clicked_at.connect(self._edit_at)
        self.list.laid_out.connect(self._place_editor)
        self.list.verticalScrollBar().valueChanged.connect(self._place_editor)
        self.list.model().rowsMoved.connect(lambda *_: QTimer.singleShot(0, self._report_order))
        self._connect_editor()
        theme.changed.connect(self.list.viewport().update)
        self._show_hint()

    def _connect_editor(self) -> None:
        editor, field = self.line_editor, self.line_editor.field
        field.entered.connect(self._enter)
        field.escaped.connect(self._escape)
        field.stepped.connect(self._step)
        field.tabbed.connect(self.unsure_wanted)
        field.textChanged.connect(lambda: self._typed_timer.start() if field.is_changed else None)
        editor.left.connect(self.end_editing)
        editor.resized.connect(self._place_editor)
        editor.word_changed.connect(self.word_changed)

    def set_lines(self, lines: Sequence[PageLine]) -> None:
        """Show these lines. While they are the same lines with other words, a line being edited stays open."""
        keys = [line.key for line in lines]
        is_same = keys == [line.key for line in self.lines] == self._listed_keys()
        current = self.current_key
        if not is_same:
            # the list is rebuilt, or shows another page: what is being typed is saved first
            self.end_editing()
        self.lines = tuple(lines)
        self.list.blockSignals(True)
        if not is_same:
            self.list.clear()
            for line in lines:
                item = QListWidgetItem()
                item.setData(Qt.ItemDataRole.UserRole, line.key)
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled
                    | Qt.ItemFlag.ItemIsSelectable
                    | (Qt.ItemFlag.ItemIsDragEnabled if line.line is not None else Qt.ItemFlag.NoItemFlags)
                )
                self.list.addItem(item)
        for row, line in enumerate(lines):
            text = f"{row + 1}  {line.text}"
            if (item_ := self.list.item(row)) is not None:
                item_.setData(Qt.ItemDataRole.AccessibleTextRole, text)
        self.list.blockSignals(False)
        if not is_same and current in keys:
            self.show_line(current)
        self._show_hint()
        if self.is_editing and (edited := self.line_of_row(self.edited_row)) is not None:
            self.line_editor.refresh(edited, self.text_to_edit(edited))
        self.list.scheduleDelayedItemsLayout()
        self.list.viewport().update()

    @property
    def current_key(self) -> LineKey | None:
        item = self.list.currentItem()
        return None if item is None else _as_key(item.data(Qt.ItemDataRole.UserRole))

    @property
    def is_editing(self) -> bool:
        return self.edited_row >= 0

    def line(self, key: LineKey | None) -> PageLine | None:
        return next((line for line in self.lines if line.key == key), None)

    def line_of_row(self, row: int) -> PageLine | None:
        item = self.list.item(row)
        return None if item is None else self.line(_as_key(item.data(Qt.ItemDataRole.UserRole)))

    def show_line(self, key: LineKey | None) -> None:
        """Make a line the current one without a signal; a line being edited stays the current one."""
        row = next((n for n, line in enumerate(self.lines) if line.key == key), -1)
        if row >= 0 and not self.is_editing and row != self.list.currentRow():
            self.list.blockSignals(True)
            self.list.setCurrentRow(row)
            self.list.blockSignals(False)
            self.list.scrollTo(self.list.currentIndex())
            self.list.viewport().update()

    def edit_current(self) -> None:
        """Edit the text of the current line, or of the first that is not checked."""
        row = self.list.currentRow()
        if row < 0:
            row = next((n for n, line in enumerate(self.lines) if not line.is_checked), 0)
        self._edit_row(row)

    def edit_word(self, word_id: int) -> None:
        """Edit the line in which a word stands, at the word."""
        for row, line in enumerate(self.lines):
            if word_id in [word.id for word in line.words]:
                self._edit_row(row)
                self.line_editor.select_word(word_id)

    def go_to_unsure(self, step: int) -> bool:
        """Go to the next (1) or previous (-1) unsure word, also of another line; False if the page has no more."""
        if self.is_editing and self.line_editor.go_to_unsure(step):
            return True
        at = self.edited_row if self.is_editing else self.list.currentRow() - step
        rows = range(at + 1, len(self.lines)) if step > 0 else range(at - 1, -1, -1)
        for row in rows:
            line = self.line_of_row(row)
            unsure = [] if line is None else [word.id for word in line.words if word.is_unsure]
            if unsure and not self.is_read_only:
                self._edit_row(row)
                self.line_editor.select_word(unsure[0 if step > 0 else -1])
                return True
        return False

    def end_editing(self) -> None:
        """Save what was typed, and close the editor."""
        self._end(is_checked=False)

    def text_to_edit(self, line: PageLine) -> str:
        """Return the text with which the edit of a line begins."""
        return self.unsaved.get((line.page_id, line.key), line.text)

    def editor_height(self) -> int:
        """Return the height that the row being edited needs."""
        return self.line_editor.height_for(self._editor_width)

    @property
    def _editor_width(self) -> int:
        return self.list.viewport().width() - _NUMBER_WIDTH + _PADDING

    def _edit_row(self, row: int) -> None:
        line = self.line_of_row(row)
        if line is None or self.is_read_only:
            return
        if row != self.edited_row:
            self.end_editing()
            self.list.setCurrentRow(row)
            self.edited_row, self._laid_out = row, 0
            self.line_editor.resize(self._editor_width, 10)
            self.line_editor.open(line, self.text_to_edit(line))
            self._place_editor()
            self.list.scrollTo(self.list.currentIndex())
            self._show_hint()
        self.line_editor.field.setFocus()

    def _edit_at(self, at: QPoint) -> None:
        """Edit the line that was clicked, at the word that was clicked."""
        row = self.list.indexAt(at).row()
        line = self.line_of_row(row)
        if line is None or row == self.edited_row:
            return
        rect = self.list.visualItemRect(self.list.item(row))
        words = flow(line, rect.width())[0]
        position = next((n for n, word in enumerate(words) if word.rect.translated(rect.topLeft()).contains(at)), None)
        self._edit_row(row)
        if position is not None and position < len(self.line_editor.tokens) and self.is_editing:
            self.line_editor.field.put_cursor(self.line_editor.tokens[position].start)

    def _end(self, *, is_checked: bool) -> None:
        row, line = self.edited_row, self.line_of_row(self.edited_row)
        if row < 0:
            return
        self.edited_row = -1
        self._typed_timer.stop()
        field = self.line_editor.field
        if line is not None and (is_checked or field.is_changed):
            self.saved.emit(line, field.text(), is_checked)
        self.line_editor.hide()
        self.list.doItemsLayout()
        self._show_hint()
        self.edit_ended.emit()

    def _enter(self) -> None:
        row = self.edited_row
        self._end(is_checked=True)
        if row + 1 < self.list.count():
            self._edit_row(row + 1)
        else:
            self.list.setFocus()
            self.finished.emit()

    def _escape(self) -> None:
        self.line_editor.field.document().setModified(False)
        self.end_editing()
        self.list.setFocus()

    def _step(self, by: int) -> None:
        if 0 <= self.edited_row + by < self.list.count():
            self._edit_row(self.edited_row + by)

    def _place_editor(self) -> None:
        if not self.is_editing:
            return
        item = self.list.item(self.edited_row)
        if item is None:
            return
        height = self.editor_height()
        if height != self._laid_out:
            self._laid_out = height
            self.list.doItemsLayout()
        rect = self.list.visualItemRect(item)
        self.line_editor.setGeometry(rect.left() + _NUMBER_WIDTH - _PADDING, rect.top(), self._editor_width, height)
        self.list.viewport().update()

    def _show_hint(self) -> None:
        if not self.lines:
            self.hint.setText(self.tr("No lines yet: find the words of the page, or draw lines."))
        else:
            self.hint.setText(
                self.tr("Enter: the line is right · Tab: next unsure word · Alt+1–9: candidate · Esc: as it was")
            )
        self.hint.setVisible(not self.lines or not self.is_read_only)

    def _listed_keys(self) -> list[LineKey | None]:
        return [_as_key(self.list.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(self.list.count())]

    def _row_changed(self, row: int) -> None:
        if (line := self.line_of_row(row)) is not None:
            self.current_changed.emit(line)

    def _report_typed(self) -> None:
        if self.is_editing and (line := self.line(self.current_key)) is not None:
            self.typed.emit(line, self.line_editor.field.text())

    def _report_order(self) -> None:
        self.reordered.emit([key[1] for key in self._listed_keys() if key is not None and key[0] == "line"])


class _LineList(QListWidget):
    """``enter_pressed()``: Enter or F2. ``clicked_at(QPoint)``: a click, not the end of a drag. ``laid_out()``."""

    enter_pressed = Signal()
    clicked_at = Signal(QPoint)
    laid_out = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.enter_pressed.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        is_click = self.state() != self.State.DraggingState and event.button() == Qt.MouseButton.LeftButton
        super().mouseReleaseEvent(event)
        if is_click:
            self.clicked_at.emit(event.position().toPoint())

    def doItemsLayout(self) -> None:
        super().doItemsLayout()
        self.laid_out.emit()


@dataclass(frozen=True, slots=True)
class ShownWord:
    """A word of a line as it is drawn: its place is relative to the upper left corner of the row."""

    rect: QRect
    text: str
    state: str


def flow(line: PageLine, width: int) -> tuple[list[ShownWord], int]:
    """Return the words of a line in rows of this width, and their height."""
    metrics = QFontMetrics(reading_font(_POINTS))
    left, blank, height = _NUMBER_WIDTH, metrics.horizontalAdvance(" "), metrics.lineSpacing()
    x, y, words = left, _PADDING, []
    for text, state in shown_words(line):
        wide = metrics.horizontalAdvance(text)
        if x > left and x + wide > width - _PADDING:
            x, y = left, y + height
        words.append(ShownWord(QRect(x, y, wide + blank, height), text, state))
        x += wide + blank
    return words, y + height + _PADDING


class LineDelegate(QStyledItemDelegate):
    """Draws a line with its number, ticked if it is checked, and its words in the colours of their states."""

    def __init__(self, panel: TranscriptPanel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._upright, self._italic = reading_font(_POINTS), reading_font(_POINTS)
        self._italic.setItalic(True)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line, width = self._panel.line_of_row(index.row()), self._panel.list.viewport().width()
        if line is None:
            return QSize(120, 2 * _PADDING)
        is_edited = index.row() == self._panel.edited_row
        return QSize(120, self._panel.editor_height() if is_edited else flow(line, width)[1])

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = self._panel.line_of_row(index.row())
        if line is None:
            return
        tokens = self._panel._theme.tokens
        rect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(tokens.hover))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
        painter.setFont(tabular(self._upright))
        painter.setPen(QColor(tokens.accepted if line.is_checked else tokens.quiet))
        words, _ = flow(line, rect.width())
        number = QRect(rect.left(), rect.top() + _PADDING, _NUMBER_WIDTH - 8, words[0].rect.height())
        text = f"✓{index.row() + 1}" if line.is_checked else str(index.row() + 1)
        painter.drawText(number, Qt.AlignmentFlag.AlignRight, text)
        if index.row() != self._panel.edited_row:
            for word in words:
                self._draw_word(painter, word, word.rect.translated(rect.topLeft()), tokens)
        painter.restore()

    def _draw_word(self, painter: QPainter, word: ShownWord, place: QRect, tokens: Tokens) -> None:
        colour = QColor(tokens.state(word.state))
        painter.setFont(self._upright if word.state in (WordState.TYPED, WordState.ACCEPTED) else self._italic)
        painter.setPen(colour)
        painter.drawText(place, Qt.TextFlag.TextSingleLine, word.text)
        if word.state in UNSURE:
            painter.setPen(QPen(colour, 2, Qt.PenStyle.DotLine))
            painter.drawLine(place.bottomLeft(), place.bottomLeft() + QPoint(place.width() - 6, 0))


def shown_words(line: PageLine) -> list[tuple[str, str]]:
    """Return the text and the state of each word of a line; a line without words shows its own text."""
    if not line.words:
        return [(line.text or NO_TEXT, WordState.UNREAD)]
    return [(word.text or NO_TEXT, word.state) for word in line.words]


def _as_key(data: object) -> LineKey | None:
    return (str(data[0]), int(data[1])) if isinstance(data, tuple | list) else None
