"""A single piece of work in a thread of its own, answered in the window's thread; no project is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

Answer = Callable[[Any], None]
Failure = Callable[[Exception], None]


def aside(owner: QObject, work: Callable[[], Any], answer: Answer, failure: Failure) -> None:
    """``answer(work())``, or ``failure(error)``; neither once ``owner`` is gone."""
    desk = _desk()
    number = desk.expect(owner, answer, failure)

    def run() -> None:
        try:
            result, error = work(), None
        except Exception as raised:
            result, error = None, raised
        desk.told.emit(number, result, error)

    threading.Thread(target=run, name="ductus-aside", daemon=True).start()


class _AnswerDesk(QObject):
    """Where threads hand in what they found.

    It stays as long as the program: a thread that speaks through an object of a window ends the program when that
    window goes at the same moment.
    """

    told = Signal(int, object, object)

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count()
        self._waiting: dict[int, tuple[QObject, Answer, Failure]] = {}
        self.told.connect(self._deliver)

    def expect(self, owner: QObject, answer: Answer, failure: Failure) -> int:
        number = next(self._numbers)
        self._waiting[number] = owner, answer, failure
        return number

    def _deliver(self, number: int, result: Any, error: Exception | None) -> None:
        owner, answer, failure = self._waiting.pop(number)
        if isValid(owner):
            if error is None:
                answer(result)
            else:
                failure(error)


@cache
def _desk() -> _AnswerDesk:
    return _AnswerDesk()
