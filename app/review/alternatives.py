"""The different transcriptions of a word side by side, each with its writer and time, to choose one by key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.style.theme import reading_font
from app.text.formats import format_timestamp
from app.widgets.builders import column, label, row
from app.widgets.card_button import LayoutButton
from core.project.content.differences import Alternative
from core.project.content.transcriptions import TranscriptionSource

_MAX_SHOWN = 9
"""As many as there are keys."""
_POINTS = 18


class AlternativesPanel(QWidget):
    """``chosen(int)``: the transcription with this number (from 1) was clicked."""

    chosen = Signal(int)

    def __init__(self, *, read_only: bool = False) -> None:
        super().__init__()
        self._read_only = read_only
        self.cards: list[AlternativeCard] = []
        self.title = label(self.tr("People transcribed this word differently. Which is right?"), "section")
        self._cards_row = row(spacing=12)
        column(self.title, self._cards_row, 1, parent=self)

    def show_alternatives(self, alternatives: Sequence[Alternative]) -> None:
        """Show one card for each transcription, the current one first."""
        for card in self.cards:
            self._cards_row.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = []
        for number, alternative in enumerate(alternatives[:_MAX_SHOWN], start=1):
            card = AlternativeCard(number, alternative, self._writer(alternative))
            card.setEnabled(not self._read_only)
            card.clicked.connect(lambda checked=False, number=number: self.chosen.emit(number))
            self._cards_row.addWidget(card, 1)
            self.cards.append(card)

    def _writer(self, alternative: Alternative) -> str:
        when = format_timestamp(alternative.created_at)
        if alternative.source in (TranscriptionSource.IMPORTED, TranscriptionSource.ALIGNED):
            return self.tr("imported\n{0}").format(when)
        return "\n".join((alternative.who or self.tr("somebody without a name"), when))


class AlternativeCard(LayoutButton):
    """The key, the text, and below it the writer and the time."""

    def __init__(self, number: int, alternative: Alternative, writer: str) -> None:
        super().__init__(column(margins=(16, 12, 16, 12)), f"{number}: {alternative.text}", writer)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the focus away from the field
        self.key, self.shown_text = label(str(number), "caption", wrap=False), label(alternative.text)
        self.writer = label(writer, "quiet")
        for text in (self.shown_text, self.writer):
            text.setTextFormat(Qt.TextFormat.PlainText)
        self.shown_text.setFont(reading_font(_POINTS))
        self.add_part(self.key)
        self.add_part(self.shown_text, 1)
        self.add_part(self.writer)
