"""The time left of work under way, estimated from its speed so far, and a time span in words."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from core.events import Progress


class WorkRate:
    """The seconds that a step takes, from the steps so far. Times are seconds of any steady clock.

    With ``window`` only that many latest spans between two steps count. A span of ``break_s`` or more is a break and
    does not count. Fewer than ``min_steps`` steps give no estimate.
    """

    def __init__(self, now: float, *, window: int | None = None, break_s: float = math.inf, min_steps: int = 1) -> None:
        self._latest = now
        self._window, self._break_s, self._min_steps = window, break_s, min_steps
        self._seconds, self._steps = 0.0, 0
        self._spans: deque[tuple[float, int]] = deque()

    def advance(self, steps: int, now: float) -> None:
        """Count ``steps`` that were finished between the latest call and ``now``."""
        seconds, self._latest = now - self._latest, now
        if seconds >= self._break_s:
            return
        self._seconds, self._steps = self._seconds + seconds, self._steps + steps
        if self._window is not None:
            self._spans.append((seconds, steps))
            if len(self._spans) > self._window:
                seconds, steps = self._spans.popleft()
                self._seconds, self._steps = self._seconds - seconds, self._steps - steps

    @property
    def seconds_per_step(self) -> float | None:
        return self._seconds / self._steps if self._steps >= self._min_steps else None

    def seconds_left(self, steps: int, now: float | None = None) -> float | None:
        """Return the seconds for further ``steps``, counted from ``now`` or from the latest step; None if unknown."""
        if self.seconds_per_step is None:
            return None
        waited = 0.0 if now is None else now - self._latest
        return max(0.0, self.seconds_per_step * steps - waited)


class ProgressRate:
    """The speed of a job within its present part (and member), from its progress events."""

    def __init__(self) -> None:
        self._part: tuple[str, int | None] | None = None
        self._rate = WorkRate(0.0)
        self._done = self._total = 0

    def update(self, event: Progress, now: float) -> None:
        """Take a progress event."""
        part, done = (event.part, event.member), event.done
        if part != self._part:
            self._part, self._rate = part, WorkRate(now)
        else:
            self._rate.advance(done - self._done, now)
        self._done, self._total = done, event.total

    @property
    def seconds_per_step(self) -> float | None:
        """Seconds for one step of the part; None while too little is known."""
        return self._rate.seconds_per_step

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left of the part; None while too little is known."""
        return self._rate.seconds_left(self._total - self._done, now)


def format_duration(seconds: float) -> str:
    """Return a rounded time span: ``40 s``, ``14 min``, ``3 h 10 min``, ``12 days``."""
    translate = QCoreApplication.translate
    if seconds < 90:
        return translate("Duration", "{0} s").format(max(1, round(seconds)))
    minutes = round(seconds / 60)
    if minutes < 90:
        return translate("Duration", "{0} min").format(minutes)
    if minutes < 36 * 60:
        return translate("Duration", "{0} h {1} min").format(minutes // 60, minutes % 60 // 10 * 10)
    return translate("Duration", "{0} days").format(round(minutes / 1440))
