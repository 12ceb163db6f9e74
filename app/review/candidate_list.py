"""The candidates on keys 1 to 9; while a person types, the words of the word list that begin with the text."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.review.review_text import ReviewText
from app.review.transcription_field import TranscriptionField
from app.session.session import Session
from app.style.theme import Theme, reading_font, tabular
from app.text.formats import distance
from app.widgets.builders import column, label
from core.project.query.search import complete_word, is_listed
from core.recognition.candidates import MAX_CANDIDATES, RankedCandidate

_HEIGHT = 24
_POINTS = 12
_GAP = 16
_WIDTH_FOR_KIND = 304
"""Width in pixels of a row from which the kind of the word is named."""


def column_width(metrics: QFontMetricsF, text: str, usual: str) -> float:
    """Return the width of a column of numbers: as wide as ``usual``, wider if ``text`` needs it.

    A number cut off would be read as another number.
    """
    return max(metrics.horizontalAdvance(usual), metrics.horizontalAdvance(text))


class CandidateList(QWidget):
    """``chosen(int)``: candidate 1 to 9 was clicked; ``completed(str)``: a completion was clicked."""

    chosen = Signal(int)
    completed = Signal(str)

    def __init__(self, theme: Theme, *, read_only: bool = False) -> None:
        """``read_only``: no candidate can be chosen; the caller disables the ``rows``."""
        super().__init__()
        self._read_only = read_only
        self._text = ReviewText(self)
        self.completions: list[str] = []
        """The completions shown; empty while the candidates are shown."""
        self._candidates: Sequence[RankedCandidate] = ()
        self.title = label("", "caption")
        self.empty_text = label("", "quiet")
        self.rows = [CandidateRow(theme, number) for number in range(1, MAX_CANDIDATES + 1)]
        layout = column(self.title, self.empty_text, *self.rows, 1, parent=self, spacing=0)
        layout.insertSpacing(1, 4)
        for row in self.rows:
            row.clicked.connect(lambda checked=False, row=row: self._clicked(row))
        self.show_candidates(())

    def show_candidates(self, candidates: Sequence[RankedCandidate]) -> None:
        self.completions, self._candidates = [], candidates
        self.title.setText(
            self.tr("Candidates: word, distance (smaller is nearer), readers that chose it")
            if self._read_only
            else self.tr("Candidates: key, word, distance (smaller is nearer), readers that chose it")
        )
        self.empty_text.setVisible(not candidates)
        text = self.tr("No candidates: there is no suggestion for this word yet.")
        self.empty_text.setText(text if self._read_only else self.tr("{0} Type the transcription.").format(text))
        for number, row in enumerate(self.rows, 1):
            candidate = candidates[number - 1] if number <= len(candidates) else None
            row.show_word(None if candidate is None else candidate.word, candidate)
            row.setAccessibleName("" if candidate is None else self._text.candidate(number, candidate))
            row.setToolTip("" if candidate is None else self._about(candidate))

    def show_completions(self, words: Sequence[str], *, is_in_list: bool = False) -> None:
        """Show completions in place of the candidates; ``is_in_list``: the typed word itself is in the word list."""
        self.completions = list(words[:MAX_CANDIDATES])
        self.title.setText(self.tr("From the word list: Up and Down choose"))
        self.empty_text.setVisible(not words)
        known = self.tr("This word is in the word list; no longer one begins like it.")
        unknown = self.tr("No word of the word list begins like this; it is saved as you type it.")
        self.empty_text.setText(known if is_in_list else unknown)
        for number, row in enumerate(self.rows):
            word = self.completions[number] if number < len(self.completions) else None
            row.show_word(word)
            row.setAccessibleName(word or "")
            row.setToolTip("")

    def mark_row(self, index: int) -> None:
        """Mark the completion that is in the field."""
        for number, row in enumerate(self.rows):
            row.set_marked(number == index)

    def _about(self, candidate: RankedCandidate) -> str:
        if candidate.is_look_alike:
            return self.tr("Its image is very similar to that of a word that a person has checked.")
        if candidate.is_free:
            return self._about_spelling(candidate)
        if candidate.trained_on:
            return self.tr("The model has seen images of this word in training.")
        return self.tr("This word is in the word list, but the model has seen no image of it in training.")

    def _about_spelling(self, candidate: RankedCandidate) -> str:
        if candidate.distance is not None:
            return self.tr(
                "Most readers treat the word as one that is in no list: these are the letters that they see. If you "
                "accept it, check every letter."
            )
        return self.tr(
            "Read without the word list: these are the letters that the readers see. The word is not in the list. "
            "It has no distance to compare; check the image."
        )

    def _clicked(self, row: CandidateRow) -> None:
        if self.completions:
            self.completed.emit(self.completions[row.number - 1])
        elif row.number <= len(self._candidates):
            self.chosen.emit(row.number)


class CandidateRow(QAbstractButton):
    """One line: key, word, mark and name of its kind, distance, votes.

    Without a word it is empty but keeps its height, so that nothing moves from word to word.
    """

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self.number = number
        self.word: str | None = None
        self._theme = theme
        self._candidate: RankedCandidate | None = None
        self._is_marked = False
        # created once: finding an installed font takes longer than drawing with it
        self._word_font, self._number_font = reading_font(_POINTS), tabular(self.font())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # letters of larger texts need more
        self._height = max(_HEIGHT, int(QFontMetricsF(self._word_font).height()) + 2)
        self.setFixedHeight(self._height)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_word(self, word: str | None, candidate: RankedCandidate | None = None) -> None:
        """Show a word, with its details if it is a candidate; None: nothing."""
        self.word, self._candidate = word, candidate
        self._is_marked = False
        self.setEnabled(word is not None)
        self.update()

    def set_marked(self, marked: bool) -> None:
        if marked != self._is_marked:
            self._is_marked = marked
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, self._height)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.word is None:
            return
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if (self.underMouse() and self.isEnabled()) or self._is_marked:
            painter.fillRect(self.rect(), QColor(tokens.hover))
        if self.hasFocus() or self._is_marked:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        left, right = 8.0, self.width() - 8.0
        if self._candidate is not None:
            if self.isEnabled():  # otherwise the key has no effect
                self._paint_key(painter, QRectF(left, 2, 20, self._height - 4))
                left += 32
            right = self._paint_details(painter, self._candidate)
        painter.setFont(self._word_font)
        painter.setPen(QColor(tokens.ink))
        text = QFontMetricsF(self._word_font).elidedText(self.word, Qt.TextElideMode.ElideMiddle, right - left - 8)
        painter.drawText(self._mirrored(QRectF(left, 0, right - left, self._height)), self._alignment(), text)
        painter.end()

    def _paint_key(self, painter: QPainter, rect: QRectF) -> None:
        tokens = self._theme.tokens
        painter.setFont(self.font())
        painter.setPen(QPen(QColor(tokens.quiet), 1))
        rect = self._mirrored(rect)
        painter.drawRoundedRect(rect, 4, 4)
        painter.setPen(QColor(tokens.ink))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(self.number))

    def _paint_details(self, painter: QPainter, candidate: RankedCandidate) -> float:
        """Paint votes, distance and kind from the right, and return where they begin; mirrored from right to left."""
        tokens = self._theme.tokens
        metrics = QFontMetricsF(self._number_font)
        painter.setFont(self._number_font)
        painter.setPen(QColor(tokens.quiet))
        votes = self.tr("{0} ×").format(candidate.votes) if candidate.votes else "–"
        number = "–" if candidate.distance is None else distance(candidate.distance)
        kinds = (self.tr("trained on"), self.tr("new word"), self.tr("not in list"), self.tr("look-alike"))
        kind = kinds[3 if candidate.is_look_alike else 2 if candidate.is_free else 0 if candidate.trained_on else 1]
        right = self.width() - 8.0
        columns = [
            (votes, column_width(metrics, votes, "00 ×"), True),
            (number, column_width(metrics, number, "0000.0"), True),
            (kind, max(metrics.horizontalAdvance(other) for other in kinds), False),
        ]
        if self.width() < _WIDTH_FOR_KIND:
            del columns[2]  # the mark beside it has the same meaning, and the word needs the space
        for text, width, at_end in columns:
            rect = self._mirrored(QRectF(right - width, 0, width, self._height))
            painter.drawText(rect, self._alignment(at_end=at_end), text)
            right -= width + _GAP
        mark = self._mirrored(QRectF(right, self._height / 2 - 4, 8, 8))
        colour = QColor(
            tokens.unlisted if candidate.is_free else tokens.seen if candidate.trained_on else tokens.unseen
        )
        painter.setPen(QPen(colour, 1.6))
        if candidate.trained_on:
            painter.setBrush(colour)
        if candidate.is_free:
            painter.drawPolygon(_diamond(mark))
        else:
            painter.drawEllipse(mark)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        return right - 8

    def _mirrored(self, rect: QRectF) -> QRectF:
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            rect.moveLeft(self.width() - rect.right())
        return rect

    def _alignment(self, *, at_end: bool = False) -> Qt.AlignmentFlag:
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = Qt.AlignmentFlag.AlignRight if at_end != is_mirrored else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class WordCompletion(QObject):
    """Completes the text of a field: Up and Down go through the words, and a click takes one of them."""

    def __init__(self, session: Session, field: TranscriptionField, candidates: CandidateList, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._field, self._candidates = session, field, candidates
        self._chosen = -1
        field.textEdited.connect(self.complete)
        field.completion_stepped.connect(self._step)
        candidates.completed.connect(self._take)

    def complete(self, text: str) -> None:
        """Find the words that begin with ``text``, and show them."""
        self._chosen = -1
        self._session.query(
            lambda project: (complete_word(project, text, MAX_CANDIDATES), is_listed(project, text)),
            self._show,
            owner=self,
            key="review-complete",
        )

    def _show(self, found: tuple[list[str], bool]) -> None:
        words, is_in_list = found
        if self._field.is_typing:
            self._candidates.show_completions(words, is_in_list=is_in_list)

    def _step(self, by: int) -> None:
        if self._candidates.completions:
            self._chosen = (self._chosen + by) % len(self._candidates.completions)
            self._field.replace_text(self._candidates.completions[self._chosen])
            self._candidates.mark_row(self._chosen)

    def _take(self, word: str) -> None:
        self._field.replace_text(word)
        self._field.setFocus()


def _diamond(rect: QRectF) -> QPolygonF:
    x, y = rect.center().x(), rect.center().y()
    left, top, right, bottom = rect.left() - 1, rect.top() - 1, rect.right() + 1, rect.bottom() + 1
    return QPolygonF([QPointF(x, top), QPointF(right, y), QPointF(x, bottom), QPointF(left, y)])
