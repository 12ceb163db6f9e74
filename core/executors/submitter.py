"""The submitting process's side: hand out numbers, hear the nodes, take results, submit again what was lost."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from core.errors import DuctusError, InputError, Stopped
from core.events import Event, Listener
from core.executors.base import Cluster
from core.executors.paths import events_file, fault_file

T = TypeVar("T")

ATTEMPTS = 4
"""A job that ends so often without a result, and without having come further than before, is given up."""

POLL_S = 0.3
GRACE_S = 3.0
"""A result may become visible later than the end of its job: files travel to other machines with some delay."""
CANCEL_TIMEOUT_S = 12.0
"""So long a stopped run waits for its jobs to keep what they have."""
SIGN_S = 60.0

_HEARD = frozenset(("note", "progress", "network_pass", "began"))


@dataclass(frozen=True, slots=True)
class JobSpec(Generic[T]):
    """A job file and what to make of its results."""

    job_file: Path
    result: Callable[[int], Path]
    """The file that the work of a number leaves."""
    take: Callable[[int], T | None]
    """The result of a number from that file, or None when it is not whole or another work's."""
    name: Callable[[int], str]
    """How a number is called in a sentence: "reader 2"."""
    hear: Callable[[int, Event], None]
    """Given every event of every node, with its number."""


@dataclass(slots=True)
class JobState:
    number: int
    job: str = ""
    attempts: int = 0
    ended_at: float | None = None
    looked_at: tuple[int, int] | None = None
    heard: int = 0
    furthest: int = 0
    """Most epochs that any attempt came to: a job that is preempted often but comes on is not given up."""


@dataclass(slots=True)
class Submitter(Generic[T]):
    """Works one errand off."""

    cluster: Cluster
    errand: JobSpec[T]
    emit: Listener
    should_stop: Callable[[], bool]
    _running: list[JobState] = field(default_factory=list)
    _next_look: float = 0.0
    _next_sign: float = 0.0

    def results(self, numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Each number with its result, as they come.

        Raises Stopped when asked to stop, after the jobs were cancelled and what they had finished by then was
        given; DuctusError when a job says that its work cannot be done, or ends too often without a result.
        """
        waiting = [JobState(number) for number in numbers]
        for unit in waiting:
            for left in (events_file, fault_file):
                left(self.errand.job_file, unit.number).unlink(missing_ok=True)
        self.cluster.cancel_former()
        try:
            while waiting or self._running:
                if self.should_stop():
                    self._say_goodbye()
                    yield from self._arrived()
                    self._running.clear()
                    raise Stopped("Stopped; the jobs were told to end.")
                room = self.cluster.most - len(self._running)
                if waiting and room > 0:
                    self._submit(waiting[:room])
                    del waiting[:room]
                yield from self._arrived()
                waiting += self._lost()
                self._give_a_sign()
                if self._running:
                    time.sleep(POLL_S)
        finally:
            self._say_goodbye()

    def _give_a_sign(self) -> None:
        """Jobs may wait in the queue for hours; whoever listens is told now and then that this goes on."""
        now = time.monotonic()
        if self._running and now >= self._next_sign:
            self._next_sign = now + SIGN_S
            self.emit({"event": "jobs", "open": len(self._running)})

    def _submit(self, units: list[JobState]) -> None:
        for unit in units:
            fault_file(self.errand.job_file, unit.number).unlink(missing_ok=True)
        ids = self.cluster.submit(self.errand.job_file, [unit.number for unit in units])
        for unit, job in zip(units, ids, strict=True):
            unit.job, unit.ended_at, unit.attempts = job, None, unit.attempts + 1
        self._running += units

    def _arrived(self) -> Iterator[tuple[int, T]]:
        """Results that have come since the last time."""
        for unit in list(self._running):
            self._hear(unit)
            result = self._look(unit)
            if result is not None:
                self._running.remove(unit)
                yield unit.number, result

    def _look(self, unit: JobState) -> T | None:
        """Read the result when there is a file that was not looked at before."""
        try:
            status = self.errand.result(unit.number).stat()
        except OSError:
            return None
        seen = (status.st_mtime_ns, status.st_size)
        if seen == unit.looked_at:
            return None
        unit.looked_at = seen
        return self.errand.take(unit.number)

    def _lost(self) -> list[JobState]:
        """Units whose job has ended without a result, to be submitted again."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + self.cluster.look_every
            ended = self.cluster.ended([unit.job for unit in self._running])
            for unit in self._running:
                if unit.ended_at is None and unit.job in ended:
                    unit.ended_at = now
        lost = [unit for unit in self._running if unit.ended_at is not None and now - unit.ended_at > GRACE_S]
        for unit in lost:
            self._give_up_or_tell(unit)
            self._running.remove(unit)
        return lost

    def _give_up_or_tell(self, unit: JobState) -> None:
        name = self.errand.name(unit.number)
        fault = _fault(fault_file(self.errand.job_file, unit.number))
        if fault.get("final"):
            kind = InputError if fault.get("exit_code") == InputError.exit_code else DuctusError
            raise kind(str(fault.get("text")))
        said = str(fault.get("text") or self.cluster.last_words(unit.job))
        if unit.attempts >= ATTEMPTS:
            raise DuctusError(
                f"The job of {name} ended {unit.attempts} times without a result; the last was job {unit.job}."
                + (f" What it said last: {said}" if said else " It said nothing.")
            )
        text = f"Job {unit.job} of {name} ended without a result and is submitted again; it goes on from what is kept."
        self.emit({"event": "note", "text": text})

    def _hear(self, unit: JobState) -> None:
        """Pass on what the node wrote since the last time; a line that is still being written is left for later."""
        try:
            with events_file(self.errand.job_file, unit.number).open("rb") as file:
                file.seek(unit.heard)
                text = file.read()
        except OSError:
            return
        whole = text[: text.rfind(b"\n") + 1]
        unit.heard += len(whole)
        for line in whole.splitlines():
            with contextlib.suppress(ValueError):
                event = json.loads(line)
                if isinstance(event, dict) and event.get("event") in _HEARD:
                    self._count(unit, event)
                    self.errand.hear(unit.number, event)

    @staticmethod
    def _count(unit: JobState, event: Event) -> None:
        done = event.get("done")
        if event.get("part") == "embedder" and isinstance(done, int) and done > unit.furthest:
            unit.furthest, unit.attempts = done, 1

    def _say_goodbye(self) -> None:
        """Cancel what still runs and wait a little, so that nobody writes into the folder afterwards."""
        left = {unit.job for unit in self._running}
        if not left:
            return
        self.cluster.cancel(left)
        until = time.monotonic() + CANCEL_TIMEOUT_S
        while left and time.monotonic() < until:
            time.sleep(POLL_S)
            left -= self.cluster.ended(left)


def _fault(path: Path) -> dict[str, Any]:
    try:
        fault = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return fault if isinstance(fault, dict) else {}
