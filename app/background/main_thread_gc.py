"""Garbage collection in the main thread only, because a widget must not be destroyed in another one."""

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 500
_YOUNG_OBJECTS, _COLLECTIONS = 700, 10
"""Python's own thresholds: new objects before a collection, and collections before one of the next generation."""
_SET_ASIDE = 30
"""Collections of the oldest generation before one of all objects."""


class MainThreadGc(QObject):
    """Replaces Python's automatic garbage collection while it exists.

    The objects of modules and views stay for long, and to scan them all takes longer than a frame. Those that outlive
    a collection of the oldest generation are therefore set aside, until the project is closed (:func:`scan_all`) or
    some more such collections have passed.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.collect()
        gc.freeze()
        gc.disable()
        self._collections = 0
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()
        self.destroyed.connect(gc.enable)

    def collect_if_due(self) -> None:
        """Collect the oldest generation whose threshold is exceeded."""
        young, middle, old = gc.get_count()
        if old > _COLLECTIONS:
            self._collect_oldest()
        elif middle > _COLLECTIONS:
            gc.collect(1)
        elif young > _YOUNG_OBJECTS:
            gc.collect(0)

    def _collect_oldest(self) -> None:
        self._collections += 1
        if self._collections % _SET_ASIDE == 0:
            scan_all()
        gc.collect()
        gc.freeze()


def scan_all() -> None:
    """Let the next collection of the oldest generation scan all objects, also those that were set aside."""
    gc.unfreeze()
