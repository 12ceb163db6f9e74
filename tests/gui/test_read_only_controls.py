"""In a window that may only read, what edits is disabled and says why; what only looks goes on; and all comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from project_helpers import edit_history
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from app.page.completion_popup import CompletionPopup
from app.search.view import PICTURES
from app.session.jobs import READ_ONLY_JOBS
from app.session.write_access import IN_USE, NETWORK, UNWRITABLE, ReadOnlyReason
from app.settings import Settings
from app.shell.action_filter import matching_actions, plain_text
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.widgets.disable_with_reason import disable_with_reason
from core.project.content.words import get_words
from core.project.db.lock import LockHolder, WindowLock

LEFT = Qt.MouseButton.LeftButton
WHY = "This window is read-only: another window has the project open."


@pytest.fixture
def taken(project_folder: Path) -> Iterator[WindowLock]:
    """Another window has the project open."""
    held = WindowLock.acquire(project_folder)
    yield held
    held.release()


@pytest.fixture
def window(theme: Theme, settings: Settings, project_folder: Path, taken: WindowLock, qtbot) -> Iterator[MainWindow]:
    """A second window on the project."""
    window = MainWindow(settings, theme)
    qtbot.addWidget(window)
    window.show()
    assert window.open_project(project_folder)
    assert window.session is not None and window.session.read_only
    yield window
    window.close_project()
    window.close()


@pytest.fixture
def attempts(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every attempt to write through the window's session."""
    session, found = window.session, []
    assert session is not None
    start = session.jobs.start

    def job(kind: str, *arguments: str):
        if kind not in READ_ONLY_JOBS:
            found.append(kind)
        return start(kind, *arguments)

    monkeypatch.setattr(session, "execute", lambda edit, **more: found.append(str(more["what"])))
    for name in ("undo", "redo"):
        monkeypatch.setattr(session, name, lambda name=name: found.append(name))
    monkeypatch.setattr(session.jobs, "start", job)
    return found


def in_place(window: MainWindow, name: str, qtbot, ready: Callable[[QWidget], bool]) -> QWidget:
    window.show_view(name)
    place = window.current_view()
    assert place is not None
    qtbot.waitUntil(lambda: ready(place), timeout=20000)
    return place


def collection(window: MainWindow, qtbot) -> QWidget:
    place = in_place(window, "collection", qtbot, lambda place: len(place.pages.tiles) == 3)
    place.pages.grid.select_page(place.pages.tiles[0].page_id)
    return place


def review(window: MainWindow, qtbot) -> QWidget:
    return in_place(window, "review", qtbot, lambda place: place.one.ready)


def page(window: MainWindow, qtbot) -> QWidget:
    place = in_place(window, "page", qtbot, lambda place: place.sheet.content is not None)
    place.reading.open(place.sheet.words[0].id)
    qtbot.waitUntil(lambda: bool(place.reading.editor.buttons))
    return place


def train(window: MainWindow, qtbot) -> QWidget:
    return in_place(window, "train", qtbot, lambda place: bool(place.models_panel._models))


def insight(window: MainWindow, qtbot) -> QWidget:
    place = in_place(window, "insight", qtbot, lambda place: place.word.facts is not None)
    for name in ("thresholds", "results"):
        place.show_tab(name)
        qtbot.waitUntil(lambda name=name: name in place.made, timeout=20000)
    place.show_tab("thresholds")
    qtbot.waitUntil(lambda: place.made["thresholds"].trial is not None, timeout=20000)
    return place


def search(window: MainWindow, qtbot) -> QWidget:
    return in_place(window, "search", qtbot, lambda place: bool(place.panels))


def edits_of(name: str, place: QWidget) -> list[QWidget | QAction]:
    """What changes the project in this place."""
    if name == "collection":
        pages, words = place.pages, place.lexicon
        side = words.side
        return [
            place.import_button,
            pages.role,
            pages.take_out,
            pages.wordless.button,
            *pages.nothing.buttons,
            words.remove,
            side.add,
            side.list,
            side.readings,
        ]
    if name == "review":
        one = place.one
        return [one.buttons["accept"], one.buttons["not_a_word"], *one.candidates.rows, place.wall.confirm_button]
    if name == "page":
        return [*place.deeds.of_the_panel[1][1].values(), place.banner.button, *place.reading.editor.buttons]
    if name == "train":
        panel, runs = place.models_panel, place._runs_list()
        return [place.set_up.start, panel.activate, panel.read, panel.measure, panel.delete, runs.resume, runs.delete]
    if name == "insight":
        panel, results = place.made["thresholds"].panel, place.made["results"]
        return [panel.apply, panel.revert, results.measure, results.empty.button]
    bar = place.panels[PICTURES].bar
    return [bar.confirm, bar.correct, place.panels[PICTURES].strip.button]


PREPARED = {
    "collection": collection,
    "review": review,
    "page": page,
    "train": train,
    "insight": insight,
    "search": search,
}


@pytest.mark.parametrize("name", VIEWS)
def test_what_edits_is_disabled_and_says_why(name: str, window: MainWindow, qtbot) -> None:
    place = PREPARED[name](window, qtbot)
    for control in edits_of(name, place):
        assert not control.isEnabled(), control
        assert control.toolTip().startswith(WHY), (control, control.toolTip())


@pytest.mark.parametrize("name", VIEWS)
def test_nothing_that_can_still_be_pressed_tries_to_write(
    name: str, window: MainWindow, attempts: list[str], qtbot
) -> None:
    """Also a control that is made tomorrow: every enabled button and action of the place is used."""
    place = PREPARED[name](window, qtbot)
    buttons = [b for b in place.findChildren(QAbstractButton) if b.isEnabled() and not b.isHidden()]
    buttons = [b for b in buttons if not isinstance(b.parent(), CompletionPopup)]  # nothing is being typed
    assert buttons
    for button in buttons:
        if isValid(button) and button.isEnabled() and not isinstance(button, QToolButton | QMenu):
            button.click()
            close_dialogs()
    window.show_view(name)
    entries = [entry.action for entry in window.app_actions.all() if entry.view == name]
    assert entries
    for action in entries:
        if isValid(action) and action.isEnabled():
            action.trigger()
            close_dialogs()
    qtbot.wait(50)
    assert attempts == []
    assert not [notice for notice in window.notifications.history if notice.level == "error"]


def close_dialogs() -> None:
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.reject()
    QApplication.processEvents()


def test_keys_that_read_words_change_nothing_and_tell_nothing(window: MainWindow, attempts: list[str], qtbot) -> None:
    session = window.session
    assert session is not None
    before = edit_history(session.project)
    place = review(window, qtbot)
    field, first = place.one.field, place.current_word()
    field.setFocus()
    for keys in (Qt.Key.Key_Return, Qt.Key.Key_1, Qt.Key.Key_Delete, Qt.Key.Key_F2):
        QTest.keyClick(field, keys)
    QTest.keyClicks(field, "lost")
    QTest.mouseClick(field, LEFT)
    QTest.mouseClick(place.one.candidates.rows[0], LEFT)
    assert not field.typing and field.text() == "" and place.current_word() == first
    assert field.toolTip().startswith(WHY) and WHY in place.one.hint.text()
    QTest.keyClick(field, Qt.Key.Key_Right)
    assert place.current_word() != first, "looking at the next word is no edit"
    place.set_mode("wall")
    qtbot.waitUntil(lambda: bool(place.wall.words.ids))
    assert WHY in place.wall.hint.text()
    QTest.keyClick(place.wall.grid, Qt.Key.Key_Return)
    place = page(window, qtbot)
    editor = place.reading.editor
    word = editor.word_id
    text = editor.line.text()
    QTest.keyClicks(editor.line, "lost")
    assert editor.line.text() == text and editor.line.toolTip().startswith(WHY)
    QTest.keyClick(editor.line, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    QTest.mouseClick(editor.buttons[0], LEFT)
    assert editor.word_id == word
    QTest.keyClick(editor.line, Qt.Key.Key_Return)
    assert editor.word_id != word, "Enter goes on to the next word all the same"
    editor.cancel()
    place.canvas.select([word])
    place.canvas.setFocus()
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_N, Qt.Key.Key_J, Qt.Key.Key_E, Qt.Key.Key_B):
        QTest.keyClick(place.canvas, key)
    assert place.canvas.tool.stays and not place.deeds.of_the_panel[1][1]["box"].isChecked()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.wait(50)
    assert attempts == [] and window.notifications.history == [] and edit_history(session.project) == before


def test_files_are_not_taken_in_and_the_menu_of_a_page_says_why(
    window: MainWindow, attempts: list[str], tmp_path: Path, qtbot
) -> None:
    place = collection(window, qtbot)
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(tmp_path / "scan.png"))])
    entered = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, held, LEFT, Qt.KeyboardModifier.NoModifier)
    place.dragEnterEvent(entered)
    assert not entered.isAccepted() and not place.veil.isVisible()
    QTest.keyClick(place.pages.grid, Qt.Key.Key_Delete)
    place.pages.grid.customContextMenuRequested.emit(QPoint(20, 20))
    menus = [menu for menu in place.pages.grid.findChildren(QMenu) if menu.isVisible()]
    (menu,) = menus
    actions = [action for action in menu.actions() if not action.isSeparator()]
    assert len(actions) > 2 and menu.toolTipsVisible()
    assert all(not action.isEnabled() and action.toolTip().startswith(WHY) for action in actions)
    menu.close()
    assert place.pages.taking_out.bar.isHidden() and attempts == []


def test_looking_filtering_exporting_and_backing_up_go_on(window: MainWindow, qtbot) -> None:
    place = collection(window, qtbot)
    assert place.pages.filter.isEnabled() and place.pages.open.isEnabled() and place.lexicon.search.isEnabled()
    one = review(window, qtbot)
    assert one.bar.box.isEnabled() and not one.bar.box.isReadOnly() and one.bar.order.isEnabled()
    assert all(one.one.buttons[name].isEnabled() for name in ("page", "insight", "history"))
    sheet = page(window, qtbot)
    assert all(action.isEnabled() for action in sheet.deeds.of_the_row.values())
    panel = insight(window, qtbot).made["thresholds"].panel
    assert panel.slider.isEnabled() and panel.number.isEnabled()
    found = search(window, qtbot)
    assert all(not line.isReadOnly() for line in found.findChildren(QLineEdit) if line.isVisible())
    assert window.header.buttons["export"].isEnabled()
    named = {plain_text(entry.action): entry.action for entry in window.app_actions.all()}
    for text in ("Export readings", "Check this project", "Back up…", "Find an action", "Close the project"):
        assert named[text].isEnabled()
    assert not named["Undo"].isEnabled() and window.header.buttons["undo"].toolTip() == WHY
    window.show_view("review")
    texts = [plain_text(entry.action) for entry in matching_actions(window.app_actions.all(), "review", "")]
    assert "Next word" in texts and "Accept what is shown and go on" not in texts


def test_they_come_back_with_the_right_to_write(
    window: MainWindow, taken: WindowLock, project_folder: Path, qtbot
) -> None:
    assert not review(window, qtbot).one.buttons["accept"].isEnabled()
    taken.release()
    window.banner.button.click()
    assert window.session is not None and not window.session.read_only
    for name in VIEWS:
        place = PREPARED[name](window, qtbot)
        assert not any(control.toolTip().startswith(WHY) for control in edits_of(name, place)), name
    place = collection(window, qtbot)
    assert place.import_button.isEnabled() and place.pages.take_out.isEnabled()
    one = review(window, qtbot)
    word = one.current_word()
    one.one.field.setFocus()
    QTest.keyClicks(one.one.field, "kept")
    with qtbot.waitSignal(window.session.changed):
        QTest.keyClick(one.one.field, Qt.Key.Key_Return)
    assert get_words(window.session.project, [word])[0].text == "kept"


@pytest.mark.parametrize(
    ("hindrance", "told"),
    [
        (ReadOnlyReason(IN_USE), WHY),
        (
            ReadOnlyReason(IN_USE, LockHolder("far-away", "ruth", 7, "")),
            "ruth has the project open on the computer far-away.",
        ),
        (
            ReadOnlyReason(IN_USE, LockHolder("far-away", "", 7, "")),
            "somebody has the project open on the computer far-away.",
        ),
        (ReadOnlyReason(NETWORK), "the project lies on a network drive."),
        (ReadOnlyReason(UNWRITABLE, detail="full"), "nothing can be written into the project."),
    ],
)
def test_each_reason_in_a_line(hindrance: ReadOnlyReason, told: str, qapp: QApplication) -> None:
    assert hindrance.summary().endswith(told) and hindrance.summary().startswith("This window is read-only: ")


def test_a_locked_control_stays_so_whoever_enables_it(qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    button, line = QPushButton("Write", whole), QLineEdit("as it was", whole)
    button.setToolTip("Writes (Enter)")
    action = QAction("Write", whole)
    action.setShortcut(QKeySequence("Ctrl+W"))
    disable_with_reason("", button, line, action)
    assert button.isEnabled() and not line.isReadOnly() and action.isEnabled()
    disable_with_reason("Not here.", button, line, action)
    whole.setEnabled(False)
    for control in (button, action):
        control.setEnabled(True)
    line.setReadOnly(False)
    whole.setEnabled(True)
    button.setToolTip("Writes all")
    action.setToolTip("Writes all")
    assert not button.isEnabled() and not action.isEnabled() and line.isReadOnly() and line.isEnabled()
    assert button.toolTip() == action.toolTip() == "Not here.\nWrites all" and line.toolTip() == "Not here."
    assert button.accessibleDescription() == "Not here."
