"""A thread with its own connection to the project: work goes in, results come back in the main thread."""

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.background.threads import MainThreadCallback, OnError, OnResult, attempt
from core.errors import DuctusError
from core.project.project import Project

ProjectWork = Callable[[Project], Any]


class _Request(NamedTuple):
    on_result: OnResult | None
    on_error: OnError | None
    owner: QObject | None
    key: str | None


class Worker(QObject):
    """Runs work one by one, in the order given. One that writes opens its connection at once.

    ``failed`` is emitted in the main thread for work that raised and had no ``on_error`` of its own.
    """

    failed = Signal(Exception)

    def __init__(self, folder: Path, *, read_only: bool, name: str) -> None:
        super().__init__()
        self._folder, self._read_only = folder, read_only
        self._project: Project | None = None
        self._queue: queue.SimpleQueue[tuple[int, str | None, ProjectWork] | None] = queue.SimpleQueue()
        self._numbers = count()
        self._requests: dict[int, _Request] = {}
        self._latest: dict[str, int] = {}
        self._callback = MainThreadCallback(self, self._deliver)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """The number of pieces of work without a result yet."""
        return len(self._requests)

    def run(
        self,
        work: ProjectWork,
        on_result: OnResult | None = None,
        on_error: OnError | None = None,
        *,
        owner: QObject | None = None,
        key: str | None = None,
    ) -> None:
        """Run ``work(project)`` in the thread, then ``on_result(result)`` in the main thread.

        Nothing is called once ``owner`` is destroyed. Of work with the same ``key`` only the latest is run or
        reported: it replaces what a person no longer looks at.
        """
        number = next(self._numbers)
        self._requests[number] = _Request(on_result, on_error, owner, key)
        if key is not None:
            self._latest[key] = number
        self._queue.put((number, key, work))

    def switch_to(self, folder: Path) -> None:
        """Do the work that follows in another project; only work itself may call it."""
        self._folder = folder
        if self._project is not None:
            self._project.close()
            self._project = None

    def close(self) -> None:
        """Finish all work that was given, then end the thread. No results are reported any more."""
        self._queue.put(None)
        self._thread.join()
        self._callback.close()

    def _run(self) -> None:
        if not self._read_only:
            # before anybody can remove the file; an error comes again with the first work
            with suppress(Exception):
                self._open()
        while (item := self._queue.get()) is not None:
            number, key, work = item
            outcome = attempt(partial(self._execute, work)) if self._is_current(number, key) else (None, None)
            self._callback(number, *outcome)
        if self._project is not None:
            self._project.close()

    def _execute(self, work: ProjectWork) -> Any:
        return work(self._open())

    def _open(self) -> Project:
        if self._project is None:
            self._project = Project.open(self._folder, read_only=self._read_only)
        return self._project

    def _is_current(self, number: int, key: str | None) -> bool:
        return key is None or self._latest.get(key) == number

    def _deliver(self, number: int, result: Any, error: Exception | None) -> None:
        request = self._requests.pop(number)
        if not self._is_current(number, request.key) or (request.owner is not None and not isValid(request.owner)):
            return
        if error is None:
            if request.on_result is not None:
                request.on_result(result)
        elif request.on_error is not None:
            request.on_error(error)
        else:
            self.failed.emit(error)


def error_message(error: Exception) -> str:
    """Return the message for people: that of an error of Ductus, any other with its type."""
    return str(error) if isinstance(error, DuctusError) else f"{type(error).__name__}: {error}"
