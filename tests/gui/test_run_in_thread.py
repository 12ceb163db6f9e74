"""Work in threads whose asker may go at any moment."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.background.threads import run_in_thread
from app.collection.page_summaries import PageSummary
from app.collection.thumbnail_loader import ThumbnailLoader


def test_answers_and_failures_come_in_the_windows_thread(qtbot: QtBot) -> None:
    owner, told = QObject(), []

    def tell(what: Any) -> None:
        told.append((what, QThread.currentThread() is owner.thread()))

    def fail() -> None:
        raise OSError("no disk")

    run_in_thread(owner, lambda: 5, tell, tell)
    run_in_thread(owner, fail, tell, tell)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert all(here for _, here in told)
    assert {str(what) for what, _ in told} == {"5", "no disk"}


def test_nobody_is_told_once_the_owner_is_gone(qtbot: QtBot) -> None:
    told: list[int] = []
    last = QObject()
    for n in range(200):
        owner, begun = QObject(), threading.Event()
        run_in_thread(owner, begun.set, lambda _, n=n: told.append(n), lambda error: told.append(-1))
        if n % 2:
            begun.wait(1)
        delete(owner)
    run_in_thread(last, lambda: None, lambda _: told.append(1000), lambda error: told.append(-1))
    qtbot.waitUntil(lambda: 1000 in told)
    assert told == [1000]


def test_pictures_may_come_when_their_place_is_gone(qtbot: QtBot, tmp_path: Path) -> None:
    seen: list[int] = []
    for n in range(100):
        parent = QObject()
        thumbs = ThumbnailLoader(tmp_path, parent)
        thumbs.ready.connect(seen.append)
        thumbs.get(n, _tile(n))
        if n == 99:
            qtbot.waitUntil(lambda: 99 in seen)
        delete(parent)
    assert set(seen) <= set(range(100)) and 99 in seen


def _tile(page_id: int) -> PageSummary:
    return PageSummary(page_id, f"{page_id}.png", 1, None, 0, "", (), "")


@pytest.fixture(autouse=True)
def app(qapp: object) -> object:
    return qapp
