"""Words of the word list that begin with the typed text, in place of the candidates while a person types."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.review.candidate_list import CandidateList
from app.review.transcription_field import TranscriptionField
from app.session.session import Session
from core.project.query.search import complete_word, is_listed
from core.recognition.candidates import MAX_CANDIDATES


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
