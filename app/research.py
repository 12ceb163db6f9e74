"""Research: whether presets, gates, thresholds and single readers are shown, for those who look into the method."""

from PySide6.QtCore import QObject, Signal

from app.notifications import NotificationCenter
from app.settings import RECENT, RESEARCH, Settings


class Research(QObject):
    """``changed()`` when it is switched on or off. The choice is kept in the settings.

    It is off for new users. Someone who used an earlier version finds everything as it was.
    """

    changed = Signal()

    def __init__(self, settings: Settings, notifications: NotificationCenter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings, self._notifications = settings, notifications
        if not settings.has(RESEARCH):
            settings.set(RESEARCH, bool(settings.get(RECENT)))

    @property
    def is_on(self) -> bool:
        return self._settings.get(RESEARCH)

    def switch(self, on: bool) -> None:
        """Show or hide the parts for researchers."""
        if on != self.is_on:
            self._settings.set(RESEARCH, on)
            self.changed.emit()

    def require(self, command: str) -> None:
        """Switch Research on for a command that belongs to it, with a message."""
        if not self.is_on:
            self.switch(True)
            text = self.tr("Research was switched on: “{0}” belongs to it.").format(command)
            self._notifications.info(text, self.tr("Switch it off"), lambda: self.switch(False))
