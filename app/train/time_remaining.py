"""The time left of a whole training, over all its members."""

from __future__ import annotations

from typing import Any

from app.session.time_left import ProgressRate
from app.train.run_progress import FINISHED, GATES, RunProgress
from core.events import EventKind, Part
from core.jobs.training.estimate import Estimate


class TimeRemaining:
    """Adds up the time that each member still takes, from its progress events.

    A part that has not been trained yet is taken from the estimate measured beforehand, if there is one.
    """

    def __init__(self, estimate: Estimate | None = None) -> None:
        self._estimate = estimate
        self._rate = ProgressRate()
        self._seconds_per_epoch: dict[str, float] = {}
        self._latest = 0.0
        self._is_parallel = False
        """Whether members train side by side, so that the speed of one does not tell when all are done."""

    def update(self, event: dict[str, Any], now: float) -> None:
        """Take a progress event received at ``now`` (seconds of any steady clock)."""
        if event.get("event") != EventKind.PROGRESS or "part" not in event:
            return
        self._latest = now
        self._rate.update(event, now)
        if (seconds := self._rate.seconds_per_step) is not None:
            self._seconds_per_epoch[str(event["part"])] = seconds

    def seconds_left(self, progress: RunProgress, now: float) -> tuple[float, bool] | None:
        """Return the seconds until all members are done, or None while too little is known.

        The second value is False while the time for the gates is unknown and therefore missing in the first.
        """
        if len(progress.busy) > 1:
            self._is_parallel = True
        if self._is_parallel:
            return None
        learn, gates = self._seconds_per_member(Part.EMBEDDER, progress), self._seconds_per_member(Part.GATES, progress)
        if learn is None:
            return None
        total = 0.0
        for member in progress.members:
            if member.state == FINISHED:
                continue
            to_learn = 1 - member.learn_done / member.learn_total if member.learn_total else 1.0
            to_gate = 1 - member.gates_done / member.gates_total if member.gates_total else 1.0
            total += (gates or 0.0) * to_gate + (0.0 if member.state == GATES else learn * to_learn)
        return max(0.0, total - (now - self._latest if self._latest else 0.0)), gates is not None

    def _seconds_per_member(self, part: Part, progress: RunProgress) -> float | None:
        totals = [m.learn_total if part == Part.EMBEDDER else m.gates_total for m in progress.members]
        epochs = max(totals, default=0)
        if part in self._seconds_per_epoch and epochs:
            return self._seconds_per_epoch[part] * epochs
        if self._estimate is None:
            return None
        return self._estimate.learn if part == Part.EMBEDDER else self._estimate.gates
