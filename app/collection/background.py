"""Slow work that reads files: done in a thread of its own, answered in the window's."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal


class Background(QObject):
    """Runs one piece of work at a time that somebody waits for; a newer one takes its place.

    Work that was replaced or dropped runs on to its end unheard: it only reads.
    """

    _done = Signal(object, object, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._answer: Callable[[Any], None] | None = None
        self._failure: Callable[[Exception], None] | None = None
        self._done.connect(self._deliver)

    def run(
        self, work: Callable[[], Any], answer: Callable[[Any], None], failure: Callable[[Exception], None]
    ) -> None:
        """``answer(work())``, or ``failure(error)`` when it raised."""
        self._number += 1
        self._answer, self._failure = answer, failure
        thread = threading.Thread(
            target=self._run, args=(work, self._number), name="ductus-background", daemon=True
        )
        thread.start()

    def drop(self) -> None:
        """Nobody waits any more."""
        self._number += 1

    def _run(self, work: Callable[[], Any], number: int) -> None:
        result: Any = None
        problem: Exception | None = None
        try:
            result = work()
        except Exception as error:
            problem = error
        try:
            self._done.emit(result, problem, number)
        except RuntimeError:
            return  # the dialog is gone, and with it whoever waited

    def _deliver(self, result: Any, problem: Exception | None, number: int) -> None:
        if number != self._number or self._answer is None or self._failure is None:
            return
        if problem is None:
            self._answer(result)
        else:
            self._failure(problem)
