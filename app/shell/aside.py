"""A single piece of work in a thread of its own, answered in the window's thread; where no project is open."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Signal

Answer = Callable[[Any], None]


def aside(
    owner: QObject, work: Callable[[], Any], answer: Answer, failure: Callable[[Exception], None]
) -> None:
    """``answer(work())``, or ``failure(error)``; neither once ``owner`` is gone."""
    _Aside(owner, work, answer, failure)


class _Aside(QObject):
    _done = Signal(object, object)

    def __init__(
        self, owner: QObject, work: Callable[[], Any], answer: Answer, failure: Callable[[Exception], None]
    ) -> None:
        super().__init__(owner)
        self._work, self._answer, self._failure = work, answer, failure
        self._done.connect(self._deliver)
        threading.Thread(target=self._run, name="ductus-aside", daemon=True).start()

    def _run(self) -> None:
        result, error = None, None
        try:
            result = self._work()
        except Exception as raised:
            error = raised
        # the owner may be gone, and this object with it
        with suppress(RuntimeError):
            self._done.emit(result, error)

    def _deliver(self, result: Any, error: Exception | None) -> None:
        self.deleteLater()
        if error is None:
            self._answer(result)
        else:
            self._failure(error)
