"""Pages and lone crops leave a project with their words, and come back whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import crops, current_texts, draw, filled, page, state

from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.project.content.lexicon import add_words, lexicon_from_transcriptions, lexicon_words
from core.project.content.pages import pages
from core.project.content.predictions import Prediction, predictions, save_predictions
from core.project.content.removal import Removal, remove_pages, to_remove
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import delete_words
from core.project.content.words import WordFilter, word_ids
from core.project.db.history import history, redo, undo
from core.project.importing.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    with filled(tmp_path) as project:
        yield project


def brought(project: Project, folder: Path, name: str, *texts: str | None) -> int:
    """A page imported as the command does it, its words taken into the lexicon; its id."""
    image = draw(folder / name, (200, 100), 60 + len(project.query("SELECT id FROM page")))
    words = tuple(WordRecord((10 + 30 * n, 10, 20, 20), text) for n, text in enumerate(texts))
    record = PageRecord(image, 200, 100, words=words)
    import_contents(
        project, SourceContents("pagexml", pages=(record,)), also=lambda: lexicon_from_transcriptions(project)
    )
    return pages(project)[-1].id


def test_a_page_goes_with_all_on_it_and_comes_back_after_reopening(project: Project, tmp_path: Path) -> None:
    import_contents(
        project, page(tmp_path / "source", lines=(LineRecord((0, 0, 100, 20), "a line"),))
    )  # the same page again, now with a line
    (sheet,) = pages(project)
    ids = word_ids(project, WordFilter(page_id=sheet.id))
    set_transcription(project, ids[2], "typed")
    delete_words(project, ids[:1])
    before = state(project)
    removal = remove_pages(project, [sheet.id])
    assert removal == Removal(pages=1, crops=0, words=2, read=2, lexicon=0)
    assert not pages(project) and not project.query("SELECT id FROM line")
    assert all(row[1] is None for row in project.query("SELECT id, page_id FROM word")), "the crops stay"
    assert state(project)["search"] == current_texts(project)
    assert project.check_integrity() == []
    assert sheet.image.is_file(), "undoing needs the image"
    project.close()
    with Project.open(project.folder) as again:
        change = undo(again)
        assert change is not None and set(ids) <= set(change.word_ids)
        assert change.label == "take out page page.png"
        assert state(again) == before
        redo(again)
        assert not pages(again) and state(again)["search"] == current_texts(again)
        undo(again)
        assert state(again) == before and again.check_integrity() == []


def test_what_would_go_is_told_before_and_nothing_changes(project: Project) -> None:
    before = state(project)
    told = to_remove(project, [page.id for page in pages(project)], crops=True)
    assert told == Removal(pages=1, crops=2, words=5, read=3, lexicon=0)
    assert state(project) == before
    assert remove_pages(project, [pages(project)[0].id], crops=True) == told


def test_lone_crops_go_together_and_pages_stay(project: Project) -> None:
    before = state(project)
    assert remove_pages(project, [], crops=True) == Removal(0, 2, 2, 1, 0)
    assert history(project)[0].label == "take out all word pictures"
    assert len(pages(project)) == 1 and len(word_ids(project)) == 3
    undo(project)
    assert state(project) == before


def test_ids_of_no_page_leave_no_trace(project: Project) -> None:
    before = history(project)
    assert remove_pages(project, [99]) == Removal(0, 0, 0, 0, 0)
    assert history(project) == before


def test_the_lexicon_loses_what_only_these_transcriptions_brought(project: Project, tmp_path: Path) -> None:
    add_words(project, ["listed"])
    first = brought(project, tmp_path, "one.png", "river", "listed", "bridge", "corected")
    brought(project, tmp_path, "two.png", "bridge")
    set_transcription(project, word_ids(project, WordFilter(page_id=first))[3], "corrected")
    # the kit's own transcriptions are in the lexicon only as what import_found took in with the first page
    before, words = state(project), lexicon_words(project)
    assert to_remove(project, [first]).lexicon == 2
    remove_pages(project, [first])
    assert set(words) - set(lexicon_words(project)) == {"river", "corected", "corrected"}
    undo(project)
    assert state(project) == before


def test_words_taken_in_by_a_step_of_its_own_stay_in_the_lexicon(project: Project) -> None:
    lexicon_from_transcriptions(project)
    assert remove_pages(project, [pages(project)[0].id]).lexicon == 0
    assert {"the", "King"} <= set(lexicon_words(project))


def test_words_given_in_a_list_stay_though_a_transcription_brought_them_first(project: Project, tmp_path: Path) -> None:
    first = brought(project, tmp_path, "one.png", "river", "bridge")
    add_words(project, ["river"], added_by="names.txt")
    assert to_remove(project, [first]).lexicon == 1
    remove_pages(project, [first])
    assert "river" in lexicon_words(project) and "bridge" not in lexicon_words(project)


def test_what_a_model_said_is_there_again_after_undo(project: Project) -> None:
    (sheet,) = pages(project)
    ids = word_ids(project, WordFilter(page_id=sheet.id))
    save_predictions(project, "m", [Prediction(ids[0], "the", "seen", 1, 1, 0.1, None, None)])
    remove_pages(project, [sheet.id])
    undo(project)
    assert predictions(project, ids[0])["m"].text == "the"


def test_a_page_taken_out_can_be_imported_anew(project: Project, tmp_path: Path) -> None:
    remove_pages(project, [pages(project)[0].id])
    again = import_contents(project, page(tmp_path / "source", WordRecord((10, 10, 30, 20), "new")))
    assert (again.pages, again.words, again.already, again.files_copied) == (1, 1, 0, 0)
    undo(project)
    undo(project)
    assert len(word_ids(project, WordFilter(page_id=pages(project)[0].id))) == 3


def test_a_linked_file_outside_the_project_is_never_touched(tmp_path: Path) -> None:
    with Project.create(tmp_path / "linked") as project:
        found = crops(tmp_path / "archive", ["a", None])
        import_contents(project, found, copy=False)
        remove_pages(project, [], crops=True)
        assert all(crop.image.is_file() for crop in found.crops)
        undo(project)
        assert len(word_ids(project)) == 2
