"""The candidates on keys 1 to 9; while a person types, the words of the lexicon that begin so."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.review.review_text import ReviewText
from app.style.theme import Theme, reading_font, tabular
from app.text.number_format import distance
from core.recognition.candidates import MAX_CANDIDATES, RankedCandidate

_HEIGHT = 28
_POINTS = 12


def room(metrics: QFontMetricsF, text: str, usual: str) -> float:
    """The width of a column of figures: one for all rows, but never less than this text needs.

    A clipped number is another number.
    """
    return max(metrics.horizontalAdvance(usual), metrics.horizontalAdvance(text))


def _diamond(rect: QRectF) -> list[QPointF]:
    middle = rect.center()
    return [
        QPointF(middle.x(), rect.top() - 1),
        QPointF(rect.right() + 1, middle.y()),
        QPointF(middle.x(), rect.bottom() + 1),
        QPointF(rect.left() - 1, middle.y()),
    ]


class CandidateList(QWidget):
    """``chosen(int)``: candidate 1 to 9 was clicked; ``completed(str)``: an offered word was clicked."""

    chosen = Signal(int)
    completed = Signal(str)

    def __init__(self, theme: Theme, *, read_only: bool = False) -> None:
        """``read_only``: the candidates are only looked at; whoever says so locks the ``rows``."""
        super().__init__()
        self.read_only = read_only
        self._plain = ReviewText(self)
        self.offered: list[str] = []
        """The completions on show; empty while the candidates are."""
        self._choices: Sequence[RankedCandidate] = ()
        self.title = QLabel()
        self.title.setProperty("kind", "caption")
        self.none = QLabel()
        self.none.setProperty("kind", "quiet")
        self.none.setWordWrap(True)
        self.rows = [_Row(theme, number) for number in range(1, MAX_CANDIDATES + 1)]
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addSpacing(4)
        column.addWidget(self.none)
        for row in self.rows:
            row.clicked.connect(lambda checked=False, row=row: self._clicked(row))
            column.addWidget(row)
        column.addStretch(1)
        self.show_choices(())

    def show_choices(self, choices: Sequence[RankedCandidate]) -> None:
        """The candidates of one word."""
        self.offered, self._choices = [], choices
        self.title.setText(
            self.tr("Candidates: word, distance (smaller is nearer), readers that chose it")
            if self.read_only
            else self.tr("Candidates: key, word, distance (smaller is nearer), readers that chose it")
        )
        self.none.setVisible(not choices)
        none = self.tr("No candidates: the model has not read this word.")
        self.none.setText(none if self.read_only else self.tr("{0} Type what you read.").format(none))
        for number, row in enumerate(self.rows, 1):
            choice = choices[number - 1] if number <= len(choices) else None
            row.show_choice(choice)
            row.setAccessibleName("" if choice is None else self._plain.choice(number, choice))
            row.setToolTip(self._free_told() if choice is not None and choice.is_free else "")

    def offer(self, words: Sequence[str]) -> None:
        """Completions in place of the candidates."""
        self.offered = list(words[:MAX_CANDIDATES])
        self.title.setText(self.tr("From the lexicon: Up and Down choose"))
        self.none.setVisible(not words)
        self.none.setText(self.tr("No word of the lexicon begins so; it is kept as you type it."))
        for number, row in enumerate(self.rows):
            word = self.offered[number] if number < len(self.offered) else None
            row.show_word(word)
            row.setAccessibleName(word or "")
            row.setToolTip("")

    def mark(self, place: int | None) -> None:
        """Show which offered word stands in the field."""
        for number, row in enumerate(self.rows):
            row.set_marked(number == place)

    def _free_told(self) -> str:
        return self.tr(
            "Spelled by itself: so the readers see the letters, bound to no list. It is not in the lexicon. "
            "There is no distance to compare it by; look at the picture."
        )

    def _clicked(self, row: _Row) -> None:
        number = row.number
        if self.offered:
            self.completed.emit(self.offered[number - 1])
        elif number <= len(self._choices):
            self.chosen.emit(number)


class _Row(QAbstractButton):
    """One line: key, word, mark and name of its kind, distance, votes."""

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self.number = number
        self._theme = theme
        self._word: str | None = None
        self._choice: RankedCandidate | None = None
        self._marked = False
        # made once: looking a face up among all that are installed takes longer than drawing with it
        self._reading, self._figures = reading_font(_POINTS), tabular(self.font())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_choice(self, choice: RankedCandidate | None) -> None:
        self._choice = choice
        self._show(None if choice is None else choice.word)

    def show_word(self, word: str | None) -> None:
        self._choice = None
        self._show(word)

    def set_marked(self, marked: bool) -> None:
        if marked != self._marked:
            self._marked = marked
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, _HEIGHT)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._word is None:
            return
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if (self.underMouse() and self.isEnabled()) or self._marked:
            painter.fillRect(self.rect(), QColor(tokens.hover))
        if self.hasFocus() or self._marked:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        x = 8.0
        if self._choice is not None and self.isEnabled():  # else the key does nothing
            self._paint_key(painter, QRectF(x, 4, 20, _HEIGHT - 8))
            x += 32
        right = self._paint_facts(painter, self._choice) if self._choice is not None else self.width() - 8.0
        painter.setFont(self._reading)
        painter.setPen(QColor(tokens.ink))
        text = QFontMetricsF(self._reading).elidedText(self._word, Qt.TextElideMode.ElideMiddle, right - x - 8)
        painter.drawText(self._mirrored(QRectF(x, 0, right - x, _HEIGHT)), self._lead(), text)
        painter.end()

    def _paint_key(self, painter: QPainter, rect: QRectF) -> None:
        tokens = self._theme.tokens
        painter.setFont(self.font())
        painter.setPen(QPen(QColor(tokens.quiet), 1))
        rect = self._mirrored(rect)
        painter.drawRoundedRect(rect, 4, 4)
        painter.setPen(QColor(tokens.ink))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(self.number))

    def _paint_facts(self, painter: QPainter, choice: RankedCandidate) -> float:
        """Kind, distance and votes from the far end; returns where they begin."""
        tokens = self._theme.tokens
        metrics = QFontMetricsF(self._figures)
        painter.setFont(self._figures)
        painter.setPen(QColor(tokens.quiet))
        right = self.width() - 8.0
        far = self._lead(far=True)
        votes = self.tr("{0} ×").format(choice.votes) if choice.votes else "–"
        wide = room(metrics, votes, "00 ×")
        painter.drawText(self._mirrored(QRectF(right - wide, 0, wide, _HEIGHT)), far, votes)
        right -= wide + 16
        near = "–" if choice.distance is None else distance(choice.distance)
        wide = room(metrics, near, "0000.0")
        painter.drawText(self._mirrored(QRectF(right - wide, 0, wide, _HEIGHT)), far, near)
        right -= wide + 16
        kinds = (self.tr("trained on"), self.tr("new word"), self.tr("letters alone"))
        kind = kinds[2 if choice.is_free else 0 if choice.trained_on else 1]
        wide = max(metrics.horizontalAdvance(told) for told in kinds)
        painter.drawText(self._mirrored(QRectF(right - wide, 0, wide, _HEIGHT)), self._lead(), kind)
        right -= wide + 16
        mark = self._mirrored(QRectF(right, _HEIGHT / 2 - 4, 8, 8))
        colour = QColor(tokens.quiet if choice.is_free else tokens.seen if choice.trained_on else tokens.unseen)
        painter.setPen(QPen(colour, 1.6))
        if choice.trained_on:
            painter.setBrush(colour)
        if choice.is_free:
            painter.drawPolygon(QPolygonF(_diamond(mark)))
        else:
            painter.drawEllipse(mark)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        return right - 8

    def _mirrored(self, rect: QRectF) -> QRectF:
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            rect.moveLeft(self.width() - rect.right())
        return rect

    def _lead(self, *, far: bool = False) -> Qt.AlignmentFlag:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if far != mirrored else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def _show(self, word: str | None) -> None:
        self._word = word
        self._marked = False
        # what has no word keeps its room, so that nothing moves from word to word
        self.setEnabled(word is not None)
        self.update()
