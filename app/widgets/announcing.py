"""Texts that a screen reader says at once, though nothing has taken the focus: the result of an action, an error."""

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget
from shiboken6 import isValid


def announce(source: QWidget, text: str, *, urgent: bool = False) -> None:
    """Let screen readers say ``text``: when they have finished, or at once if it is ``urgent``.

    Nothing is said of a widget that cannot be seen or was deleted, or while no screen reader runs.
    """
    if text and isValid(source) and source.isVisible() and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(source, text)
        if urgent:
            event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
        QAccessible.updateAccessibility(event)


def announce_saved(source: QWidget, text: str) -> None:
    """Announce that a transcription was saved."""
    if text:
        announce(source, QCoreApplication.translate("Announcing", "Saved: {0}").format(text))


class LiveText(QObject):
    """The text of a widget that is said whenever it changes, or when the widget is shown with another one."""

    def __init__(self, widget: QWidget, *, urgent: bool = False) -> None:
        super().__init__(widget)
        self._widget, self._urgent = widget, urgent
        self._text = self._said = ""

    def set_text(self, text: str) -> None:
        self._text = text
        if not text:
            self._said = ""  # the same text must be announced again
        self.say()

    def say(self) -> None:
        """Announce the text unless it was announced; for ``showEvent``."""
        if self._text != self._said and self._widget.isVisible():
            self._said = self._text
            announce(self._widget, self._text, urgent=self._urgent)


class LiveLabel(QLabel):
    """A label whose new texts are said."""

    def __init__(self, text: str = "", *, urgent: bool = False) -> None:
        super().__init__(text)
        self._live = LiveText(self, urgent=urgent)
        self._live.set_text(text)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._live.set_text(text)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._live.say()
