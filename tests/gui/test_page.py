"""The place Page, driven by keys and mouse: pages turned, zoomed, filtered, left for another place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import opened
from page_helpers import CTRL, LEFT, at, drag, key, third_page
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from app.context import NavigationTarget, ProjectContext
from app.page.view import PageView
from app.session.session import Session
from core.project.content.pages import list_pages
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from third_page(context, qtbot)


def test_the_legend_counts_and_filters(place: PageView) -> None:
    legend = place.side.legend
    counts = {state: sum(word.state == state for word in place.sheet.words) for state in legend.buttons}
    for state, count in counts.items():
        assert legend.buttons[state].text().endswith(f"  {count}")
    state = place.sheet.words[0].state
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert all(word.state != state for word in place.canvas.outlines.shown)
    assert place.canvas.word_at(QPointF(at(place, place.sheet.words[0]))) is None
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert len(place.canvas.outlines.shown) == len(place.sheet.words)


def test_pages_are_turned_and_remember_where_one_was(place: PageView, qtbot) -> None:
    third = place.sheet.page_id
    key(place, Qt.Key.Key_1)
    place.canvas.pan(-40, -60)
    view = place.canvas.view
    assert view.scale == 1.0
    key(place, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: place.sheet.content is not None and place.sheet.page_id != third)
    assert place.top.chooser.currentData() == place.sheet.page_id
    assert "words read" in place.top.chooser.currentText()
    key(place, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: place.sheet.content is not None and place.sheet.page_id == third)
    assert place.canvas.view == view
    key(place, Qt.Key.Key_PageDown)
    assert place.sheet.page_id == third and "last page" in place.status.text()


def test_entering_with_a_word_opens_its_page_and_shows_it(place: PageView, qtbot) -> None:
    word_id = word_ids(place.session.project, WordFilter(page_id=list_pages(place.session.project)[0].id))[-1]
    place.enter(NavigationTarget(word_id=word_id))
    qtbot.waitUntil(lambda: place.current_word() == word_id)
    x, y = place.canvas.view.to_window(*place.sheet.word(word_id).box[:2])
    assert 0 <= x < place.canvas.viewport().width() and 0 <= y < place.canvas.viewport().height()


def test_the_wheel_zooms_where_the_mouse_is(place: PageView) -> None:
    place.canvas.zoom_to(2.0)
    spot = QPointF(300, 200)
    before, scale = place.canvas.view.to_page(300, 200), place.canvas.view.scale
    turn = QWheelEvent(
        spot,
        place.canvas.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        CTRL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(place.canvas.viewport(), turn)
    assert place.canvas.view.scale > scale
    after = place.canvas.view.to_page(300, 200)
    assert abs(after[0] - before[0]) < 2 and abs(after[1] - before[1]) < 2


def test_the_space_bar_shows_the_word_in_review_but_held_it_pans(place: PageView, qtbot) -> None:
    word = place.sheet.words[0]
    place.canvas.select([word.id])
    with qtbot.waitSignal(place.context.view_requested) as went:
        key(place, Qt.Key.Key_Space)
    assert went.args == ["review", NavigationTarget(word_id=word.id)]
    with qtbot.waitSignal(place.context.view_requested) as went:
        key(place, Qt.Key.Key_I)
    assert went.args[0] == "insight"
    place.canvas.zoom_to(2.0)
    left = place.canvas.view.left
    with qtbot.assertNotEmitted(place.context.view_requested):
        QTest.keyPress(place.canvas, Qt.Key.Key_Space)
        drag(place, QPoint(300, 200), QPoint(260, 180))
        QTest.keyRelease(place.canvas, Qt.Key.Key_Space)
    assert place.canvas.view.left == left - 40 and place.canvas.selection == [word.id]


def test_a_project_without_pages_shows_the_way_to_collection(tmp_path, theme, settings, qapp, qtbot) -> None:
    from app.actions import Actions
    from app.notifications.notification_center import NotificationCenter

    Project.create(tmp_path / "empty").close()
    session = Session(tmp_path / "empty.ductus")
    context = ProjectContext(session, NotificationCenter(qapp), Actions(qapp), theme, settings, qapp)
    place = opened(PageView, context, qtbot)
    qtbot.waitUntil(lambda: place.empty.isVisible())
    assert any("No pages" in label.text() for label in place.empty.findChildren(QLabel))
    with qtbot.waitSignal(context.view_requested) as went:
        QTest.mouseClick(place.empty.findChild(QPushButton), LEFT)
    assert went.args[0] == "collection"
    place.leave()
    session.close()


def test_every_control_has_a_name_and_every_key_its_own_deed(place: PageView) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for control in place.findChildren(kind):
            if not control.objectName().startswith("qt_") and control.isVisibleTo(place):
                assert control.accessibleName() or getattr(control, "text", str)(), control
    entries = [entry.action for entry in place.context.actions.all() if entry.view == "page"]
    keys = [shortcut.toString() for action in entries for shortcut in action.shortcuts()]
    assert len(keys) == len(set(keys)) and {"B", "S", "J", "N", "Del", "PgUp", "PgDown"} <= set(keys)
