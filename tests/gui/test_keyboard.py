"""Every view and dialog can be worked by keys alone: Tab reaches all controls, shows where it is and gets out again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid
from view_states import all_dialog_classes, dialog_states, settle, view_states

from app.collection.import_dialog import ImportDialog
from app.page.editor import Editor
from app.session.jobs import Job, Outcome
from app.settings import LAST_FOLDER
from app.shell.dialogs.job_dialog import JobDialog
from app.shell.dialogs.palette import Palette
from app.shell.window import MainWindow
from app.widgets.popover import Popover

USABLE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)
MAX_STOPS = 250


@pytest.fixture(scope="module")
def window(measured_window: MainWindow) -> MainWindow:
    return measured_window


def activate(widget: QWidget, qtbot) -> None:
    widget.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is widget)


STATES = (
    "collection",
    "page",
    "review",
    "review in groups",
    "presets",
    "all parameters",
    "earlier trainings",
    "models",
    "search by image",
    "search in the text",
    "word",
    "thresholds",
    "votes",
    "spectrum",
    "results",
    "ensemble_size",
    "card",
    "progress",
)


@pytest.mark.parametrize("state", STATES)
def test_tab_goes_round_every_view(state: str, window: MainWindow, qtbot) -> None:
    view_states(window, qtbot)[state]()
    settle(qtbot, window)
    activate(window, qtbot)
    hidden, dull = [], []

    def look(stop: QWidget) -> None:
        if not is_in_sight(stop):
            hidden.append(name(stop))
        elif not shows_focus(stop):
            dull.append(name(stop))

    stops = tab_round(
        next(button for button in window.navigation_bar.buttons.values() if button.isChecked()), visit=look
    )
    assert not hidden, hidden
    assert not dull, dull
    missed = [name(widget) for widget in unreached(window, stops)]
    assert not missed, missed
    back = tab_round(stops[0], backwards=True)
    assert set(back) == set(stops)


@pytest.mark.parametrize("kind", sorted(all_dialog_classes(), key=str), ids=lambda kind: kind.__qualname__)
def test_tab_goes_round_every_dialog_and_escape_closes_it(
    kind: type[QWidget], window: MainWindow, tmp_path: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "start", lambda job: None)  # no dialog is to change the project
    dialog = dialog_states(window, tmp_path)[kind]()
    if isinstance(dialog, Popover):
        dialog.show_at(window.header.buttons["help"])
    else:
        dialog.show()
    settle(qtbot, window)
    if isinstance(dialog, JobDialog):
        dialog.job.outcome = Outcome(True, False, None, "")
        dialog.show_result("It is done", "<p>One line</p>")
    if not isinstance(dialog, Popover):  # a panel has the focus of its window
        activate(dialog, qtbot)
    start = dialog.focusWidget()
    assert start is not None, "nothing has the focus"
    dull: list[str] = []
    stops = tab_round(start, visit=lambda stop: None if shows_focus(stop) else dull.append(name(stop)))
    missed = [widget for widget in unreached(dialog, stops) if not _is_served(widget)]
    assert [name(widget) for widget in missed] == []
    assert not dull, dull
    QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Escape)
    assert not isValid(dialog) or not dialog.isVisible()
    if isValid(dialog):
        dialog.deleteLater()


def _is_served(widget: QWidget) -> bool:
    """Return whether another control moves through it: the arrow keys in the field of the palette do in its list."""
    return isinstance(widget.parentWidget(), Palette) and isinstance(widget, QListWidget)


def test_editor_of_a_word_is_left_by_escape(window: MainWindow, qtbot) -> None:
    """Tab goes to the next word there, as the line under the field says."""
    view_states(window, qtbot)["page"]()
    settle(qtbot, window)
    activate(window, qtbot)
    view = window.current_view()
    view.canvas.setFocus()
    QTest.keyClick(view.canvas, Qt.Key.Key_Return)
    editor: Editor = view.transcription.editor
    assert editor.line.hasFocus() and "Esc" in editor.hint.text()
    first = editor.word_id
    QTest.keyClick(editor.line, Qt.Key.Key_Tab)
    assert editor.line.hasFocus() and editor.word_id != first
    QTest.keyClick(editor.line, Qt.Key.Key_Escape)
    assert view.canvas.hasFocus() and not editor.isVisible()


def test_enter_alone_leads_from_the_start_page_to_the_files_of_a_new_project(
    empty_window: MainWindow, tmp_path: Path, qtbot
) -> None:
    empty_window.settings.set(LAST_FOLDER, str(tmp_path))
    activate(empty_window, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    dialog = empty_window.start.dialog
    assert dialog is not None and dialog.isVisible()
    activate(dialog, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: empty_window.session is not None)
    activate(empty_window, qtbot)
    collection = empty_window.current_view()
    qtbot.waitUntil(lambda: collection.pages.empty.button.hasFocus())
    chosen: list[bool] = []
    collection.pages.files_requested.disconnect()
    collection.pages.files_requested.connect(lambda: chosen.append(True))
    QTest.keyClick(collection.pages.empty.button, Qt.Key.Key_Return)
    assert chosen


def test_files_are_chosen_on_the_start_page_and_enter_creates_their_project(
    empty_window: MainWindow, tmp_path: Path, qtbot
) -> None:
    """The keys' way to what dropping files does, one action shorter than a new project and then an import."""
    scan = tmp_path / "letter.png"
    Image.new("L", (300, 200), 255).save(scan)
    empty_window.settings.set(LAST_FOLDER, str(tmp_path))
    activate(empty_window, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    chooser = empty_window.start.dialog
    assert chooser is not None and chooser.isVisible()
    chooser.selectFile(str(scan))
    activate(chooser, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    dialog = empty_window.start.dialog
    assert dialog is not None and dialog is not chooser and dialog.isVisible()
    activate(dialog, qtbot)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: empty_window.session is not None)
    assert empty_window.session is not None and empty_window.session.project.folder.name == "letter.ductus"
    (preview,) = empty_window.current_view().findChildren(ImportDialog)
    qtbot.waitUntil(preview.start.isEnabled)
    preview.close()


def test_newest_message_is_answered_by_keys(window: MainWindow, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    settle(qtbot, window)
    activate(window, qtbot)
    field = window.current_view().word_view.field
    field.setFocus()
    answered = []
    window.notifications.info("Three words were deleted.", "Undo", lambda: answered.append(True))
    QTest.keyClick(field, Qt.Key.Key_F6)
    toast = window.toasts.shown[-1]
    assert toast.isAncestorOf(QApplication.focusWidget()) and not toast._time.isActive()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert answered == [True] and field.hasFocus()
    window.notifications.info("Nothing to answer.")
    QTest.keyClick(field, Qt.Key.Key_F6)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not window.toasts.shown and field.hasFocus()


def test_trap_and_lost_control_are_found(qtbot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    column = QVBoxLayout(dialog)
    field, trap, lost = QLineEdit(), QPlainTextEdit(), QLineEdit()
    lost.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for widget in (field, trap, lost):
        column.addWidget(widget)
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    with pytest.raises(AssertionError, match="traps the focus"):
        tab_round(field)
    trap.setTabChangesFocus(True)
    assert unreached(dialog, tab_round(field)) == [lost]


def tab_round(
    start: QWidget, *, backwards: bool = False, visit: Callable[[QWidget], object] = lambda stop: None
) -> list[QWidget]:
    """Press Tab from ``start`` until it has the focus again; return the stops, ``start`` first.

    ``visit`` is called with each stop while it has the focus.

    Raises AssertionError if the focus does not come back: it is trapped, or goes round without ``start``.
    """
    start.setFocus(Qt.FocusReason.TabFocusReason)
    first = QApplication.focusWidget()
    assert first is not None, f"{name(start)} does not take the focus"
    stops, key = [first], Qt.Key.Key_Backtab if backwards else Qt.Key.Key_Tab
    modifier = Qt.KeyboardModifier.ShiftModifier if backwards else Qt.KeyboardModifier.NoModifier
    while len(stops) < MAX_STOPS:
        QTest.keyClick(stops[-1], key, modifier)
        focused = QApplication.focusWidget()
        for _ in range(MAX_STOPS):
            if focused is not stops[-1] or not isinstance(focused, QTextBrowser):
                break
            QTest.keyClick(focused, key, modifier)  # from one link of a text to the next
            focused = QApplication.focusWidget()
        assert focused is not None, f"Tab loses the focus after {name(stops[-1])}"
        if focused is first:
            return stops
        assert focused is not stops[-1], f"{name(focused)} traps the focus"
        assert focused not in stops, f"Tab never comes back to {name(first)}: round from {name(focused)}"
        stops.append(focused)
        visit(focused)
    raise AssertionError(f"Tab does not come back to {name(first)}")


def unreached(root: QWidget, stops: list[QWidget]) -> list[QWidget]:
    """Return the visible, enabled controls that are no stops; of several of which one is chosen, one is enough."""
    return [
        widget
        for widget in root.findChildren(QWidget)
        if isinstance(widget, USABLE)
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window() is root.window()
        and not isinstance(widget, QScrollBar)
        and not _is_part(widget)
        and widget not in stops
        and not _is_group_reached(widget, stops)
    ]


def is_in_sight(widget: QWidget) -> bool:
    """Return whether some of a widget that has the focus can be seen: nothing has scrolled it away."""
    return not widget.visibleRegion().isEmpty()


def shows_focus(widget: QWidget) -> bool:
    """Return whether a widget with the focus, with the pixels around it, looks different without it."""
    window = widget.window()
    area = QRect(widget.mapTo(window, QPoint(-3, -3)), widget.size()).adjusted(0, 0, 6, 6).intersected(window.rect())
    with_focus = window.grab(area).toImage()
    widget.clearFocus()
    without = window.grab(area).toImage()
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    return bool(with_focus != without)


def name(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton | QLineEdit) else ""
    parent = widget.parentWidget()
    return (
        f"{type(widget).__name__} '{widget.accessibleName() or text or widget.objectName()}' in {type(parent).__name__}"
    )


def _is_part(widget: QWidget) -> bool:
    """Return whether it belongs to a control that has the focus for it."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QComboBox | QAbstractSpinBox | QLineEdit | QTabBar | QAbstractItemView):
            return True
        parent = parent.parentWidget()
    return False


def _is_group_reached(widget: QWidget, stops: list[QWidget]) -> bool:
    if not isinstance(widget, QAbstractButton) or not widget.isCheckable():
        return False
    group = widget.group()
    if group is not None and group.exclusive():
        return any(button in stops for button in group.buttons())
    if not widget.autoExclusive():
        return False
    return any(isinstance(stop, QAbstractButton) and stop.parent() is widget.parent() for stop in stops)
