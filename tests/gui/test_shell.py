"""The main window around the views: palette, shortcuts, settings, header, log, closing while a job runs."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QMessageBox, QPushButton, QWidget

from app import settings as keys
from app.actions import contains_all_words, key_caps
from app.context import NavigationTarget
from app.main import make_window
from app.session.jobs import Job, Outcome
from app.settings import Settings
from app.shell import crash_log
from app.shell.dialogs.palette import Palette
from app.shell.dialogs.preferences import Preferences
from app.shell.dialogs.report_dialog import LogDialog
from app.shell.dialogs.restore_dialog import BackupChooser, RestoreDialog
from app.shell.dialogs.shortcuts import Shortcuts
from app.shell.header import Header
from app.shell.views import VIEWS, view_titles
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.view import View
from core import logs
from core.cli.main import main
from core.events import JobPart, Progress
from core.jobs.requests import EvaluateRequest, ImportRequest, RecogniseRequest, TrainModelRequest
from core.project.backup.restore import list_restore_points
from core.project.backup.rotation import back_up_when_due
from core.project.changes import WORDS
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.training.presets import preset
from core.training.train_request import TrainRequest


class PlainView(View):
    """A view with one action and nothing else."""

    def __init__(self, name: str, context) -> None:
        super().__init__(context)
        self.name = name
        self.done: list[str] = []
        self.entered: list[NavigationTarget] = []
        context.actions.add(self, f"Mark in {name}", lambda: self.done.append(name), shortcut="Ctrl+M", view=name)

    def enter(self, target: NavigationTarget) -> None:
        self.entered.append(target)


@pytest.fixture
def window(
    theme: Theme, settings: Settings, project_folder: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MainWindow]:
    monkeypatch.setattr("app.main.make_view", PlainView)
    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    assert window.open_project(project_folder)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    window.close_project()
    window.close()


def press(window: QWidget, key: Qt.Key, modifier=Qt.KeyboardModifier.ControlModifier) -> None:
    QTest.keyClick(window, key, modifier)


def test_action_filter_matches_words_in_any_order() -> None:
    assert contains_all_words("proj OPEN", "Open a project") and contains_all_words("", "anything")
    assert not contains_all_words("open close", "Open a project")


@pytest.mark.parametrize(
    ("shortcut", "keys"),
    [
        ("Ctrl+Shift+Z", ["Ctrl", "Shift", "Z"]),
        ("Ctrl++", ["Ctrl", "+"]),
        ("Ctrl+,", ["Ctrl", ","]),
        ("+", ["+"]),
        ("F1", ["F1"]),
    ],
)
def test_key_caps_splits_shortcut_into_keys(shortcut: str, keys: list[str]) -> None:
    assert key_caps(QKeySequence(shortcut)) == keys


def test_palette_closes_with_its_project(window: MainWindow, qtbot) -> None:
    """As it is when a job that the person wanted to leave has stopped."""
    window.show_view("review")
    press(window, Qt.Key.Key_K)
    palette = window.findChild(Palette)
    assert palette.shown()[0] == "Mark in review"
    window.close_project()
    assert not palette.isVisible()
    qtbot.waitUntil(lambda: not any(entry.view for entry in window.app_actions.all()))
    assert window.findChild(Palette) is None


def test_palette_finds_and_runs_action_with_keyboard(window: MainWindow, qtbot) -> None:
    window.show_view("review")
    press(window, Qt.Key.Key_K)
    palette = window.findChild(Palette)
    assert palette is not None and palette.isVisible()
    qtbot.waitUntil(palette.field.hasFocus)
    assert palette.shown()[0] == "Mark in review", "the actions of the view come first"
    QTest.keyClicks(palette.field, "go train")
    assert palette.shown() == ["Go to Train"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.current_view().name == "train" and not palette.isVisible()


def test_arrow_keys_wrap_around_in_palette(window: MainWindow) -> None:
    palette = Palette(window, window.app_actions, window.current_view())
    palette.open()
    QTest.keyClicks(palette.field, "go to")
    assert len(palette.shown()) == len(VIEWS)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentItem().text() == "Go to Page"
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    QTest.keyClick(palette.field, Qt.Key.Key_Up)
    assert palette.list.currentItem().text() == "Go to Search"
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_palette_lists_enabled_actions_only(window: MainWindow) -> None:
    palette = Palette(window, window.app_actions, window.current_view())
    assert "Close the project" in palette.shown()
    window.close_project()
    palette = Palette(window, window.app_actions, window.current_view())
    assert "New project" in palette.shown()
    assert not {"Close the project", "Undo", "Export transcriptions", "Go to Train"} & set(palette.shown())
    palette.open()
    QTest.keyClicks(palette.field, "nothing of the kind")
    assert palette.shown() == [] and palette.nothing.isVisible()
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible(), "Enter on nothing does nothing"


def test_palette_goes_to_view_of_action_instead_of_running_it(window: MainWindow) -> None:
    window.show_view("review")
    review = window.current_view()
    window.show_view("train")
    window.window_actions.show_palette()
    palette = window.findChild(Palette)
    assert "Mark in review" not in palette.shown()
    QTest.keyClicks(palette.field, "mark review")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.current_view() is review and review.done == []


def test_shift_f1_lists_all_actions_with_keys_and_filters_them(window: MainWindow) -> None:
    window.show_view("review")
    press(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    sheet = window.findChild(Shortcuts)
    assert sheet is not None and sheet.isVisible()
    assert set(sheet.shown()) == {entry.action.text() for entry in window.app_actions.all()}
    shown_keys = [label.text() for label in sheet.findChildren(QLabel) if label.property("kind") == "cap"]
    assert {"Ctrl", "F1", "M"} <= set(shown_keys)
    QTest.keyClicks(sheet.field, "ctrl+e")
    assert sheet.shown() == ["Export transcriptions"]
    sheet.field.setText("no such thing")
    assert sheet.shown() == [] and sheet.nothing.isVisible()
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_window_actions_have_unique_shortcuts(window: MainWindow) -> None:
    taken: dict[str, str] = {}
    for entry in window.app_actions.all():
        for shortcut in entry.action.shortcuts():
            key = f"{entry.view}:{shortcut.toString()}"
            assert key not in taken, f"{entry.action.text()} and {taken[key]} share {key}"
            taken[key] = entry.action.text()
        if not entry.view:
            assert entry.action.shortcuts(), entry.action.text()


def test_settings_take_effect_and_are_saved_at_once(window: MainWindow, settings: Settings) -> None:
    press(window, Qt.Key.Key_Comma)
    dialog = window.findChild(Preferences)
    assert dialog is not None and dialog.themes["light"].isChecked()
    QTest.mouseClick(dialog.themes["dark"], Qt.MouseButton.LeftButton)
    assert window.theme.tokens.name == "dark"
    QTest.mouseClick(dialog.reopen, Qt.MouseButton.LeftButton, pos=dialog.reopen.rect().center() * 0.1)
    dialog.offer.selectAll()
    QTest.keyClicks(dialog.offer, "25")
    dialog.device.setFocus()
    QTest.keyClick(dialog.device, Qt.Key.Key_Down)
    again = Settings(settings.file)
    assert again.get(keys.THEME) == "dark" and again.get(keys.REOPEN) is False
    assert again.get(keys.OFFER_RETRAINING_AFTER) == 25 and again.get(keys.DEVICE) == "cpu"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_header_buttons_are_reached_and_pressed_with_keyboard(window: MainWindow) -> None:
    header = window.header
    header.buttons["light"].setFocus()
    QTest.keyClick(header.buttons["light"], Qt.Key.Key_Space)
    assert window.theme.tokens.name == "dark"
    header.project.setFocus()
    reached = {QApplication.focusWidget()}
    for _ in range(30):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    buttons = {button for button in header.buttons.values() if button.isEnabled()} | {header.project}
    assert buttons <= reached
    assert set(window.navigation_bar.buttons.values()) & reached
    assert all(button.accessibleName() for button in buttons | set(window.navigation_bar.buttons.values()))


def test_undo_button_undoes_transcription(window: MainWindow, qtbot) -> None:
    session = window.session
    word = word_ids(session.project, transcribed=False)[0]
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    assert window.header.buttons["undo"].isEnabled()
    with qtbot.waitSignal(session.undone):
        QTest.mouseClick(window.header.buttons["undo"], Qt.MouseButton.LeftButton)
    assert word in word_ids(session.project, transcribed=False)


def test_header_fits_smallest_window(window: MainWindow, qtbot, tmp_path: Path) -> None:
    window.resize(window.minimumSize())
    header = window.header
    header._set_name("A very long name of a project that somebody gave it in a generous hour", "")
    header.model.setText("Model: trained on all the letters of 1916 and then once more on 1917")
    chip = header.chip
    chip.text.setText("Reading words")
    chip.left.setText("about 25 min left")
    chip.show()
    qtbot.wait(50)
    assert (window.width(), window.height()) == (840, 480)
    shown = [header.project, header.model, chip, *header.buttons.values()]
    for one, other in pairwise(shown):
        assert one.geometry().right() < other.geometry().left(), "parts of the header overlap"
    assert shown[-1].geometry().right() <= header.width()
    assert chip.stop.isVisible() and chip.width() >= chip.minimumSizeHint().width()


def test_header_is_mirrored_for_right_to_left_languages(window: MainWindow, qtbot) -> None:
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.wait(50)
    assert window.header.project.geometry().left() > window.header.buttons["help"].geometry().right()
    assert window.navigation_bar.geometry().left() > window.header.geometry().left()


def test_closing_while_job_runs_asks_first(window: MainWindow, qtbot) -> None:
    session = window.session
    job = session.jobs.start(TrainModelRequest(TrainRequest(preset("quick"))))
    qtbot.waitUntil(lambda: job.pid > 0)
    assert window.header.chip.isVisible()
    window.close()
    box = window.findChild(QMessageBox)
    assert window.isVisible() and box is not None and "Training" in box.text()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert job.is_running and window.session is session
    press(window, Qt.Key.Key_W)
    box = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
    stop = next(button for button in box.buttons() if button.text() == "Stop it and leave")
    QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session is None, timeout=30000)
    assert not job.is_running and window.start.isVisible()


def test_job_chip_shows_progress_and_stops_job(window: MainWindow, qtbot) -> None:
    header: Header = window.header
    job = window.session.jobs.start(EvaluateRequest())
    second = window.session.jobs.start(RecogniseRequest())
    job.event_received.emit(Progress(JobPart.READING, 3, 10))
    assert (header.chip.bar.value(), header.chip.bar.maximum()) == (3, 10)
    job.event_received.emit(Progress(JobPart.READING, 10, 10))
    header.chip._show_left()
    assert header.chip.bar.maximum() == 0 and "finishing" in header.chip.left.text(), "full is not done"
    qtbot.waitUntil(lambda: job.pid > 0)
    QTest.mouseClick(header.chip.stop, Qt.MouseButton.LeftButton)
    assert job.stop_requested
    qtbot.waitUntil(lambda: not job.is_running, timeout=30000)
    qtbot.waitUntil(lambda: window.session.jobs.current is second)
    assert header.chip.bar.maximum() == 0, "the next job starts without the progress of the one before"
    second.kill()


def test_job_chip_counts_the_pages_of_an_import(window: MainWindow) -> None:
    jobs, chip = window.session.jobs, window.header.chip
    jobs.current = job = Job(ImportRequest([]), None)
    jobs.changed.emit()
    assert chip.text.text() == "Importing"
    job.event_received.emit(Progress(JobPart.PAGES, 3, 20))
    assert chip.text.text() == "Importing: 3 of 20" and (chip.bar.value(), chip.bar.maximum()) == (3, 20)
    jobs.current = None


def test_app_command_starts_installed_app(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr("app.main.main", lambda arguments: calls.append(arguments) or 7)
    assert main(["app", "letters.ductus"]) == 7
    assert calls == [["letters.ductus"]]


def test_log_is_opened_from_menu_and_palette(window: MainWindow, tmp_path: Path) -> None:
    logs.configure(tmp_path / "logs" / "ductus.log")
    try:
        logging.getLogger("app.shell").info("Project opened: letters")
        palette = Palette(window, window.app_actions, None)
        QTest.keyClicks(palette.field, "log open")
        assert palette.shown() == ["Open the log"]
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        dialog = window.findChild(LogDialog)
        assert dialog is not None and "INFO" in dialog.view.toPlainText() and "letters" in dialog.view.toPlainText()
        dialog.close()
    finally:
        logs.close()
    assert "Open the log" in [action.text() for action in window.window_actions.help_menu.actions()]


def test_app_command_without_display_reports_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert main(["app"]) == 1
    assert "no display" in capsys.readouterr().err


def test_app_command_reports_missing_system_library(tmp_path: Path) -> None:
    broken = tmp_path / "PySide6"
    broken.mkdir()
    (broken / "__init__.py").write_text("raise ImportError('libEGL.so.1: cannot open shared object file')")
    run = subprocess.run(
        [sys.executable, "-m", "core.cli.main", "app", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        env={"PYTHONPATH": str(tmp_path), "QT_QPA_PLATFORM": "offscreen", "PATH": ""},
        cwd=Path(__file__).parents[2],
    )
    error = json.loads(run.stdout)
    assert run.returncode == 1 and "libEGL" in error["text"]
    if sys.platform.startswith("linux"):
        assert "packaging/system-libraries.sh" in error["text"]


def test_project_menu_lists_window_actions(window: MainWindow) -> None:
    texts = [action.text() for action in window.header.project.menu().actions() if action.text()]
    assert {"New project", "Open a project", "Close the project", "Export transcriptions", "Settings"} <= set(texts)
    assert isinstance(window.header.project, QAbstractButton)
    window.close_project()
    enabled = {a.text() for a in window.header.project.menu().actions() if a.isEnabled()}
    assert "New project" in enabled and "Export transcriptions" not in enabled


def test_views_that_were_not_shown_are_listed_by_shortcuts_and_palette(window: MainWindow, qtbot) -> None:
    shown = window.current_view()
    press(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    sheet = window.findChild(Shortcuts)
    qtbot.waitUntil(lambda: [group.title for group in sheet.groups] == list(view_titles().values()))
    assert window.current_view() is shown
    sheet.close()


def test_palette_finds_the_starter_model(window: MainWindow) -> None:
    window.window_actions._starter_action.setEnabled(True)
    palette = Palette(window, window.app_actions, None)
    QTest.keyClicks(palette.field, "starter")
    assert palette.shown() == ["Suggest readings with the starter model"]


def test_status_says_what_was_undone_and_is_gone_with_the_project(window: MainWindow, qtbot) -> None:
    session = window.session
    word = word_ids(session.project, transcribed=False)[0]
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    with qtbot.waitSignal(session.undone):
        session.undo()
    assert window.status_label.text().startswith("Undone: ")
    with qtbot.waitSignal(session.redone):
        session.redo()
    assert window.status_label.text().startswith("Redone: ")
    window.close_project()
    assert window.status_label.text().endswith(": 1 word checked in 1 minute, 1 of them corrected.")


def test_last_error_report_is_in_the_menu(window: MainWindow, settings) -> None:
    (settings.file.parent / crash_log.PREVIOUS_FILE).write_text("ValueError: the slot failed", encoding="utf-8")
    menu = {action.text(): action for action in window.window_actions.help_menu.actions()}
    menu["Show the last error report"].trigger()
    dialog = window.findChild(LogDialog)
    assert dialog is not None and "the slot failed" in dialog.view.toPlainText()
    dialog.close()


def test_backup_is_restored_from_the_menu(window: MainWindow, qtbot) -> None:
    session = window.session
    word = word_ids(session.project, transcribed=False)[0]
    assert back_up_when_due(session.project, datetime.now(), lambda: False) is not None
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    menu = {action.text(): action for action in window.header.project.menu().actions()}
    menu["Restore a backup…"].trigger()
    chooser = window.findChild(BackupChooser)
    qtbot.waitUntil(lambda: chooser.list.count() == 1, timeout=30000)
    assert "1 backup" in chooser.state.text() and "transcriptions" in chooser.list.item(0).text()
    QTest.mouseClick(chooser.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session is not None and window.session is not session, timeout=30000)
    assert get_words(window.session.project, [word])[0].text is None
    dialog = window.findChild(RestoreDialog)
    assert "restored" in dialog.text.text()
    dialog.close()
    assert len(list_restore_points(window.session.folder)) == 2, "the state before is kept"


def test_backups_of_a_project_that_is_not_open_are_restored(window: MainWindow, qtbot) -> None:
    session = window.session
    folder, word = session.folder, word_ids(session.project, transcribed=False)[0]
    assert back_up_when_due(session.project, datetime.now(), lambda: False) is not None
    with qtbot.waitSignal(session.changed):
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    window.close_project()
    window.window_actions.choose_backup()
    (dialog,) = (each for each in window.findChildren(QFileDialog) if each.isVisible())
    dialog.close()
    dialog.filesSelected.emit([str(folder)])
    qtbot.waitUntil(lambda: window.findChild(BackupChooser) is not None)
    chooser = window.findChild(BackupChooser)
    qtbot.waitUntil(lambda: chooser.restore.isEnabled(), timeout=30000)
    QTest.mouseClick(chooser.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.session is not None, timeout=30000)
    assert get_words(window.session.project, [word])[0].text is None
    window.findChild(RestoreDialog).close()


def test_toast_covers_no_button(window: MainWindow, qtbot) -> None:
    window.resize(1280, 800)
    page = window.current_view()
    button = QPushButton("Start", page)
    button.setGeometry(page.width() - 140, page.height() - 60, 120, 40)
    button.show()
    window.notifications.info("Something happened that is worth a line or two of text, and is shown in a corner.")
    (toast,) = window.toasts.shown
    qtbot.wait(50)
    covered = QRect(toast.mapTo(window, QPoint()), toast.size())
    assert window.rect().contains(covered)
    assert not covered.intersects(QRect(button.mapTo(window, QPoint()), button.size()))


def test_a_job_is_not_called_done_while_another_runs(window: MainWindow, monkeypatch, qtbot) -> None:
    assert window.session is not None
    jobs = window.session.jobs
    done = Job(EvaluateRequest(), None, jobs)
    done.outcome = Outcome(True, False, None, "")
    jobs.finished.emit(done)
    assert window.status_label.text().endswith(": done.")
    monkeypatch.setattr(jobs, "current", Job(EvaluateRequest(), None, jobs))
    jobs.changed.emit()
    assert window.status_label.text() == ""
    monkeypatch.setattr(jobs, "current", None)
    jobs.changed.emit()
