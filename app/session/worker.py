"""A thread with its own connection to the project: functions go in, answers come back in the window's thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from core.errors import DuctusError
from core.project.project import Project

Work = Callable[[Project], Any]
Answer = Callable[[Any], None]
Failure = Callable[[Exception], None]


class Worker(QObject):
    """Runs work one by one, in the order given.

    ``failed`` is emitted (window's thread) for work that raised and had no ``failure`` of its own.
    """

    failed = Signal(Exception)
    _done = Signal(object, object, object, object)

    def __init__(self, folder: Path, *, read_only: bool, name: str) -> None:
        super().__init__()
        self._folder, self._read_only = folder, read_only
        self._queue: queue.SimpleQueue[tuple | None] = queue.SimpleQueue()
        self._latest: dict[str, int] = {}
        self._number = 0
        self._pending = 0
        self._done.connect(self._deliver)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """Work given and not yet answered."""
        return self._pending

    def do(
        self,
        work: Work,
        answer: Answer | None = None,
        failure: Failure | None = None,
        *,
        owner: QObject | None = None,
        key: str | None = None,
    ) -> None:
        """Run ``work(project)`` in the thread, then ``answer(result)`` in the window's.

        Nothing is answered once ``owner`` is gone. Of work with the same ``key`` only the latest is run or
        answered: what a person no longer looks at is not worth reading.
        """
        self._number += 1
        self._pending += 1
        if key is not None:
            self._latest[key] = self._number
        self._queue.put((work, answer, failure, owner, key, self._number))

    def close(self) -> None:
        """Finish all work that was given, then end the thread. No answers come any more."""
        self._done.disconnect(self._deliver)
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        project: Project | None = None
        while (item := self._queue.get()) is not None:
            work, *rest = item
            key, number = rest[3], rest[4]
            if key is not None and self._latest.get(key) != number:
                self._done.emit(None, None, (None, None, None, key, number), False)
                continue
            try:
                if project is None:
                    project = Project.open(self._folder, read_only=self._read_only)
                result = work(project)
            except Exception as error:
                self._done.emit(None, error, rest, True)
            else:
                self._done.emit(result, None, rest, True)
        if project is not None:
            project.close()

    def _deliver(self, result: Any, error: Exception | None, rest: tuple, ran: bool) -> None:
        answer, failure, owner, key, number = rest
        self._pending -= 1
        if not ran or (owner is not None and not isValid(owner)):
            return
        if key is not None and self._latest.get(key) != number:
            return
        if error is None:
            if answer is not None:
                answer(result)
        elif failure is not None:
            failure(error)
        else:
            self.failed.emit(error)


def error_message(error: Exception) -> str:
    """What to tell a person of an error: our own sentences as they are, others with their kind."""
    return str(error) if isinstance(error, DuctusError) else f"{type(error).__name__}: {error}"
