"""The times for which the event loop of the window is blocked, and the code that blocks it."""

from __future__ import annotations

import faulthandler
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from PySide6.QtCore import QObject, Qt, QTimer

_BEAT_MS = 10


@dataclass(frozen=True, slots=True)
class Block:
    """The event loop was blocked for ``ms`` milliseconds; ``where`` is the stack of the main thread, if known."""

    ms: float
    where: str


class Watch(QObject):
    """Lists the ``blocks`` longer than ``limit_ms``. Create and start it in the main thread.

    The delay of a timer in the event loop is how long the loop was blocked. Time in which the system gave the
    processor to other programs is subtracted where it is known (Linux). A thread records the stack of the main thread
    while the timer is overdue.
    """

    def __init__(self, limit_ms: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.limit_ms = limit_ms
        self.blocks: list[Block] = []
        self.longest_ms = 0.0
        self._last = time.perf_counter()
        self._waits = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._waited = self._waited_ms()
        self._where = ""
        self._done = threading.Event()
        self._timer = QTimer(self, interval=_BEAT_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._observe, name="ductus-watch", daemon=True)

    def start(self) -> None:
        """Start to measure; call it once."""
        self._last, self._waited = time.perf_counter(), self._waited_ms()
        self._timer.start()
        self._thread.start()

    def stop(self) -> None:
        """Stop measuring; a timer that is overdue now counts."""
        self._timer.stop()
        self._beat()
        self._done.set()
        self._thread.join()

    def report(self) -> str:
        """Return the blocks as text, the longest first."""
        ordered = sorted(self.blocks, key=lambda block: -block.ms)
        return "\n".join(f"The window was blocked for {block.ms:.0f} ms. {block.where}".strip() for block in ordered)

    def _beat(self) -> None:
        now, waited = time.perf_counter(), self._waited_ms()
        late = (now - self._last) * 1000 - _BEAT_MS - (waited - self._waited)
        self._last, self._waited = now, waited
        self.longest_ms = max(self.longest_ms, late)
        if late > self.limit_ms:
            self.blocks.append(Block(late, self._where))
        self._where = ""

    def _waited_ms(self) -> float:
        """Return how long this thread has waited for a processor in all; 0 where that is unknown."""
        try:
            return int(self._waits.read_text().split()[1]) / 1e6
        except (OSError, IndexError, ValueError):
            return 0.0

    def _observe(self) -> None:
        while not self._done.wait(_BEAT_MS / 1000):
            overdue = (time.perf_counter() - self._last) * 1000 - _BEAT_MS
            if overdue > self.limit_ms / 2 and not self._where:
                self._where = _stack(self._watched)


def _stack(thread: int) -> str:
    """Return the innermost calls of a thread that goes on running; empty if unknown.

    ``faulthandler`` reads the frames without taking them: Python 3.11 crashed in ``sys._current_frames``.
    """
    with TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        _, _, found = file.read().partition(f"hread 0x{thread:016x}")
    calls = found.split("\n\n")[0].splitlines()[1:7]
    return "\n".join(["Stack, innermost call first:", *calls]) if calls else ""
