"""Edits in Collection, each undone as one: pages are removed after a question, and the words of a language added."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from gui_helpers import is_writing, opened
from project_helpers import crop_source, edit_history
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from app.collection.language_dialog import LanguageDialog
from app.collection.page_summaries import CROPS
from app.collection.view import CollectionView
from app.context import NavigationTarget, ProjectContext
from app.session.session import Session
from core.formats.records import CropRecord, SourceContents
from core.project.content.history import undo
from core.project.content.language_words import added_languages, set_language_words
from core.project.content.lexicon import lexicon_counts, lexicon_words
from core.project.content.models import list_models
from core.project.content.pages import list_pages
from core.project.content.transcriptions import list_transcriptions
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

LEFT = Qt.MouseButton.LeftButton
DUTCH = ["het", "van", "niet", "voor"]


@pytest.fixture
def view(
    context: ProjectContext, session: Session, project_folder: Path, tmp_path: Path, qtbot
) -> Iterator[CollectionView]:
    """The view with three pages and a word image."""
    image = QImage(60, 30, QImage.Format.Format_Grayscale8)
    image.fill(200)
    image.save(str(tmp_path / "the.png"))
    with Project.open(project_folder) as project:
        import_contents(project, SourceContents(crops=(CropRecord(tmp_path / "the.png", "the"),)))
    view = opened(CollectionView, context, qtbot)
    qtbot.waitUntil(lambda: len(view.pages.pages) == 4)
    yield view


def select_pages(view: CollectionView, *numbers: int) -> None:
    grid = view.pages.grid
    grid.clearSelection()
    for number in numbers:
        grid.selectionModel().setCurrentIndex(grid.pages.index(number), QItemSelectionModel.SelectionFlag.Select)
    grid.setFocus()


def press_delete(view: CollectionView, qtbot) -> str:
    """Press Delete, wait for the question and return it."""
    QTest.keyClick(view.pages.grid, Qt.Key.Key_Delete)
    bar = view.pages.remover.bar
    qtbot.waitUntil(bar.isVisible)
    return bar.text.text()


def test_pages_are_removed_after_question_and_restored_in_reopened_project(
    view: CollectionView, session: Session, context: ProjectContext, project_folder: Path, qtbot
) -> None:
    first, second, _ = list_pages(session.project)
    ids = word_ids(session.project, page_id=first.id) + word_ids(session.project, page_id=second.id)
    texts = [row.text for row in get_words(session.project, ids)]
    select_pages(view, 0, 1)
    question = press_delete(view, qtbot)
    assert "Remove 2 pages from the project?" in question
    assert f"{len(ids)} words and {len(ids)} transcriptions are removed, too." in question
    assert len(list_pages(session.project)) == 3, "nothing is removed before the answer"
    bar = view.pages.remover.bar
    assert bar.find_button("Keep").hasFocus(), "Enter must not remove pages by mistake"
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(bar.find_button("Remove"), LEFT)
    qtbot.waitUntil(lambda: len(view.pages.pages) == 2)
    assert bar.isHidden() and [page.name for page in list_pages(session.project)] == ["sheet-3.png"]
    assert context.notifications.history[-1].text == f"2 pages with {len(ids)} words were removed."
    assert first.image.is_file() and list_models(session.project)
    assert session.next_edits()[0].kind == "remove pages"
    qtbot.waitUntil(lambda: not is_writing(session))
    with Project.open(project_folder) as project:
        undo(project)
        assert [page.id for page in list_pages(project)][:2] == [first.id, second.id]
        assert [row.text for row in get_words(project, ids)] == texts
        assert all(list_transcriptions(project, word_id) for word_id in ids)


def test_pages_are_kept_by_escape_and_by_selecting_others(view: CollectionView, session: Session, qtbot) -> None:
    before = edit_history(session.project)
    select_pages(view, 0)
    assert "Remove “sheet-1.png” from the project?" in press_delete(view, qtbot)
    bar = view.pages.remover.bar
    QTest.keyClick(bar.find_button("Keep"), Qt.Key.Key_Escape)
    assert bar.isHidden() and view.pages.grid.hasFocus()
    press_delete(view, qtbot)
    select_pages(view, 1)
    assert bar.isHidden(), "the question was about another page"
    press_delete(view, qtbot)
    QTest.mouseClick(bar.find_button("Keep"), LEFT)
    qtbot.wait(50)
    assert bar.isHidden() and edit_history(session.project) == before


def test_word_images_are_removed_together_and_empty_selection_is_reported(
    view: CollectionView, session: Session, context: ProjectContext, qtbot
) -> None:
    view.pages.grid.clearSelection()
    assert not view.pages.remove.isEnabled()
    view.pages.ask_to_remove()
    assert context.notifications.history[-1].text == "Select pages first."
    select_pages(view, 0, 3)
    assert "Remove 1 page and all word images from the project?" in press_delete(view, qtbot)
    select_pages(view, 3)
    question = press_delete(view, qtbot)
    assert "Remove all word images from the project?" in question
    assert "1 word and 1 transcription are removed, too." in question
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(view.pages.remover.bar.find_button("Remove"), LEFT)
    qtbot.waitUntil(lambda: all(page.page_id != CROPS for page in view.pages.pages))
    assert context.notifications.history[-1].text == "The word images (1 word) were removed."
    context.notifications.history[-1].on_action()
    qtbot.waitUntil(lambda: len(view.pages.pages) == 4)


def test_other_views_continue_without_removed_page(window, qtbot) -> None:
    window.show_view("review")
    review = window.current_view()
    qtbot.waitUntil(lambda: review.current_word() is not None)
    page_id = get_words(window.session.project, [review.current_word()])[0].page_id
    window.show_view("page", NavigationTarget(page_id=page_id))
    page_model = window.current_view().page_model
    qtbot.waitUntil(lambda: page_model.content is not None)
    window.show_view("collection", NavigationTarget(page_id=page_id))
    view = window.current_view()
    qtbot.waitUntil(lambda: bool(view.pages.grid.selected()))
    view.pages.grid.setFocus()
    press_delete(view, qtbot)
    with qtbot.waitSignal(window.session.changed):
        QTest.mouseClick(view.pages.remover.bar.find_button("Remove"), LEFT)
    qtbot.waitUntil(lambda: page_model.content is not None and page_model.content.page.id != page_id)
    window.show_view("page")
    page = window.current_view()
    qtbot.waitUntil(lambda: page.canvas.tiles._pyramid is not None)
    assert page.banner.text.text() == ""
    window.show_view("review")
    qtbot.waitUntil(
        lambda: all(row.page_id != page_id for row in get_words(window.session.project, [review.current_word() or 0]))
    )
    errors = [message.text for message in window.notifications.history if message.level == "error"]
    assert not errors
    window.window_actions.undo()
    qtbot.waitUntil(lambda: page_id in {page.id for page in list_pages(window.session.project)})


@pytest.fixture
def word_list(context: ProjectContext, qtbot) -> Iterator[CollectionView]:
    word_list = opened(CollectionView, context, qtbot)
    word_list.tabs.setCurrentWidget(word_list.lexicon)
    qtbot.waitUntil(lambda: word_list.lexicon.model.rowCount() > 0)
    yield word_list


def open_dialog(word_list: CollectionView) -> LanguageDialog:
    QTest.mouseClick(word_list.lexicon.adding.language, Qt.MouseButton.LeftButton)
    return word_list.lexicon.findChildren(LanguageDialog)[-1]


def wait_for_facts(dialog: LanguageDialog, qtbot) -> None:
    qtbot.waitUntil(lambda: "Comparing" not in dialog.known.text(), timeout=20000)


def test_guessed_language_is_chosen_and_added_in_one_edit(
    word_list: CollectionView, context: ProjectContext, session: Session, tmp_path: Path, qtbot
) -> None:
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: import_contents(p, crop_source(tmp_path / "a", DUTCH * 60)), changes=["words"])
    before = lexicon_words(session.project)
    dialog = open_dialog(word_list)
    wait_for_facts(dialog, qtbot)
    assert dialog.code == "nl" and dialog.add.text() == "Add Dutch" and dialog.remove.isHidden()
    assert "Dutch: " in dialog.known.text() and "% of the transcribed words" in dialog.known.text()
    dialog.most.setCurrentIndex(0)
    with qtbot.waitSignal(session.changed, timeout=20000):
        QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)
    assert not word_list.lexicon.adding.busy.isVisible()
    assert added_languages(session.project)["nl"] >= 9_000
    assert lexicon_counts(session.project)["wederom"] > 0
    assert "words were added to the word list" in context.notifications.history[-1].text
    with qtbot.waitSignal(session.undone):
        session.undo()
    assert lexicon_words(session.project) == before


def test_chosen_language_is_kept_when_the_guess_arrives(
    word_list: CollectionView, session: Session, tmp_path: Path, qtbot
) -> None:
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: import_contents(p, crop_source(tmp_path / "a", DUTCH * 60)), changes=["words"])
    dialog = open_dialog(word_list)
    dialog.language.setFocus()
    QTest.keyClicks(dialog.language, "It")
    assert dialog.code == "it"
    wait_for_facts(dialog, qtbot)
    assert dialog.code == "it" and dialog.add.text() == "Add Italian"


def test_too_few_transcriptions_ask_for_the_language(word_list: CollectionView, qtbot) -> None:
    dialog = open_dialog(word_list)
    wait_for_facts(dialog, qtbot)
    assert "do not show the language yet" in dialog.known.text() and dialog.code == "en"
    QTest.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert dialog.isHidden()


def test_language_is_removed_again(word_list: CollectionView, context: ProjectContext, session: Session, qtbot) -> None:
    before = lexicon_words(session.project)
    words = {"zee": 9, "schip": 8}
    with qtbot.waitSignal(session.changed):
        session.execute(partial(set_language_words, language="nl", words=words), changes=["lexicon"])
    dialog = open_dialog(word_list)
    wait_for_facts(dialog, qtbot)
    dialog.language.setCurrentIndex(dialog.language.findData("nl"))
    assert dialog.present.text() == "2 words of this language are in the word list. They are replaced."
    with qtbot.waitSignal(session.changed):
        QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    assert lexicon_words(session.project) == before
    assert context.notifications.history[-1].text == "2 words were removed from the word list."
