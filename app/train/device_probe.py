"""Child processes that list the processors of this computer and measure how fast they train."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.session.jobs import Job, Outcome
from core.jobs.job_type import JobRequest
from core.jobs.requests import DevicesRequest, EstimateRequest
from core.jobs.training.estimate import Rates, load_rates

_END_TIMEOUT_MS = 2000


class DeviceProbe(QObject):
    """``devices(list, auto)``: the processors; ``rates(Rates)``: what is measured; ``failed(message)``.

    The processes change nothing in the project, so they do not wait in its queue of jobs.
    """

    devices = Signal(list, str)
    rates = Signal(object)
    measuring = Signal(bool)
    failed = Signal(str)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._jobs: dict[type[JobRequest], Job] = {}

    def list_devices(self) -> None:
        """List the processors; ``devices`` or ``failed`` follows."""
        self._start(DevicesRequest(), None, self._devices_listed)

    def stored_rates(self, device: str) -> Rates | None:
        """Return what was measured before on this computer, from a small file."""
        return load_rates(self._folder, device)

    def measure(self, device: str, preset: str, again: bool = False) -> None:
        """Time some steps of the readers of ``preset`` on ``device``; ``rates`` follows."""
        self._start(EstimateRequest(preset, device, again), self._folder, self._measured)

    @property
    def is_measuring(self) -> bool:
        return EstimateRequest in self._jobs

    def stop(self) -> None:
        """End the processes; what was measured is kept."""
        for job in list(self._jobs.values()):
            job.kill()
            job.wait(_END_TIMEOUT_MS)

    def _start(self, request: JobRequest, folder: Path | None, on_finished: Callable[[Outcome], None]) -> None:
        kind = type(request)
        if kind in self._jobs:
            return
        job = self._jobs[kind] = Job(request, folder, self)

        def finish(outcome: Outcome) -> None:
            del self._jobs[kind]
            job.deleteLater()
            on_finished(outcome)

        job.finished.connect(finish)
        job.start()
        if kind is EstimateRequest:
            self.measuring.emit(True)

    def _devices_listed(self, outcome: Outcome) -> None:
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
