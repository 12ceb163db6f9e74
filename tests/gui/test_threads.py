"""Work in threads whose owner may be destroyed, garbage collected in the main thread, and what blocks that thread."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread, QTimer
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.background import main_thread_gc
from app.background.main_thread_gc import MainThreadGc, scan_all
from app.background.threads import run_in_thread
from app.collection.page_summaries import PageSummary
from app.collection.thumbnails import ThumbnailLoader
from research.measurements.event_loop_watch import Watch


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


class Ring:
    """A cycle, which only a collection can free."""

    def __init__(self) -> None:
        self.myself = self


@pytest.fixture
def collector(qapp) -> Iterator[MainThreadGc]:
    was_enabled = gc.isenabled()
    parent = QObject()
    yield MainThreadGc(parent)
    delete(parent)
    assert gc.isenabled()
    gc.unfreeze()
    (gc.enable if was_enabled else gc.disable)()


def make_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 11))


def test_old_objects_are_set_aside_and_still_freed_when_all_are_scanned(
    collector: MainThreadGc, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_due(monkeypatch)
    ring = Ring()
    gone = weakref.ref(ring)
    frozen = gc.get_freeze_count()
    collector.collect_if_due()
    assert gc.get_freeze_count() > frozen
    del ring
    collector.collect_if_due()
    assert gone() is not None, "it was set aside while it was used"
    scan_all()
    collector.collect_if_due()
    assert gone() is None


def test_new_garbage_is_freed_at_once_when_it_is_due(collector: MainThreadGc, monkeypatch: pytest.MonkeyPatch) -> None:
    make_due(monkeypatch)
    gone = weakref.ref(Ring())
    assert gone() is not None
    collector.collect_if_due()
    assert gone() is None


def test_all_objects_are_scanned_now_and_then(collector: MainThreadGc, monkeypatch: pytest.MonkeyPatch) -> None:
    make_due(monkeypatch)
    monkeypatch.setattr(main_thread_gc, "_SET_ASIDE", 3)
    ring = Ring()
    gone = weakref.ref(ring)
    collector.collect_if_due()
    del ring
    collector.collect_if_due()
    assert gone() is not None
    collector.collect_if_due()
    assert gone() is None


def test_nothing_is_collected_that_is_not_due(collector: MainThreadGc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (700, 10, 10))
    gone = weakref.ref(Ring())
    collector.collect_if_due()
    assert gone() is not None and not gc.isenabled()
    gc.collect()
    assert gone() is None


def test_watch_finds_blocked_event_loop_and_where(qtbot) -> None:
    watch = Watch(100)
    watch.start()
    QTimer.singleShot(0, _block)
    qtbot.waitUntil(lambda: bool(watch.blocks))
    watch.stop()
    assert any("_block" in block.where for block in watch.blocks) and "_block" in watch.report()


def test_watch_counts_block_that_lasts_to_the_end(qtbot) -> None:
    watch = Watch(100)
    watch.start()
    _block()
    watch.stop()
    assert len(watch.blocks) == 1


def _block() -> None:
    time.sleep(0.4)
