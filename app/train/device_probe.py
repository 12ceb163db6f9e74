"""Asking child processes what this computer can do: which processors there are, and how fast they train."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.session.jobs import Job, Outcome
from core.events import EventKind
from core.jobs.training.estimate import Rates, load_rates


class DeviceProbe(QObject):
    """``devices(list, auto)``: what was found; ``rates(Rates)``: more was measured; ``failed(str)`` in words.

    These children stand outside the project's queue of jobs: they change nothing in it.
    """

    devices = Signal(list, str)
    rates = Signal(object)
    measuring = Signal(bool)
    failed = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._jobs: dict[str, Job] = {}

    def look_for_devices(self) -> None:
        """List the processors, unless that is under way."""
        self._start("devices", [], self._found_devices)

    def known(self, device: str) -> Rates | None:
        """What was measured before on this computer; a small file."""
        return load_rates(self._folder, device)

    def measure(self, device: str, again: bool = False) -> None:
        """Time some steps of every kind of reader on ``device``, unless that is under way."""
        more = ["--again"] if again else []
        self._start("estimate", [str(self._folder), "--device", device, *more], self._measured)

    @property
    def is_measuring(self) -> bool:
        return "estimate" in self._jobs

    def stop(self) -> None:
        """End what is under way; what was measured is kept."""
        for job in list(self._jobs.values()):
            job.kill()
            job.wait(2000)

    def _start(self, kind: str, arguments: list[str], end: Callable[[Outcome], None]) -> None:
        if kind in self._jobs:
            return
        job = Job(kind, [kind, *arguments], self)
        self._jobs[kind] = job

        def ended(outcome: Outcome) -> None:
            del self._jobs[kind]
            job.deleteLater()
            end(outcome)

        job.finished.connect(ended)
        job.event_received.connect(self._said)
        job.start()
        if kind == "estimate":
            self.measuring.emit(True)

    def _said(self, event: dict[str, Any]) -> None:
        if event["event"] == EventKind.RATES:
            self.rates.emit(Rates.from_json(event["rates"]))

    def _found_devices(self, outcome: Outcome) -> None:
        if outcome.ok:
            self.devices.emit(outcome.result["devices"], outcome.result["auto"])
        elif not outcome.stopped:
            self.failed.emit(self.tr("The processors of this computer could not be listed: {0}").format(outcome.text))

    def _measured(self, outcome: Outcome) -> None:
        self.measuring.emit(False)
        if outcome.ok:
            self.rates.emit(Rates.from_json(outcome.result["rates"]))
        elif not outcome.stopped:
            self.failed.emit(self.tr("The times could not be measured: {0}").format(outcome.text))
