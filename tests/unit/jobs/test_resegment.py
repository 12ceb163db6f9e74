"""Looking for words once more: what a person read stays, what nobody read gives way, undo brings all back."""

from __future__ import annotations

from pathlib import Path

from project_helpers import page as one_page
from project_helpers import state

from core.formats.records import LineRecord, WordRecord
from core.jobs.segmentation.resegment import FoundAgain, apply_resegmentation, covers, interleaved
from core.jobs.segmentation.resegment import Item as Place
from core.jobs.segmentation.segment import PageCut
from core.project.content.lexicon import lexicon_words
from core.project.content.pages import list_lines, list_pages
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.word_edits import NewWord, add_words, mark_not_a_word
from core.project.content.words import get_words, word_ids
from core.project.db.history import undo
from core.project.importing.import_sources import import_contents
from core.project.project import Project


def made(tmp_path: Path, *words: WordRecord, with_lines: tuple[LineRecord, ...] = ()) -> Project:
    project = Project.create(tmp_path / "p")
    import_contents(project, one_page(tmp_path / "source", *words, lines=with_lines))
    return project


def shown(project: Project) -> list[tuple]:
    return [(row.box, row.text, row.line) for row in get_words(project, word_ids(project))]


def test_unread_words_give_way_and_read_ones_stay_where_they_were_found(tmp_path: Path) -> None:
    project = made(
        tmp_path,
        WordRecord((10, 10, 30, 20), "the"),
        WordRecord((50, 10, 60, 20)),
        WordRecord((10, 50, 30, 20), role="test"),
    )
    read, wide, same = word_ids(project)
    save_predictions(project, "m", [Prediction(same, "king", "seen", 1, 1, 0.1)])
    before = state(project)
    cut = PageCut(
        ([((12, 11, 28, 18), None), ((50, 10, 25, 20), None), ((80, 10, 30, 20), None)], [((11, 50, 30, 20), None)]), ()
    )
    assert apply_resegmentation(project, list_pages(project)[0], cut) == FoundAgain(2, 1, 2)
    assert shown(project) == [
        ((10, 10, 30, 20), "the", 0),
        ((50, 10, 25, 20), None, 0),
        ((80, 10, 30, 20), None, 0),
        ((10, 50, 30, 20), None, 1),
    ]
    ids = word_ids(project)
    assert ids[0] == read and ids[3] == same and wide not in ids
    assert predictions_by_model(project, same)["m"].text == "king"
    undo(project)
    assert state(project) == before


def test_what_a_person_called_no_word_is_not_found_again(tmp_path: Path) -> None:
    project = made(tmp_path, WordRecord((10, 10, 30, 20)))
    mark_not_a_word(project, word_ids(project))
    apply_resegmentation(project, list_pages(project)[0], PageCut(([((10, 10, 30, 20), None)],), ()))
    assert word_ids(project) == []


def test_a_read_word_that_was_not_found_keeps_its_place_between_the_lines(tmp_path: Path) -> None:
    project = made(tmp_path, WordRecord((10, 40, 30, 10), "mid"))
    cut = PageCut(([((10, 10, 30, 10), None)], [((10, 80, 30, 10), None)]), ())
    apply_resegmentation(project, list_pages(project)[0], cut)
    assert [(text, line) for _, text, line in shown(project)] == [(None, 0), ("mid", 1), (None, 2)]


def test_words_of_lines_come_beside_those_there_are(tmp_path: Path) -> None:
    line = LineRecord((5, 45, 150, 20), "two words")
    project = made(tmp_path, WordRecord((10, 10, 30, 10), "top"), WordRecord((10, 50, 60, 10)), with_lines=(line,))
    before = state(project)
    cut = PageCut(([((10, 48, 40, 14), "two"), ((60, 48, 40, 14), "words")],), (0,))
    assert apply_resegmentation(project, list_pages(project)[0], cut) == FoundAgain(2, 1, 1)
    assert [text for _, text, _ in shown(project)] == ["top", "two", "words"]
    assert list_lines(project, list_pages(project)[0].id) == [] and "words" in lexicon_words(project)
    undo(project)
    assert state(project) == before


def test_columns_are_not_mixed() -> None:
    left = [[Place((0, y, 40, 10), y)] for y in (0, 40)]
    right = [[Place((100, y, 40, 10), 100 + y)] for y in (0, 40)]
    new = [Place((100, 20, 40, 10))]
    assert interleaved([*left, *right], [new]) == [*left, right[0], new, right[1]]


def test_overlaps_as_shares() -> None:
    assert covers((0, 0, 10, 10), (0, 0, 5, 5)) == 1


def test_a_word_can_be_put_before_all_others(tmp_path: Path) -> None:
    project = made(tmp_path, WordRecord((50, 10, 30, 20), "the"))
    page_id = list_pages(project)[0].id
    for number in range(12):
        add_words(project, page_id, [NewWord((10, 10, 30, 20 + number))], first=True)
    heights = [row.box[3] for row in get_words(project, word_ids(project)) if row.box]
    assert heights == [*range(31, 19, -1), 20]
