"""Slow work that reads files: done in a thread of its own, answered in the window's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject

from app.background.run_in_thread import run_in_thread


class LatestTask(QObject):
    """Runs one piece of work at a time that somebody waits for; a newer one takes its place.

    Work that was replaced or dropped runs on to its end unheard: it only reads.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0

    def run(self, work: Callable[[], Any], answer: Callable[[Any], None], failure: Callable[[Exception], None]) -> None:
        """``answer(work())``, or ``failure(error)`` when it raised."""
        self._number += 1
        run_in_thread(
            self, work, partial(self._if_wanted, self._number, answer), partial(self._if_wanted, self._number, failure)
        )

    def drop(self) -> None:
        """Nobody waits any more."""
        self._number += 1

    def _if_wanted(self, number: int, tell: Callable[[Any], None], told: Any) -> None:
        if number == self._number:
            tell(told)
