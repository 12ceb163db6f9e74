"""On every supported screen no text is cut off and every control can be reached, in all views.

Themes differ in colours only, which a test below holds. A scaled screen has fewer logical pixels: 1280x800 at 150 % has
853x533 of them, 1920x1080 at 200 % has 960x540.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pseudo_language import LEFT, RIGHT
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from view_helpers import until
from view_states import insight_tab, settle, view_states

from app.collection.import_dialog import ImportDialog
from app.export_dialog import ExportDialog
from app.main import make_window
from app.page.view import PageView
from app.search.transcription_bar import TranscriptionBar
from app.settings import Settings
from app.shell.dialogs.preferences import Preferences
from app.shell.window import MainWindow
from app.style.stylesheet import stylesheet
from app.style.theme import Theme
from app.style.tokens import ALL
from app.widgets.text_table import TextTable

SIZES = {"1024x700": (1024, 700), "1280x800": (1280, 800), "150 %": (853, 533), "200 %": (960, 540)}
USUAL = "1280x800"
_SLACK = 1
"""Pixels of rounding in font metrics."""
_FIELD_EDGE = 3
"""Pixels of border and space that a field needs above and below its text."""
_USABLE = (QAbstractButton, QLineEdit, QComboBox, QAbstractSpinBox, QAbstractSlider)


@pytest.fixture(scope="module", autouse=True)
def slurm() -> Iterator[None]:
    """As on a computer with Slurm, where the parameters of a training have a row more."""
    which = shutil.which
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shutil, "which", lambda name, *more: name if name == "sbatch" else which(name, *more))
        yield


@pytest.fixture(scope="class")
def window(open_measured: Callable) -> Iterator[MainWindow]:
    with open_measured() as window:
        yield window


def faults(window: MainWindow) -> list[str]:
    return [*clipped_texts(window), *unreachable(window)]


def test_themes_differ_in_colours_only(qapp) -> None:
    """So that a layout which fits in one of them fits in the other."""
    sheets = {re.sub(r"#[0-9A-Fa-f]{6}\b|url\([^)]*\)", "", stylesheet(tokens)) for tokens in ALL}
    assert len(sheets) == 1 and "#" in sheets.pop()


class TestInOneWindow:
    """Its window ends with these tests: each further theme would style all that is in it again."""

    @pytest.mark.parametrize("size", [size for size in SIZES if size != USUAL])
    def test_everything_can_be_read_and_reached(self, size: str, window: MainWindow, qtbot) -> None:
        """The test of every language does the same at the usual size."""
        window.research.switch(True)
        window.resize(*SIZES[size])
        found = {}
        for name, show in view_states(window, qtbot).items():
            show()
            settle(qtbot, window)
            assert (window.width(), window.height()) == SIZES[size], name
            assert window.view_area.horizontalScrollBar().maximum() == 0, name
            if wrong := faults(window):
                found[name] = wrong
        assert not found, "\n".join(f"{name}: {fault}" for name, wrong in found.items() for fault in wrong)

    @pytest.mark.parametrize("size", SIZES)
    def test_simple_views_and_panels_fit(self, size: str, window: MainWindow, qtbot) -> None:
        window.research.switch(False)
        window.resize(*SIZES[size])
        found = []
        window.show_view("train")
        settle(qtbot, window)
        found += faults(window)
        for name in ("word", "results"):
            insight_tab(window, name, qtbot)
            settle(qtbot, window)
            found += faults(window)
        window.show_view("review")
        bar = window.current_view().filter_bar
        for open_panel in (bar.show_panel, bar.adjust_scan):
            open_panel()
            panel = bar.panel if bar.panel.isVisible() else bar.scan_panel
            qtbot.wait(20)
            found += faults(panel)
            assert panel.height() <= SIZES[size][1] and panel.width() <= SIZES[size][0]
            panel.close()
        dialog = Preferences(window, window.settings, window.theme, window.research)
        dialog.show()
        qtbot.wait(20)
        found += faults(dialog)
        assert dialog.height() <= SIZES[size][1]
        dialog.close()
        assert not found, "\n".join(found)

    def test_tabs_and_tables_leave_the_others_their_room(self, window: MainWindow, qtbot) -> None:
        """In the smallest window nothing scrolls in Train, whichever tabs were shown, and no bar lies over a row."""
        window.research.switch(True)
        window.resize(*SIZES["1024x700"])
        states = view_states(window, qtbot)
        for name in ("earlier trainings", "models", "presets"):
            states[name]()
            settle(qtbot, window)
            assert window.view_area.verticalScrollBar().maximum() == 0, name
        states["results"]()
        settle(qtbot, window)
        for table in window.current_view().findChildren(TextTable):
            if table.isVisible() and table.maximumHeight() == table.minimumHeight():
                bottom = table.rowViewportPosition(len(table.rows) - 1) + table.rowHeight(len(table.rows) - 1)
                assert bottom <= table.viewport().height(), [row.cells for row in table.rows]

    def test_dialogs_keep_their_buttons_on_the_screen(self, window: MainWindow, qtbot, tmp_path: Path) -> None:
        """At 150 % on 1280x800 a dialog has 837x485 pixels between the edges of the screen, its frame taken off."""
        assert window.context is not None
        (tmp_path / "notes.png").write_bytes(b"none")  # what is left out is listed, too
        scan = next(window.context.session.folder.glob("pages/**/*.png"))
        shutil.copy(scan, tmp_path)
        preview = ImportDialog([tmp_path], window)
        preview.options.offer_suggestions("de")
        export = ExportDialog(window.context, window)
        for dialog in (preview, export):
            dialog.open()
        until(qtbot, preview.start.isEnabled)
        assert preview.skipped.isVisible() and preview.options.language.isVisible()
        for dialog in (preview, export):
            needed = dialog.minimumSizeHint()
            assert needed.width() <= 837 and needed.height() <= 485, (type(dialog).__name__, needed)
            room = dialog.screen().availableSize()
            assert dialog.width() < room.width() and dialog.height() < room.height()
            dialog.resize(837, 485)
            qtbot.wait(30)
            assert dialog.rect().contains(dialog.start.geometry())
            dialog.reject()


@pytest.mark.parametrize("research", [False, True])
def test_large_text_can_be_read_and_reached(research: bool, open_measured: Callable, qapp, qtbot) -> None:
    found = []
    try:
        with open_measured(150) as window:
            window.resize(*SIZES[USUAL])
            window.research.switch(research)
            for name, show in view_states(window, qtbot).items():
                show()
                settle(qtbot, window)
                if (focused := window.focusWidget()) is not None:
                    focused.clearFocus()  # its wider border is drawn within its margin
                if window.view_area.horizontalScrollBar().maximum():
                    found.append(f"{name}: wider than the window")
                found += [f"{name}: {fault}" for fault in faults(window)]
    finally:
        Theme(qapp, "light")
    assert not found, "\n".join(found)


@pytest.fixture
def translated_window(language: str, open_measured: Callable) -> Iterator[MainWindow]:
    with open_measured() as window:
        yield window


@pytest.mark.parametrize("language", ["en", "de", "fr", LEFT, RIGHT], indirect=True)
def test_texts_fit_in_every_language(translated_window: MainWindow, qtbot) -> None:
    window = translated_window
    window.resize(*SIZES[USUAL])
    found = {}
    for name, show in view_states(window, qtbot).items():
        show()
        settle(qtbot, window)
        assert (window.width(), window.height()) == SIZES[USUAL], name
        assert window.view_area.horizontalScrollBar().maximum() == 0, name
        if wrong := [*faults(window), *letters_for_alt(window)]:
            found[name] = wrong
    dialog = Preferences(window, window.settings, window.theme, window.research)
    dialog.show()
    qtbot.wait(20)
    found["settings"] = [*faults(dialog), *letters_for_alt(dialog)]
    dialog.close()
    menus = (window.window_actions.menu, window.window_actions.help_menu)
    for menu in menus:
        letters = [letter for action in menu.actions() if (letter := mnemonic(action.text()))]
        assert len(letters) == len(set(letters)), menu.title()
    assert not any(found.values()), "\n".join(f"{name}: {fault}" for name, wrong in found.items() for fault in wrong)


@pytest.mark.parametrize("language", [LEFT, RIGHT], indirect=True)
def test_all_bars_of_search_and_the_start_page_fit(
    language: str, translated_window: MainWindow, theme: Theme, settings: Settings, qtbot
) -> None:
    window = translated_window
    window.resize(*SIZES[USUAL])
    view_states(window, qtbot)["search by image"]()
    settle(qtbot, window)
    panel = window.current_view().panel
    panel.top.show()
    panel.distance.show_count(12_345, 123_456)
    panel.bar.set_word("commissioned")
    panel.bar.set_marked(12_345)
    panel.bar.show()
    panel.bar.ask(["one", "another"], 12_343)
    panel.missing.show_missing(12_345, 3, "a model of some name")
    qtbot.wait(50)
    assert faults(window) == [] and window.width() == SIZES[USUAL][0]
    assert window.isRightToLeft() == (language == RIGHT)
    start = make_window(settings, theme)
    qtbot.addWidget(start)
    start.resize(*SIZES[USUAL])
    start.show()
    qtbot.wait(100)
    assert faults(start) == []
    start.close()


def test_letters_that_alt_reaches_twice_are_found(qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    column = QVBoxLayout(whole)
    for text in ("&Open", "Cl&ose", "Save && &Quit"):
        column.addWidget(QPushButton(text))
    whole.show()
    assert letters_for_alt(whole) == ["Alt+O: ['&Open', 'Cl&ose']"]


def test_cut_text_and_lost_button_are_found(qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    whole.resize(200, 100)
    label = QLabel("a text that is far too long for its place", whole)
    label.setGeometry(0, 0, 60, 20)
    inner = QFrame(whole)
    inner.setGeometry(0, 40, 100, 30)
    column = QVBoxLayout(inner)
    lost = QPushButton("lost", inner)
    column.addWidget(lost)
    whole.show()
    lost.setGeometry(80, 5, 60, 24)
    assert any("far too long" in fault for fault in clipped_texts(whole))
    assert any("lost" in fault for fault in unreachable(whole))
    label.setGeometry(0, 0, label.sizeHint().width(), 20)
    inner.setGeometry(0, 40, 180, 50)
    lost.setGeometry(0, 0, lost.sizeHint().width(), 32)
    assert not any("far too long" in fault for fault in clipped_texts(whole))
    assert unreachable(whole) == []


def test_bars_continue_on_the_next_line(qtbot) -> None:
    bar = TranscriptionBar()
    bar.set_word("commissioner's")
    qtbot.addWidget(bar)
    bar.resize(500, 120)
    bar.show()
    assert bar.minimumSizeHint().width() < 500
    assert bar.confirm.mapTo(bar, bar.confirm.rect().topLeft()).y() > bar.mark_all.geometry().bottom()


def test_tools_of_the_page_are_not_cut_when_the_counts_grow(open_measured: Callable, qtbot) -> None:
    with open_measured() as window:
        window.resize(1024, 700)
        window.show_view("page")
        settle(qtbot, window)
        view = window.current_view()
        assert isinstance(view, PageView)
        panel = view.side_panel
        before = panel.width()
        panel.legend.set_counts(dict.fromkeys(panel.legend.buttons, 10**9))
        until(qtbot, lambda: panel.width() > before)
        button = next(iter(panel.buttons.values()))
        assert button.mapTo(panel.viewport(), button.rect().topRight()).x() <= panel.viewport().rect().right()


def clipped_texts(root: QWidget) -> list[str]:
    """Return every visible label, button and field whose text does not fit, with the space it has and needs."""
    found = []
    for widget in _visible(root):
        width, height = widget.width() + _SLACK, widget.height() + _SLACK
        needs = _needed(widget)
        if needs is not None and (needs[0] > width or needs[1] > height):
            found.append(f"{_name(widget)} has {widget.width()}x{widget.height()} of {needs[0]}x{needs[1]} px")
    return found


def unreachable(root: QWidget) -> list[str]:
    """Return every visible control that no scrolling brings into view as a whole."""
    found = []
    for widget in _visible(root):
        if not isinstance(widget, _USABLE) or isinstance(widget, QScrollBar) or not widget.isEnabled():
            continue
        if isinstance(widget.parentWidget(), QLineEdit | QTabBar | QAbstractSpinBox | QComboBox):
            continue  # parts of these, which they place themselves
        _scroll_to(widget)
        shown = widget.visibleRegion().boundingRect()
        whole = widget.rect()
        if isinstance(widget, QCheckBox | QRadioButton):
            whole.setWidth(min(whole.width(), widget.sizeHint().width()))  # what follows the text is empty
        if shown.width() < whole.width() - _SLACK or shown.height() < whole.height() - _SLACK:
            found.append(f"{_name(widget)} {_place(widget)}: {_size(shown)} of {_size(whole)} px can be seen")
    return found


def letters_for_alt(root: QWidget) -> list[str]:
    """Return every letter that Alt reaches twice among what is visible at the same time, with the two texts."""
    found: dict[str, list[str]] = {}
    for widget in _visible(root):
        texts = []
        if isinstance(widget, QAbstractButton) or (isinstance(widget, QLabel) and widget.buddy() is not None):
            texts = [widget.text()]
        elif isinstance(widget, QTabBar):
            texts = [widget.tabText(number) for number in range(widget.count())]
        for text in texts:
            found.setdefault(mnemonic(text), []).append(text)
    return [f"Alt+{letter}: {texts}" for letter, texts in found.items() if letter and len(texts) > 1]


def mnemonic(text: str) -> str:
    """Return the letter after a single "&" in upper case, "" without one."""
    match = re.search(r"&(\w)", text.replace("&&", ""))
    return match[1].upper() if match else ""


def _visible(root: QWidget) -> Iterator[QWidget]:
    for widget in [root, *root.findChildren(QWidget)]:
        if widget.isVisible() and (widget is root or widget.window() is root.window()):
            yield widget


def _needed(widget: QWidget) -> tuple[int, int] | None:
    """Return the width and height that the text of a widget needs; None for a widget whose text may be shortened."""
    if isinstance(widget, QLabel):
        # elided labels have a class or property of that name, and a tooltip with the whole text
        if not widget.text() or "Elided" in type(widget).__name__ or widget.property("elided"):
            return None
        if widget.wordWrap():
            return 0, widget.heightForWidth(widget.width())
        return widget.sizeHint().width(), widget.fontMetrics().height()
    if isinstance(widget, QToolButton) and (
        widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly or not widget.text()
    ):
        return None
    if isinstance(widget, QPushButton | QToolButton | QCheckBox | QRadioButton) and widget.text():
        return widget.sizeHint().width(), widget.fontMetrics().height()
    if isinstance(widget, QLineEdit | QComboBox | QAbstractSpinBox) and not isinstance(
        widget.parentWidget(), QAbstractSpinBox | QComboBox
    ):
        return 0, widget.fontMetrics().height() + 2 * _FIELD_EDGE
    return None


def _scroll_to(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea) and parent.widget() is not None and parent.widget().isAncestorOf(widget):
            # not ensureWidgetVisible, which is content with the cursor of a field
            rect = QRect(widget.mapTo(parent.widget(), QPoint(0, 0)), widget.size())
            centre = rect.center()
            parent.ensureVisible(centre.x(), centre.y(), rect.width() // 2 + 1, rect.height() // 2 + 1)
        parent = parent.parentWidget()


def _name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton | QLabel | QLineEdit) else ""
    return f"{type(widget).__name__} '{(text or widget.accessibleName() or widget.objectName())[:60]}'"


def _place(widget: QWidget) -> str:
    corner = widget.mapTo(widget.window(), widget.rect().topLeft())
    return f"at {corner.x()},{corner.y()} of {_size(widget.window().rect())}"


def _size(rect: QRect) -> str:
    return f"{rect.width()}x{rect.height()}"
