"""The share and the time left of a training, over all its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.session.run_progress import MemberState, RunProgress
from app.session.time_left import ProgressRate
from core.events import Event, JobPart, Progress

if TYPE_CHECKING:
    from core.jobs.training.estimate import Estimate


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
