"""Garbage is collected in the main thread, and what stays for long is scanned seldom."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from shiboken6 import delete

from app.background import main_thread_gc
from app.background.main_thread_gc import MainThreadGc, scan_all


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
