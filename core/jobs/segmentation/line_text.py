"""The text of a line, typed at once: which of its words stay, and where the others stand. No model is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import TYPE_CHECKING

from core.errors import InputError
from core.geometry import Box, Polygon
from core.jobs.segmentation.resegment import usual_role
from core.lexicon.direction import visual_order
from core.project.content.lexicon import lexicon_from_transcriptions
from core.project.content.line_edits import order_lines
from core.project.content.line_words import lines_in_reading_order
from core.project.content.models import active_model
from core.project.content.transcriptions import (
    TranscriptionSource,
    clear_transcription,
    confirm_aligned,
    enter_text,
    set_transcription,
)
from core.project.content.word_edits import NewWord, add_words, delete_words, set_reading_order, set_role
from core.project.content.words import WordRow, get_words, word_ids
from core.project.db.values import check_text
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np

NO_TEXT = "…"
"""Stands in the text of a line for a word without any text, if others have one."""


@dataclass(frozen=True, slots=True)
class LineOfText:
    """A line as it is shown: its place, and its words in reading order. ``line_id`` is None if it is not stored."""

    page_id: int
    line_id: int | None
    number: int
    """The number that its words share (``word.line``)."""
    box: Box
    polygon: Polygon | None
    words: tuple[tuple[int, Box, str], ...]
    """Id, box and shown text of each word: its transcription, else a suggestion, else ""."""

    @property
    def text(self) -> str:
        """The shown texts, joined by blanks; "" if no word has one."""
        texts = [text for _, _, text in self.words]
        return " ".join(text or NO_TEXT for text in texts) if any(texts) else ""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """One word of a line's new text: a word that the line has, with its id, or a new one."""

    text: str
    box: Box
    word_id: int | None = None
    is_new_text: bool = True
    """False if the word shows this text already, and stays as it is."""


def place_text(gray: np.ndarray, line: LineOfText, text: str) -> list[PlacedText]:
    """Return the words of ``text`` on their line in the page's grey image, uint8 [H, W].

    Words whose shown text stays keep their boxes. As many changed words as there were before keep the boxes, too. All
    others are cut by the gaps in the room between these, or where there is no ink, in shares of their letters.
    """
    tokens = text.split()
    shown = [text or NO_TEXT for _, _, text in line.words]
    is_left_to_right = visual_order(tokens) == list(range(len(tokens)))
    placed: list[PlacedText] = []
    for tag, i0, i1, j0, j1 in SequenceMatcher(None, shown, tokens, autojunk=False).get_opcodes():
        if tag == "equal" or (tag == "replace" and i1 - i0 == j1 - j0):
            pairs = zip(line.words[i0:i1], tokens[j0:j1], strict=True)
            placed += [PlacedText(token, box, word_id, tag != "equal") for (word_id, box, _), token in pairs]
        elif j1 > j0:
            room = _room(line, i0, i1, is_left_to_right)
            polygon = line.polygon if room == line.box else None
            placed += [PlacedText(token, box) for box, token in _cut(gray, room, polygon, tokens[j0:j1])]
    return placed


def line_to_place(line: LineOfText, text: str) -> int | None:
    """Return the id of the line if the letters of its text can be found: those of all words, in a stored line."""
    return None if NO_TEXT in text.split() else line.line_id


def apply_line_text(
    project: Project, line: LineOfText, text: str, placed: Sequence[PlacedText], *, is_checked: bool = False
) -> list[int]:
    """Give a line its text and the words found for it, in one edit; return the ids of the words that changed.

    Suggestions that stay count as accepted, corrections as typed. New texts are aligned in new words, in boxes without
    a text and in aligned words: where they stand is a guess until their letters are found. A text that stays as a
    whole, and one that a person says ``is_checked``, confirms the aligned words that stay, and leaves those without a
    text. New texts of a checked line count as typed where nobody will look for their letters. Words of the line that
    are not in the text are deleted; with an empty text transcriptions are cleared instead. Raises InputError if the
    words have changed since they were shown.
    """
    text = " ".join(text.split())
    rows = {row.id: row for row in get_words(project, [word_id for word_id, _, _ in line.words])}
    if any(word_id not in rows or rows[word_id].deleted or rows[word_id].box != box for word_id, box, _ in line.words):
        raise InputError.of("The words of this line have changed meanwhile. Nothing was saved; look again.")
    page_lines = [neighbour.id for neighbour in lines_in_reading_order(project, line.page_id)]
    if line.line_id is not None and line.line_id not in page_lines:
        raise InputError.of("This line does not exist any more. Nothing was saved.")
    with project.edit("text of a line"):
        if not text:
            for word_id in rows:
                clear_transcription(project, word_id)
            _set_text(project, line.line_id, None)
            return list(rows)
        check_text(text)
        kept = {word.word_id for word in placed if word.word_id is not None}
        delete_words(project, [word_id for word_id in rows if word_id not in kept])
        new = [word for word in placed if word.word_id is None]
        ids = add_words(project, line.page_id, [NewWord(w.box, line=line.number, line_id=line.line_id) for w in new])
        set_role(project, ids, usual_role(list(rows.values())[:1] or _words_of_page(project, line.page_id)))
        made = iter(ids)
        in_order = [next(made) if word.word_id is None else word.word_id for word in placed]
        shown: dict[int | None, str] = {word_id: shown_text for word_id, _, shown_text in line.words}
        model = active_model(project)
        changed = set(rows.keys() - kept)
        if is_checked or not any(word.is_new_text for word in placed):
            staying = [word_id for word_id, word in zip(in_order, placed, strict=True) if not word.is_new_text]
            changed.update(confirm_aligned(project, staying))
        is_final = is_checked and line_to_place(line, text) is None
        for word_id, word in zip(in_order, placed, strict=True):
            if not word.is_new_text and (rows[word_id].text is not None or not shown[word_id]):
                continue
            changed.add(word_id)
            if shown.get(word_id) and rows[word_id].source != TranscriptionSource.ALIGNED:
                enter_text(project, word_id, word.text, model.name if model else None)
            else:
                source = TranscriptionSource.TYPED if is_final else TranscriptionSource.ALIGNED
                set_transcription(project, word_id, word.text, source)
        if line.line_id is None:
            _put_in_order(project, line, in_order)
        else:
            order_lines(project, line.page_id, page_lines, {line.line_id: in_order})
        known = [word.text for word in placed if word.is_new_text or shown[word.word_id]]
        _set_text(project, line.line_id, " ".join(known))
        lexicon_from_transcriptions(project)
    return sorted(changed)


def _room(line: LineOfText, i0: int, i1: int, is_left_to_right: bool) -> Box:
    """Return the part of a line between its words before ``i0`` and from ``i1`` on."""
    before = line.words[i0 - 1][1] if i0 else None
    behind = line.words[i1][1] if i1 < len(line.words) else None
    left_box, right_box = (before, behind) if is_left_to_right else (behind, before)
    x, y, width, height = line.box
    left = x if left_box is None else max(x, left_box[0] + left_box[2])
    right = x + width if right_box is None else min(x + width, right_box[0])
    if right - left < 2:  # no room: the new words share the middle of what lies around them
        centre = min(max(x, (left + right) // 2), x + width - 2)
        left, right = max(x, centre - height), min(x + width, centre + height)
    return left, y, max(2, right - left), height


def _cut(gray: np.ndarray, room: Box, polygon: Polygon | None, tokens: list[str]) -> list[tuple[Box, str]]:
    from core.imaging.segment.align import align_line, letter_edges
    from core.imaging.segment.page import split_line_region

    if found := align_line(split_line_region(gray, room, polygon), " ".join(tokens)):
        return found
    order = visual_order(tokens)
    x, y, width, height = room
    edges = letter_edges([tokens[index] for index in order], width)
    boxes = {index: (x + a, y, max(1, b - a), height) for index, (a, b) in zip(order, pairwise(edges), strict=True)}
    return [(boxes[index], token) for index, token in enumerate(tokens)]


def _set_text(project: Project, line_id: int | None, text: str | None) -> None:
    if line_id is not None:
        with project.edit("text of a line") as connection:
            connection.execute("UPDATE line SET text = ? WHERE id = ?", (text, line_id))


def _put_in_order(project: Project, line: LineOfText, in_order: Sequence[int]) -> None:
    """Order the words of a row that is not a stored line; all others stay in theirs."""
    rows = _words_of_page(project, line.page_id)
    own = set(in_order)
    others = [(row.id, row.line) for row in rows if row.id not in own]
    first = next((n for n, (_, number) in enumerate(others) if number > line.number), len(others))
    mine = [(word_id, line.number) for word_id in in_order]
    set_reading_order(project, [*others[:first], *mine, *others[first:]])


def _words_of_page(project: Project, page_id: int) -> list[WordRow]:
    return get_words(project, word_ids(project, page_id=page_id, not_a_word=None))
