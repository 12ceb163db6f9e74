"""The page view by keys and mouse: turning pages, zooming, hiding states, going to other views."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gui_helpers import opened
from page_helpers import CTRL, LEFT, drag, open_third_page, point_in, press
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton

from app.context import NavigationTarget, ProjectContext
from app.page.view import PageView
from app.session.session import Session
from core.project.content.pages import list_pages
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[PageView]:
    yield from open_third_page(context, qtbot)


def test_legend_counts_and_hides_states(view: PageView) -> None:
    legend = view.side_panel.legend
    counts = {state: sum(word.state == state for word in view.page_model.words) for state in legend.buttons}
    for state, count in counts.items():
        assert legend.buttons[state].text().endswith(f"  {count}")
    state = view.page_model.words[0].state
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert all(word.state != state for word in view.canvas.outlines.visible_words)
    assert view.canvas.word_at(QPointF(point_in(view, view.page_model.words[0]))) is None
    QTest.mouseClick(legend.buttons[state], LEFT)
    assert len(view.canvas.outlines.visible_words) == len(view.page_model.words)


def test_page_keys_turn_pages_and_restore_their_viewports(view: PageView, qtbot) -> None:
    third = view.page_model.page_id
    press(view, Qt.Key.Key_1)
    view.canvas.pan(-40, -60)
    viewport = view.canvas.view
    assert viewport.scale == 1.0
    press(view, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.page_model.page_id != third)
    assert view.top_bar.chooser.currentData() == view.page_model.page_id
    assert "words checked" in view.top_bar.chooser.currentText()
    press(view, Qt.Key.Key_PageDown)
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.page_model.page_id == third)
    assert view.canvas.view == viewport
    press(view, Qt.Key.Key_PageDown)
    assert view.page_model.page_id == third and "last page" in view.status.text()


def test_entering_with_a_word_opens_its_page_and_reveals_it(view: PageView, qtbot) -> None:
    word_id = word_ids(view.session.project, WordFilter(page_id=list_pages(view.session.project)[0].id))[-1]
    view.enter(NavigationTarget(word_id=word_id))
    qtbot.waitUntil(lambda: view.current_word() == word_id)
    x, y = view.canvas.view.to_window(*view.page_model.word(word_id).box[:2])
    assert 0 <= x < view.canvas.viewport().width() and 0 <= y < view.canvas.viewport().height()


def test_wheel_zooms_at_the_mouse(view: PageView) -> None:
    view.canvas.zoom_to(2.0)
    spot = QPointF(300, 200)
    before, scale = view.canvas.view.to_page(300, 200), view.canvas.view.scale
    turn = QWheelEvent(
        spot,
        view.canvas.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        CTRL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.canvas.viewport(), turn)
    assert view.canvas.view.scale > scale
    after = view.canvas.view.to_page(300, 200)
    assert abs(after[0] - before[0]) < 2 and abs(after[1] - before[1]) < 2


def test_space_shows_the_word_in_review_and_pans_while_held(view: PageView, qtbot) -> None:
    word = view.page_model.words[0]
    view.canvas.select([word.id])
    with qtbot.waitSignal(view.context.view_requested) as request:
        press(view, Qt.Key.Key_Space)
    assert request.args == ["review", NavigationTarget(word_id=word.id)]
    with qtbot.waitSignal(view.context.view_requested) as request:
        press(view, Qt.Key.Key_I)
    assert request.args[0] == "insight"
    view.canvas.zoom_to(2.0)
    left = view.canvas.view.left
    with qtbot.assertNotEmitted(view.context.view_requested):
        QTest.keyPress(view.canvas, Qt.Key.Key_Space)
        drag(view, QPoint(300, 200), QPoint(260, 180))
        QTest.keyRelease(view.canvas, Qt.Key.Key_Space)
    assert view.canvas.view.left == left - 40 and view.canvas.selection == [word.id]


def test_project_without_pages_leads_to_collection(tmp_path, theme, settings, qapp, qtbot) -> None:
    from app.actions import Actions
    from app.notifications import NotificationCenter

    Project.create(tmp_path / "empty").close()
    session = Session(tmp_path / "empty.ductus")
    context = ProjectContext(session, NotificationCenter(qapp), Actions(qapp), theme, settings, qapp)
    view = opened(PageView, context, qtbot)
    qtbot.waitUntil(lambda: view.empty.isVisible())
    assert any("No pages" in label.text() for label in view.empty.findChildren(QLabel))
    with qtbot.waitSignal(context.view_requested) as request:
        QTest.mouseClick(view.empty.findChild(QPushButton), LEFT)
    assert request.args[0] == "collection"
    view.leave()
    session.close()


def test_controls_have_names_and_keys_are_unique(view: PageView) -> None:
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

    for kind in (QAbstractButton, QComboBox, QLineEdit):
        for control in view.findChildren(kind):
            if not control.objectName().startswith("qt_") and control.isVisibleTo(view):
                assert control.accessibleName() or getattr(control, "text", str)(), control
    entries = [entry.action for entry in view.context.actions.all() if entry.view == "page"]
    keys = [shortcut.toString() for action in entries for shortcut in action.shortcuts()]
    assert len(keys) == len(set(keys)) and {"B", "S", "J", "N", "Del", "PgUp", "PgDown"} <= set(keys)


def test_right_click_on_a_word_offers_what_can_be_done_with_it(view: PageView, qtbot) -> None:
    word = view.page_model.words[2]
    place = point_in(view, word)
    view.canvas.customContextMenuRequested.emit(place)
    (menu,) = (menu for menu in view.canvas.findChildren(QMenu) if menu.isVisible())
    texts = [action.text() for action in menu.actions()]
    assert texts[0] == "Type the transcription" and {"Show in Review", "Delete words"} <= set(texts)
    assert view.canvas.selection == [word.id]
    menu.actions()[0].trigger()
    assert view.transcription.editor.word_id == word.id
    menu.close()
