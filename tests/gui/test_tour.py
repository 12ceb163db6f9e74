"""The tour: it points at controls that are there, is left at any step, and goes on when a project is opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from app.shell.guide.guide_pages import START_PAGE
from app.shell.guide.tour import CARD_WIDTH, card_place
from app.shell.guide.tour_steps import first_step, tour_steps
from app.shell.window import MainWindow

MOST_WORDS = 450
"""Read aloud in three minutes."""


def test_every_stop_points_at_a_control_in_sight(window: MainWindow, qtbot) -> None:
    """Enter goes on at each, also where the view that is shown takes Enter itself."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.take_tour()
    for number, step in enumerate(tour_steps(), 1):
        assert window.tour.step == step
        qtbot.waitUntil(lambda step=step: window.tour._find(step.view, step.landmark) is not None)
        assert not step.view or window.current_view().name == step.view
        control = window.tour._find(step.view, step.landmark)
        qtbot.waitUntil(control.isVisible, timeout=10_000)
        window.tour._place()
        assert window.tour.frame.isVisible() and window.tour.card.isVisible()
        assert window.rect().contains(window.tour.card.geometry())
        assert window.tour.frame.geometry().contains(control.mapTo(window, control.rect().center()))
        assert step.text in window.tour.card.next.accessibleDescription()
        assert f"{number} of {len(tour_steps())}" == window.tour.card.number.text()
        qtbot.waitUntil(window.tour.card.next.hasFocus)
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    assert window.tour.step is None and not window.tour.card.isVisible()
    assert len({step.view for step in tour_steps()} - {""}) == 6, "every view is shown"


def test_card_has_room_for_large_texts(empty_window: MainWindow, project_folder: Path) -> None:
    window = empty_window
    window.open_project(project_folder)
    window.theme.set_text_percent(150)
    window.take_tour()
    card = window.tour.card
    for button in (card.end, card.back, card.next):
        assert button.width() >= button.sizeHint().width() and card.rect().contains(button.geometry())
    assert card.text.height() >= card.text.heightForWidth(card.text.width())
    window.theme.set_text_percent(100)


def test_tour_takes_three_minutes() -> None:
    assert sum(len(f"{step.title} {step.text}".split()) for step in tour_steps()) <= MOST_WORDS


def test_tour_works_by_keyboard_and_is_left_by_escape(window: MainWindow, qtbot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.take_tour()
    card = window.tour.card
    qtbot.waitUntil(card.next.hasFocus)
    assert not card.back.isEnabled()
    QTest.keyClick(card.next, Qt.Key.Key_Space)
    assert window.tour.step == tour_steps()[1]
    card.back.click()
    assert window.tour.step == tour_steps()[0]
    QTest.keyClick(card.next, Qt.Key.Key_Escape)
    assert window.tour.step is None and not card.isVisible() and not window.tour.frame.isVisible()


def test_card_keeps_the_focus_when_a_view_takes_it(window: MainWindow, qtbot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.take_tour()
    card = window.tour.card
    qtbot.waitUntil(card.next.hasFocus)
    window.navigation_bar.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.navigation_bar.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.waitUntil(card.next.hasFocus)
    window.navigation_bar.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.wait(50)
    assert not card.next.hasFocus(), "a person went there"
    window.tour.stop()


def test_tour_goes_on_when_the_project_is_open_and_ends_with_it(empty_window: MainWindow, project_folder: Path) -> None:
    window = empty_window
    window.take_tour()
    assert window.tour.step == first_step()
    assert window.tour.frame.geometry().contains(
        window.start.try_demo.mapTo(window, window.start.try_demo.rect().center())
    )
    assert window.tour.card.next.isHidden() and window.tour.card.end.isVisible()
    assert window.open_project(project_folder)
    assert window.tour.step == tour_steps()[0]
    window.close_project()
    assert window.tour.step is None


def test_tour_is_not_begun_unasked(empty_window: MainWindow, project_folder: Path) -> None:
    empty_window.open_project(project_folder)
    assert empty_window.tour.step is None


def test_card_leaves_the_progress_of_the_demo_in_sight(empty_window: MainWindow, qtbot) -> None:
    window = empty_window
    window.take_tour()
    progress = window.start.demo_progress
    progress.show()
    qtbot.waitUntil(progress.isVisible)
    qtbot.wait(10)  # laid out
    window.tour._place()
    shown = QRect(progress.mapTo(window, QPoint(0, 0)), progress.size())
    assert not shown.intersects(window.tour.card.geometry())
    assert window.rect().contains(window.tour.card.geometry())
    window.tour.stop()


@pytest.mark.parametrize(
    "control",
    [
        QRect(900, 40, 60, 30),
        QRect(10, 560, 200, 30),
        QRect(10, 20, 40, 560),
        QRect(940, 20, 50, 560),
        QRect(400, 10, 200, 40),
    ],
)
def test_card_stands_beside_the_control(control: QRect) -> None:
    room = QRect(0, 0, 1000, 600)
    place = card_place(control, CARD_WIDTH, 150, room)
    card = QRect(place.x(), place.y(), CARD_WIDTH, 150)
    assert room.contains(card) and not card.intersects(control)


def test_card_lies_over_a_corner_of_a_control_that_fills_the_window() -> None:
    room = QRect(0, 0, 1000, 600)
    place = card_place(QRect(5, 5, 990, 590), CARD_WIDTH, 150, room)
    assert room.contains(QRect(place.x(), place.y(), CARD_WIDTH, 150))


def test_start_page_offers_the_tour_and_the_guide(empty_window: MainWindow) -> None:
    empty_window.start.tour.click()
    assert empty_window.tour.step == first_step()
    empty_window.start.guide.click()
    guide = empty_window.window_actions.guide
    assert guide is not None and guide.browser.page == START_PAGE
