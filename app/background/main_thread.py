"""How a thread speaks to something in the window, which may be gone by then."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid


class MainThreadCallback:
    """Called from any thread, with anything: ``hear`` gets it in the window's thread, unless ``owner`` is gone.

    A thread that speaks through an object of a window ends the program when that window goes at the same moment.
    So all threads speak through one object that stays, and hold no more of the window than a number.
    """

    def __init__(self, owner: QObject, hear: Callable[..., None]) -> None:
        self._exchange = _exchange()
        self._number = self._exchange.connect_to(owner, hear)

    def __call__(self, *what: Any) -> None:
        self._exchange.said.emit(self._number, what)

    def close(self) -> None:
        """Nothing is heard any more."""
        self._exchange.forget(self._number)


class _Exchange(QObject):
    said = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count()
        self._hearers: dict[int, tuple[QObject, Callable[..., None]]] = {}
        self.said.connect(self._pass_on)

    def connect_to(self, owner: QObject, hear: Callable[..., None]) -> int:
        number = next(self._numbers)
        self._hearers[number] = owner, hear
        return number

    def forget(self, number: int) -> None:
        self._hearers.pop(number, None)

    def _pass_on(self, number: int, what: tuple[Any, ...]) -> None:
        owner, hear = self._hearers.get(number, (None, None))
        if owner is None or hear is None:
            return
        if isValid(owner):
            hear(*what)
        else:
            self.forget(number)


@cache
def _exchange() -> _Exchange:
    return _Exchange()
