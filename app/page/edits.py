"""The edits of the page view, run in the session's writer thread. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.page.boxes import reading_position, words_beside
from app.page.page_queries import PageWord, current_transcription, page_word_ids, read_words
from core.geometry import Box, coverage, intersection_area
from core.project.content.line_edits import draw_line, order_lines
from core.project.content.line_words import lines_in_reading_order
from core.project.content.transcriptions import TranscriptionSource, clear_transcription, confirm_aligned, enter_text
from core.project.content.word_edits import NewWord, add_words, change_box
from core.project.content.words import WordState
from core.project.project import Project


def save_transcription(project: Project, word_id: int, text: str, model: str | None) -> None:
    """Save what a person entered: as accepted if ``model`` predicted it, otherwise as typed.

    The current transcription again confirms it if it was aligned, otherwise it changes nothing; a blank text clears it.
    """
    text = text.strip()
    current = current_transcription(project, word_id)
    if not text:
        if current is not None:
            clear_transcription(project, word_id)
        return
    if current is not None and current.text == text:
        confirm_aligned(project, [word_id])
        return
    enter_text(project, word_id, text, model)


def with_transcription(word: PageWord, text: str) -> PageWord:
    """Return the word as it will be after :func:`save_transcription`, to be shown at once."""
    text = text.strip()
    if not text or (word.state in (WordState.TYPED, WordState.ACCEPTED) and word.text == text):
        return word
    accepted = text == (word.text if word.state == WordState.ALIGNED else word.predicted)
    source = TranscriptionSource.ACCEPTED if accepted else TranscriptionSource.TYPED
    return replace(word, state=WordState.ACCEPTED if accepted else WordState.TYPED, text=text, source=source)


def move_boxes(project: Project, boxes: Mapping[int, Box]) -> None:
    """Give words other boxes; the outline of a word follows if its box was moved but not resized."""
    with project.edit("move words", n=len(boxes)):
        for word_id, box in boxes.items():
            change_box(project, word_id, box)


def draw_word(project: Project, page_id: int, box: Box) -> int:
    """Add a word at its position in the reading order of a page; return its id.

    It is the first word of a line that has none. On a page with lines, far from any, it gets a line of its own.
    """
    words = tuple(read_words(project, page_word_ids(project, page_id), None).values())
    lines = lines_in_reading_order(project, page_id)
    nearest = max(lines, key=lambda line: coverage(box, line.box), default=None)
    line_id = nearest.id if nearest is not None and intersection_area(box, nearest.box) else None
    if line_id is None:
        has_neighbours = bool(words_beside(words, box)) or not lines
    else:
        has_neighbours = any(word.line_id == line_id for word in words)
    if has_neighbours:
        line, after = reading_position(words, box)
        return add_words(project, page_id, [NewWord(box, line=line)], after=after, first=after is None)[0]
    with project.edit("add words"):
        if line_id is None:
            line_id = draw_line(project, page_id, box)
            lines = lines_in_reading_order(project, page_id)
        (word_id,) = add_words(project, page_id, [NewWord(box, line_id=line_id)])
        order_lines(project, page_id, [line.id for line in lines])
    return word_id
