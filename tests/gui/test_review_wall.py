"""The wall: strangers are marked, the rest is confirmed with one key and undone with one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from review_helpers import reviewing

from app.context import ProjectContext
from app.review.group_model import CELL
from app.review.view import ReviewView
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, get_words, word_ids

MODEL = "trial"


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[ReviewView]:
    """The wall with seven words read as 'alike' and four as 'same' before all others."""
    from core.project.project import Project

    with Project.open(context.session.folder) as project:
        ids = word_ids(project, WordFilter(read=False))
        said = ["alike"] * 7 + ["same"] * 4 + [f"other{n}" for n in range(len(ids) - 11)]
        save_predictions(
            project, MODEL, [Prediction(i, text, "seen", 3, 3, 0.1) for i, text in zip(ids, said, strict=True)]
        )
    place = reviewing(context, qtbot)
    QTest.keyClick(place.one.field, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: place.stack.currentWidget() is place.wall)
    qtbot.waitUntil(lambda: all(place.session.crops.get(i) is not None for i in place.wall.words.ids))
    yield place
    place.leave()


def texts(place: ReviewView, ids: list[int]) -> list[str | None]:
    return [row.text for row in get_words(place.session.project, ids)]


def written(place: ReviewView, qtbot) -> None:
    qtbot.waitUntil(lambda: not place.session.is_writing)


def test_the_largest_group_comes_first_and_the_keys_work_at_once(place: ReviewView) -> None:
    assert place.wall.group is not None and place.wall.group.text == "alike"
    assert len(place.wall.words.ids) == 7 and place.wall.grid.hasFocus()
    assert place.current_word() == place.wall.words.ids[0]


def test_strangers_are_left_out_and_the_rest_is_one_edit(place: ReviewView, qtbot) -> None:
    ids = list(place.wall.words.ids)
    grid = place.wall.grid
    QTest.keyClick(grid, Qt.Key.Key_Right)
    QTest.keyClick(grid, Qt.Key.Key_Space)
    QTest.mouseClick(
        grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.visualRect(place.wall.words.index(3)).center()
    )
    assert place.wall.strangers == {ids[1], ids[3]}
    assert "leave out 2" in place.wall.confirm_button.text()
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert place.wall.group.text == "same"
    written(place, qtbot)
    expected = ["alike", None, "alike", None, "alike", "alike", "alike"]
    assert texts(place, ids) == expected
    assert {row.source for row in get_words(place.session.project, ids) if row.text} == {"accepted"}
    assert place.session.next_labels()[0] == "accept 5 predictions" and place.sitting.handled == 5
    place.session.undo()
    qtbot.waitUntil(lambda: place.wall.group.text == "alike" and len(place.wall.words.ids) == 7)
    assert texts(place, ids) == [None] * 7 and place.sitting.handled == 0


def test_enter_shows_every_picture_before_it_confirms(place: ReviewView, qtbot) -> None:
    grid, bar = place.wall.grid, place.wall.grid.verticalScrollBar()
    grid.setFixedSize(CELL.width() + 32, 2 * CELL.height())
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert bar.value() > 0 and place.wall.group.text == "alike" and place.sitting.handled == 0
    while bar.value() < bar.maximum():
        QTest.keyClick(grid, Qt.Key.Key_Return)
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert place.wall.group.text == "same" and place.sitting.handled == 7


def test_a_wall_whose_pictures_have_not_come_is_not_confirmed(place: ReviewView) -> None:
    place.session.crops.forget(None)
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Return)
    assert place.wall.group.text == "alike" and place.sitting.handled == 0


def test_a_mark_is_taken_back_with_the_same_key(place: ReviewView) -> None:
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Space)
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Space)
    assert not place.wall.strangers and place.wall.confirm_button.text() == "Confirm all 7"


def test_strangers_are_read_one_by_one_and_then_the_wall_is_offered_again(place: ReviewView, qtbot) -> None:
    stranger = place.wall.words.ids[0]
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Space)
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Return)
    place.wall.strangers_button.click()
    qtbot.waitUntil(lambda: place.one.ready and place.current_word() == stranger)
    assert place.banner.isVisible() and place.sitting.row.left == 1
    QTest.keyClicks(place.one.field, "alien")
    QTest.keyClick(place.one.field, Qt.Key.Key_Return)
    written(place, qtbot)
    assert texts(place, [stranger]) == ["alien"]
    qtbot.waitUntil(lambda: place.one.ready)
    assert place.sitting.side is None and place.current_word() in place.sitting.queue.ids


def test_what_a_person_typed_meanwhile_is_not_replaced_by_the_wall(place: ReviewView, qtbot) -> None:
    ids = list(place.wall.words.ids)
    # written by another program: the wall is not told of it
    from core.project.project import Project

    with Project.open(place.session.folder) as other:
        set_transcription(other, ids[2], "mine")
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Return)
    written(place, qtbot)
    assert texts(place, ids)[2] == "mine" and texts(place, ids)[3] == "alike"
    assert "left out" in place.context.notifications.history[-1].text


def test_groups_are_walked_with_ctrl_and_arrows(place: ReviewView) -> None:
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert place.wall.group.text == "same"
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert place.wall.group.text == "alike"


def test_when_all_groups_are_confirmed_it_says_so(place: ReviewView, qtbot) -> None:
    for _ in range(len(place.wall.groups)):
        qtbot.waitUntil(lambda: all(place.session.crops.get(i) is not None for i in place.wall.words.ids))
        QTest.keyClick(place.wall.grid, Qt.Key.Key_Return)
    assert place.stack.currentWidget() is place.empty and place.sitting.row.left == 0
    written(place, qtbot)
    assert not word_ids(place.session.project, WordFilter(read=False))


def test_the_drawn_stranger_differs_from_the_others(place: ReviewView, qtbot) -> None:
    grid = place.wall.grid
    before = grid.grab(grid.visualRect(place.wall.words.index(0))).toImage()
    QTest.keyClick(grid, Qt.Key.Key_Space)
    after = grid.grab(grid.visualRect(place.wall.words.index(0))).toImage()
    assert before != after
