"""The speed of the chosen processor: shown where a training is set up, measured while no job runs."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.notifications import NotificationCenter
from app.session.session import Session
from app.train.devices import DeviceProbe
from app.train.setup import SetupPanel
from core.jobs.training.estimate import Rates


class SpeedBenchmark(QObject):
    """Passes the results of ``probe`` to ``setup``; measures only while ``view`` is visible."""

    def __init__(
        self, view: QWidget, probe: DeviceProbe, setup: SetupPanel, session: Session, notifications: NotificationCenter
    ) -> None:
        super().__init__(view)
        self._view, self._probe, self._setup = view, probe, setup
        self._session, self._notifications = session, notifications
        setup.device.changed.connect(self.update)
        setup.cards.chosen.connect(self.update)
        setup.measure.clicked.connect(self._measure_again)
        probe.devices.connect(setup.device.show_devices)
        probe.rates.connect(self._show_rates)
        probe.measuring.connect(lambda _: self._show_stored())
        probe.failed.connect(notifications.warning)

    def begin(self) -> None:
        """List the processors, or measure the chosen one if it is known."""
        if not self._setup.device.device:
            self._probe.list_devices()
        else:
            self.update()

    def update(self) -> None:
        """Show what is known of the chosen processor; while no job runs, measure the chosen preset if it is not."""
        device = self._setup.device.device
        if not device:
            return
        rates = self._probe.stored_rates(device)
        chosen = self._setup.chosen_preset
        is_known = rates is not None and chosen.learner in rates.learners and bool(rates.gates)
        if not is_known and self._session.jobs.current is None and self._view.isVisible():
            self._probe.measure(device, chosen.name)
        self._setup.show_rates(rates, self._probe.is_measuring)

    def _show_rates(self, rates: Rates) -> None:
        if rates.device == self._setup.device.device:
            self._setup.show_rates(rates, self._probe.is_measuring)

    def _measure_again(self) -> None:
        if self._session.jobs.current is not None:
            text = self.tr("Times measured while another job runs would be too long. Measure later.")
            self._notifications.info(text)
        else:
            self._probe.measure(self._setup.device.device, self._setup.chosen_preset.name, again=True)

    def _show_stored(self) -> None:
        device = self._setup.device.device
        self._setup.show_rates(self._probe.stored_rates(device) if device else None, self._probe.is_measuring)
