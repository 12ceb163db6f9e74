"""Layouts work with longer words and from right to left: no text is cut off, unless it is elided on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, Qt, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QLabel, QPushButton, QToolButton, QWidget
from view_states import settle

from app.shell.views import VIEWS
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from app.widgets.flow_layout import FlowLayout

_SLACK = 1
"""Pixels of rounding in font metrics."""


class LongWords(QTranslator):
    """Every text is the English one, 40 % longer, with letters beyond ASCII."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return text + padding(len(text) * 2 // 5)


def padding(count: int) -> str:
    """Return ``count`` characters of invented words."""
    return ("énöre " * (count // 6 + 1))[:count].rstrip()


@pytest.fixture(params=["left to right", "right to left"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """Install the long language, in either direction."""
    translator = LongWords()
    qapp.installTranslator(translator)
    direction = qapp.layoutDirection()
    if request.param == "right to left":
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield request.param
    qapp.setLayoutDirection(direction)
    qapp.removeTranslator(translator)


@pytest.fixture
def long_window(language: str, theme, settings, project_folder, qtbot):
    """The main window in the long language, of the smallest supported size."""
    from app.main import make_window

    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    assert window.open_project(project_folder)
    yield window
    window.close_project()
    window.close()


def cut_off(root: QWidget) -> list[str]:
    """Return every visible button and one-line label whose text does not fit, with the width it has and needs."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty() or not has_text(widget):
            continue
        needs, has = widget.sizeHint().width(), widget.width()
        if needs > has + _SLACK:
            found.append(f"{type(widget).__name__} '{text_of(widget)}' has {has} of {needs} px")
    return found


def has_text(widget: QWidget) -> bool:
    """Return whether the whole text of the widget should be visible in one line."""
    if isinstance(widget, QLabel):
        # elided labels have a class or property of that name, and a tooltip with the whole text
        elided = "Elided" in type(widget).__name__ or bool(widget.property("elided"))
        return bool(widget.text()) and not widget.wordWrap() and not elided
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
        return False
    return isinstance(widget, QPushButton | QToolButton | QCheckBox) and bool(widget.text())


def text_of(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""


def test_long_language_translates_every_text(language: str, qapp) -> None:
    source = "Grüße an {0} Wörter"
    text = QCoreApplication.translate("anywhere", source)
    assert text.startswith(source) and len(text) >= len(source) * 1.3
    assert text.format(7).startswith("Grüße an 7 Wörter")
    label = QLabel()
    assert label.tr(source) == text


@pytest.mark.parametrize("name", VIEWS)
def test_nothing_is_cut_off_in(name: str, long_window, qtbot) -> None:
    long_window.show_view(name)
    settle(qtbot, long_window)
    assert cut_off(long_window.current_view()) == []
    assert long_window.width() == 1280, "the view does not fit the window"


def test_nothing_is_cut_off_around_the_views(long_window, qtbot) -> None:
    qtbot.wait(100)
    for part in (long_window.navigation_bar, long_window.header, long_window.status_label):
        assert cut_off(part) == []


@pytest.mark.parametrize("kind", [0, 1])
def test_nothing_is_cut_off_in_search_results(kind: int, long_window, qtbot) -> None:
    long_window.show_view("search")
    view = long_window.current_view()
    view.kinds.setCurrentIndex(kind)
    view.box.setText("th")
    qtbot.keyClick(view.box, Qt.Key.Key_Return)
    settle(qtbot, long_window)
    panel = view.panel
    if kind == 0:
        panel.top.show()
        panel.distance.show_count(12_345, 123_456)
        panel.bar.set_word("commissioned")
        panel.bar.set_marked(12_345)
        panel.bar.show()
        panel.bar.ask(["one", "another"], 12_343)
        panel.missing.show_missing(12_345, 3, "a model of some name")
    else:
        qtbot.waitUntil(lambda: panel.table.shown > 0)
    qtbot.wait(50)
    assert cut_off(view) == []
    assert long_window.width() == 1280
    assert view.isRightToLeft() == (QApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft)


def test_nothing_is_cut_off_on_the_start_page(language: str, theme, settings, qtbot) -> None:
    from app.main import make_window

    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.wait(100)
    assert cut_off(window) == []
    window.close()


SCALED, DOUBLED, SMALL = (853, 533), (960, 540), (1024, 700)
"""Logical sizes of 1280x800 pixels at 150 %, of 1920x1080 at 200 %, and of a small screen less the system's bars."""


@pytest.mark.parametrize("size", [SCALED, SMALL])
def test_every_view_fits_a_small_screen(size: tuple[int, int], window, qtbot) -> None:
    """Only heights may be too small; then the area scrolls."""
    window.resize(*size)
    for name in VIEWS:
        window.show_view(name)
        settle(qtbot, window)
        view, area = window.current_view(), window.view_area
        assert (window.width(), window.height()) == size, name
        assert view.width() == area.viewport().width() and not area.horizontalScrollBar().isVisible(), name
        assert view.height() >= min(view.minimumSizeHint().height(), area.viewport().height()), name
        for button in window.header.buttons.values():
            corner = button.mapTo(window, button.rect().bottomRight())
            assert not button.isVisible() or window.rect().contains(corner), (name, button.toolTip())
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
