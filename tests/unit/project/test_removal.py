"""Removing pages and lone crops with their words, and undoing it."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_helpers import (
    crop_source,
    current_texts,
    draw_image,
    edit_history,
    filled_project,
    page_source,
    project_state,
)

from core.formats.records import LineRecord, PageRecord, SourceContents, WordRecord
from core.project.content.history import redo, undo
from core.project.content.lexicon import add_words, lexicon_from_transcriptions, lexicon_words
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.removal import Removal, preview_removal, remove_pages
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import delete_words
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    with filled_project(tmp_path) as project:
        yield project


def import_page(project: Project, folder: Path, name: str, *texts: str | None) -> int:
    """Import a page as the command does, adding its words to the lexicon; return its id."""
    image = draw_image(folder / name, (200, 100), 60 + len(project.query("SELECT id FROM page")))
    words = tuple(WordRecord((10 + 30 * n, 10, 20, 20), text) for n, text in enumerate(texts))
    record = PageRecord(image, 200, 100, words=words)
    import_contents(project, SourceContents(pages=(record,)), finish=lambda: lexicon_from_transcriptions(project))
    return list_pages(project)[-1].id


def test_a_removed_page_is_restored_by_undo_after_reopening(project: Project, tmp_path: Path) -> None:
    import_contents(
        project, page_source(tmp_path / "source", lines=(LineRecord((0, 0, 100, 20), "a line"),))
    )  # the same page again, now with a line
    (first_page,) = list_pages(project)
    ids = word_ids(project, page_id=first_page.id)
    set_transcription(project, ids[2], "typed")
    delete_words(project, ids[:1])
    before = project_state(project)
    removal = remove_pages(project, [first_page.id])
    assert removal == Removal(pages=1, crops=0, words=2, transcribed=2, lexicon=0)
    assert not list_pages(project) and not project.query("SELECT id FROM line")
    assert all(row[1] is None for row in project.query("SELECT id, page_id FROM word")), "the crops stay"
    assert project_state(project)["search"] == current_texts(project)
    assert project.check_integrity() == []
    assert first_page.image.is_file(), "undo needs the image"
    project.close()
    with Project.open(project.folder) as again:
        change = undo(again)
        assert change is not None and set(ids) <= set(change.word_ids)
        assert change.edit == ("remove pages", {"n": 1, "page": "page.png"})
        assert project_state(again) == before
        redo(again)
        assert not list_pages(again) and project_state(again)["search"] == current_texts(again)
        undo(again)
        assert project_state(again) == before and again.check_integrity() == []


def test_a_preview_changes_nothing_and_equals_the_removal(project: Project) -> None:
    before = project_state(project)
    removal = preview_removal(project, [page.id for page in list_pages(project)], crops=True)
    assert removal == Removal(pages=1, crops=2, words=5, transcribed=3, lexicon=0)
    assert project_state(project) == before
    assert remove_pages(project, [list_pages(project)[0].id], crops=True) == removal


def test_all_lone_crops_are_removed_together_and_pages_stay(project: Project) -> None:
    before = project_state(project)
    assert remove_pages(project, [], crops=True) == Removal(0, 2, 2, 1, 0)
    assert edit_history(project)[0].edit.kind == "remove word images"
    assert len(list_pages(project)) == 1 and len(word_ids(project)) == 3
    undo(project)
    assert project_state(project) == before


def test_unknown_page_ids_make_no_edit(project: Project) -> None:
    before = edit_history(project)
    assert remove_pages(project, [99]) == Removal(0, 0, 0, 0, 0)
    assert edit_history(project) == before


def test_lexicon_words_only_of_the_removed_transcriptions_are_removed(project: Project, tmp_path: Path) -> None:
    add_words(project, ["listed"])
    first = import_page(project, tmp_path, "one.png", "river", "listed", "bridge", "corected")
    import_page(project, tmp_path, "two.png", "bridge")
    set_transcription(project, word_ids(project, page_id=first)[3], "corrected")
    # the other transcriptions are in the lexicon only because they were added along with the first page
    before, words = project_state(project), lexicon_words(project)
    assert preview_removal(project, [first]).lexicon == 2
    remove_pages(project, [first])
    assert set(words) - set(lexicon_words(project)) == {"river", "corected", "corrected"}
    undo(project)
    assert project_state(project) == before


def test_lexicon_words_added_in_a_step_of_their_own_stay(project: Project) -> None:
    lexicon_from_transcriptions(project)
    assert remove_pages(project, [list_pages(project)[0].id]).lexicon == 0
    assert {"the", "King"} <= set(lexicon_words(project))


def test_lexicon_words_from_a_list_stay_even_if_a_transcription_added_them_first(
    project: Project, tmp_path: Path
) -> None:
    first = import_page(project, tmp_path, "one.png", "river", "bridge")
    add_words(project, ["river"], added_by="names.txt")
    assert preview_removal(project, [first]).lexicon == 1
    remove_pages(project, [first])
    assert "river" in lexicon_words(project) and "bridge" not in lexicon_words(project)


def test_predictions_are_there_again_after_undo(project: Project) -> None:
    (first_page,) = list_pages(project)
    ids = word_ids(project, page_id=first_page.id)
    save_predictions(project, "m", [Prediction(ids[0], "the", "seen", 1, 1, 0.1, None, None)])
    remove_pages(project, [first_page.id])
    undo(project)
    assert predictions_by_model(project, ids[0])["m"].text == "the"


def test_a_removed_page_can_be_imported_again(project: Project, tmp_path: Path) -> None:
    remove_pages(project, [list_pages(project)[0].id])
    again = import_contents(project, page_source(tmp_path / "source", WordRecord((10, 10, 30, 20), "new")))
    assert (again.pages, again.words, again.already, again.files_copied) == (1, 1, 0, 0)
    undo(project)
    undo(project)
    assert len(word_ids(project, page_id=list_pages(project)[0].id)) == 3


def test_linked_files_outside_the_project_are_not_touched(tmp_path: Path) -> None:
    with Project.create(tmp_path / "linked") as project:
        found = crop_source(tmp_path / "archive", ["a", None])
        import_contents(project, found, copy=False)
        remove_pages(project, [], crops=True)
        assert all(crop.image.is_file() for crop in found.crops)
        undo(project)
        assert len(word_ids(project)) == 2
