"""The group view: words that differ are marked, the others are confirmed with one key and undone with one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import is_writing
from project_helpers import edit_history
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import open_review

from app.context import ProjectContext
from app.review.group_model import CELL
from app.review.view import ReviewView
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids

MODEL = "trial"


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    """The groups: seven words suggested as 'alike' and four as 'same' before all others."""
    from core.project.project import Project

    with Project.open(context.session.folder) as project:
        ids = word_ids(project, transcribed=False)
        texts = ["alike"] * 7 + ["same"] * 4 + [f"other{n}" for n in range(len(ids) - 11)]
        save_predictions(
            project, MODEL, [Prediction(i, text, "seen", 3, 3, 0.1) for i, text in zip(ids, texts, strict=True)]
        )
    view = open_review(context, qtbot)
    QTest.keyClick(view.word_view.field, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: view.stack.currentWidget() is view.group_view)
    qtbot.waitUntil(lambda: all(view.session.crops.get(i) is not None for i in view.group_view.words.ids))
    yield view
    view.leave()


def transcriptions(view: ReviewView, ids: list[int]) -> list[str | None]:
    return [row.text for row in get_words(view.session.project, ids)]


def wait_until_written(view: ReviewView, qtbot) -> None:
    qtbot.waitUntil(lambda: not is_writing(view.session))


def test_largest_group_comes_first_and_has_the_focus(view: ReviewView) -> None:
    assert view.review.group is not None and view.review.group.text == "alike"
    assert len(view.group_view.words.ids) == 7 and view.group_view.grid.hasFocus()
    assert view.current_word() == view.group_view.words.ids[0]


def test_words_marked_as_different_are_left_out_of_one_edit(view: ReviewView, qtbot) -> None:
    ids = list(view.group_view.words.ids)
    grid = view.group_view.grid
    QTest.keyClick(grid, Qt.Key.Key_Right)
    QTest.keyClick(grid, Qt.Key.Key_Space)
    QTest.mouseClick(
        grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.visualRect(view.group_view.words.index(3)).center()
    )
    assert view.review.excluded == {ids[1], ids[3]}
    assert "leave out 2" in view.group_view.confirm_button.text()
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert view.review.group.text == "same"
    wait_until_written(view, qtbot)
    expected = ["alike", None, "alike", None, "alike", "alike", "alike"]
    assert transcriptions(view, ids) == expected
    assert {row.source for row in get_words(view.session.project, ids) if row.text} == {"accepted"}
    assert view.session.next_edits()[0] == ("accept predictions", {"n": 5}) and view.review.handled == 5
    view.session.undo()
    qtbot.waitUntil(lambda: view.review.group.text == "alike" and len(view.group_view.words.ids) == 7)
    assert transcriptions(view, ids) == [None] * 7 and view.review.handled == 0


def test_enter_shows_every_image_before_it_confirms(view: ReviewView, qtbot) -> None:
    grid, bar = view.group_view.grid, view.group_view.grid.verticalScrollBar()
    grid.setFixedSize(CELL.width() + 32, 2 * CELL.height())
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert bar.value() > 0 and view.review.group.text == "alike" and view.review.handled == 0
    while bar.value() < bar.maximum():
        QTest.keyClick(grid, Qt.Key.Key_Return)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert view.review.group.text == "same" and view.review.handled == 7


def test_group_without_its_images_is_not_confirmed(view: ReviewView) -> None:
    view.session.crops.forget(None)
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Return)
    assert view.review.group.text == "alike" and view.review.handled == 0


def test_same_key_removes_the_mark(view: ReviewView) -> None:
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Space)
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Space)
    assert not view.review.excluded and view.group_view.confirm_button.text() == "Confirm all 7"


def test_different_words_are_reviewed_one_by_one_before_the_queue_goes_on(view: ReviewView, qtbot) -> None:
    different = view.group_view.words.ids[0]
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Space)
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Return)
    view.group_view.excluded_button.click()
    qtbot.waitUntil(lambda: view.review.is_ready and view.current_word() == different)
    assert view.banner.isVisible() and view.review.active_queue.remaining == 1
    QTest.keyClicks(view.word_view.field, "alien")
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert transcriptions(view, [different]) == ["alien"]
    qtbot.waitUntil(lambda: view.review.is_ready)
    assert view.review.excluded_queue is None and view.current_word() in view.review.queue.ids


def test_words_typed_meanwhile_are_not_replaced(view: ReviewView, qtbot) -> None:
    ids = list(view.group_view.words.ids)
    # written by another program, without a signal to the view
    from core.project.project import Project

    with Project.open(view.session.folder) as other:
        set_transcription(other, ids[2], "mine")
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert transcriptions(view, ids)[2] == "mine" and transcriptions(view, ids)[3] == "alike"
    assert "left out" in view.context.notifications.history[-1].text


def test_ctrl_and_arrows_step_through_groups(view: ReviewView) -> None:
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert view.review.group.text == "same"
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert view.review.group.text == "alike"


def test_message_after_all_groups_are_confirmed(view: ReviewView, qtbot) -> None:
    for _ in range(len(view.review.groups)):
        qtbot.waitUntil(lambda: all(view.session.crops.get(i) is not None for i in view.group_view.words.ids))
        QTest.keyClick(view.group_view.grid, Qt.Key.Key_Return)
    assert view.stack.currentWidget() is view.empty and view.review.active_queue.remaining == 0
    assert view.empty.button.hasFocus()
    wait_until_written(view, qtbot)
    assert not word_ids(view.session.project, transcribed=False)


def test_word_marked_as_different_is_drawn_differently(view: ReviewView, qtbot) -> None:
    grid = view.group_view.grid
    before = grid.grab(grid.visualRect(view.group_view.words.index(0))).toImage()
    QTest.keyClick(grid, Qt.Key.Key_Space)
    after = grid.grab(grid.visualRect(view.group_view.words.index(0))).toImage()
    assert before != after


def test_marked_images_are_no_words_in_one_edit(view: ReviewView, qtbot) -> None:
    session, groups = view.session, view.group_view
    first, second, *rest = groups.words.ids
    for word_id in (first, second):
        groups.toggle_excluded(groups.words.index_of(word_id))
    edits = len(edit_history(session.project))
    QTest.mouseClick(groups.not_words_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: all(row.not_a_word for row in get_words(session.project, [first, second])))
    assert len(edit_history(session.project)) == edits + 1
    assert groups.words.ids == rest and not view.review.excluded and not groups.not_words_button.isVisible()
    assert groups.grid.hasFocus()
    session.undo()
    qtbot.waitUntil(lambda: first in groups.words.ids and second in groups.words.ids)


def test_delete_marks_the_image_with_the_focus_as_not_a_word(view: ReviewView, qtbot) -> None:
    groups = view.group_view
    word = groups.current_word()
    QTest.keyClick(groups.grid, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: get_words(view.session.project, [word])[0].not_a_word)
    assert word not in groups.words.ids


def test_right_click_offers_what_can_be_done_with_an_image(view: ReviewView, qtbot) -> None:
    groups = view.group_view
    word = groups.words.ids[1]
    groups.grid.customContextMenuRequested.emit(groups.grid.visualRect(groups.words.index(1)).center())
    actions = {action.text(): action for action in groups.menu.actions() if action.text()}
    assert list(actions) == ["Mark as different", "Not a word", "Check it by itself", "Show on page", "Explain"]
    with qtbot.waitSignal(view.context.view_requested) as requested:
        actions["Show on page"].trigger()
    assert requested.args[0] == "page" and requested.args[1].word_id == word
    actions["Not a word"].trigger()
    qtbot.waitUntil(lambda: get_words(view.session.project, [word])[0].not_a_word)
    groups.menu.close()
