"""The progress of a training run and its time left, built from its events: live, or from the log in its folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from app.session.time_left import ProgressRate
from core.events import Collision, Event, JobPart, MemberChanged, Note, Progress, RunBegan, Unencodable, from_json
from core.project.project_files import ProjectFiles

if TYPE_CHECKING:
    from core.jobs.training.estimate import Estimate

_MEMBERS = range(1000)
"""Larger numbers of members stand in damaged logs only."""


class MemberState(StrEnum):
    """The state of a member within a run."""

    WAITING = "waiting"
    LEARNING = "learning"
    """Its embedder is being trained."""
    GATES = "gates"
    """Its gate networks are being trained."""
    FINISHED = "finished"


@dataclass(slots=True)
class MemberProgress:
    """The progress of one member and its curves. Epochs count from 1."""

    state: MemberState = MemberState.WAITING
    epochs: list[int] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    """The mean loss of each of :attr:`epochs`."""
    measured_epochs: list[int] = field(default_factory=list)
    accuracy: list[float] = field(default_factory=list)
    """The accuracy on reserved images after each of :attr:`measured_epochs`."""
    total_epochs: int = 0
    gate_epochs_done: int = 0
    total_gate_epochs: int = 0
    thres: int | None = None
    gates: int | None = None

    @property
    def epochs_done(self) -> int:
        return self.epochs[-1] if self.epochs else 0

    @property
    def best(self) -> tuple[int, float] | None:
        """The first epoch of the highest accuracy, and that accuracy."""
        if not self.accuracy:
            return None
        place = max(range(len(self.accuracy)), key=self.accuracy.__getitem__)
        return self.measured_epochs[place], self.accuracy[place]

    @property
    def embedder_share(self) -> float:
        """The share of the embedder's epochs that is done, 0 to 1."""
        return self.epochs_done / self.total_epochs if self.total_epochs else 0.0

    @property
    def gates_share(self) -> float:
        """The share of the gates' epochs that is done, 0 to 1."""
        return self.gate_epochs_done / self.total_gate_epochs if self.total_gate_epochs else 0.0

    @property
    def share(self) -> float:
        """The share of the training that is done, 0 to 1: nine tenths for the embedder, which takes longer."""
        return 1.0 if self.state == MemberState.FINISHED else 0.9 * self.embedder_share + 0.1 * self.gates_share


@dataclass(slots=True)
class RunProgress:
    """The progress of a run. ``members`` has as many entries as were requested, as soon as that is known."""

    run_id: int | None = None
    preset: str = ""
    members: list[MemberProgress] = field(default_factory=list)
    log: list[Event] = field(default_factory=list)
    """The events of the kinds run, note, unencodable, collision and (finished) member, in order."""

    def add(self, event: Event) -> None:
        """Add one event; those about members that there cannot be are ignored."""
        match event:
            case RunBegan():
                self.run_id, self.preset = event.run, event.preset
                self.log.append(event)
            case Note() | Unencodable() | Collision():
                self.log.append(event)
            case MemberChanged() if event.member in _MEMBERS and event.members - 1 in _MEMBERS:
                self.expect_members(event.members)
                self._change_state(self._member(event.member), event)
            case Progress(part=JobPart.GATES, member=int(k)) if k in _MEMBERS:
                member = self._member(k)
                member.gate_epochs_done, member.total_gate_epochs = event.done, event.total
                member.state = MemberState.GATES
            case Progress(part=JobPart.EMBEDDER, member=int(k), loss=float(loss)) if k in _MEMBERS:
                self._add_epoch(self._member(k), event, loss)

    def _change_state(self, member: MemberProgress, event: MemberChanged) -> None:
        if event.state != MemberState.FINISHED:
            member.state = MemberState.LEARNING
            return
        member.thres, member.gates = event.thres, event.gates
        member.state = MemberState.FINISHED
        self.log.append(event)

    def _add_epoch(self, member: MemberProgress, event: Progress, loss: float) -> None:
        epoch, total = event.done, event.total
        # a resumed run may report an epoch again: the later report counts
        while member.epochs and member.epochs[-1] >= epoch:
            member.epochs.pop()
            member.loss.pop()
        while member.measured_epochs and member.measured_epochs[-1] >= epoch:
            member.measured_epochs.pop()
            member.accuracy.pop()
        member.state, member.total_epochs = MemberState.LEARNING, total
        member.gate_epochs_done = member.total_gate_epochs = 0
        member.epochs.append(epoch)
        member.loss.append(loss)
        if event.val_accuracy is not None:
            member.measured_epochs.append(epoch)
            member.accuracy.append(event.val_accuracy)

    def expect_members(self, count: int) -> None:
        """Add waiting members up to ``count``."""
        while len(self.members) < count:
            self.members.append(MemberProgress())

    @property
    def finished(self) -> int:
        """The number of finished members."""
        return sum(member.state == MemberState.FINISHED for member in self.members)

    @property
    def current(self) -> int | None:
        """The number of the member in training, from 0."""
        return next(reversed(self.in_training), None)

    @property
    def in_training(self) -> list[int]:
        """The numbers of all members in training: one in a process, several as jobs of a cluster."""
        states = (MemberState.LEARNING, MemberState.GATES)
        return [k for k, member in enumerate(self.members) if member.state in states]

    @property
    def share(self) -> float:
        """The share of the whole training that is done, 0 to 1."""
        return sum(member.share for member in self.members) / len(self.members) if self.members else 0.0

    def _member(self, k: int) -> MemberProgress:
        self.expect_members(k + 1)
        return self.members[k]


def read_progress(files: ProjectFiles, folder: Path) -> RunProgress:
    """Return the progress of the run in ``folder`` of a project from ``events.jsonl``; empty without one."""
    progress = RunProgress()
    for event in _read_events(files, folder / "events.jsonl"):
        progress.add(event)
    return progress


def _read_events(files: ProjectFiles, path: Path) -> Iterator[Event]:
    """Yield the events of a log, without lines that were cut short when a process was killed."""
    try:
        lines = files.read(path).decode(errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        if (event := from_json(line)) is not None:
            yield event


class TrainingProgress:
    """The progress of a training job, for every part of the window that shows it, and the time that it still takes.

    ``run`` is what is known already of a run that is resumed. The time of each member is that of its progress events,
    or from the ``estimate`` for parts not yet measured. Times are seconds of any steady clock.
    """

    def __init__(self, run: RunProgress | None = None, estimate: Estimate | None = None) -> None:
        self.run = RunProgress() if run is None else run
        self._estimate = estimate
        self._rate = ProgressRate()
        self._seconds_per_epoch: dict[str, float] = {}
        self._latest = 0.0
        self._passes_left: int | None = None
        """Passes of the line reader in its present stage; None before it learns."""
        self._is_parallel = False
        """True if members train at the same time: the end cannot be derived from the speed of one of them."""

    def add(self, event: Event, now: float) -> None:
        """Add an event received at ``now``."""
        self.run.add(event)
        if not isinstance(event, Progress):
            return
        self._latest = now
        if event.part == JobPart.LINE_READER:
            self._passes_left = event.total - event.done
        self._rate.update(event, now)
        if (seconds := self._rate.seconds_per_step) is not None:
            self._seconds_per_epoch[event.part] = seconds

    def seconds_left(self, now: float) -> tuple[float, bool] | None:
        """Return the seconds until all members are finished, or None if too little is known.

        The second value is False if the time for the gates is unknown and therefore not included.
        """
        if len(self.run.in_training) > 1:
            self._is_parallel = True
        if self._is_parallel:
            return None
        embedder = self._seconds(JobPart.EMBEDDER, max((m.total_epochs for m in self.run.members), default=0))
        gates = self._seconds(JobPart.GATES, max((m.total_gate_epochs for m in self.run.members), default=0))
        if embedder is None:
            return None
        total = 0.0
        for member in self.run.members:
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
