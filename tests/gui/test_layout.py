"""Layouts give each part the room it needs, and scroll where a window is too small for it."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from view_states import settle

from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from app.widgets.flow_layout import FlowLayout

SCALED, DOUBLED, SMALL = (853, 533), (960, 540), (1024, 700)
"""Logical sizes of 1280x800 pixels at 150 %, of 1920x1080 at 200 %, and of a small screen less the system's bars."""


@pytest.mark.parametrize("size", [SCALED, SMALL])
def test_the_first_buttons_are_in_view_on_a_small_screen(size: tuple[int, int], window, qtbot) -> None:
    window.resize(*size)
    review = (window.show_view("review"), window.current_view())[1]
    qtbot.waitUntil(lambda: review.review.is_ready)
    accept = review.word_view.buttons["accept"]
    assert accept.visibleRegion().boundingRect().height() == accept.height()
    collection = (window.show_view("collection"), window.current_view())[1]
    assert collection.import_button.visibleRegion().boundingRect() == collection.import_button.rect()


@pytest.mark.parametrize(
    ("size", "shares"),
    [
        ((1280, 800), (0.4, 0.4, 0.4)),
        (SMALL, (0.4, 0.4, 0.35)),
        (DOUBLED, (0.4, 0.29, 0.19)),
        (SCALED, (0.39, 0.28, 0.18)),
    ],
)
def test_scan_in_review_has_two_fifths_of_the_height(
    size: tuple[int, int], shares: tuple[float, ...], window, qtbot
) -> None:
    """Also with a line above it, but for the smallest windows, and at one zoom from word to word; candidates scroll."""
    window.resize(*size)
    window.show_view("review")
    view = window.current_view()
    qtbot.waitUntil(lambda: view.review.is_ready)
    word = view.word_view
    scan, field = word.excerpt_view, word.field
    look_alikes = partial(view.look_alikes.show_message, "“December”: 4 look-alikes")
    split = partial(word.split_offer.show_message, "“of the” is 2 words in one box.")
    for share, show in zip(shares, (lambda buttons: None, look_alikes, split), strict=True):
        show([ButtonAction("Show (Alt+L)", lambda: None)])
        settle(qtbot, window)
        assert scan.height() >= share * size[1]
        assert scan.mapTo(window, QPoint(0, scan.height())).y() < field.mapTo(window, QPoint()).y() - 4
        assert window.view_area.verticalScrollBar().maximum() == 0
        # three candidates at least, with their words, and the others by scrolling
        rows = [row.visibleRegion().boundingRect().height() == row.height() for row in word.candidates.rows]
        assert sum(rows) >= 3
    word.split_offer.dismiss()
    heights, sentences = set(), ("All readers chose it.", "All readers chose it, but then again. " * 8)
    for step, sentence in zip((1, 1), sentences, strict=True):
        before = view.review.current
        view.review.step(step)
        qtbot.waitUntil(lambda before=before: view.review.current != before and view.review.is_ready)
        word.vote.setText(sentence)
        settle(qtbot, window)
        heights.add(scan.height())
    assert len(heights) == 1


def test_presets_stand_in_one_column_and_scroll_in_a_small_window(window, qtbot) -> None:
    window.resize(*SCALED)
    window.show_view("train")
    setup = window.current_view().setup
    area = setup.pages.widget(0)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    assert area.horizontalScrollBar().maximum() == 0
    cards = list(setup.cards.cards.values())
    assert all(card.geometry().right() <= area.viewport().width() for card in cards)
    assert len({card.x() for card in cards}) == 1
    window.resize(1400, 800)
    qtbot.waitUntil(lambda: len({card.x() for card in cards}) == 2)


def test_a_view_that_does_not_fit_scrolls(window, qtbot) -> None:
    window.resize(window.minimumSize())
    window.show_view("review")
    window.current_view().setMinimumHeight(700)
    qtbot.waitUntil(lambda: window.view_area.verticalScrollBar().maximum() > 0)
    assert window.current_view().height() == 700
    window.show_view("search")
    qtbot.waitUntil(lambda: window.view_area.verticalScrollBar().maximum() == 0)


def test_window_is_no_larger_than_its_screen(window) -> None:
    window.resize(5000, 4000)
    window.fit_screen()
    room = window.screen().availableSize().expandedTo(window.minimumSize())
    assert window.width() <= room.width() and window.height() < room.height()


def test_row_of_widgets_continues_on_the_next_line(qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    buttons = [QPushButton("Word " * 4) for _ in range(3)]
    flow = FlowLayout(*buttons)
    whole.setLayout(flow)
    width = buttons[0].sizeHint().width()
    assert flow.heightForWidth(3 * width + 20) < flow.heightForWidth(2 * width + 12) < flow.heightForWidth(width)
    whole.resize(2 * width + 12, 200)
    whole.show()
    assert buttons[0].y() == buttons[1].y() < buttons[2].y() and buttons[0].x() == buttons[2].x()
    whole.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    flow.activate()
    qtbot.waitUntil(lambda: buttons[0].x() > buttons[1].x())


@pytest.mark.parametrize("width", [240, 420, 700, 1300])
def test_empty_states_show_whole_lines(width: int, theme, qtbot) -> None:
    empty = EmptyState(theme, "page")
    qtbot.addWidget(empty)
    empty.resize(width, 600)
    empty.show()
    text = "Words come from pages that are cut into words, or from images of single words. " * 3
    empty.show_message("Every word of this collection is checked", text, ButtonAction("Add pages", lambda: None))
    qtbot.wait(50)
    for label in (empty.title, empty.text):
        assert label.height() >= label.heightForWidth(label.width()), label.text()[:20]
    empty.show_message("A title", text * 2, ButtonAction("Add pages", lambda: None))
    qtbot.wait(50)
    assert empty.text.height() >= empty.text.heightForWidth(empty.text.width())
    assert (
        empty.text.geometry().bottom()
        < empty.button.mapTo(empty.text.parentWidget(), empty.button.rect().topLeft()).y()
    )
