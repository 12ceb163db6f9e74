"""The training time of a benchmark's members, also over interrupted and continued runs."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.events import Event, JobPart, Listener, MemberChanged, Progress

logger = logging.getLogger(__name__)

_EMBEDDERS, _GATES = "readers", "gates"
"""Keys in ``minutes.json``."""


@dataclass(frozen=True, slots=True)
class TrainingMinutes:
    """Minutes of training all members; None where they were not measured."""

    embedders: float | None = None
    gates: float | None = None
    """Everything after the embedder: gates, word classifiers, thresholds."""

    @property
    def total(self) -> float | None:
        return None if self.embedders is None or self.gates is None else self.embedders + self.gates

    def plus_gates(self, minutes: float) -> TrainingMinutes:
        """Return the time of the same embedders with more time for gates."""
        return TrainingMinutes(self.embedders, None if self.gates is None else self.gates + minutes)


class TrainingClock:
    """A listener that measures the training time of each member and stores it in ``minutes.json``.

    The record is written after every epoch, so a run that was killed and continued counts all of its time. A record of
    another job (``key``) is ignored.
    """

    def __init__(self, folder: Path, key: str, then: Listener, now: Callable[[], float] = time.monotonic) -> None:
        self._path, self._key, self._then, self._now = folder / "minutes.json", key, then, now
        self._seconds: dict[str, dict[str, float]] = self._load()
        self._member: str | None = None
        self._last = 0.0

    def __call__(self, event: Event) -> None:
        """Count the time since the last event for the part that this event is about, and pass the event on."""
        if isinstance(event, MemberChanged) and event.state == "started":
            self._member, self._last = str(event.member), self._now()
        elif self._member is not None and isinstance(event, Progress):
            self._count(self._member, _EMBEDDERS if event.part == JobPart.EMBEDDER else _GATES)
        elif self._member is not None and isinstance(event, MemberChanged):
            self._count(self._member, _GATES)
            self._member = None
        self._then(event)

    def minutes(self, members: int) -> TrainingMinutes:
        """Return the time of the first ``members`` members; unknown if one of them was trained without a clock."""
        counted = [self._seconds[str(k)] for k in range(members) if str(k) in self._seconds]
        if len(counted) < members:
            return TrainingMinutes()
        return TrainingMinutes(*(sum(one.get(part, 0.0) for one in counted) / 60 for part in (_EMBEDDERS, _GATES)))

    def _count(self, member: str, part: str) -> None:
        now = self._now()
        seconds = self._seconds.setdefault(member, {})
        seconds[part] = seconds.get(part, 0.0) + now - self._last
        self._last = now
        temporary = self._path.with_suffix(".new")
        temporary.write_text(json.dumps({"key": self._key, "seconds": self._seconds}), encoding="utf-8")
        temporary.replace(self._path)

    def _load(self) -> dict[str, dict[str, float]]:
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
            if record["key"] == self._key:
                return {
                    str(k): {str(part): float(s) for part, s in one.items()} for k, one in record["seconds"].items()
                }
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            logger.warning("%s is damaged; the training time is counted from 0", self._path)
        return {}
