"""What a training run has told so far, put together from its events; the same live and from its log on disk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.events import EventKind, Part

WAITING, LEARNING, GATES, FINISHED = "waiting", "learning", "gates", "finished"


@dataclass(slots=True)
class MemberProgress:
    """One member: how far it is, and its curves. Epochs count from 1."""

    state: str = WAITING
    epochs: list[int] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    """Mean loss of each of :attr:`epochs`."""
    looked: list[int] = field(default_factory=list)
    accuracy: list[float] = field(default_factory=list)
    """Share of the held-back images read rightly after each of the epochs :attr:`looked`."""
    learn_total: int = 0
    gates_done: int = 0
    gates_total: int = 0
    thres: int | None = None
    gates: int | None = None

    @property
    def learn_done(self) -> int:
        return self.epochs[-1] if self.epochs else 0

    @property
    def best(self) -> tuple[int, float] | None:
        """(epoch, accuracy) where the accuracy was highest; the earliest such."""
        if not self.accuracy:
            return None
        place = max(range(len(self.accuracy)), key=self.accuracy.__getitem__)
        return self.looked[place], self.accuracy[place]

    @property
    def share(self) -> float:
        """How much of its work is done, 0 to 1: embedder and gates count by their epochs, nine parts to one."""
        if self.state == FINISHED:
            return 1.0
        learnt = self.learn_done / self.learn_total if self.learn_total else 0.0
        gated = self.gates_done / self.gates_total if self.gates_total else 0.0
        return 0.9 * learnt + 0.1 * gated


@dataclass(slots=True)
class RunProgress:
    """A run's members and what it said in words. ``members`` grows to as many as were asked for."""

    run: int | None = None
    preset: str = ""
    seed: int | None = None
    members: list[MemberProgress] = field(default_factory=list)
    notes: list[dict[str, Any]] = field(default_factory=list)
    """Events of the kinds run, note, unencodable, collision and finished member, in order, for the log."""

    def take(self, event: dict[str, Any]) -> None:
        """Add one event; of a kind or shape that is not known it is passed over."""
        try:
            self._take(event)
        except (KeyError, TypeError, ValueError):
            return

    def _take(self, event: dict[str, Any]) -> None:
        match event.get("event"):
            case EventKind.RUN:
                self.run, self.preset, self.seed = int(event["run"]), str(event["preset"]), event.get("seed")
                self.notes.append(event)
            case EventKind.NOTE | EventKind.UNENCODABLE | EventKind.COLLISION:
                self.notes.append(event)
            case EventKind.MEMBER:
                self._member_news(event)
            case EventKind.PROGRESS:
                self._progress(event)

    def _member_news(self, event: dict[str, Any]) -> None:
        self.expect(int(event["members"]))
        member = self._member(int(event["member"]))
        if event["state"] == "finished":
            member.state, member.thres, member.gates = FINISHED, int(event["thres"]), int(event["gates"])
            self.notes.append(event)
        else:
            member.state = LEARNING

    def _progress(self, event: dict[str, Any]) -> None:
        done, total = int(event["done"]), int(event["total"])
        if event["part"] == Part.GATES:
            member = self._member(int(event["member"]))
            member.state, member.gates_done, member.gates_total = GATES, done, total
        elif event["part"] == Part.EMBEDDER:
            self._epoch(self._member(int(event["member"])), done, total, event)

    def _epoch(self, member: MemberProgress, done: int, total: int, event: dict[str, Any]) -> None:
        loss, accuracy = float(event["loss"]), event.get("val_accuracy")
        # a run that was taken up again may tell an epoch twice: the later telling holds
        while member.epochs and member.epochs[-1] >= done:
            member.epochs.pop()
            member.loss.pop()
        while member.looked and member.looked[-1] >= done:
            member.looked.pop()
            member.accuracy.pop()
        member.state, member.learn_total = LEARNING, total
        member.gates_done = member.gates_total = 0
        member.epochs.append(done)
        member.loss.append(loss)
        if accuracy is not None:
            member.looked.append(done)
            member.accuracy.append(float(accuracy))

    def expect(self, members: int) -> None:
        """So many members are asked for; those not yet begun are waiting."""
        while len(self.members) < members:
            self.members.append(MemberProgress())

    @property
    def finished(self) -> int:
        return sum(member.state == FINISHED for member in self.members)

    @property
    def current(self) -> int | None:
        """The number of the member in work, from 0."""
        busy = self.busy
        return busy[-1] if busy else None

    @property
    def busy(self) -> list[int]:
        """The numbers of all members in work: one in a process, several as jobs."""
        return [k for k, member in enumerate(self.members) if member.state in (LEARNING, GATES)]

    @property
    def share(self) -> float:
        """How much of the whole is done, 0 to 1."""
        return sum(member.share for member in self.members) / len(self.members) if self.members else 0.0

    def _member(self, k: int) -> MemberProgress:
        if not 0 <= k < 1000:
            raise ValueError(f"there is no member {k}")
        self.expect(k + 1)
        return self.members[k]


def read_progress(folder: Path) -> RunProgress:
    """The story of the run whose folder this is, from ``events.jsonl``; empty where there is none."""
    story = RunProgress()
    for event in events_of(folder / "events.jsonl"):
        story.take(event)
    return story


def events_of(path: Path) -> Iterator[dict[str, Any]]:
    """The events in a log; a line cut short by a kill is passed over."""
    try:
        lines: Iterable[str] = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict):
            yield event
