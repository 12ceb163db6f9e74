"""The editor of one line of the transcript: the scan of the line, the field with its text, candidates of one word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from app.page.page_lines import LineToken, PageLine, tokens_of
from app.style.theme import Theme, reading_font, tabular
from app.style.tokens import Tokens
from app.widgets.builders import column, push_button
from app.widgets.flow_layout import FlowLayout
from app.widgets.special_characters import SpecialCharacters
from app.widgets.typing_keys import LeavesExport, candidate_of_key
from core.geometry import Box, union
from core.recognition.candidates import RankedCandidate

FIELD_POINTS = 12
_MARGIN, _SPACE = 4, 4
_MIN_PIECE_HEIGHT = 40
"""Height in pixels of a line on the screen from which it is not divided further."""
_MAX_PIECES = 3
_GAP = 4
"""Pixels of the page before a word at which the scan of a line is divided."""
_OVERHANG = 0.2
"""Part of the scan that is shown above and below a line, relative to its height."""
_WORD_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_STAYING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.MenuBarFocusReason)

CutScan = Callable[[Box, float], QImage | None]
"""From a part of the open page and a scale to its image, or None until the scan is loaded."""


class LineEditor(QFrame):
    """``left()``: the focus went elsewhere. ``word_changed(word id or None)``: the cursor stands in another word.

    ``resized()``: it needs another height. The keys are those of :class:`LineField`.
    """

    left = Signal()
    word_changed = Signal(object)
    resized = Signal()

    def __init__(self, parent: QWidget, theme: Theme, cut: CutScan, paper: Callable[[], Tokens]) -> None:
        super().__init__(parent)
        self.setObjectName("sheet")
        self.setAutoFillBackground(True)
        self._theme = theme
        self.line: PageLine | None = None
        self.tokens: list[LineToken] = []
        self._word: int | None = None
        self.scan = LineScan(cut, paper)
        self.field = LineField()
        self.characters = SpecialCharacters(self.field)
        self.candidates: tuple[RankedCandidate, ...] = ()
        self.candidate_buttons = [self._button(number) for number in range(1, 10)]
        self._candidates, self._flow = QWidget(), FlowLayout(*self.candidate_buttons, spacing=0)
        self._candidates.setLayout(self._flow)
        self._most_rows = 0
        """The height of the candidates of a word of the line that needed most, lest the lines below move with each."""
        margins = (_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column(self.scan, self.field, self._candidates, parent=self, margins=margins, spacing=_SPACE)
        self.field.left.connect(self.left)
        self.field.textChanged.connect(self._text_changed)
        self.field.cursorPositionChanged.connect(self._follow_cursor)
        self.field.candidate.connect(self.choose)
        self.field.word_stepped.connect(self._select_next)
        theme.changed.connect(self._text_changed)
        self.hide()

    def open(self, line: PageLine, text: str) -> None:
        """Edit a line, from its first unsure word on."""
        self.line, self._word, self._most_rows = line, None, 0
        self.field.set_text(text)
        self.field.setAccessibleDescription(line.text)
        self._show_candidates(())
        self.scan.show_line(line)
        self._text_changed()
        self.show()
        self.field.setFocus()
        self.go_to_unsure(1, from_start=True)
        self._follow_cursor()

    def refresh(self, line: PageLine, text: str) -> None:
        """Show a line that was changed elsewhere; what a person has typed stays."""
        self.line = line
        if not self.field.is_changed and text != self.field.text():
            place = self.field.textCursor().position()
            self.field.set_text(text)
            self.field.put_cursor(min(place, len(text)))
        self.scan.show_line(line)
        self._text_changed()
        self._follow_cursor()

    def go_to_unsure(self, step: int, *, from_start: bool = False) -> bool:
        """Select the next (1) or previous (-1) unsure word of the line; return False if there is none."""
        if from_start:
            self.field.put_cursor(0)
        return self._select([token for token in self.tokens if token.is_unsure], step)

    def _select_next(self, step: int) -> None:
        """Select the next (1) or previous (-1) word of the line as a whole, so that typing replaces it."""
        self._select(self.tokens, step)

    def _select(self, tokens: Sequence[LineToken], step: int) -> bool:
        """Select the first of these behind the selected word (1) or before it (-1); return False if there is none."""
        cursor = self.field.textCursor()
        if step > 0:
            at = cursor.selectionStart() + cursor.hasSelection()
            found = next((token for token in tokens if token.start >= at), None)
        else:
            found = next((token for token in reversed(tokens) if token.end < cursor.selectionEnd()), None)
        if found is not None:
            self.field.put_cursor(found.start, found.end)
        return found is not None

    def select_word(self, word_id: int) -> None:
        """Select a word of the line."""
        if token := next((known for known in self.tokens if known.word is not None and known.word.id == word_id), None):
            self.field.put_cursor(token.start, token.end)

    def show_candidates(self, word_id: int, candidates: Sequence[RankedCandidate]) -> None:
        """Show the candidates of a word, if the cursor still stands in it."""
        if word_id == self._word:
            self._show_candidates(tuple(candidates))

    def choose(self, number: int) -> None:
        """Replace the word at the cursor with a candidate, and go to the next unsure word."""
        token = self._token()
        if token is None or not 1 <= number <= len(self.candidates):
            return
        text = self.candidates[number - 1].word
        self.field.replace(token.start, token.end, text)
        self.field.put_cursor(token.start + len(text))
        self.go_to_unsure(1)

    def height_for(self, width: int) -> int:
        """Return the height that it needs at a width."""
        inner = width - 2 * (_MARGIN + self.frameWidth())
        heights = (self.scan.height_for(inner), self.field.height_for(inner), self._candidates_height(inner))
        return sum(heights) + 2 * (_MARGIN + _SPACE + self.frameWidth())

    def _candidates_height(self, width: int) -> int:
        self._most_rows = max(self._most_rows, self._flow.heightForWidth(width))
        return self._most_rows

    def resizeEvent(self, event: QEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        inner = self.width() - 2 * (_MARGIN + self.frameWidth())
        self.scan.setFixedHeight(self.scan.height_for(inner))
        self.field.setFixedHeight(self.field.height_for(inner))
        self._candidates.setFixedHeight(self._candidates_height(inner))

    def _text_changed(self) -> None:
        if self.line is None:
            return
        self.tokens = tokens_of(self.line, self.field.text())
        self.field.mark(self.tokens, self._theme.tokens)
        self._fit()
        self.resized.emit()

    def _token(self) -> LineToken | None:
        at = self.field.textCursor().selectionStart()
        return next((token for token in self.tokens if token.start <= at <= token.end), None)

    def _follow_cursor(self) -> None:
        token = self._token()
        word = None if token is None else token.word
        self.scan.show_word(None if word is None else word.box)
        if (None if word is None else word.id) != self._word:
            self._word = None if word is None else word.id
            self._show_candidates(())
            self.word_changed.emit(self._word)

    def _show_candidates(self, candidates: tuple[RankedCandidate, ...]) -> None:
        self.candidates = candidates[: len(self.candidate_buttons)]
        for number, button in enumerate(self.candidate_buttons, 1):
            if number <= len(self.candidates):
                text = self.candidates[number - 1].word
                button.setText(f"{number} {text}".replace("&", "&&"))
                button.setAccessibleName(self.tr("Choose candidate {0}: {1}").format(number, text))
            button.setVisible(number <= len(self.candidates))
        self._fit()
        self.resized.emit()

    def _button(self, number: int) -> QPushButton:
        button = push_button(" ", lambda: self.choose(number), "candidate")
        button.setFont(tabular(reading_font(10)))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(self.tr("Choose the candidate (Alt+{0})").format(number))
        size = button.sizePolicy()
        size.setRetainSizeWhenHidden(number == 1)
        button.setSizePolicy(size)
        return button


class LineField(QPlainTextEdit):
    """The text of a line, wrapped. ``entered()``: Enter; ``escaped()``: Esc.

    ``stepped(±1)``: Down in the last row or Up in the first. ``tabbed(±1)``: Tab or Shift+Tab. ``word_stepped(±1)``:
    Ctrl and Right or Left.
    ``candidate(number)``: Alt and a key of the number row. ``left()``: the focus went to another part of the window.
    """

    entered = Signal()
    escaped = Signal()
    stepped = Signal(int)
    tabbed = Signal(int)
    word_stepped = Signal(int)
    candidate = Signal(int)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFont(reading_font(FIELD_POINTS))
        self.setPlaceholderText(self.tr("Type the text of the line"))
        for policy in (self.setVerticalScrollBarPolicy, self.setHorizontalScrollBarPolicy):
            policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        LeavesExport(self)

    @property
    def is_changed(self) -> bool:
        """Return whether a person has changed the text."""
        return self.document().isModified()

    def text(self) -> str:
        return self.toPlainText()

    def set_text(self, text: str) -> None:
        self.setPlainText(text)
        self.document().setModified(False)

    def put_cursor(self, start: int, end: int | None = None) -> None:
        """Put the cursor at a place, or select up to another."""
        self.setTextCursor(self._over(start, start if end is None else end))

    def replace(self, start: int, end: int, text: str) -> None:
        """Replace a part of the text; the field's own undo takes it back."""
        self._over(start, end).insertText(text)

    def _over(self, start: int, end: int) -> QTextCursor:
        """Return a cursor that selects a part of the text."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def height_for(self, width: int) -> int:
        """Return the height that shows the whole text at a width."""
        frame = 2 * self.frameWidth()
        self.resize(max(width, 2 * frame), self.height())
        rows = max(1, round(self.document().size().height()))
        return rows * self.fontMetrics().lineSpacing() + round(2 * self.document().documentMargin()) + frame

    def mark(self, tokens: Sequence[LineToken], colours: Tokens) -> None:
        """Show each word in the colour of its state, and underline those that are unsure."""
        marks = []
        for token in tokens:
            kind = QTextCharFormat()
            kind.setForeground(QColor(colours.state(token.state) if token.state else colours.ink))
            if token.is_unsure:
                kind.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
                kind.setUnderlineColor(QColor(colours.uncertain))
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = self._over(token.start, token.end), kind
            marks.append(mark)
        self.setExtraSelections(marks)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_of_view(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_plain = event.key(), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.tabbed.emit(-1 if key == Qt.Key.Key_Backtab else 1)
        elif (number := candidate_of_key(event)) is not None:
            self.candidate.emit(number)
        elif event.modifiers() == Qt.KeyboardModifier.ControlModifier and key in _WORD_STEPS:
            self.word_stepped.emit(_WORD_STEPS[Qt.Key(key)])
        elif is_plain and key in steps and not self._can_move(steps[Qt.Key(key)]):
            self.stepped.emit(steps[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _STAYING and QApplication.activePopupWidget() is None:
            self.left.emit()

    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # Tab is a key of the field

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls

    def insertFromMimeData(self, source: QMimeData) -> None:
        self.insertPlainText(" ".join(source.text().split()))

    def _can_move(self, step: int) -> bool:
        cursor = self.textCursor()
        return cursor.movePosition(QTextCursor.MoveOperation.Down if step > 0 else QTextCursor.MoveOperation.Up)

    def _is_of_view(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the view: it turns the page, or undoes an edit of the project."""
        if event.matches(QKeySequence.StandardKey.Undo):
            return not self.document().isUndoAvailable()
        if event.matches(QKeySequence.StandardKey.Redo):
            return not self.document().isRedoAvailable()
        return not event.modifiers() and event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class LineScan(QWidget):
    """The scan of a line, divided between words where it is long, with a frame around one word."""

    def __init__(self, cut: CutScan, paper: Callable[[], Tokens]) -> None:
        super().__init__()
        self._cut, self._paper = cut, paper
        self._line: PageLine | None = None
        self._word: Box | None = None
        self.setAccessibleName(self.tr("The scan of the line"))

    def show_line(self, line: PageLine) -> None:
        self._line = line
        self.update()

    def show_word(self, box: Box | None) -> None:
        self._word = box
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, _MIN_PIECE_HEIGHT)

    def height_for(self, width: int) -> int:
        """Return the height that it needs at a width."""
        pieces, scale = self._pieces(width)
        return sum(round(piece[3] * scale) for piece in pieces)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # the list below must not take the press for one on another line

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        pieces, scale = self._pieces(self.width())
        ratio = self.devicePixelRatioF()
        top = 0.0
        for piece in pieces:
            x, y, width, height = piece
            place = QRectF(0, top, width * scale, height * scale)
            if (image := self._cut(piece, scale * ratio)) is not None:
                painter.drawImage(place, image)
            if self._word is not None and x <= self._word[0] + self._word[2] / 2 < x + width:
                left, upper, wide, high = self._word
                frame = QRectF((left - x) * scale, top + (upper - y) * scale, wide * scale, high * scale)
                painter.setClipRect(place)
                painter.setPen(QPen(QColor(self._paper().accent), 2))
                painter.drawRect(frame.adjusted(1, 1, -1, -1))
                painter.setClipping(False)
            top += round(height * scale)
        painter.end()

    def _pieces(self, width: int) -> tuple[list[Box], float]:
        """Return the parts of the page to show one below the other, and their scale."""
        if self._line is None or width < 2:
            return [], 1.0
        x, _, wide, high = self._line.box
        count = 1
        while count < _MAX_PIECES and high * width * count / wide < _MIN_PIECE_HEIGHT:
            count += 1
        # divided between two words, as near as possible to equal parts
        equal = [x + wide * number // count for number in range(1, count)]
        boxes = [word.box for word in self._line.words]
        gaps = [box[0] - _GAP for box in boxes if box[0] > x] or equal
        edges = sorted({x, x + wide, *(min(gaps, key=lambda gap: abs(gap - place)) for place in equal)})
        pieces = []
        for left, right in pairwise(edges):
            # a slanting line rises from part to part
            _, top, _, tall = union([box for box in boxes if left <= box[0] < right] or [self._line.box])
            over = round(_OVERHANG * tall)
            pieces.append((left, top - over, right - left, tall + 2 * over))
        words = self._line.words
        if words and words[0].box[0] > words[-1].box[0]:
            pieces.reverse()  # written from right to left
        return pieces, min(width / max(piece[2] for piece in pieces), 2.0)
