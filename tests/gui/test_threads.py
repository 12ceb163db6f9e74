"""Work in threads whose owner may be destroyed at any moment."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.background.threads import run_in_thread
from app.collection.page_summaries import PageSummary
from app.collection.thumbnails import ThumbnailLoader


def test_results_and_errors_are_delivered_in_main_thread(qtbot: QtBot) -> None:
    owner, received = QObject(), []

    def receive(outcome: Any) -> None:
        received.append((outcome, QThread.currentThread() is owner.thread()))

    def fail() -> None:
        raise OSError("no disk")

    run_in_thread(owner, lambda: 5, receive, receive)
    run_in_thread(owner, fail, receive, receive)
    qtbot.waitUntil(lambda: len(received) == 2)
    assert all(in_main_thread for _, in_main_thread in received)
    assert {str(outcome) for outcome, _ in received} == {"5", "no disk"}


def test_nothing_is_delivered_to_destroyed_owner(qtbot: QtBot) -> None:
    received: list[int] = []
    last = QObject()
    for n in range(200):
        owner, started = QObject(), threading.Event()
        run_in_thread(owner, started.set, lambda _, n=n: received.append(n), lambda error: received.append(-1))
        if n % 2:
            started.wait(1)
        delete(owner)
    run_in_thread(last, lambda: None, lambda _: received.append(1000), lambda error: received.append(-1))
    qtbot.waitUntil(lambda: 1000 in received)
    assert received == [1000]


def test_images_may_arrive_after_their_view_is_destroyed(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[int] = []
    for n in range(100):
        parent = QObject()
        thumbs = ThumbnailLoader(tmp_path, parent)
        thumbs.ready.connect(seen.append)
        thumbs.get(n, _page(n))
        if n == 99:
            qtbot.waitUntil(lambda: 99 in seen)
        delete(parent)
    assert set(seen) <= set(range(100)) and 99 in seen


CLOSED_WHILE_AT_WORK = """
import atexit, time
atexit.register(time.sleep, 0.8)  # after Qt has deleted its objects, which was registered later
from PySide6.QtCore import QCoreApplication, QObject, QTimer
from app.background.threads import run_in_thread
app, owner = QCoreApplication([]), QObject()
run_in_thread(owner, lambda: time.sleep(0.4), print, print)
QTimer.singleShot(20, app.quit)
app.exec()
"""


def test_work_may_end_while_the_process_ends() -> None:
    ended = subprocess.run([sys.executable, "-c", CLOSED_WHILE_AT_WORK], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def _page(page_id: int) -> PageSummary:
    return PageSummary(page_id, f"{page_id}.png", None, 0, "", (), "")


@pytest.fixture(autouse=True)
def app(qapp: object) -> object:
    return qapp
