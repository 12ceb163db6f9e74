"""Pages are taken out in Collection: said before, done as one step, and brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import opened
from project_helpers import edit_history
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.collection.page_summaries import CROPS
from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.session.session import Session
from core.formats.records import CropRecord, SourceContents
from core.project.content.models import list_models
from core.project.content.pages import list_pages
from core.project.content.transcriptions import list_transcriptions
from core.project.content.words import WordFilter, get_words, word_ids
from core.project.db.history import undo
from core.project.importing.import_sources import import_contents
from core.project.project import Project

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def place(
    context: ProjectContext, session: Session, project_folder: Path, tmp_path: Path, qtbot
) -> Iterator[CollectionView]:
    """The place with three pages and a word picture."""
    image = QImage(60, 30, QImage.Format.Format_Grayscale8)
    image.fill(200)
    image.save(str(tmp_path / "the.png"))
    with Project.open(project_folder) as project:
        import_contents(project, SourceContents("folder", crops=(CropRecord(tmp_path / "the.png", "the"),)))
    place = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: len(place.pages.tiles) == 4)
    yield place


def choose(place: CollectionView, *numbers: int) -> None:
    grid = place.pages.grid
    grid.clearSelection()
    for number in numbers:
        grid.selectionModel().setCurrentIndex(grid.pages.index(number), QItemSelectionModel.SelectionFlag.Select)
    grid.setFocus()


def asked(place: CollectionView, qtbot) -> str:
    """Press Delete and wait for the question."""
    QTest.keyClick(place.pages.grid, Qt.Key.Key_Delete)
    bar = place.pages.taking_out.bar
    qtbot.waitUntil(bar.isVisible)
    return bar.text.text()


def test_pages_go_after_a_question_and_come_back_when_the_project_is_opened_anew(
    place: CollectionView, session: Session, context: ProjectContext, project_folder: Path, qtbot
) -> None:
    first, second, _ = list_pages(session.project)
    ids = word_ids(session.project, WordFilter(page_id=first.id)) + word_ids(
        session.project, WordFilter(page_id=second.id)
    )
    texts = [row.text for row in get_words(session.project, ids)]
    choose(place, 0, 1)
    question = asked(place, qtbot)
    assert "Remove 2 pages from the project?" in question
    assert f"{len(ids)} words and {len(ids)} transcriptions are removed, too." in question
    assert len(list_pages(session.project)) == 3, "nothing is gone before the answer"
    bar = place.pages.taking_out.bar
    assert bar.find_button("Keep").hasFocus(), "Enter must not take pages out by mistake"
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(bar.find_button("Remove"), LEFT)
    qtbot.waitUntil(lambda: len(place.pages.tiles) == 2)
    assert bar.isHidden() and [page.name for page in list_pages(session.project)] == ["sheet-3.png"]
    assert context.notifications.history[-1].text == f"2 pages with {len(ids)} words were removed."
    assert first.image.is_file() and list_models(session.project)
    assert session.next_labels()[0] == "remove 2 pages"
    qtbot.waitUntil(lambda: not session.is_writing)
    with Project.open(project_folder) as project:
        undo(project)
        assert [page.id for page in list_pages(project)][:2] == [first.id, second.id]
        assert [row.text for row in get_words(project, ids)] == texts
        assert all(list_transcriptions(project, word_id) for word_id in ids)


def test_keeping_them_by_escape_and_by_choosing_others(place: CollectionView, session: Session, qtbot) -> None:
    before = edit_history(session.project)
    choose(place, 0)
    assert "Remove “sheet-1.png” from the project?" in asked(place, qtbot)
    bar = place.pages.taking_out.bar
    QTest.keyClick(bar.find_button("Keep"), Qt.Key.Key_Escape)
    assert bar.isHidden() and place.pages.grid.hasFocus()
    asked(place, qtbot)
    choose(place, 1)
    assert bar.isHidden(), "the question was about another page"
    asked(place, qtbot)
    QTest.mouseClick(bar.find_button("Keep"), LEFT)
    qtbot.wait(50)
    assert bar.isHidden() and edit_history(session.project) == before


def test_the_word_pictures_go_as_one_and_nothing_chosen_is_said(
    place: CollectionView, session: Session, context: ProjectContext, qtbot
) -> None:
    place.pages.grid.clearSelection()
    assert not place.pages.take_out.isEnabled()
    place.pages.ask_take_out()
    assert context.notifications.history[-1].text == "Choose the pages first."
    choose(place, 0, 3)
    assert "Remove 1 page and all word images from the project?" in asked(place, qtbot)
    choose(place, 3)
    question = asked(place, qtbot)
    assert "Remove all word images from the project?" in question
    assert "1 word and 1 transcription are removed, too." in question
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(place.pages.taking_out.bar.find_button("Remove"), LEFT)
    qtbot.waitUntil(lambda: all(tile.page_id != CROPS for tile in place.pages.tiles))
    assert context.notifications.history[-1].text == "The word images (1 word) were removed."
    context.notifications.history[-1].on_action()
    qtbot.waitUntil(lambda: len(place.pages.tiles) == 4)


def test_other_places_go_on_without_the_page(window, qtbot) -> None:
    window.show_view("review")
    review = window.current_view()
    qtbot.waitUntil(lambda: review.current_word() is not None)
    page_id = get_words(window.session.project, [review.current_word()])[0].page_id
    window.show_view("page", NavigationTarget(page_id=page_id))
    sheet = window.current_view().sheet
    qtbot.waitUntil(lambda: sheet.content is not None)
    window.show_view("collection", NavigationTarget(page_id=page_id))
    place = window.current_view()
    qtbot.waitUntil(lambda: bool(place.pages.grid.selected()))
    place.pages.grid.setFocus()
    asked(place, qtbot)
    with qtbot.waitSignal(window.session.changed):
        QTest.mouseClick(place.pages.taking_out.bar.find_button("Remove"), LEFT)
    qtbot.waitUntil(lambda: sheet.content is not None and sheet.content.page.id != page_id)
    window.show_view("page")
    page = window.current_view()
    qtbot.waitUntil(lambda: page.canvas.tiles.is_sharp)
    assert page.banner.text.text() == ""
    window.show_view("review")
    qtbot.waitUntil(
        lambda: all(row.page_id != page_id for row in get_words(window.session.project, [review.current_word() or 0]))
    )
    errors = [notice.text for notice in window.notifications.history if notice.level == "error"]
    assert not errors
    window.window_actions.undo()
    qtbot.waitUntil(lambda: page_id in {page.id for page in list_pages(window.session.project)})
