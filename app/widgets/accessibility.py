"""For screen readers: roles of painted widgets, tool buttons that are one of several, and texts to say at once."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QLabel, QWidget
from shiboken6 import isValid

Make = Callable[[Any], QAccessibleWidget]
_ROLE = "accessible_role"
_makers: dict[type[QWidget], Make] = {}
_made: dict[int, QAccessibleWidget] = {}
"""The objects by the ids of their widgets: Qt keeps pointers to them, so Python must not delete them."""


def install(kind: type[QWidget], make: Make) -> None:
    """Let ``make`` build the accessible objects of all widgets of a class."""
    _install_factory()
    _makers[kind] = make


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Give a painted widget a role: a picture, a chart. Its name and description stay those of the widget."""
    _install_factory()
    setattr(widget, _ROLE, role)


def set_one_of_several(button: QAbstractButton) -> None:
    """Mark a button for screen readers as one of several, of which one is checked."""
    button.setAutoExclusive(True)
    set_role(button, QAccessible.Role.RadioButton)


class AccessibleChoice(QAccessibleWidget):
    """A checkable button of which one of several is chosen; Qt calls tool buttons check boxes."""

    def __init__(self, button: QAbstractButton) -> None:
        super().__init__(button, QAccessible.Role.RadioButton)
        self._button = button

    def state(self) -> QAccessible.State:
        state = super().state()
        if isValid(self._button):
            state.checkable = 1
            state.checked = int(self._button.isChecked())
        return state

    def actionNames(self) -> list[str]:
        return [self.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == self.pressAction() and isValid(self._button):
            self._button.click()
        else:
            super().doAction(name)


def _install_factory() -> None:
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_factory)


_installed: list[bool] = []


def _factory(name: str, widget: QObject) -> QAccessibleInterface | None:
    if not isinstance(widget, QWidget):
        return None
    make = next((make for kind, make in _makers.items() if isinstance(widget, kind)), None)
    role = getattr(widget, _ROLE, None)
    if make is not None:
        made = make(widget)
    elif role == QAccessible.Role.RadioButton and isinstance(widget, QAbstractButton):
        made = AccessibleChoice(widget)
    elif role is not None:
        made = QAccessibleWidget(widget, role)
    else:
        return None
    _made[id(widget)] = made
    widget.destroyed.connect(partial(_forget, id(widget)))
    return made


def _forget(key: int) -> None:
    _made.pop(key, None)


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
