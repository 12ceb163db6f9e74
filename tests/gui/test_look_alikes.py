"""A correction is followed by the offer to confirm its look-alikes, in Review and on the page, by key and mouse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import is_writing, opened
from project_helpers import store_alike
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import review_view

from app.context import NavigationTarget, ProjectContext
from app.look_alike_finder import LookAlikeFinder
from app.page.view import PageView
from app.review.edits import accept_shown
from app.review.edits import transcribe as transcribe_word
from app.review.view import ReviewView
from core.errors import InputError
from core.jobs.look_alikes import LookAlikes
from core.project.content.predictions import predictions_by_model
from core.project.content.words import WordRow, get_words, word_ids
from core.project.project import Project

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def alike(project_folder: Path) -> list[int]:
    """Return five unchecked words that look alike."""
    with Project.open(project_folder) as project:
        ids = word_ids(project, transcribed=False)[3:8]
        store_alike(project, ids)
        return ids


@pytest.fixture
def finder(alike: list[int], context: ProjectContext, qtbot) -> LookAlikeFinder:
    finder = LookAlikeFinder.for_context(context)
    qtbot.waitUntil(lambda: finder.likeness is not None, timeout=20000)
    return finder


@pytest.fixture
def view(finder: LookAlikeFinder, context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    yield from review_view(context, qtbot)


def transcribe(view: ReviewView, word_id: int, text: str, qtbot) -> None:
    view.enter(NavigationTarget(word_id=word_id))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == word_id, timeout=20000)
    QTest.keyClicks(view.word_view.field, text)
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    settle(view, qtbot)


def settle(view: ReviewView, qtbot) -> None:
    qtbot.waitUntil(lambda: not is_writing(view.session) and view.review.is_ready, timeout=20000)


def rows(view: ReviewView | PageView, ids: list[int]) -> list[WordRow]:
    return get_words(view.session.project, ids)


def test_correction_offers_its_look_alikes_in_one_line(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    assert view.look_alikes.isHidden()
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    assert view.look_alikes.text.text() == "“December”: 4 look-alikes"
    assert view.word_view.field.hasFocus()
    assert [row.text for row in rows(view, alike[1:])] == [None] * 4  # nothing is written unasked


def test_key_confirms_all_at_once_and_undo_takes_them_back_as_one(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    left = view.review.queue.remaining
    QTest.keyClick(view.word_view.field, Qt.Key.Key_L, ALT | SHIFT)
    qtbot.waitUntil(lambda: view.review.queue.remaining == left - 4, timeout=5000)
    assert {(row.text, row.source) for row in rows(view, alike[1:])} == {("December", "accepted")}
    assert view.look_alikes.isHidden()
    assert view.session.next_edits()[0] == ("confirm look-alikes", {"n": 4, "text": "December"})
    view.session.undo()
    qtbot.waitUntil(lambda: view.review.queue.remaining == left, timeout=5000)
    assert [row.text for row in rows(view, alike)] == ["December", None, None, None, None]


def test_images_are_shown_and_what_is_unticked_stays_unchecked(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    QTest.keyClick(view.word_view.field, Qt.Key.Key_L, ALT)
    dialog = view.look_alikes.dialog
    assert dialog is not None and dialog.ticked() == alike[1:]
    qtbot.waitUntil(dialog.isActiveWindow, timeout=5000)
    QTest.keyClick(dialog.list, Qt.Key.Key_Space)
    second = dialog.list.visualItemRect(dialog.list.item(1)).center()
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=second)
    assert dialog.ticked() == alike[3:] and dialog.confirm_button.text() == "Confirm 2 as “December”"
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not is_writing(view.session), timeout=5000)
    assert not dialog.isVisible()
    assert [row.text for row in rows(view, alike[1:])] == [None, None, "December", "December"]


def test_cancelled_dialog_and_dismissed_offer_change_nothing(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    QTest.mouseClick(view.look_alikes.buttons[0], Qt.MouseButton.LeftButton)
    dialog = view.look_alikes.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.isActiveWindow, timeout=5000)
    QTest.keyClick(dialog.list, Qt.Key.Key_Escape)
    assert not dialog.isVisible() and view.look_alikes.isVisible()
    QTest.mouseClick(view.look_alikes.buttons[2], Qt.MouseButton.LeftButton)
    assert view.look_alikes.isHidden() and finder.offer is None
    assert [row.text for row in rows(view, alike[1:])] == [None] * 4


def test_word_checked_meanwhile_leaves_the_offer(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    view.enter(NavigationTarget(word_id=alike[1]))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == alike[1], timeout=20000)
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: finder.offer is not None and finder.offer.ids == tuple(alike[2:]), timeout=5000)
    assert view.look_alikes.text.text() == "“December”: 3 look-alikes"


def test_undone_correction_takes_its_offer_along(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    offer = finder.offer
    assert offer is not None
    view.session.undo()
    qtbot.waitUntil(view.look_alikes.isHidden, timeout=5000)
    finder.confirm(offer)  # as if it was pressed before the undo had reached the window
    settle(view, qtbot)
    assert [row.text for row in rows(view, alike)] == [None] * 5


def test_undone_correction_is_no_longer_suggested_for_its_look_alikes(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    view.enter(NavigationTarget(word_id=alike[2]))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == alike[2], timeout=20000)
    shown = view.review.card
    assert shown is not None and shown.text == "December"
    view.session.undo()
    settle(view, qtbot)
    view.enter(NavigationTarget(word_id=alike[2]))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == alike[2], timeout=20000)
    card = view.review.card
    assert card is not None and card.text == card.predicted != "December"
    accepted = accept_shown(shown, view.review.model)  # as it was shown before
    assert accepted is not None
    with Project.open(view.session.folder) as project, pytest.raises(InputError, match="has changed since 'December'"):
        accepted.edit(project)


def test_split_box_offers_no_look_alikes(view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot) -> None:
    view.enter(NavigationTarget(word_id=alike[0]))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == alike[0], timeout=20000)
    QTest.keyClicks(view.word_view.field, "of the")
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: rows(view, alike[:1])[0].deleted, timeout=5000)
    settle(view, qtbot)
    view.session.query(lambda project: None, lambda _: None, owner=view, key="look-alikes")
    qtbot.wait(100)
    assert finder.offer is None


def test_dialog_confirms_the_offer_that_it_shows(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    view.look_alikes.show_images()
    dialog = view.look_alikes.dialog
    assert dialog is not None
    other = word_ids(view.session.project, transcribed=False)[-1]
    view.session.execute(lambda project: transcribe_word(project, other, "November"), changes=["words"])
    finder.offer = LookAlikes(other, "November", tuple(alike[1:]))  # the answer for the next word comes late
    dialog.confirm_button.click()
    settle(view, qtbot)
    assert [row.text for row in rows(view, alike[1:])] == ["December"] * 4


def test_look_alike_is_suggested_first_and_the_stored_prediction_stays(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    predicted = predictions_by_model(view.session.project, alike[2])["trial"].text
    transcribe(view, alike[0], "December", qtbot)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    view.enter(NavigationTarget(word_id=alike[2]))
    qtbot.waitUntil(lambda: view.review.is_ready and view.review.current == alike[2], timeout=20000)
    card = view.review.card
    assert card is not None
    assert view.word_view.field.placeholderText() == "December"
    assert card.candidates[0].word == "December" and predicted in [candidate.word for candidate in card.candidates]
    assert "looks like a word that is checked as “December”" in view.word_view.vote.text()
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    settle(view, qtbot)
    (row,) = rows(view, [alike[2]])
    assert (row.text, row.source, row.model) == ("December", "accepted", None)
    assert predictions_by_model(view.session.project, alike[2])["trial"].text == predicted


def test_accepted_suggestion_offers_its_look_alikes_only_if_they_are_three(
    view: ReviewView, finder: LookAlikeFinder, alike: list[int], qtbot
) -> None:
    for word_id, count in ((alike[0], 4), (alike[1], 3), (alike[2], 2)):
        finder.dismiss()
        view.enter(NavigationTarget(word_id=word_id))
        qtbot.waitUntil(lambda word_id=word_id: view.review.is_ready and view.review.current == word_id)
        with qtbot.waitSignal(finder.found, timeout=5000):
            QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
        settle(view, qtbot)
        assert (0 if finder.offer is None else len(finder.offer.ids)) == (count if count > 2 else 0)


def test_correction_on_the_page_offers_its_look_alikes(
    finder: LookAlikeFinder, context: ProjectContext, alike: list[int], qtbot
) -> None:
    view = opened(PageView, context, qtbot, NavigationTarget(word_id=alike[0]))
    qtbot.waitUntil(lambda: view.current_word() == alike[0], timeout=20000)
    view.transcription.open(alike[0])
    editor = view.transcription.editor
    editor.line.selectAll()
    QTest.keyClicks(editor.line, "December")
    QTest.keyClick(editor.line, Qt.Key.Key_Return)
    qtbot.waitUntil(view.look_alikes.isVisible, timeout=5000)
    assert view.look_alikes.text.text() == "“December”: 4 look-alikes"
    QTest.mouseClick(view.look_alikes.buttons[1], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows(view, alike[1:])[-1].text == "December", timeout=5000)
