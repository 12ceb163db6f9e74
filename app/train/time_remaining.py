"""The time left of a whole training, over all its members, from how fast it went so far."""

from __future__ import annotations

from app.train.run_progress import FINISHED, GATES, RunProgress
from core.jobs.training.estimate import Estimate


class TimeRemaining:
    """Hears each progress with the time it came at; ``left`` adds up what is still to do.

    A part that has not been met yet is taken from the estimate measured beforehand, if there is one.
    """

    def __init__(self, estimate: Estimate | None = None) -> None:
        self._estimate = estimate
        self._pace: dict[str, float] = {}
        """Seconds for one epoch of a part, over the member that is in it."""
        self._first: tuple[str, int | None, int, float] | None = None
        self._heard = 0.0
        self._beside = False
        """Whether readers learn beside each other, so that one's pace tells nothing of when all are done."""

    def hear(self, event: dict, now: float) -> None:
        """A progress event that came at ``now`` (seconds of any steady clock)."""
        if event.get("event") != "progress" or "part" not in event:
            return
        part, member, done = str(event["part"]), event.get("member"), int(event["done"])
        self._heard = now
        if self._first is None or self._first[:2] != (part, member):
            self._first = (part, member, done, now)
            return
        _, _, began, at = self._first
        if done > began:
            self._pace[part] = (now - at) / (done - began)

    def left(self, story: RunProgress, now: float) -> tuple[float, bool] | None:
        """Seconds until all members are done, or None while too little is known.

        With them, whether they are all: False while it is not known how long gates take.
        """
        if len(story.busy) > 1:
            self._beside = True
        if self._beside:
            return None
        learn, gates = self._of_member("embedder", story), self._of_member("gates", story)
        if learn is None:
            return None
        total = 0.0
        for member in story.members:
            if member.state == FINISHED:
                continue
            to_learn = 1 - member.learn_done / member.learn_total if member.learn_total else 1.0
            to_gate = 1 - member.gates_done / member.gates_total if member.gates_total else 1.0
            total += (gates or 0.0) * to_gate + (0.0 if member.state == GATES else learn * to_learn)
        return max(0.0, total - (now - self._heard if self._heard else 0.0)), gates is not None

    def _of_member(self, part: str, story: RunProgress) -> float | None:
        """Seconds that this part takes for one member."""
        totals = [m.learn_total if part == "embedder" else m.gates_total for m in story.members]
        epochs = max(totals, default=0)
        if part in self._pace and epochs:
            return self._pace[part] * epochs
        if self._estimate is None:
            return None
        return self._estimate.learn if part == "embedder" else self._estimate.gates
