"""Python's garbage is collected in the window's thread alone: a widget must not be taken apart in another."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY_MS = 500
_OFTEN, _SELDOM = 700, 10
"""Python's own limits: new objects before a small collection, small ones before a greater one."""


class MainThreadGc(QObject):
    """Takes Python's automatic collection over, for as long as it lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.collect()
        gc.freeze()  # modules and classes stay anyway; they need not be looked through again
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.collect_what_is_due)
        self._timer.start()
        self.destroyed.connect(gc.enable)

    def collect_what_is_due(self) -> None:
        """What Python would have collected by itself by now, the greatest collection that is due."""
        young, middle, old = gc.get_count()
        if old > _SELDOM:
            gc.collect()
        elif middle > _SELDOM:
            gc.collect(1)
        elif young > _OFTEN:
            gc.collect(0)
