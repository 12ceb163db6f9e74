"""Garbage collection in the main thread only, because a widget must not be destroyed in another one."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 500
_YOUNG_OBJECTS, _COLLECTIONS = 700, 10
"""Python's own thresholds: new objects before a collection, and collections before one of the next generation."""


class MainThreadGc(QObject):
    """Replaces Python's automatic garbage collection while it exists."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.collect()
        gc.freeze()  # modules and classes stay until the end and need not be scanned again
        gc.disable()
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()
        self.destroyed.connect(gc.enable)

    def collect_if_due(self) -> None:
        """Collect the oldest generation whose threshold is exceeded."""
        young, middle, old = gc.get_count()
        if old > _COLLECTIONS:
            gc.collect()
        elif middle > _COLLECTIONS:
            gc.collect(1)
        elif young > _YOUNG_OBJECTS:
            gc.collect(0)
