"""What blocks the event loop of the window is noticed, with its place."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer

from research.measurements.event_loop_watch import Watch


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
