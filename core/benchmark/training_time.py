"""How long the training of a benchmark's readers took, also where it was stopped and gone on with."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.events import Event, Listener

READERS, GATES = "readers", "gates"


@dataclass(frozen=True, slots=True)
class TrainingMinutes:
    """Minutes of training all members; None where nobody counted them."""

    readers: float | None = None
    """The embedders M1."""
    gates: float | None = None
    """What follows them: gates, word classifiers, thresholds."""

    @property
    def total(self) -> float | None:
        return None if self.readers is None or self.gates is None else self.readers + self.gates

    def plus_gates(self, minutes: float) -> TrainingMinutes:
        """The same readers with more work on what follows them."""
        return TrainingMinutes(self.readers, None if self.gates is None else self.gates + minutes)


class TrainingClock:
    """A listener that counts the seconds of each member in training and keeps them in ``minutes.json``.

    They are kept from epoch to epoch, so that a run that was killed and gone on with counts what it spent.
    The record of another job (``key``) is not taken up.
    """

    def __init__(self, folder: Path, key: str, then: Listener, now: Callable[[], float] = time.monotonic) -> None:
        self._path, self._key, self._then, self._now = folder / "minutes.json", key, then, now
        self._seconds: dict[str, dict[str, float]] = self._kept()
        self._member: str | None = None
        self._last = 0.0

    def __call__(self, event: Event) -> None:
        """Count the time since the last event for the part that this one is about; pass it on."""
        kind = event["event"]
        if kind == "member" and event["state"] == "started":
            self._member, self._last = str(event["member"]), self._now()
        elif self._member is not None and kind == "progress":
            self._count(READERS if event["part"] == "embedder" else GATES)
        elif self._member is not None and kind == "member":
            self._count(GATES)
            self._member = None
        self._then(event)

    def minutes(self, members: int) -> TrainingMinutes:
        """Of the first ``members`` members; unknown where one was trained before anybody counted."""
        each = [self._seconds.get(str(k)) for k in range(members)]
        counted = [seconds for seconds in each if seconds is not None]
        if len(counted) < members:
            return TrainingMinutes()
        return TrainingMinutes(*(sum(one.get(part, 0.0) for one in counted) / 60 for part in (READERS, GATES)))

    def _count(self, part: str) -> None:
        assert self._member is not None
        now = self._now()
        of_member = self._seconds.setdefault(self._member, {})
        of_member[part] = of_member.get(part, 0.0) + now - self._last
        self._last = now
        aside = self._path.with_suffix(".new")
        aside.write_text(json.dumps({"key": self._key, "seconds": self._seconds}), encoding="utf-8")
        aside.replace(self._path)

    def _kept(self) -> dict[str, dict[str, float]]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if kept["key"] == self._key:
                return {str(k): {str(part): float(s) for part, s in one.items()} for k, one in kept["seconds"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # none yet, or one that was cut off: counting begins anew
        return {}
