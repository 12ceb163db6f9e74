"""Lines on the page by mouse and by keys: shown, drawn, moved, joined, split, numbered, deleted; each can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from line_helpers import make_uncut_project
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import CTRL, LEFT, SHIFT, click, drag, open_page, press, wait_until_written

from app.context import ProjectContext
from app.page.canvas import Tool
from app.page.view import PageView
from core.project.content.line_words import lines_in_reading_order
from core.project.content.pages import Line


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    return make_uncut_project(tmp_path)


@pytest.fixture
def view(context: ProjectContext, qtbot: QtBot) -> Iterator[PageView]:
    for view in open_page(context, qtbot, 0):
        press(view, Qt.Key.Key_L)
        assert view.canvas.tool is Tool.LINES
        yield view


def lines(view: PageView) -> list[Line]:
    return lines_in_reading_order(view.session.project, 1)


def place(view: PageView, x: float, y: float) -> QPoint:
    return QPointF(*view.canvas.view.to_window(x, y)).toPoint()


def middle(view: PageView, number: int, dx: int = 0) -> QPoint:
    x, y, width, height = lines(view)[number].box
    return place(view, x + width / 2 + dx, y + height / 2)


def undo_all_of_it(view: PageView, qtbot: QtBot, before: list[Line]) -> None:
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    wait_until_written(view, qtbot)
    assert lines(view) == before
    qtbot.waitUntil(lambda: [each.line for each in view.canvas.line_layer.stored()] == before)


def test_the_buttons_for_lines_are_there_only_while_lines_are_edited(view: PageView) -> None:
    buttons = view.side_panel.buttons
    assert buttons["join_lines"].isVisible() and "draw a line" in view.status.text()
    press(view, Qt.Key.Key_R)
    assert not buttons["join_lines"].isVisible() and not view.canvas.line_layer.is_visible
    press(view, Qt.Key.Key_L, SHIFT)
    assert view.canvas.line_layer.is_visible and view.canvas.tool is Tool.TRANSCRIBE


def test_a_line_is_drawn_and_selected(view: PageView, qtbot: QtBot) -> None:
    before = lines(view)
    drag(view, place(view, 60, 132), place(view, 400, 154))
    wait_until_written(view, qtbot)
    qtbot.waitUntil(lambda: len(view.canvas.line_layer.stored()) == 4)
    drawn = lines(view)[1]
    assert view.canvas.line_layer.selection == [drawn.id]
    assert abs(drawn.box[0] - 60) < 4 and abs(drawn.box[2] - 340) < 8 and abs(drawn.box[3] - 22) < 5
    undo_all_of_it(view, qtbot, before)


def test_a_line_is_moved_by_mouse_and_by_the_arrows(view: PageView, qtbot: QtBot) -> None:
    before = lines(view)
    click(view, middle(view, 1))
    assert view.canvas.line_layer.selection == [before[1].id] and lines(view) == before
    drag(view, middle(view, 1), middle(view, 1) + QPoint(0, 12))
    wait_until_written(view, qtbot)
    moved = lines(view)[1]
    assert moved.box[1] > before[1].box[1] and moved.box[2:] == before[1].box[2:]
    press(view, Qt.Key.Key_Right, SHIFT)
    wait_until_written(view, qtbot)
    assert lines(view)[1].box[2] > moved.box[2]
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    undo_all_of_it(view, qtbot, before)


def test_a_handle_resizes_the_line(view: PageView, qtbot: QtBot) -> None:
    before = lines(view)
    click(view, middle(view, 0))
    x, y, width, height = before[0].box
    drag(view, place(view, x + width, y + height / 2), place(view, x + width - 100, y + height / 2))
    wait_until_written(view, qtbot)
    assert abs(lines(view)[0].box[2] - (width - 100)) < 4 and lines(view)[0].box[0] == x
    undo_all_of_it(view, qtbot, before)


def test_lines_are_joined_and_deleted(view: PageView, qtbot: QtBot) -> None:
    before = lines(view)
    click(view, middle(view, 0))
    press(view, Qt.Key.Key_J, SHIFT)
    assert "at least two lines" in view.context.notifications.history[-1].text and lines(view) == before
    click(view, middle(view, 1), CTRL)
    press(view, Qt.Key.Key_J, SHIFT)
    wait_until_written(view, qtbot)
    assert len(lines(view)) == 2
    undo_all_of_it(view, qtbot, before)
    click(view, middle(view, 2))
    press(view, Qt.Key.Key_Delete)
    wait_until_written(view, qtbot)
    assert lines(view) == before[:2]
    undo_all_of_it(view, qtbot, before)


@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.NoModifier, SHIFT])
def test_a_line_is_split_where_it_is_clicked(view: PageView, qtbot: QtBot, modifier: Qt.KeyboardModifier) -> None:
    before = lines(view)
    press(view, Qt.Key.Key_S, SHIFT)
    assert view.canvas.tool is Tool.SPLIT_LINE
    click(view, middle(view, 1), modifier)
    wait_until_written(view, qtbot)
    assert view.canvas.tool is Tool.LINES and len(lines(view)) == 4
    first, second = (line for line in lines(view) if line.box[1] in range(before[1].box[1], before[2].box[1]))
    along = 1 if modifier == SHIFT else 0
    assert first.box[along] + first.box[2 + along] == second.box[along]
    assert first.box[2 + along] + second.box[2 + along] == before[1].box[2 + along]
    undo_all_of_it(view, qtbot, before)


def test_lines_are_numbered_by_clicking(view: PageView, qtbot: QtBot) -> None:
    before = lines(view)
    press(view, Qt.Key.Key_O)
    assert "in the order" in view.status.text()
    click(view, middle(view, 2))
    press(view, Qt.Key.Key_Escape)
    assert view.canvas.tool is Tool.LINES and lines(view) == before
    press(view, Qt.Key.Key_O)
    for number in (2, 0):
        click(view, middle(view, number))
    press(view, Qt.Key.Key_Return)
    wait_until_written(view, qtbot)
    assert [line.id for line in lines(view)] == [before[2].id, before[0].id, before[1].id]
    undo_all_of_it(view, qtbot, before)


def test_escape_takes_a_drag_back(view: PageView, qtbot: QtBot) -> None:
    before = lines(view)
    start = middle(view, 0)
    QTest.mousePress(view.canvas.viewport(), LEFT, pos=start)
    QTest.mouseMove(view.canvas.viewport(), start + QPoint(20, 20))
    press(view, Qt.Key.Key_Escape)
    QTest.mouseRelease(view.canvas.viewport(), LEFT, pos=start + QPoint(20, 20))
    wait_until_written(view, qtbot)
    assert lines(view) == before and view.canvas.line_layer.moved == {}
