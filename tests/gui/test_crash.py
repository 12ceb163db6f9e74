"""Uncaught exceptions and crashes are logged and reported."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from app.notifications.notification_center import NotificationCenter
from app.shell import crash_log
from app.shell.dialogs.report_dialog import LogDialog

RUN = """
import sys, os, threading, faulthandler
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from app.shell import crash_log
from app.notifications.notification_center import NotificationCenter
folder = Path(sys.argv[1])
app = QApplication([])
print("PREVIOUS", bool(crash_log.start(folder)), flush=True)
window = QWidget()
notifications = NotificationCenter(window)
crash_log.report_to(notifications)
notifications.added.connect(lambda notification: print("ADDED", notification.level, notification.text, flush=True))
button = QPushButton(window)
def fail():
    raise ValueError("the slot failed")
button.clicked.connect(fail)
{body}
app.exec()
crash_log.stop(folder)
print("ENDED", flush=True)
"""


def run(body: str, folder: Path, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", RUN.replace("{body}", body), str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        **more,
    )


def test_exception_in_slot_is_reported_and_app_goes_on(tmp_path: Path) -> None:
    body = "button.click(); button.click()\nthreading.Thread(target=fail).start()\nQTimer.singleShot(200, app.quit)"
    out, _ = run(body, tmp_path).communicate(timeout=30)
    assert out.splitlines()[-1] == "ENDED"
    errors = [line for line in out.splitlines() if line.startswith("ADDED error")]
    # the same exception is reported once; the one in the thread is another
    assert len(errors) == 2 and "ValueError: the slot failed" in errors[0] and "saved" in errors[0]
    assert not (tmp_path / crash_log.FILE).exists()
    assert (tmp_path / crash_log.PREVIOUS_FILE).read_text().count("ValueError: the slot failed") == 3
    assert "the slot failed" in crash_log.latest(tmp_path) and crash_log.latest(tmp_path / "nowhere") == ""
    out, _ = run("QTimer.singleShot(0, app.quit)", tmp_path).communicate(timeout=30)
    assert "PREVIOUS False" in out, "after a regular exit nothing is offered"


@pytest.mark.parametrize("body", ["faulthandler._sigsegv()", "QTimer.singleShot(0, os.abort)"])
def test_log_of_crash_is_offered_at_next_start(tmp_path: Path, body: str) -> None:
    crashed = run(body, tmp_path)
    crashed.communicate(timeout=30)
    assert crashed.returncode < 0
    previous = crash_log.start(tmp_path)
    try:
        assert previous is not None and "Fatal Python error" in previous and "Ductus" in previous
    finally:
        crash_log.stop(tmp_path)
    assert crash_log.start(tmp_path) is None
    crash_log.stop(tmp_path)


def test_killed_app_is_offered_and_second_process_is_no_crash(tmp_path: Path) -> None:
    first = run("", tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "PREVIOUS False\n"
    second, _ = run("QTimer.singleShot(0, app.quit)", tmp_path).communicate(timeout=30)
    assert "PREVIOUS False" in second and "ENDED" in second
    assert (tmp_path / crash_log.FILE).exists(), "the second must not remove the log of the first"
    first.send_signal(signal.SIGKILL)
    first.wait()
    previous = crash_log.start(tmp_path)
    crash_log.stop(tmp_path)
    assert previous is not None and "Ductus was killed" in previous


def test_without_permission_there_is_no_crash_log(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert crash_log.start(tmp_path / "file" / "below") is None
    crash_log.stop(tmp_path / "file" / "below")


def test_message_after_crash_shows_log_that_can_be_copied(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    notifications = NotificationCenter(parent)
    crash_log.offer(notifications, "line one\nline two")
    notification = notifications.history[-1]
    assert "No transcription is lost" in notification.text and notification.on_action is not None
    notification.on_action()
    dialog = parent.findChild(LogDialog)
    assert dialog is not None and dialog.view.toPlainText() == "line one\nline two"
    copy = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Copy")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "line one\nline two"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
