"""Additions to Qt's own accessible objects: the role of painted widgets, and tool buttons that are one of several."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget
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
