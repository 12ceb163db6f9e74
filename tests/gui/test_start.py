"""The start page: new, open, recent and demo, by mouse and keys."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit

from app import settings as keys
from app.notifications import NotificationCenter
from app.session.session import Session
from app.settings import Settings
from app.shell.start.start_page import StartPage, free_name, train_demo
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.view import View
from core.jobs.requests import TrainModelRequest
from core.project.content.pages import list_pages
from core.project.content.statistics import state_counts
from core.project.project import Project
from core.training.presets import preset
from core.training.train_request import TrainRequest


@pytest.fixture(autouse=True)
def plain_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views without content."""

    def make(name: str, context) -> View:
        view = View(context)
        view.name = name
        return view

    monkeypatch.setattr("app.main.make_view", make)


@pytest.fixture
def start(settings: Settings, theme: Theme, tmp_path: Path, qtbot) -> StartPage:
    page = StartPage(settings, theme)
    page.documents = tmp_path / "documents"
    qtbot.addWidget(page)
    page.resize(1000, 700)
    page.show()
    page.refresh()
    return page


@pytest.fixture
def empty_window(empty_window: MainWindow, tmp_path: Path) -> MainWindow:
    """The main window on its start page, which proposes another folder."""
    empty_window.start.documents = tmp_path / "documents"
    return empty_window


def choose(page: StartPage, name: str) -> None:
    """Type a name into the open file dialog and accept it."""
    dialog = page.dialog
    assert dialog is not None and dialog.isVisible()
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    QTest.qWait(200)  # until the dialog has listed its folder
    field.selectAll()
    QTest.keyClicks(field, name)
    buttons = dialog.findChild(QDialogButtonBox)
    accept = next(b for b in buttons.buttons() if buttons.buttonRole(b) == QDialogButtonBox.ButtonRole.AcceptRole)
    QTest.mouseClick(accept, Qt.MouseButton.LeftButton)


def test_new_project_is_created_in_chosen_folder_and_opened(start: StartPage, tmp_path: Path, qtbot) -> None:
    start._settings.set(keys.LAST_FOLDER, str(tmp_path))
    QTest.mouseClick(start.new, Qt.MouseButton.LeftButton)
    field = start.dialog.findChild(QLineEdit, "fileNameEdit")
    assert field.text() == "My project.ductus"
    with qtbot.waitSignal(start.project_requested) as requested:
        choose(start, "Letters")
    assert requested.args == [str(tmp_path / "Letters.ductus")]
    with Project.open(tmp_path / "Letters.ductus") as project:
        assert list_pages(project) == []
    assert not start.error.isVisible()


def test_error_of_new_project_is_shown_on_page(start: StartPage, tmp_path: Path, qtbot) -> None:
    start._create(tmp_path / "missing" / ("x" * 300))
    qtbot.waitUntil(start.error.isVisible)
    assert "cannot be made" in start.error.text()
    start.refresh()
    assert not start.error.isVisible()


def test_folder_without_project_is_an_error(start: StartPage, tmp_path: Path, qtbot) -> None:
    (tmp_path / "holiday").mkdir()
    start._settings.set(keys.LAST_FOLDER, str(tmp_path))
    QTest.keyClick(start.open, Qt.Key.Key_Space)
    choose(start, str(tmp_path / "holiday"))
    qtbot.waitUntil(start.error.isVisible)
    assert "is not a Ductus project" in start.error.text()


def test_recent_projects_open_with_click_and_missing_ones_can_be_removed(
    start: StartPage, project_folder: Path, tmp_path: Path, qtbot
) -> None:
    deleted = tmp_path / "deleted.ductus"
    start._settings.set(keys.RECENT, [str(project_folder), str(deleted)])
    start.refresh()
    here, missing = start.recent.rows
    qtbot.waitUntil(lambda: bool(missing.changed.text()))
    assert here.changed.text().startswith("changed") and not start.recent.empty.isVisible()
    assert missing.button.height() >= missing.button.minimumSizeHint().height(), "its lines would overlap"
    assert not missing.button.isEnabled() and missing.remove.isVisible() and not here.remove.isVisible()
    with qtbot.waitSignal(start.project_requested) as requested:
        QTest.mouseClick(here.button, Qt.MouseButton.LeftButton)
    assert requested.args == [str(project_folder)]
    QTest.mouseClick(missing.remove, Qt.MouseButton.LeftButton)
    assert start._settings.get(keys.RECENT) == [str(project_folder)]
    assert [row.folder for row in start.recent.rows] == [project_folder]


def test_empty_recent_list_has_hint(start: StartPage) -> None:
    assert start.recent.empty.isVisible() and start.recent.rows == []


def test_tab_reaches_cards_in_order(start: StartPage) -> None:
    start.new.setFocus()
    QTest.keyClick(start, Qt.Key.Key_Tab)
    assert start.open.hasFocus()
    QTest.keyClick(start.open, Qt.Key.Key_Tab)
    assert start.try_demo.hasFocus()
    assert all(card.accessibleName() for card in (start.new, start.open, start.try_demo))


def test_cards_fit_narrow_window(start: StartPage) -> None:
    start.resize(860, 520)
    for card in (start.new, start.open, start.try_demo):
        assert card.width() >= card.minimumSizeHint().width()
        assert card.height() >= card.heightForWidth(card.width())


def test_one_click_creates_demo_and_opens_it(empty_window: MainWindow, tmp_path: Path, qtbot) -> None:
    window, start = empty_window, empty_window.start
    opened: list[bool] = []
    window._open_demo = lambda folder: opened.append(window.open_project(folder))
    QTest.mouseClick(start.try_demo, Qt.MouseButton.LeftButton)
    assert start.demo_progress.isVisible() and not start.try_demo.isEnabled()
    qtbot.waitUntil(lambda: "Page" in start.demo_progress.text.text(), timeout=30000)
    qtbot.waitUntil(lambda: bool(opened), timeout=60000)
    assert opened == [True] and window.session is not None
    assert window.session.folder == tmp_path / "documents" / "Ductus demo.ductus"
    assert window.current_view().name == "collection"
    pages = list_pages(window.session.project)
    counts = state_counts(window.session.project, None)
    assert len(pages) == 14 and all(page.words > 100 for page in pages)
    assert 250 < counts["unread"] < 450 and counts["typed"] > 1500
    assert not start.demo_progress.isVisible() and start.try_demo.isEnabled()


def test_stopped_demo_leaves_nothing(start: StartPage, tmp_path: Path, qtbot) -> None:
    start.make_demo()
    qtbot.waitUntil(lambda: "Page" in start.demo_progress.text.text(), timeout=30000)
    QTest.mouseClick(start.demo_progress.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(start.error.isVisible, timeout=30000)
    assert "Stopped" in start.error.text()
    assert list((tmp_path / "documents").iterdir()) == []
    assert start.try_demo.isEnabled()


def test_stopped_training_of_demo_is_not_followed_by_recognition(session: Session, qtbot) -> None:
    notifications = NotificationCenter()
    train_demo(session, notifications)
    first = session.jobs.current
    assert first is not None and first.request == TrainModelRequest(TrainRequest(preset("demo"), name="demo"))
    notification = notifications.history[-1]
    assert "few minutes" in notification.text and notification.action
    notification.on_action()
    with qtbot.waitSignal(session.jobs.finished, timeout=60000):
        pass
    assert session.jobs.current is None


def test_free_name_skips_existing_projects(tmp_path: Path) -> None:
    assert free_name(tmp_path, "Ductus demo").name == "Ductus demo.ductus"
    (tmp_path / "Ductus demo.ductus").mkdir()
    (tmp_path / "Ductus demo 2.ductus").mkdir()
    assert free_name(tmp_path, "Ductus demo").name == "Ductus demo 3.ductus"


def test_new_and_open_work_while_project_is_open(
    empty_window: MainWindow, project_folder: Path, tmp_path: Path, qtbot
) -> None:
    window = empty_window
    other = tmp_path / "other.ductus"
    shutil.copytree(project_folder, other)
    assert window.open_project(project_folder)
    QTest.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    choose(window.start, str(other))
    qtbot.waitUntil(lambda: window.session is not None and window.session.folder == other)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    choose(window.start, str(tmp_path / "third"))
    qtbot.waitUntil(lambda: window.session is not None and window.session.name == "third")
    window.start._request(str(tmp_path / "nowhere"))
    assert "is not a Ductus project" in window.notifications.history[-1].text, "the hidden page reports to the window"
    assert window.session.name == "third"


def test_dropped_project_is_opened(empty_window: MainWindow, project_folder: Path) -> None:
    window = empty_window
    assert drop(window, project_folder)
    assert window.session is not None and window.session.folder == project_folder


def test_dropped_folder_begins_a_project_of_its_name(empty_window: MainWindow, tmp_path: Path, qtbot) -> None:
    window, scans = empty_window, tmp_path / "letters of 1755"
    window.start._settings.set(keys.LAST_FOLDER, str(tmp_path))
    scans.mkdir()
    with qtbot.waitSignal(window.start.import_requested) as requested:
        assert drop(window, scans)
        assert window.session is None and not window.drop_overlay.isVisible()
        QTest.qWait(200)  # until the dialog has listed its folder
        window.start.dialog.accept()
    assert requested.args == [[scans]]
    assert window.session is not None and window.session.name == "letters of 1755"
    view = window.current_view()
    assert view is not None and view.name == "collection"


def drop(window: MainWindow, path: Path) -> bool:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(200, 200), Qt.DropAction.CopyAction, data, left, none)
    enter.ignore()
    window.dragEnterEvent(enter)
    if enter.isAccepted():
        window.dropEvent(QDropEvent(QPointF(200, 200), Qt.DropAction.CopyAction, data, left, none))
    return enter.isAccepted()
