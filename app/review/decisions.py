"""A person's decisions about a word, each as the edit that it stands for. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.review import edits
from app.review.review_queries import WordCard
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class Decision:
    """An edit of one word, and the text that the word gets by it: ``typed``, ``accepted``, or none."""

    edit: Callable[[Project], object]
    typed: str | None = None
    accepted: str | None = None

    @property
    def text(self) -> str | None:
        return self.accepted if self.typed is None else self.typed


def accept_shown(card: WordCard, model: str | None) -> Decision | None:
    """Accept the text that is shown for an unchecked word; None if there is none."""
    if card.alternatives:
        return _choose_alternative(card, 1)
    if card.is_aligned:
        return Decision(partial(edits.confirm, word_id=card.word_id, shown=card.text))
    if card.look_alike:
        return _accept_look_alike(card.word_id, card.look_alike)
    if card.predicted and model:
        return _accept_suggestion(card.word_id, card.predicted, model)
    return None


def choose_candidate(card: WordCard, number: int, model: str | None) -> Decision | None:
    """Choose candidate ``number`` (from 1): the prediction as accepted, any other, chosen against it, as typed.

    Of a word that people transcribed differently, it is one of their transcriptions. None without such a candidate.
    """
    if card.alternatives:
        return _choose_alternative(card, number)
    if number > len(card.candidates):
        return None
    text = card.candidates[number - 1].word
    if text == card.look_alike:
        return _accept_look_alike(card.word_id, text)
    if text == card.predicted and model:
        return _accept_suggestion(card.word_id, text, model)
    return as_typed(card.word_id, card, text)


def as_typed(word_id: int, card: WordCard | None, text: str) -> Decision:
    """Save a text that a person typed; of a word with different transcriptions it decides. The card may be unread."""
    write = edits.settle_as_typed if card is not None and card.alternatives else edits.transcribe
    return Decision(partial(write, word_id=word_id, text=text), typed=text)


def _choose_alternative(card: WordCard, number: int) -> Decision | None:
    if number > len(card.alternatives):
        return None
    text = card.alternatives[number - 1].text
    return Decision(partial(edits.choose_alternative, word_id=card.word_id, text=text), accepted=text)


def _accept_look_alike(word_id: int, text: str) -> Decision:
    return Decision(partial(edits.accept_look_alike, word_id=word_id, text=text), accepted=text)


def _accept_suggestion(word_id: int, text: str, model: str) -> Decision:
    return Decision(partial(edits.accept_suggestion, word_id=word_id, model=model, shown=text), accepted=text)
