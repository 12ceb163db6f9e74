"""Read-only projects: open in another window, on a network drive, or without permission; checks and backups."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from gui_helpers import is_writing
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from app.session import backups as session_backups
from app.session import write_access
from app.session.session import Session
from app.session.write_access import IN_USE, NETWORK, UNWRITABLE, ReadOnlyReason
from app.shell.dialogs.check_dialog import CheckDialog, RescueDialog
from app.shell.dialogs.restore_dialog import BackupDialog
from app.shell.window import MainWindow
from core.errors import DuctusError, InputError
from core.jobs.requests import ExportRequest, TrainModelRequest
from core.project.backup.rotation import automatic_backups
from core.project.changes import WORDS
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.db import lock
from core.project.db.lock import LockHolder, WindowLock
from core.project.project import DATABASE, Project
from core.training.presets import preset
from core.training.train_request import TrainRequest

_WINDOW = """
import os, sys, time
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from app.session.session import Session
session = Session(Path(sys.argv[1]))
print("open", session.read_only, flush=True)
time.sleep(60)
"""


@pytest.fixture
def other_window(project_folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A window in a process of its own that has the project open for writing."""
    child = subprocess.Popen([sys.executable, "-c", _WINDOW, str(project_folder)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "open False\n"
    yield child
    child.kill()
    child.wait()
    child.stdout.close()


def test_second_window_is_read_only_until_first_is_killed(
    empty_window: MainWindow, project_folder: Path, other_window: subprocess.Popen[str], qtbot
) -> None:
    window = empty_window
    assert window.open_project(project_folder)
    session = window.session
    assert session is not None and session.read_only
    assert window.banner.isVisible() and "another window on this computer, since" in window.banner.text.text()
    assert not window.header.buttons["undo"].isEnabled() and not window.header.buttons["redo"].isEnabled()
    word = word_ids(session.project, transcribed=False)[0]
    session.execute(lambda project: set_transcription(project, word, "lost?"), changes=[WORDS], word_ids=[word])
    qtbot.waitUntil(lambda: bool(window.notifications.history))
    assert "another window" in window.notifications.history[-1].text
    assert get_words(session.project, [word])[0].text is None

    window.banner.button.click()  # it is still open there
    assert window.session is session and session.read_only and window.banner.isVisible()

    os.kill(other_window.pid, signal.SIGKILL)
    other_window.wait()
    window.banner.button.click()
    assert window.session is not None and not window.session.read_only
    assert not window.banner.isVisible()
    window.session.execute(lambda project: set_transcription(project, word, "kept"), changes=[WORDS], word_ids=[word])
    session = window.session
    qtbot.waitUntil(lambda: get_words(session.project, [word])[0].text == "kept")


def test_refused_edit_is_reported_to_its_caller(
    project_folder: Path, other_window: subprocess.Popen[str], qtbot
) -> None:
    session = Session(project_folder)
    refused: list[Exception] = []
    session.execute(lambda project: None, changes=[WORDS], owner=session, on_error=refused.append)
    assert refused == []  # reported later, like every other error
    qtbot.waitUntil(lambda: bool(refused))
    assert isinstance(refused[0], InputError)
    with qtbot.waitSignal(session.failed):
        session.undo()
    assert not is_writing(session) and session.backups is None
    session.close()


def test_jobs_that_write_are_refused_in_read_only_project(
    project_folder: Path, other_window: subprocess.Popen[str], tmp_path: Path, qtbot
) -> None:
    session = Session(project_folder)
    with qtbot.waitSignal(session.jobs.finished):
        training = session.jobs.start(TrainModelRequest(TrainRequest(preset("demo"))))
    assert training.outcome is not None and "another window" in training.outcome.text
    with qtbot.waitSignal(session.jobs.finished, timeout=60000):
        export = session.jobs.start(ExportRequest(tmp_path / "out.txt", "text"))
    assert export.outcome is not None and export.outcome.ok, export.outcome
    with Project.open(project_folder, read_only=True) as project:
        assert project.one("SELECT count(*) FROM run") == (0,)
    session.close()


def test_command_line_writes_while_window_is_open(session: Session, qtbot) -> None:
    with Project.open(session.folder) as beside:
        add_words(beside, ["beside"])
    added = session.project.one("SELECT 1 FROM lexicon WHERE word = 'beside'")
    assert added == (1,) and not session.read_only


def test_opening_open_project_again_changes_nothing(window: MainWindow) -> None:
    session = window.session
    assert session is not None and window.open_project(session.folder / DATABASE)
    assert window.session is session and not session.read_only


def test_closing_releases_write_access(project_folder: Path, qapp: QApplication) -> None:
    Session(project_folder).close()
    again = Session(project_folder)
    assert not again.read_only
    again.close()


def test_damaged_project_is_not_left_locked(project_folder: Path, qapp: QApplication) -> None:
    database = project_folder / DATABASE
    whole = database.read_bytes()
    database.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="damaged"):
        Session(project_folder)
    database.write_bytes(whole)
    session = Session(project_folder)
    assert not session.read_only
    session.close()


def test_unwritable_folder_is_read_with_word_images(
    project_folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    monkeypatch.setattr(lock.os, "access", lambda path, mode: False)
    cache = project_folder / "cache"
    for path in cache.glob("crops*"):
        path.unlink()
    (cache / "crops.sqlite").mkdir()  # no cache can be created here
    session = Session(project_folder)
    assert session.read_only_reason is not None and session.read_only_reason.reason == UNWRITABLE
    word = word_ids(session.project)[0]
    session.crops.get(word)
    qtbot.waitUntil(lambda: session.crops.get(word) is not None)
    image = session.crops.get(word)
    assert image is not None and not image.isNull()
    session.close()


def test_network_drive_is_written_only_on_request(
    empty_window: MainWindow, project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_access, "on_network_drive", lambda folder: True)
    assert empty_window.open_project(project_folder)
    assert "network drive" in empty_window.banner.text.text()
    empty_window.banner.button.click()
    assert empty_window.session is not None and not empty_window.session.read_only


def test_project_on_full_disk_is_read_only(
    empty_window: MainWindow, project_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Project.open

    def full(path: Path, read_only: bool = False, **more: float) -> Project:
        if not read_only:
            raise DuctusError("the disk is full. Nothing was changed; make room and try again.")
        return opened(path, read_only, **more)

    monkeypatch.setattr(Project, "open", full)
    assert empty_window.open_project(project_folder)
    assert empty_window.banner.isVisible() and "the disk is full" in empty_window.banner.text.text()
    assert lock.window_lock_holder(project_folder) is None
    monkeypatch.undo()
    empty_window.banner.button.click()
    assert not empty_window.banner.isVisible()


@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        (LockHolder(), "open in another window."),
        (LockHolder("far-away", "ruth", 7, "2026-03-01T10:00:00.000+00:00"), "ruth has this project open on"),
        (LockHolder("far-away", "", 7, "2026-03-01T10:00:00.000+00:00"), "Somebody has this project open"),
    ],
)
def test_explanation_names_holder(holder: LockHolder, expected: str, qapp: QApplication) -> None:
    assert expected in ReadOnlyReason(IN_USE, holder).explanation()
    assert "network" in ReadOnlyReason(NETWORK).explanation()


def test_automatic_backups_after_opening_and_edits(
    project_folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    monkeypatch.setattr(session_backups, "FIRST_DELAY_MS", 10)
    session = Session(project_folder)
    assert session.backups is not None
    with qtbot.waitSignal(session.backups.made, timeout=10000) as made:
        pass
    assert [str(backup.path) for backup in automatic_backups(project_folder)] == made.args
    monkeypatch.setattr(session_backups, "EDITS_BETWEEN_BACKUPS", 2)
    yesterday = datetime.now() - timedelta(days=1)
    automatic_backups(project_folder)[0].path.rename(project_folder / "backups" / f"{yesterday:%Y-%m-%d_%H%M%S}.sqlite")
    word = word_ids(session.project, transcribed=False)[0]
    with qtbot.waitSignal(session.backups.made, timeout=10000):
        for text in ("one", "two"):
            session.execute(lambda p, text=text: set_transcription(p, word, text), changes=[WORDS], word_ids=[word])
    assert len(automatic_backups(project_folder)) == 2
    session.close()


def test_failed_automatic_backup_is_shown_in_status_line_only(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    session = window.session
    assert session is not None and session.backups is not None
    (session.folder / "backups").write_text("in the way")
    with qtbot.waitSignal(session.backups.failed):
        session.backups.run()
    assert "backup could not be made" in window.status_label.text() and window.notifications.history == []


def test_check_shows_findings(window: MainWindow, qtbot) -> None:
    session = window.session
    assert session is not None
    check = next(e.action for e in window.app_actions.all() if e.action.text() == "Check this project")
    check.trigger()
    dialog = window.findChild(CheckDialog)
    qtbot.waitUntil(lambda: not dialog.job.is_running, timeout=60000)
    assert "The project is sound" in dialog.text.text()
    dialog.reject()
    next((session.folder / "pages").rglob("*.png")).unlink()
    check.trigger()
    dialog = next(d for d in window.findChildren(CheckDialog) if d.isVisible())
    qtbot.waitUntil(lambda: not dialog.job.is_running, timeout=60000)
    assert "has errors" in dialog.text.text()
    assert "The file is missing" in dialog.details.toPlainText()
    assert "backup" in dialog.details.toPlainText()
    dialog.reject()


def test_damaged_project_offers_check(empty_window: MainWindow, project_folder: Path, qtbot) -> None:
    database = project_folder / DATABASE
    database.write_bytes(database.read_bytes()[:20000])
    assert not empty_window.open_project(project_folder)
    notification = empty_window.notifications.history[-1]
    assert "damaged" in notification.text and notification.action == "Check it"
    assert notification.on_action is not None
    notification.on_action()
    dialog = empty_window.findChild(CheckDialog)
    qtbot.waitUntil(lambda: not dialog.job.is_running, timeout=60000)
    text = dialog.details.toPlainText()
    assert "truncated" in text and "ductus check" not in text and "--" not in text
    save = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Save what can be read…")
    QTest.mouseClick(save, Qt.MouseButton.LeftButton)
    question = empty_window.findChild(QFileDialog)
    question.filesSelected.emit([str(project_folder.parent)])
    question.reject()
    saving = empty_window.findChild(RescueDialog)
    qtbot.waitUntil(lambda: not saving.job.is_running, timeout=60000)
    assert "transcription" in saving.text.text() or "Nothing was saved" in saving.text.text()
    saving.reject()
    dialog.reject()


def test_backup_is_a_project_of_its_own(window: MainWindow, tmp_path: Path, qtbot) -> None:
    session = window.session
    assert session is not None
    next(e.action for e in window.app_actions.all() if e.action.text() == "Back up…").trigger()
    question = window.findChild(QFileDialog)
    (tmp_path / "safe").mkdir()
    question.filesSelected.emit([str(tmp_path / "safe")])
    question.reject()
    dialog = window.findChild(BackupDialog)
    qtbot.waitUntil(lambda: not dialog.job.is_running, timeout=60000)
    assert "The backup is complete" in dialog.text.text()
    (made,) = (tmp_path / "safe").iterdir()
    with Project.open(made) as copy:
        assert copy.check_integrity() == []
        assert word_ids(copy) == word_ids(session.project)
    assert str(made) in dialog.details.toPlainText()
    dialog.reject()


def test_closing_dialog_stops_its_job(window: MainWindow, qtbot) -> None:
    session = window.session
    assert session is not None
    window.window_actions.check()
    dialog = window.findChild(CheckDialog)
    qtbot.waitUntil(lambda: dialog.job.pid > 0)
    dialog.reject()
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: not dialog.job.is_running, timeout=60000)
    assert dialog.button.text() == "Close" and dialog.button.isEnabled()
    dialog.reject()
    assert not dialog.isVisible()


def test_damaged_holder_file_is_tolerated(project_folder: Path, qapp: QApplication) -> None:
    first = WindowLock.acquire(project_folder)
    (project_folder / lock.HOLDER_FILE).write_text(json.dumps({"host": 1}))
    second = Session(project_folder)
    assert second.read_only_reason is not None and second.read_only_reason.holder == LockHolder()
    second.close()
    first.release()
    assert lock.window_lock_holder(project_folder) is None
