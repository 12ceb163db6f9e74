"""How fast the chosen processor trains: shown where a training is set up, measured when nothing else runs."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.notifications.notification_center import NotificationCenter
from app.session.session import Session
from app.train.device_probe import DeviceProbe
from app.train.setup import SetUp
from core.jobs.training.estimate import Rates


class SpeedBenchmark(QObject):
    """Stands between ``probes`` and the page ``set_up``; begins to measure only while ``place`` is in sight."""

    def __init__(
        self, place: QWidget, probes: DeviceProbe, set_up: SetUp, session: Session, notifications: NotificationCenter
    ) -> None:
        super().__init__(place)
        self._place, self._probes, self._set_up = place, probes, set_up
        self._session, self._notifications = session, notifications
        set_up.device_changed.connect(self.show)
        set_up.measure_wanted.connect(self._measure_again)
        probes.devices.connect(set_up.device.show_devices)
        probes.rates.connect(self._take)
        probes.measuring.connect(lambda _: self._show_known())
        probes.failed.connect(notifications.warning)

    def begin(self) -> None:
        """The page is in sight: list the processors, or show the measurement of the chosen one."""
        if not self._set_up.device.device:
            self._probes.look_for_devices()
        else:
            self.show()

    def show(self) -> None:
        """The measurement of the chosen processor: what there is, and the rest when nothing else runs."""
        device = self._set_up.device.device
        if not device:
            return
        known = self._probes.known(device)
        complete = known is not None and set(known.learners) >= _learners_of_presets()
        if not complete and self._session.jobs.current is None and self._place.isVisible():
            self._probes.measure(device)
        self._set_up.show_rates(known, self._probes.is_measuring)

    def _take(self, rates: Rates) -> None:
        if rates.device == self._set_up.device.device:
            self._set_up.show_rates(rates, self._probes.is_measuring)

    def _measure_again(self) -> None:
        if self._session.jobs.current is not None:
            self._notifications.info(
                self.tr("While another job runs the times would come out too long; measure later.")
            )
            return
        self._probes.measure(self._set_up.device.device, again=True)

    def _show_known(self) -> None:
        device = self._set_up.device.device
        self._set_up.show_rates(self._probes.known(device) if device else None, self._probes.is_measuring)


def _learners_of_presets() -> set[str]:
    from core.training.presets import presets

    return {preset.learner for preset in presets().values()}
