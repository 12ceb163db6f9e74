"""Transcript and scan of a page at the same line: the one follows the other, and typed lines are shown and saved."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.page.canvas import PageCanvas
from app.page.line_texts import LineTexts
from app.page.page_lines import PageLine
from app.page.transcript_panel import TranscriptPanel


class TranscriptSync(QObject):
    """Connects the transcript with the canvas and with ``texts``, which cuts typed lines into words and saves them."""

    def __init__(self, transcript: TranscriptPanel, canvas: PageCanvas, texts: LineTexts, parent: QObject) -> None:
        super().__init__(parent)
        self._transcript, self._canvas = transcript, canvas
        canvas.selection_changed.connect(self.follow_word)
        canvas.line_selection_changed.connect(self._follow_line)
        transcript.current_changed.connect(self._show_line)
        transcript.typed.connect(texts.preview)
        transcript.saved.connect(texts.save)
        transcript.edit_ended.connect(texts.end_preview)

    def follow_word(self) -> None:
        """Make the line of the selected word the current one of the transcript, and mark it on the scan."""
        if self._transcript.isHidden():
            self._canvas.line_layer.current = None
        else:
            selected = self._canvas.selection[-1] if self._canvas.selection else None
            of_word = next((line for line in self._transcript.lines if selected in [w.id for w in line.words]), None)
            if of_word is not None:
                self._transcript.show_line(of_word.key)
            self._canvas.line_layer.current = self._transcript.current_key
        self._canvas.viewport().update()

    def _follow_line(self) -> None:
        """Make the line selected on the scan the current one of the transcript."""
        if self._canvas.line_layer.selection:
            self._canvas.select([])
            self._transcript.show_line(("line", self._canvas.line_layer.selection[-1]))
        self.follow_word()

    def _show_line(self, line: PageLine) -> None:
        """Show a line of the transcript on the scan."""
        self._canvas.line_layer.current = line.key
        self._canvas.select([])
        if line.line is not None:
            self._canvas.select_lines([line.line.id])
        self._canvas.reveal(line.box)
        self._canvas.viewport().update()
