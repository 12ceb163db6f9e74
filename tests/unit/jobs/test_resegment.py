"""Finding words again: transcribed words are kept, others are replaced, and undo restores everything."""

from __future__ import annotations

from pathlib import Path

from project_helpers import page_source as one_page
from project_helpers import project_state

from core.formats.records import LineRecord, WordRecord
from core.jobs.segmentation.line_aligner import FoundWord
from core.jobs.segmentation.resegment import (
    LayoutWord,
    ResegmentSummary,
    apply_resegmentation,
    merge_lines,
    overlap_share,
)
from core.jobs.segmentation.segment import PageWords
from core.project.content.history import undo
from core.project.content.lexicon import lexicon_words
from core.project.content.pages import list_pages, list_uncut_lines
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.word_edits import NewWord, add_words, mark_not_a_word
from core.project.content.words import get_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project


def new_project(tmp_path: Path, *words: WordRecord, with_lines: tuple[LineRecord, ...] = ()) -> Project:
    project = Project.create(tmp_path / "p")
    import_contents(project, one_page(tmp_path / "source", *words, lines=with_lines))
    return project


def words_of(project: Project) -> list[tuple]:
    return [(row.box, row.text, row.line) for row in get_words(project, word_ids(project))]


def test_untranscribed_words_are_replaced_and_transcribed_ones_kept(tmp_path: Path) -> None:
    project = new_project(
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
    project = new_project(tmp_path, WordRecord((10, 10, 30, 20)))
    mark_not_a_word(project, word_ids(project))
    apply_resegmentation(project, list_pages(project)[0], PageWords(([FoundWord((10, 10, 30, 20))],), ()))
    assert word_ids(project) == []


def test_a_transcribed_word_not_found_again_keeps_its_place_in_the_order(tmp_path: Path) -> None:
    project = new_project(tmp_path, WordRecord((10, 40, 30, 10), "mid"))
    found = PageWords(([FoundWord((10, 10, 30, 10))], [FoundWord((10, 80, 30, 10))]), ())
    apply_resegmentation(project, list_pages(project)[0], found)
    assert [(text, line) for _, text, line in words_of(project)] == [(None, 0), ("mid", 1), (None, 2)]


def test_words_of_lines_replace_only_what_they_overlap(tmp_path: Path) -> None:
    line = LineRecord((5, 45, 150, 20), "two words")
    project = new_project(
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
    project = new_project(tmp_path, WordRecord((50, 10, 30, 20), "the"))
    page_id = list_pages(project)[0].id
    for number in range(12):
        add_words(project, page_id, [NewWord((10, 10, 30, 20 + number))], first=True)
    heights = [row.box[3] for row in get_words(project, word_ids(project)) if row.box]
    assert heights == [*range(31, 19, -1), 20]
