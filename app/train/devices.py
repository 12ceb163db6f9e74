"""The choice of the processor, and the child processes that list the processors and measure how fast they train."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from app.session.jobs import Job, Outcome
from app.widgets import builders
from app.widgets.form_fields import FormComboBox
from core.device import DeviceFound
from core.jobs.rates import Rates
from core.jobs.requests import DevicesRequest, EstimateRequest, JobRequest
from core.jobs.results import DevicesListed, Estimated
from core.jobs.training.estimate import load_rates
from core.lexicon.alphabet import AUTO

_END_TIMEOUT_MS = 2000


class DeviceProbe(QObject):
    """``devices(DeviceFound each, auto)``: the processors; ``rates(Rates)``: what is measured; ``failed(message)``.

    The processes change nothing in the project, so they do not wait in its queue of jobs.
    """

    devices = Signal(object, str)
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
        if isinstance(outcome.result, DevicesListed):
            self.devices.emit(outcome.result.devices, outcome.result.auto)
        elif not outcome.stopped:
            self.failed.emit(self.tr("The processors of this computer could not be listed: {0}").format(outcome.text))

    def _measured(self, outcome: Outcome) -> None:
        self.measuring.emit(False)
        if isinstance(outcome.result, Estimated):
            self.rates.emit(outcome.result.rates)
        elif not outcome.stopped:
            self.failed.emit(self.tr("The times could not be measured: {0}").format(outcome.text))


class DeviceBox(QWidget):
    """``changed()`` when another processor is chosen. Unusable ones are listed with the reason."""

    changed = Signal()

    def __init__(self, preferred: str) -> None:
        super().__init__()
        self._preferred = preferred
        self._auto = ""
        self.box = builders.named(FormComboBox(), self.tr("Processor"))
        self.box.addItem(self.tr("Looking for processors …"), AUTO)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(12)
        self.box.currentIndexChanged.connect(self.changed)
        self.reasons = builders.label("", "caption")
        builders.column(self.box, self.reasons, parent=self, spacing=4)
        self.reasons.hide()

    @property
    def chosen(self) -> str:
        """``auto`` or the name of a processor."""
        return str(self.box.currentData() or AUTO)

    @property
    def device(self) -> str:
        """The name of the processor that is used; "" while it is unknown."""
        return self._auto if self.chosen == AUTO else self.chosen

    def show_devices(self, devices: Sequence[DeviceFound], auto: str) -> None:
        """List the processors; ``auto`` is the one that is used unless another is chosen."""
        self._auto = auto
        names = {
            "cpu": self.tr("Processor (CPU)"),
            "cuda": self.tr("Graphics card (CUDA)"),
            "mps": self.tr("Apple graphics (MPS)"),
        }
        with QSignalBlocker(self.box):
            self.box.clear()
            self.box.addItem(self.tr("Automatic: {0}").format(names.get(auto, auto)), AUTO)
            model = self.box.model()
            assert isinstance(model, QStandardItemModel)
            reasons = []
            for device in devices:
                name, about = names.get(device.name, device.name), device.about
                if device.usable:
                    self.box.addItem(f"{name}: {about}", device.name)
                    continue
                self.box.addItem(self.tr("{0}: cannot be used").format(name), device.name)
                item = model.item(self.box.count() - 1)
                item.setEnabled(False)
                item.setToolTip(about)
                reasons.append(self.tr("{0} cannot be used: {1}.").format(name, about))
            usable = [AUTO, *(device.name for device in devices if device.usable)]
            self.box.setCurrentIndex(self.box.findData(self._preferred) if self._preferred in usable else 0)
            self.box.setItemData(self.box.currentIndex(), self.box.currentText(), Qt.ItemDataRole.ToolTipRole)
        self.reasons.setText("\n".join(reasons))
        self.reasons.setVisible(bool(reasons))
        self.changed.emit()
