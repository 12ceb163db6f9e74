"""What a hand on the page writes into the project: each function one edit, run in the writer's thread. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.page.boxes import reading_place
from app.page.page_queries import PageWord, read_words
from core.geometry import Box
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import (
    accept_prediction,
    clear_transcription,
    list_transcriptions,
    set_transcription,
)
from core.project.content.word_edits import NewWord, add_words, move_word
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project


def keep_text(project: Project, word_id: int, text: str, model: str | None) -> None:
    """A person says what a word is: accepted when the model said the same, typed otherwise.

    What is current already stays as it is; nothing but blanks takes the reading away.
    """
    text = text.strip()
    current = next((reading for reading in list_transcriptions(project, word_id) if reading.current), None)
    if not text:
        if current is not None:
            clear_transcription(project, word_id)
        return
    if current is not None and current.text == text:
        return
    predicted = predictions_by_model(project, word_id).get(model) if model else None
    if model and predicted is not None and predicted.text == text:
        accept_prediction(project, word_id, model)
    else:
        set_transcription(project, word_id, text)


def as_kept(word: PageWord, text: str) -> PageWord:
    """How a word will look once :func:`keep_text` wrote ``text``, for the screen to show at once."""
    text = text.strip()
    if not text or (word.state in ("typed", "accepted") and word.text == text):
        return word
    accepted = text == word.predicted
    state = "accepted" if accepted else "typed"
    return replace(word, state=state, text=text, source=state)


def move_boxes(project: Project, boxes: Mapping[int, Box]) -> None:
    """Give words other boxes; an outline goes along when its box is only moved."""
    words = read_words(project, list(boxes), None)
    with project.edit("move word" if len(boxes) == 1 else f"move {len(boxes)} words"):
        for word_id, box in boxes.items():
            word = words.get(word_id)
            polygon = None
            if word is not None and word.polygon is not None and word.box[2:] == box[2:]:
                dx, dy = box[0] - word.box[0], box[1] - word.box[1]
                polygon = tuple((x + dx, y + dy) for x, y in word.polygon)
            move_word(project, word_id, box, polygon)


def draw_word(project: Project, page_id: int, box: Box) -> int:
    """Put a new word at its place in the reading order of a page; returns its id."""
    words: Sequence[PageWord] = tuple(
        read_words(project, word_ids(project, WordFilter(page_id=page_id, not_a_word=None)), None).values()
    )
    line, after = reading_place(words, box)
    new = [NewWord(box, line=line)]
    return add_words(project, page_id, new, after=after, first=after is None)[0]
