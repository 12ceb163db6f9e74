"""Widgets shared by the views, and layouts that give each part the room it needs."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget
from view_states import settle

from app.background.image_loader import ImageLoader
from app.style.theme import Theme
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from app.widgets.flow_layout import FlowLayout
from app.widgets.message_bar import MessageBar
from app.widgets.text_table import NUMBER, Column, TextRow, TextTable

LEFT = Qt.MouseButton.LeftButton
SCALED, DOUBLED, SMALL = (853, 533), (960, 540), (1024, 700)
"""Logical sizes of 1280x800 pixels at 150 %, of 1920x1080 at 200 %, and of a small screen less the system's bars."""


def test_empty_state_shows_a_message_with_a_primary_button(theme: Theme, qtbot) -> None:
    empty, pressed = EmptyState(theme, "collection"), []
    qtbot.addWidget(empty)
    empty.show()
    assert not empty.button.isVisible() and empty.buttons == []
    empty.show_message("Title", "Text", ButtonAction("A", lambda: pressed.append("A")), ButtonAction("B", print))
    assert [button.text() for button in empty.buttons] == ["A", "B"] and empty.button.property("kind") == "primary"
    QTest.mouseClick(empty.button, LEFT)
    assert pressed == ["A"]
    empty.show_progress("Busy", 1, 4)
    assert empty.progress.isVisible() and empty.progress.value() == 1 and not empty.button.isVisible()
    empty.show_message("Title", "Text", ButtonAction("C", print, disabled_reason="read-only"))
    assert not empty.progress.isVisible() and not empty.button.isEnabled() and empty.button.toolTip() == "read-only"


def test_locked_button_stays_disabled_whatever_the_row_shows(theme: Theme, qtbot) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    disable_with_reason("read-only", bar.button)
    bar.show_message("Text", [ButtonAction("A", print)])
    assert not bar.button.isEnabled() and bar.button.toolTip() == "read-only"


def test_message_bar_asks_with_the_focus_on_the_harmless_answer(qtbot) -> None:
    parent, done = QWidget(), []
    bar = MessageBar()
    QVBoxLayout(parent).addWidget(bar)
    qtbot.addWidget(parent)
    parent.show()
    bar.ask("Delete?", "Delete", lambda: done.append(1), "Keep")
    assert bar.isVisible() and bar.property("level") == "warning" and parent.focusWidget() is bar.find_button("Keep")
    bar.find_button("Keep").click()
    assert not bar.isVisible() and done == [] and bar.text.text() == ""
    bar.ask("Delete?", "Delete", lambda: done.append(1), "Keep")
    bar.find_button("Delete").click()
    assert not bar.isVisible() and done == [1]
    with pytest.raises(StopIteration):
        bar.find_button("Delete")


def test_button_with_another_meaning_does_not_keep_the_focus(qtbot) -> None:
    parent = QWidget()
    bar = MessageBar()
    column = QVBoxLayout(parent)
    column.addWidget(QLineEdit())
    column.addWidget(bar)
    qtbot.addWidget(parent)
    with qtbot.waitActive(parent):
        parent.show()
    bar.show_message("1 of 2", [ButtonAction("Stop", print)])
    bar.button.setFocus()
    bar.show_message("2 of 2", [ButtonAction("Stop", print)])
    assert parent.focusWidget() is bar.button
    bar.show_message("Done", [ButtonAction("Undo", print)])
    assert parent.focusWidget() is not bar.button


def test_text_table_keeps_keys_tooltips_and_alignment(qtbot) -> None:
    table = TextTable("Scores", [Column("Name", width=80), Column("Score", "how good", NUMBER)], multi_select=True)
    qtbot.addWidget(table)
    rows = [TextRow(("a", "1"), "A", tips={1: "one"}), TextRow(("b", "2"), "B", tip="both", bold=True)]
    table.show_rows(rows)
    model = table.model()
    assert model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == "one" and model.index(0, 0).data() == "a"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "a"
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "both"
    assert (
        model.index(1, 0).data(Qt.ItemDataRole.FontRole).bold()
        and model.index(0, 0).data(Qt.ItemDataRole.UserRole) == "A"
    )
    assert model.index(0, 1).data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignTrailing.value
    assert model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == "how good"
    table.select_keys(["B", "A", "gone"])
    assert table.selected_keys() == ["A", "B"]
    table.show_rows([("x", "3")], [Column("Other"), Column("Score")])
    assert table.titles == ["Other", "Score"] and table.selected_keys() == [] and len(table.rows) == 1


class Loader(ImageLoader):
    """Loads when the test says so."""

    def __init__(self, **options) -> None:
        super().__init__(None, size=lambda image: 1, **options)
        self.started: list[dict[int, object]] = []

    def _load(self, requests: dict[int, object]) -> None:
        self.started.append(requests)

    def finish(self) -> None:
        self._receive([(key, QImage(), "") for key in self.started.pop(0)])


@pytest.fixture
def seen() -> list[int]:
    return []


def loader(seen: list[int], **options) -> Loader:
    made = Loader(**options)
    made.ready.connect(seen.append)
    return made


def test_loader_takes_the_newest_requests_first_in_batches(qtbot, seen: list[int]) -> None:
    images = loader(seen, max_size=10, batch=2)
    for key in (1, 2, 3, 1):
        assert images.get(key) is None
    qtbot.waitUntil(lambda: bool(images.started))
    assert list(images.started[0]) == [1, 3] and images.get(1) is None
    images.finish()
    assert seen == [1, 3] and list(images.started[0]) == [2] and images.get(3) is not None
    images.finish()
    assert images.is_idle


def test_loader_keeps_the_latest_images_within_its_limit(qtbot, seen: list[int]) -> None:
    images = loader(seen, max_size=2, max_queued=3, slots=3)
    for key in (1, 2, 3, 4):
        images.get(key)
    qtbot.waitUntil(lambda: len(images.started) == 3)
    for _ in range(3):
        images.finish()
    assert seen == [4, 3, 2] and [images.cached(key) is not None for key in (1, 2, 3, 4)] == [False, True, True, False]


def test_forgotten_image_in_flight_is_loaded_once_more(qtbot, seen: list[int]) -> None:
    images = loader(seen, max_size=5)
    images.get(1)
    qtbot.waitUntil(lambda: bool(images.started))
    images.forget([1, 9])
    images.finish()
    assert seen == [] and images.cached(1) is None and list(images.started[0]) == [1]
    images.finish()
    assert seen == [1]
    images.forget(None, shown=1)
    assert images.get(1) is not None
    qtbot.waitUntil(lambda: bool(images.started))
    images.finish()
    assert seen == [1, 1] and images.get(1) is not None and not images.started
    images.forget(None)
    assert images.cached(1) is None


def test_requests_replace_the_queue_in_their_order(qtbot, seen: list[int]) -> None:
    images = loader(seen, max_size=5)
    images.get(7)
    images.request_only([1, 2])
    qtbot.waitUntil(lambda: bool(images.started))
    for _ in range(2):
        images.finish()
    assert seen == [1, 2] and isinstance(images, QObject) and images.is_idle


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
