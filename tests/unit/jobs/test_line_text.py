"""The text of a line typed at once: words that stay, words that are cut anew, and what becomes of their states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from adaptation_helpers import add_model
from line_helpers import LETTERS, SIZE, TOPS, line, written
from numpy.typing import NDArray

from core.errors import InputError
from core.formats.records import PageRecord, SourceContents
from core.geometry import Box
from core.imaging.read import read_gray
from core.jobs.segmentation.line_text import LineOfText, apply_line_text, place_text
from core.project.content.history import undo
from core.project.content.lexicon import lexicon_words
from core.project.content.line_words import lines_in_reading_order
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.content.word_edits import NewWord, add_words, move_word
from core.project.content.words import WordRow, get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

TEXT = "mount and nothing"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A page with three lines of three written words each, without any text."""
    written(tmp_path / "page.png")
    project = Project.create(tmp_path / "p")
    page = PageRecord(tmp_path / "page.png", *SIZE, lines=tuple(line(top, None, f"l{top}") for top in TOPS))
    import_contents(project, SourceContents(pages=(page,)))
    return project


@pytest.fixture
def gray(tmp_path: Path, project: Project) -> NDArray[np.uint8]:
    return read_gray(tmp_path / "page.png", 0)


def shown(project: Project, number: int) -> LineOfText:
    stored = lines_in_reading_order(project, 1)[number]
    rows = rows_of(project, stored.id)
    words = tuple((row.id, row.box, row.text or "") for row in rows if row.box is not None)
    return LineOfText(1, stored.id, rows[0].line if rows else 0, stored.box, stored.polygon, words)


def rows_of(project: Project, line_id: int) -> list[WordRow]:
    return [row for row in get_words(project, word_ids(project)) if row.line_id == line_id]


def type_text(
    project: Project, gray: NDArray[np.uint8], number: int, text: str, *, is_checked: bool = False
) -> list[int]:
    of_line = shown(project, number)
    return apply_line_text(project, of_line, text, place_text(gray, of_line, text), is_checked=is_checked)


def stands_in_word(box: Box, index: int) -> bool:
    left = 60 + sum(LETTERS[:index]) * 22 + index * 70
    return left < box[0] + box[2] / 2 < left + LETTERS[index] * 22


def test_a_typed_line_is_cut_into_aligned_words(project: Project, gray: NDArray[np.uint8]) -> None:
    type_text(project, gray, 1, TEXT)
    type_text(project, gray, 0, f"  {TEXT}  ")
    (first, second, third) = lines_in_reading_order(project, 1)
    assert (first.text, second.text, third.text) == (TEXT, TEXT, None)
    rows = rows_of(project, first.id)
    assert [(row.text, row.source) for row in rows] == [(word, "aligned") for word in TEXT.split()]
    assert all(row.box is not None and stands_in_word(row.box, n) for n, row in enumerate(rows))
    assert [row.line_id for row in get_words(project, word_ids(project))] == [first.id] * 3 + [second.id] * 3
    assert set(TEXT.split()) <= set(lexicon_words(project))
    undo(project)
    assert rows_of(project, first.id) == [] and lines_in_reading_order(project, 1)[0].text is None


def test_words_whose_text_stays_keep_their_boxes_and_states(project: Project, gray: NDArray[np.uint8]) -> None:
    type_text(project, gray, 0, TEXT)
    line_id = lines_in_reading_order(project, 1)[0].id
    first, middle, last = rows_of(project, line_id)
    set_transcription(project, first.id, "mount")
    assert type_text(project, gray, 0, "mount any nothing") == [middle.id]
    rows = rows_of(project, line_id)
    assert [(row.id, row.box) for row in rows] == [(row.id, row.box) for row in (first, middle, last)]
    assert [(row.text, row.source) for row in rows] == [("mount", "typed"), ("any", "aligned"), ("nothing", "aligned")]
    type_text(project, gray, 0, "mounts any nothing")
    assert rows_of(project, line_id)[0].source == "typed", "a person corrected a word that was checked"


def test_a_checked_line_confirms_its_aligned_words_beside_a_correction(
    project: Project, gray: NDArray[np.uint8]
) -> None:
    type_text(project, gray, 0, TEXT)
    line_id = lines_in_reading_order(project, 1)[0].id
    ids = [row.id for row in rows_of(project, line_id)]
    assert type_text(project, gray, 0, "mount any nothing", is_checked=True) == ids
    rows = [(row.text, row.source) for row in rows_of(project, line_id)]
    assert rows == [("mount", "accepted"), ("any", "aligned"), ("nothing", "accepted")], "its letters are sought"
    undo(project)
    assert {row.source for row in rows_of(project, line_id)} == {"aligned"}


def test_new_words_of_a_checked_line_that_is_not_stored_count_as_typed(
    project: Project, gray: NDArray[np.uint8]
) -> None:
    of_line = replace(shown(project, 0), line_id=None)
    ids = apply_line_text(project, of_line, TEXT, place_text(gray, of_line, TEXT), is_checked=True)
    assert [(row.text, row.source) for row in get_words(project, ids)] == [(word, "typed") for word in TEXT.split()]


def test_a_typed_line_counts_as_transcribed_with_the_suggestions_that_were_right(
    project: Project, gray: NDArray[np.uint8]
) -> None:
    line_id = lines_in_reading_order(project, 1)[0].id
    ids = add_words(project, 1, [NewWord((x, TOPS[0], 150, 40), line_id=line_id) for x in (60, 300, 540)])
    add_model(project, "first")
    words = zip(ids, ("mount", "amd", "nothing"), strict=True)
    save_predictions(project, "first", [Prediction(word_id, text, "seen", 1, 1, 0.1) for word_id, text in words])
    of_line = shown(project, 0)
    suggested = tuple(
        (word_id, box, text) for (word_id, box, _), text in zip(of_line.words, ("mount", "amd", "nothing"), strict=True)
    )
    of_line = replace(of_line, words=suggested)
    assert apply_line_text(project, of_line, TEXT, place_text(gray, of_line, TEXT)) == ids
    rows = rows_of(project, line_id)
    assert [(row.text, row.source) for row in rows] == [
        ("mount", "accepted"),
        ("and", "typed"),
        ("nothing", "accepted"),
    ]
    assert list_transcriptions(project, ids[0])[-1].model == "first"
    assert lines_in_reading_order(project, 1)[0].text == TEXT
    undo(project)
    assert [row.text for row in rows_of(project, line_id)] == [None] * 3


def test_a_line_that_stays_confirms_aligned_words_and_leaves_those_without_a_text(
    project: Project, gray: NDArray[np.uint8]
) -> None:
    type_text(project, gray, 0, TEXT)
    line_id = lines_in_reading_order(project, 1)[0].id
    box = rows_of(project, line_id)[-1].box
    assert box is not None
    unread = add_words(project, 1, [NewWord((box[0] + box[2] + 40, *box[1:]), line_id=line_id)])
    assert shown(project, 0).text == f"{TEXT} …"
    type_text(project, gray, 0, f"{TEXT} …")
    rows = rows_of(project, line_id)
    assert [row.source for row in rows] == ["accepted"] * 3 + [None] and rows[-1].id == unread[0]
    assert lines_in_reading_order(project, 1)[0].text == TEXT


def test_more_or_fewer_words_are_cut_in_the_room_between_those_that_stay(
    project: Project, gray: NDArray[np.uint8]
) -> None:
    type_text(project, gray, 0, "mountand nothing")
    line_id = lines_in_reading_order(project, 1)[0].id
    last = rows_of(project, line_id)[1]
    type_text(project, gray, 0, TEXT)
    rows = rows_of(project, line_id)
    assert [row.text for row in rows] == TEXT.split() and (rows[2].id, rows[2].box) == (last.id, last.box)
    assert rows[0].box is not None and rows[1].box is not None and last.box is not None
    assert rows[0].box[0] < rows[1].box[0] < last.box[0]
    type_text(project, gray, 0, "nothing")
    assert [(row.id, row.box) for row in rows_of(project, line_id)] == [(last.id, last.box)]
    undo(project)
    assert [row.text for row in rows_of(project, line_id)] == TEXT.split()


def test_a_line_without_ink_is_divided_by_the_letters(project: Project) -> None:
    blank = np.full((SIZE[1], SIZE[0]), 240, np.uint8)
    of_line = shown(project, 0)
    placed = place_text(blank, of_line, "a longer line")
    assert [word.text for word in placed] == ["a", "longer", "line"]
    assert placed[0].box[2] < placed[2].box[2] < placed[1].box[2]
    x, _, width, _ = of_line.box
    assert placed[0].box[0] == x and placed[2].box[0] + placed[2].box[2] == x + width


def test_words_from_right_to_left_stand_from_the_right(project: Project, gray: NDArray[np.uint8]) -> None:
    placed = place_text(gray, shown(project, 0), "שלום לכל עולם")
    assert placed[0].box[0] > placed[1].box[0] > placed[2].box[0]


def test_an_empty_text_clears_the_words_and_keeps_their_boxes(project: Project, gray: NDArray[np.uint8]) -> None:
    type_text(project, gray, 0, TEXT)
    line_id = lines_in_reading_order(project, 1)[0].id
    type_text(project, gray, 0, " ")
    assert [row.text for row in rows_of(project, line_id)] == [None] * 3
    assert lines_in_reading_order(project, 1)[0].text is None


def test_words_that_changed_meanwhile_are_not_overwritten(project: Project, gray: NDArray[np.uint8]) -> None:
    type_text(project, gray, 0, TEXT)
    of_line = shown(project, 0)
    placed = place_text(gray, of_line, "other")
    move_word(project, of_line.words[0][0], (5, 5, 50, 50))
    before = get_words(project, word_ids(project))
    with pytest.raises(InputError, match="have changed meanwhile"):
        apply_line_text(project, of_line, "other", placed)
    assert get_words(project, word_ids(project)) == before
