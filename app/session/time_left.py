"""The time left of work under way, estimated from its speed so far, and a time span in words."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.session.run_progress import MemberState, RunProgress
from core.events import Event, JobPart, Progress

if TYPE_CHECKING:
    from core.events import Progress
    from core.jobs.training.estimate import Estimate


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


class TimeRemaining:
    """Estimates the time of each member from its progress events, or from ``estimate`` for parts not yet measured."""

    def __init__(self, estimate: Estimate | None = None) -> None:
        self._estimate = estimate
        self._rate = ProgressRate()
        self._seconds_per_epoch: dict[str, float] = {}
        self._latest = 0.0
        self._passes_left: int | None = None
        """Passes of the line reader in its present stage; None before it learns."""
        self._is_parallel = False
        """True if members train at the same time: the end cannot be derived from the speed of one of them."""

    def update(self, event: Event, now: float) -> None:
        """Use a progress event received at ``now`` (seconds of any steady clock)."""
        if not isinstance(event, Progress):
            return
        self._latest = now
        if event.part == JobPart.LINE_READER:
            self._passes_left = event.total - event.done
        self._rate.update(event, now)
        if (seconds := self._rate.seconds_per_step) is not None:
            self._seconds_per_epoch[event.part] = seconds

    def seconds_left(self, progress: RunProgress, now: float) -> tuple[float, bool] | None:
        """Return the seconds until all members are finished, or None if too little is known.

        The second value is False if the time for the gates is unknown and therefore not included.
        """
        if len(progress.in_training) > 1:
            self._is_parallel = True
        if self._is_parallel:
            return None
        embedder = self._seconds(JobPart.EMBEDDER, max((m.total_epochs for m in progress.members), default=0))
        gates = self._seconds(JobPart.GATES, max((m.total_gate_epochs for m in progress.members), default=0))
        if embedder is None:
            return None
        total = 0.0
        for member in progress.members:
            if member.state in (MemberState.WAITING, MemberState.LEARNING):
                total += embedder * (1 - member.embedder_share)
            if member.state != MemberState.FINISHED:
                total += (gates or 0.0) * (1 - member.gates_share)
        total += self._lines_left()
        return max(0.0, total - (now - self._latest if self._latest else 0.0)), gates is not None

    def _lines_left(self) -> float:
        """Return the seconds until the line reader has learnt, in its present stage or in one at least."""
        if self._passes_left is None:
            return 0.0 if self._estimate is None else self._estimate.lines
        return self._passes_left * self._seconds_per_epoch.get(JobPart.LINE_READER, 0.0)

    def _seconds(self, part: JobPart, epochs: int) -> float | None:
        """Return the seconds for this number of a member's epochs; None if unknown."""
        if part in self._seconds_per_epoch and epochs:
            return self._seconds_per_epoch[part] * epochs
        if self._estimate is None:
            return None
        return self._estimate.learn if part == JobPart.EMBEDDER else self._estimate.gates


class TrainingProgress:
    """The progress of a training job, for every part of the window that shows it.

    ``run`` is what is known already of a run that is resumed; ``estimate`` its expected costs.
    """

    def __init__(self, run: RunProgress | None = None, estimate: Estimate | None = None) -> None:
        self.run = RunProgress() if run is None else run
        self._time = TimeRemaining(estimate)

    def add(self, event: Event, now: float) -> None:
        """Add an event received at ``now`` (seconds of any steady clock)."""
        self.run.add(event)
        self._time.update(event, now)

    def seconds_left(self, now: float) -> tuple[float, bool] | None:
        """As :meth:`TimeRemaining.seconds_left`."""
        return self._time.seconds_left(self.run, now)
