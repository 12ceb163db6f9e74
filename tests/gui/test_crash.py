"""What goes wrong inside the app is written down and told; a held-up window is noticed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from event_loop_watch import Watch, unblocked
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from app.notifications.notification_center import NotificationCenter
from app.shell import crash_log
from app.shell.dialogs.log_dialog import LogDialog

RUN = """
import sys, os, threading, faulthandler
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from app.shell import crash_log
from app.notifications.notification_center import NotificationCenter
folder = Path(sys.argv[1])
app = QApplication([])
print("EARLIER", bool(crash_log.start(folder)), flush=True)
window = QWidget()
notifications = NotificationCenter(window)
crash_log.report_to(notifications)
notifications.added.connect(lambda notice: print("TOLD", notice.level, notice.text, flush=True))
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


def test_an_exception_in_a_slot_is_told_and_the_app_goes_on(tmp_path: Path) -> None:
    body = "button.click(); button.click()\nthreading.Thread(target=fail).start()\nQTimer.singleShot(200, app.quit)"
    out, _ = run(body, tmp_path).communicate(timeout=30)
    assert out.splitlines()[-1] == "ENDED"
    told = [line for line in out.splitlines() if line.startswith("TOLD error")]
    # the same error from the same place is told once, that of the thread is another
    assert len(told) == 2 and "ValueError: the slot failed" in told[0] and "saved" in told[0]
    assert not (tmp_path / crash_log.FILE).exists()
    assert (tmp_path / crash_log.PREVIOUS_FILE).read_text().count("ValueError: the slot failed") == 3
    out, _ = run("QTimer.singleShot(0, app.quit)", tmp_path).communicate(timeout=30)
    assert "EARLIER False" in out, "an app that ended well has nothing to offer"


@pytest.mark.parametrize("body", ["faulthandler._sigsegv()", "QTimer.singleShot(0, os.abort)"])
def test_the_log_of_a_crash_is_offered_at_the_next_start(tmp_path: Path, body: str) -> None:
    crashed = run(body, tmp_path)
    crashed.communicate(timeout=30)
    assert crashed.returncode < 0
    left = crash_log.start(tmp_path)
    try:
        assert left is not None and "Fatal Python error" in left and "Ductus" in left
    finally:
        crash_log.stop(tmp_path)
    assert crash_log.start(tmp_path) is None
    crash_log.stop(tmp_path)


def test_a_killed_app_is_offered_too_and_a_second_one_beside_it_is_no_crash(tmp_path: Path) -> None:
    first = run("", tmp_path)
    assert first.stdout is not None and first.stdout.readline() == "EARLIER False\n"
    second, _ = run("QTimer.singleShot(0, app.quit)", tmp_path).communicate(timeout=30)
    assert "EARLIER False" in second and "ENDED" in second
    assert (tmp_path / crash_log.FILE).exists(), "the second must not take away the log of the first"
    first.send_signal(signal.SIGKILL)
    first.wait()
    left = crash_log.start(tmp_path)
    crash_log.stop(tmp_path)
    assert left is not None and "Ductus was killed" in left


def test_a_folder_that_cannot_be_written_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert crash_log.start(tmp_path / "file" / "below") is None
    crash_log.stop(tmp_path / "file" / "below")


def test_the_offer_shows_the_log_and_copies_it(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    notifications = NotificationCenter(parent)
    crash_log.offer(notifications, "line one\nline two")
    notice = notifications.history[-1]
    assert "No transcription is lost" in notice.text and notice.on_action is not None
    notice.on_action()
    dialog = parent.findChild(LogDialog)
    assert dialog is not None and dialog.view.toPlainText() == "line one\nline two"
    copy = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Copy")
    QTest.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "line one\nline two"
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_watch_catches_a_sleep_and_says_where(qtbot) -> None:
    watch = Watch(100)
    watch.start()
    qtbot.wait(50)
    QTimer.singleShot(0, _hold_up)
    qtbot.wait(400)
    watch.stop()
    assert len(watch.blocks) == 1
    assert 150 < watch.blocks[0].ms < 1000
    assert "_hold_up" in watch.blocks[0].where and "_hold_up" in watch.report()


def test_the_watch_counts_a_block_that_lasts_to_the_end(qtbot) -> None:
    watch = Watch(100)
    watch.start()
    qtbot.wait(50)
    _hold_up()
    watch.stop()
    assert len(watch.blocks) == 1


def test_a_window_that_answers_passes(qtbot, no_block: Watch) -> None:
    for _ in range(10):
        QTimer.singleShot(0, lambda: time.sleep(0.005))
        qtbot.wait(20)
    assert no_block.longest_ms < no_block.limit_ms


def test_what_blocks_fails_and_is_told_where(qtbot) -> None:
    with pytest.raises(AssertionError, match=r"did not answer for \d{3} ms(.|\n)*_hold_up"), unblocked(100):
        QTimer.singleShot(20, _hold_up)
        qtbot.wait(300)


def _hold_up() -> None:
    time.sleep(0.2)
