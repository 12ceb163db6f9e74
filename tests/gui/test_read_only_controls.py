"""In a read-only window the controls that edit are disabled with the reason; all others work."""

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

from app.actions import matching_actions, plain_text
from app.main import make_window
from app.page.editor import CompletionPopup
from app.review.state import ReviewMode
from app.search.view import IMAGES
from app.session.write_access import IN_USE, NETWORK, UNWRITABLE, ReadOnlyReason
from app.settings import Settings
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.widgets.disable_with_reason import disable_with_reason
from core.jobs.requests import JobRequest
from core.project.content.words import get_words
from core.project.db.lock import LockHolder, WindowLock

LEFT = Qt.MouseButton.LeftButton
REASON = "This window is read-only: another window has the project open."


@pytest.fixture
def other_window_lock(project_folder: Path) -> Iterator[WindowLock]:
    """The lock of another window that has the project open."""
    held = WindowLock.acquire(project_folder)
    yield held
    held.release()


@pytest.fixture
def window(
    theme: Theme, settings: Settings, project_folder: Path, other_window_lock: WindowLock, qtbot
) -> Iterator[MainWindow]:
    """A second window on the project."""
    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    assert window.open_project(project_folder)
    assert window.session is not None and window.session.read_only
    yield window
    window.close_project()
    window.close()


@pytest.fixture
def attempts(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list of all attempts to write through the window's session."""
    session, attempts = window.session, []
    assert session is not None
    start = session.jobs.start

    def job(request: JobRequest):
        if not request.job.runs_read_only:
            attempts.append(request.job.name)
        return start(request)

    monkeypatch.setattr(session, "execute", lambda edit, **more: attempts.append(str(more["changes"])))
    for name in ("undo", "redo"):
        monkeypatch.setattr(session, name, lambda name=name: attempts.append(name))
    monkeypatch.setattr(session.jobs, "start", job)
    return attempts


def show_view(window: MainWindow, name: str, qtbot, ready: Callable[[QWidget], bool]) -> QWidget:
    window.show_view(name)
    view = window.current_view()
    assert view is not None
    qtbot.waitUntil(lambda: ready(view), timeout=20000)
    return view


def collection(window: MainWindow, qtbot) -> QWidget:
    view = show_view(window, "collection", qtbot, lambda view: len(view.pages.pages) == 3)
    view.pages.grid.select_page(view.pages.pages[0].page_id)
    return view


def review(window: MainWindow, qtbot) -> QWidget:
    return show_view(window, "review", qtbot, lambda view: view.review.is_ready)


def page(window: MainWindow, qtbot) -> QWidget:
    view = show_view(window, "page", qtbot, lambda view: view.page_model.content is not None)
    view.transcription.open(view.page_model.words[0].id)
    qtbot.waitUntil(lambda: bool(view.transcription.editor.candidate_buttons))
    return view


def train(window: MainWindow, qtbot) -> QWidget:
    return show_view(window, "train", qtbot, lambda view: bool(view.models_panel._models))


def insight(window: MainWindow, qtbot) -> QWidget:
    view = show_view(window, "insight", qtbot, lambda view: view.word.facts is not None)
    for name in ("thresholds", "results"):
        view.show_tab(name)
        qtbot.waitUntil(lambda name=name: name in view.built_tabs, timeout=20000)
    view.show_tab("thresholds")
    qtbot.waitUntil(lambda: view.built_tabs["thresholds"].trial is not None, timeout=20000)
    return view


def search(window: MainWindow, qtbot) -> QWidget:
    return show_view(window, "search", qtbot, lambda view: bool(view.panels))


def editing_controls(name: str, view: QWidget) -> list[QWidget | QAction]:
    """Return the controls of a view that change the project."""
    if name == "collection":
        pages, words = view.pages, view.lexicon
        adding = words.adding
        return [
            view.import_button,
            pages.role,
            pages.remove,
            pages.wordless.button,
            *pages.empty.buttons,
            words.remove,
            adding.add,
            adding.file,
            adding.language,
            adding.transcribed,
        ]
    if name == "review":
        one = view.word_view
        return [one.buttons["accept"], one.buttons["not_a_word"], *one.candidates.rows, view.group_view.confirm_button]
    if name == "page":
        buttons = view.transcription.editor.candidate_buttons
        return [*view.page_actions.box_actions.values(), view.banner.button, *buttons]
    if name == "train":
        panel, runs = view.models_panel, view._runs_list()
        return [
            view.setup.start,
            panel.activate,
            panel.recognise,
            panel.measure,
            panel.delete,
            runs.resume,
            runs.delete,
        ]
    if name == "insight":
        panel, results = view.built_tabs["thresholds"].panel, view.built_tabs["results"]
        return [panel.apply, panel.revert, results.measure, results.empty.button]
    bar = view.panels[IMAGES].bar
    return [bar.confirm, bar.correct, view.panels[IMAGES].missing.button]


PREPARED = {
    "collection": collection,
    "review": review,
    "page": page,
    "train": train,
    "insight": insight,
    "search": search,
}


@pytest.mark.parametrize("name", VIEWS)
def test_editing_controls_are_disabled_with_reason(name: str, window: MainWindow, qtbot) -> None:
    view = PREPARED[name](window, qtbot)
    for control in editing_controls(name, view):
        assert not control.isEnabled(), control
        assert control.toolTip().startswith(REASON), (control, control.toolTip())


@pytest.mark.parametrize("name", VIEWS)
def test_enabled_controls_do_not_write(name: str, window: MainWindow, attempts: list[str], qtbot) -> None:
    """Press every enabled button and action of the view, so that new ones are tested, too."""
    view = PREPARED[name](window, qtbot)
    buttons = [b for b in view.findChildren(QAbstractButton) if b.isEnabled() and not b.isHidden()]
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
    assert not [message for message in window.notifications.history if message.level == "error"]


def close_dialogs() -> None:
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog) and widget.isVisible():
            widget.reject()
    QApplication.processEvents()


def test_keys_change_nothing_without_messages(window: MainWindow, attempts: list[str], qtbot) -> None:
    session = window.session
    assert session is not None
    before = edit_history(session.project)
    view = review(window, qtbot)
    field, first = view.word_view.field, view.current_word()
    field.setFocus()
    for keys in (Qt.Key.Key_Return, Qt.Key.Key_1, Qt.Key.Key_Delete, Qt.Key.Key_F2):
        QTest.keyClick(field, keys)
    QTest.keyClicks(field, "lost")
    QTest.mouseClick(field, LEFT)
    QTest.mouseClick(view.word_view.candidates.rows[0], LEFT)
    assert not field.is_typing and field.text() == "" and view.current_word() == first
    assert field.toolTip().startswith(REASON) and REASON in view.word_view.hint.text()
    QTest.keyClick(field, Qt.Key.Key_Right)
    assert view.current_word() != first, "going to the next word is no edit"
    view.set_mode(ReviewMode.GROUPS)
    qtbot.waitUntil(lambda: bool(view.group_view.words.ids))
    assert REASON in view.group_view.hint.text()
    QTest.keyClick(view.group_view.grid, Qt.Key.Key_Return)
    view = page(window, qtbot)
    editor = view.transcription.editor
    word = editor.word_id
    text = editor.line.text()
    QTest.keyClicks(editor.line, "lost")
    assert editor.line.text() == text and editor.line.toolTip().startswith(REASON)
    QTest.keyClick(editor.line, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    QTest.mouseClick(editor.candidate_buttons[0], LEFT)
    assert editor.word_id == word
    QTest.keyClick(editor.line, Qt.Key.Key_Return)
    assert editor.word_id != word, "Enter still goes to the next word"
    editor.cancel()
    view.canvas.select([word])
    view.canvas.setFocus()
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_N, Qt.Key.Key_J, Qt.Key.Key_E, Qt.Key.Key_B):
        QTest.keyClick(view.canvas, key)
    assert view.canvas.tool.is_permanent and not view.page_actions.box_actions["box"].isChecked()
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.wait(50)
    assert attempts == [] and window.notifications.history == [] and edit_history(session.project) == before


def test_files_are_not_imported_and_page_menu_has_reason(
    window: MainWindow, attempts: list[str], tmp_path: Path, qtbot
) -> None:
    view = collection(window, qtbot)
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(tmp_path / "scan.png"))])
    entered = QDragEnterEvent(QPoint(20, 20), Qt.DropAction.CopyAction, dragged, LEFT, Qt.KeyboardModifier.NoModifier)
    window.dragEnterEvent(entered)
    assert not entered.isAccepted() and not window.drop_overlay.isVisible()
    QTest.keyClick(view.pages.grid, Qt.Key.Key_Delete)
    view.pages.grid.customContextMenuRequested.emit(QPoint(20, 20))
    menus = [menu for menu in view.pages.grid.findChildren(QMenu) if menu.isVisible()]
    (menu,) = menus
    actions = [action for action in menu.actions() if not action.isSeparator()]
    assert len(actions) > 2 and menu.toolTipsVisible()
    assert all(not action.isEnabled() and action.toolTip().startswith(REASON) for action in actions)
    menu.close()
    assert view.pages.remover.bar.isHidden() and attempts == []


def test_viewing_filtering_export_and_backup_work(window: MainWindow, qtbot) -> None:
    view = collection(window, qtbot)
    assert view.pages.filter.isEnabled() and view.pages.open.isEnabled() and view.lexicon.search.isEnabled()
    one = review(window, qtbot)
    bar = one.filter_bar
    assert bar.field.isEnabled() and not bar.field.isReadOnly() and bar.order.isEnabled()
    assert all(one.word_view.buttons[name].isEnabled() for name in ("page", "insight", "history"))
    sheet = page(window, qtbot)
    assert all(action.isEnabled() for action in sheet.page_actions.toolbar_actions.values())
    panel = insight(window, qtbot).built_tabs["thresholds"].panel
    assert panel.slider.isEnabled() and panel.number.isEnabled()
    found = search(window, qtbot)
    assert all(not line.isReadOnly() for line in found.findChildren(QLineEdit) if line.isVisible())
    assert window.header.buttons["export"].isEnabled()
    named = {plain_text(entry.action): entry.action for entry in window.app_actions.all()}
    for text in ("Export transcriptions", "Check this project", "Back up…", "Find a command", "Close the project"):
        assert named[text].isEnabled()
    assert not named["Undo"].isEnabled() and window.header.buttons["undo"].toolTip() == REASON
    window.show_view("review")
    texts = [plain_text(entry.action) for entry in matching_actions(window.app_actions.all(), "review", "")]
    assert "Next word" in texts and "Accept what is shown and go on" not in texts


def test_controls_are_enabled_with_write_access(
    window: MainWindow, other_window_lock: WindowLock, project_folder: Path, qtbot
) -> None:
    assert not review(window, qtbot).word_view.buttons["accept"].isEnabled()
    other_window_lock.release()
    window.banner.button.click()
    assert window.session is not None and not window.session.read_only
    for name in VIEWS:
        view = PREPARED[name](window, qtbot)
        assert not any(control.toolTip().startswith(REASON) for control in editing_controls(name, view)), name
    view = collection(window, qtbot)
    assert view.import_button.isEnabled() and view.pages.remove.isEnabled()
    one = review(window, qtbot)
    word = one.current_word()
    one.word_view.field.setFocus()
    QTest.keyClicks(one.word_view.field, "kept")
    with qtbot.waitSignal(window.session.changed):
        QTest.keyClick(one.word_view.field, Qt.Key.Key_Return)
    assert get_words(window.session.project, [word])[0].text == "kept"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        (ReadOnlyReason(IN_USE), REASON),
        (
            ReadOnlyReason(IN_USE, LockHolder("far-away", "ruth", 7, "")),
            "ruth has the project open on the computer far-away.",
        ),
        (
            ReadOnlyReason(IN_USE, LockHolder("far-away", "", 7, "")),
            "somebody has the project open on the computer far-away.",
        ),
        (ReadOnlyReason(NETWORK), "the project is on a network drive."),
        (ReadOnlyReason(UNWRITABLE, detail="full"), "the project cannot be written to."),
    ],
)
def test_summary_of_each_reason(reason: ReadOnlyReason, expected: str, qapp: QApplication) -> None:
    assert reason.summary().endswith(expected) and reason.summary().startswith("This window is read-only: ")


def test_disabled_control_stays_disabled(qtbot) -> None:
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
