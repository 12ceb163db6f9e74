"""Layouts bear longer words and the other reading direction: nothing that is not shortened on purpose is cut off."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QLabel, QPushButton, QToolButton, QWidget

from app.shell.views import VIEWS

EXISTING = [name for name in VIEWS if importlib.util.find_spec(f"app.{name}.view")]
_SLACK = 1
"""Rounding of a font's widths."""


class LongWords(QTranslator):
    """A language whose every text is the English one, 40 % longer, with letters beyond ASCII."""

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, text: str, disambiguation: str | None = None, n: int = -1) -> str:
        return text + longer(len(text) * 2 // 5)


def longer(count: int) -> str:
    """So many characters of pretended words, the first without a blank before it."""
    return ("énöre " * (count // 6 + 1))[:count].rstrip()


@pytest.fixture(params=["left to right", "right to left"])
def language(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """The long language in force, in one of both directions."""
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
    """The main window in the long language, of the smallest size that is promised."""
    from app.shell.window import MainWindow

    window = MainWindow(settings, theme)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    assert window.open_project(project_folder)
    yield window
    window.close_project()
    window.close()


def cut_off(root: QWidget) -> list[str]:
    """Every visible button and one-line label whose text does not fit, with the room it has and needs."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty() or not has_text(widget):
            continue
        needs, has = widget.sizeHint().width(), widget.width()
        if needs > has + _SLACK:
            found.append(f"{type(widget).__name__} '{text_of(widget)}' has {has} of {needs} px")
    return found


def has_text(widget: QWidget) -> bool:
    """Whether all of the widget's text is meant to be seen in one line."""
    if isinstance(widget, QLabel):
        # labels that shorten their text say so by a class or property of that name and show all in a tooltip
        elided = "Elided" in type(widget).__name__ or bool(widget.property("elided"))
        return bool(widget.text()) and not widget.wordWrap() and not elided
    if isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
        return False
    return isinstance(widget, QPushButton | QToolButton | QCheckBox) and bool(widget.text())


def text_of(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""


def test_the_pretended_language_reaches_every_text(language: str, qapp) -> None:
    source = "Grüße an {0} Wörter"
    told = QCoreApplication.translate("anywhere", source)
    assert told.startswith(source) and len(told) >= len(source) * 1.3
    assert told.format(7).startswith("Grüße an 7 Wörter")
    label = QLabel()
    assert label.tr(source) == told


@pytest.mark.parametrize("name", EXISTING)
def test_nothing_is_cut_off_in(name: str, long_window, qtbot) -> None:
    long_window.show_view(name)
    qtbot.wait(300)
    assert cut_off(long_window.place()) == []
    assert long_window.width() == 1280, "the place does not fit the window"


def test_nothing_is_cut_off_around_the_places(long_window, qtbot) -> None:
    qtbot.wait(100)
    for part in (long_window.navigation_bar, long_window.header, long_window.status_label):
        assert cut_off(part) == []


@pytest.mark.parametrize("kind", [0, 1])
def test_nothing_is_cut_off_in_what_a_search_finds(kind: int, long_window, qtbot) -> None:
    long_window.show_view("search")
    place = long_window.place()
    place.kinds.setCurrentIndex(kind)
    place.box.setText("th")
    qtbot.keyClick(place.box, Qt.Key.Key_Return)
    qtbot.wait(400)
    panel = place.panel
    if kind == 0:
        panel.top.show()
        panel.nearness.tell(12_345, 123_456)
        panel.bar.set_word("commissioned")
        panel.bar.set_marked(12_345)
        panel.bar.show()
        panel.bar.ask(["one", "another"], 12_343)
        panel.strip.show_missing(12_345, 3, "a model of some name")
    else:
        qtbot.waitUntil(lambda: panel.table.shown > 0)
    qtbot.wait(50)
    assert cut_off(place) == []
    assert long_window.width() == 1280
    assert place.isRightToLeft() == (QApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft)


def test_the_start_page_bears_it_too(language: str, theme, settings, qtbot) -> None:
    from app.shell.window import MainWindow

    window = MainWindow(settings, theme)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    qtbot.wait(100)
    assert cut_off(window) == []
    window.close()
