"""Words for pages without any: from lines, from gaps and from whole pages; and words that are found again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from job_helpers import json_into
from line_helpers import LETTERS, SIZE, TOPS, line, written
from project_helpers import page_source as one_page
from project_helpers import project_state

from core.events import Event, Note, ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.geometry import Box
from core.jobs.segmentation import segment_pages
from core.jobs.segmentation.line_aligner import FoundWord
from core.jobs.segmentation.resegment import (
    LayoutWord,
    ResegmentSummary,
    apply_resegmentation,
    merge_lines,
    overlap_share,
)
from core.jobs.segmentation.segment import PageWords
from core.jobs.segmentation.segment_pages import segment_again, segment_new_pages
from core.project.content.history import undo
from core.project.content.lexicon import lexicon_words
from core.project.content.line_edits import delete_lines
from core.project.content.pages import list_lines, list_pages, list_uncut_lines
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.word_edits import NewWord, add_words, delete_words, mark_not_a_word
from core.project.content.words import WordRow, get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


def new_project(tmp_path: Path, *page: PageRecord) -> Project:
    project = Project.create(tmp_path / "p")
    import_contents(project, SourceContents(pages=page))
    return project


def all_rows(project: Project) -> list[WordRow]:
    return get_words(project, word_ids(project))


@pytest.fixture
def image(tmp_path: Path) -> Path:
    written(tmp_path / "page.png")
    return tmp_path / "page.png"


def test_lines_are_segmented_into_the_words_of_their_text(tmp_path: Path, image: Path) -> None:
    texts = ("mount and nothing", "these are letters")
    page = PageRecord(image, *SIZE, lines=tuple(map(line, TOPS, texts)))
    project = new_project(tmp_path, page)
    assert segment_new_pages(project, ignore_events) == 6
    found = all_rows(project)
    assert [row.text for row in found] == " ".join(texts).split()
    assert {row.source for row in found} == {"aligned"} and {row.role for row in found} == {"train"}
    assert [row.line for row in found] == [0, 0, 0, 1, 1, 1]
    boxes = [row.box for row in found if row.box is not None]
    assert [inside(box, index) for box, index in zip(boxes, (0, 1, 2, 0, 1, 2), strict=True)] == [True] * 6
    assert list_uncut_lines(project, list_pages(project)[0].id) == []
    assert set(lexicon_words(project)) == set(" ".join(texts).split())


def inside(box: Box, index: int) -> bool:
    """Return whether the middle of a box lies in the index-th word of a line."""
    left = 60 + sum(LETTERS[:index]) * 22 + index * 70
    return left < box[0] + box[2] / 2 < left + LETTERS[index] * 22


def test_segmenting_a_page_is_one_edit(tmp_path: Path, image: Path) -> None:
    project = new_project(tmp_path, PageRecord(image, *SIZE, lines=(line(TOPS[0], "mount and nothing"),)))
    segment_new_pages(project, ignore_events)
    change = undo(project)
    assert change is not None and change.edit == ("find words", {"n": 1, "page": "page.png"})
    assert word_ids(project) == []
    assert [left.text for left in list_uncut_lines(project, list_pages(project)[0].id)] == ["mount and nothing"]


def test_a_line_without_text_is_segmented_by_its_gaps(tmp_path: Path, image: Path) -> None:
    project = new_project(tmp_path, PageRecord(image, *SIZE, lines=(line(TOPS[0], None),)))
    assert segment_new_pages(project, ignore_events) == 3
    assert [(row.text, row.role) for row in all_rows(project)] == [(None, "train")] * 3


def test_a_line_without_ink_is_kept_and_reported(tmp_path: Path) -> None:
    written(tmp_path / "page.png", TOPS[:1])
    page = PageRecord(
        tmp_path / "page.png", *SIZE, lines=(line(TOPS[0], "mount and nothing"), line(TOPS[2], "lost", "l9"))
    )
    project = new_project(tmp_path, page)
    events: list[dict[str, Any]] = []
    assert segment_new_pages(project, json_into(events)) == 3
    assert [left.ref for left in list_uncut_lines(project, list_pages(project)[0].id)] == ["l9"]
    assert any("l9" in event.get("text", "") for event in events)


def test_a_page_without_lines_is_segmented_whole(tmp_path: Path, image: Path) -> None:
    project = new_project(tmp_path, PageRecord(image, *SIZE))
    events: list[dict[str, Any]] = []
    count = segment_new_pages(project, json_into(events))
    found = all_rows(project)
    assert count == len(found) == 9
    assert {(row.text, row.role) for row in found} == {(None, "train")}
    assert [row.line for row in found] == [0] * 3 + [1] * 3 + [2] * 3
    assert events == [{"event": "progress", "part": "pages", "done": 1, "total": 1}]


def test_pages_that_have_or_had_words_are_only_segmented_in_their_uncut_lines(tmp_path: Path, image: Path) -> None:
    written(tmp_path / "other.png", seed=1)
    word = (WordRecord((60, 60, 100, 60), "mount"),)
    uncut = replace(line(TOPS[1], "mount and nothing"), number=1)
    project = new_project(
        tmp_path,
        PageRecord(image, *SIZE, words=word),
        PageRecord(tmp_path / "other.png", *SIZE, words=word, lines=(uncut,)),
    )
    delete_words(project, word_ids(project)[:1])
    assert segment_new_pages(project, ignore_events) == 3
    found = all_rows(project)
    assert [row.text for row in found] == ["mount", "mount", "and", "nothing"]
    assert {row.page_id for row in found} == {2} and len({row.line_id for row in found[1:]}) == 1
    assert list_uncut_lines(project, 2) == [] and segment_new_pages(project, ignore_events) == 0


def test_a_line_from_right_to_left_is_cut_from_the_right(tmp_path: Path, image: Path) -> None:
    # the drawing has words of 5, 3 and 7 letters from left to right, so this text begins on the right
    text = "\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6 \u05d0\u05d1\u05d2 \u05d0\u05d1\u05d2\u05d3\u05d4"
    project = new_project(tmp_path, PageRecord(image, *SIZE, lines=(line(TOPS[0], text),)))
    assert segment_new_pages(project, ignore_events) == 3
    found = all_rows(project)
    assert [row.text for row in found] == text.split()
    lefts = [row.box[0] for row in found if row.box]
    assert lefts == sorted(lefts, reverse=True)
    widths = [row.box[2] for row in found if row.box]
    assert widths[0] > widths[2] > widths[1], "each word lies on the ink of as many letters"


def test_a_line_whose_text_does_not_fit_its_ink_is_kept_whole_and_reported(tmp_path: Path, image: Path) -> None:
    # there are 15 letters on the paper; a long word cannot stand on three of them
    text = "incomprehensibilities i incomprehensibilities"
    lines = (line(TOPS[0], "mount and nothing", "l1"), replace(line(TOPS[1], text, "l2"), number=1))
    project = new_project(tmp_path, PageRecord(image, *SIZE, lines=lines))
    events: list[dict[str, Any]] = []
    segment_new_pages(project, json_into(events))
    cut = {row.line_id for row in all_rows(project)}
    kept = list_uncut_lines(project, 1)
    assert len(cut) + len(kept) == 2
    assert len([event for event in events if "kept whole" in str(event)]) == len(kept)


@pytest.mark.parametrize("again", [False, True], ids=["new pages", "again"])
@pytest.mark.parametrize("tops", [(), TOPS], ids=["whole page", "lines"])
def test_a_page_whose_import_is_undone_during_the_search_is_left_out(
    tmp_path: Path, image: Path, monkeypatch: pytest.MonkeyPatch, tops: tuple[int, ...], again: bool
) -> None:
    find = segment_pages.find_page_words

    def find_and_undo(*arguments: Any) -> Any:
        found = find(*arguments)
        undo(project)
        return found

    monkeypatch.setattr(segment_pages, "find_page_words", find_and_undo)
    page = PageRecord(image, *SIZE, lines=tuple(line(top, None) for top in tops))
    with new_project(tmp_path, page) as project:
        ids = [page.id for page in list_pages(project)]
        if again:
            assert segment_again(project, ignore_events, ids) == ResegmentSummary((), 0, 0)
        else:
            assert segment_new_pages(project, ignore_events) == 0
        assert list_pages(project) == [] and all_rows(project) == []


def test_lines_deleted_during_the_search_keep_no_words(
    tmp_path: Path, image: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = segment_pages.find_page_words

    def find_and_delete(*arguments: Any) -> Any:
        found = find(*arguments)
        delete_lines(project, [list_lines(project, 1)[0].id])
        return found

    monkeypatch.setattr(segment_pages, "find_page_words", find_and_delete)
    with new_project(tmp_path, PageRecord(image, *SIZE, lines=tuple(line(top, None) for top in TOPS))) as project:
        notes: list[Event] = []
        assert segment_again(project, notes.append, [1]) == ResegmentSummary((), 0, 0)
        assert all_rows(project) == [] and len(list_lines(project, 1)) == len(TOPS) - 1
        assert any("changed" in one.text for one in notes if isinstance(one, Note))


def project_with(tmp_path: Path, *words: WordRecord, with_lines: tuple[LineRecord, ...] = ()) -> Project:
    project = Project.create(tmp_path / "p")
    import_contents(project, one_page(tmp_path / "source", *words, lines=with_lines))
    return project


def words_of(project: Project) -> list[tuple]:
    return [(row.box, row.text, row.line) for row in get_words(project, word_ids(project))]


def test_untranscribed_words_are_replaced_and_transcribed_ones_kept(tmp_path: Path) -> None:
    project = project_with(
        tmp_path,
        WordRecord((10, 10, 30, 20), "the"),
        WordRecord((50, 10, 60, 20)),
        WordRecord((10, 50, 30, 20), role="test"),
    )
    transcribed, wide, same = word_ids(project)
    save_predictions(project, "m", [Prediction(same, "king", "seen", 1, 1, 0.1)])
    before = project_state(project)
    found = PageWords(
        (
            [FoundWord((12, 11, 28, 18)), FoundWord((50, 10, 25, 20)), FoundWord((80, 10, 30, 20))],
            [FoundWord((11, 50, 30, 20))],
        ),
        (),
    )
    assert apply_resegmentation(project, list_pages(project)[0], found) == ResegmentSummary((4, 5), 1, 2)
    assert words_of(project) == [
        ((10, 10, 30, 20), "the", 0),
        ((50, 10, 25, 20), None, 0),
        ((80, 10, 30, 20), None, 0),
        ((10, 50, 30, 20), None, 1),
    ]
    ids = word_ids(project)
    assert ids[0] == transcribed and ids[3] == same and wide not in ids
    assert predictions_by_model(project, same)["m"].text == "king"
    undo(project)
    assert project_state(project) == before


def test_what_is_marked_as_no_word_is_not_found_again(tmp_path: Path) -> None:
    project = project_with(tmp_path, WordRecord((10, 10, 30, 20)))
    mark_not_a_word(project, word_ids(project))
    apply_resegmentation(project, list_pages(project)[0], PageWords(([FoundWord((10, 10, 30, 20))],), ()))
    assert word_ids(project) == []


def test_a_transcribed_word_not_found_again_keeps_its_place_in_the_order(tmp_path: Path) -> None:
    project = project_with(tmp_path, WordRecord((10, 40, 30, 10), "mid"))
    found = PageWords(([FoundWord((10, 10, 30, 10))], [FoundWord((10, 80, 30, 10))]), ())
    apply_resegmentation(project, list_pages(project)[0], found)
    assert [(text, line) for _, text, line in words_of(project)] == [(None, 0), ("mid", 1), (None, 2)]


def test_words_of_lines_replace_only_what_they_overlap(tmp_path: Path) -> None:
    line = LineRecord((5, 45, 150, 20), "two words")
    project = project_with(
        tmp_path, WordRecord((10, 10, 30, 10), "top"), WordRecord((10, 50, 60, 10)), with_lines=(line,)
    )
    before = project_state(project)
    found = PageWords(([FoundWord((10, 48, 40, 14), "two"), FoundWord((60, 48, 40, 14), "words")],), (0,))
    assert apply_resegmentation(project, list_pages(project)[0], found) == ResegmentSummary((3, 4), 1, 1)
    assert [text for _, text, _ in words_of(project)] == ["top", "two", "words"]
    assert list_uncut_lines(project, list_pages(project)[0].id) == [] and "words" in lexicon_words(project)
    undo(project)
    assert project_state(project) == before


def test_merged_lines_stay_in_their_column() -> None:
    left = [[LayoutWord((0, y, 40, 10), y)] for y in (0, 40)]
    right = [[LayoutWord((100, y, 40, 10), 100 + y)] for y in (0, 40)]
    new = [LayoutWord((100, 20, 40, 10))]
    assert merge_lines([*left, *right], [new]) == [*left, right[0], new, right[1]]


def test_overlap_is_a_share_of_the_smaller_box() -> None:
    assert overlap_share((0, 0, 10, 10), (0, 0, 5, 5)) == 1


def test_words_can_be_added_before_all_others(tmp_path: Path) -> None:
    project = project_with(tmp_path, WordRecord((50, 10, 30, 20), "the"))
    page_id = list_pages(project)[0].id
    for number in range(12):
        add_words(project, page_id, [NewWord((10, 10, 30, 20 + number))], first=True)
    heights = [row.box[3] for row in get_words(project, word_ids(project)) if row.box]
    assert heights == [*range(31, 19, -1), 20]
