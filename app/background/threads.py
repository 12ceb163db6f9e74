"""Work in background threads, with the results delivered in the main thread."""

import logging
import sys
import threading
from collections.abc import Callable
from functools import cache, partial
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from core.errors import DuctusError

Work = Callable[[], Any]
OnResult = Callable[[Any], None]
OnError = Callable[[Exception], None]

logger = logging.getLogger(__name__)

_SWITCH_INTERVAL_S = 0.0005


def favour_main_thread() -> None:
    """Let threads that run Python code hand over to the main thread within half a millisecond.

    Python's own interval is 5 ms: that is how long the main thread waits each time it wants to continue beside another.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_S)


class MainThreadCallback:
    """Callable from any thread: ``receive`` is called with the same arguments in the main thread while ``owner`` lives.

    Emitting through a QObject that is being destroyed crashes the process. All threads therefore emit through one
    object that lives as long as the process, and hold a number in place of the owner.
    """

    def __init__(self, owner: QObject, receive: Callable[..., None]) -> None:
        self._dispatcher = _dispatcher()
        self._number = self._dispatcher.add(owner, receive)

    def __call__(self, *arguments: Any) -> None:
        try:
            self._dispatcher.called.emit(self._number, arguments)
        except RuntimeError:
            # Qt's objects are deleted before the process ends; a thread still at work then has nobody to report to
            if isValid(self._dispatcher):
                raise

    def close(self) -> None:
        """Deliver nothing from now on."""
        self._dispatcher.remove(self._number)


class _Dispatcher(QObject):
    called = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self._numbers = count()
        self._receivers: dict[int, tuple[QObject, Callable[..., None]]] = {}
        self.called.connect(self._deliver)

    def add(self, owner: QObject, receive: Callable[..., None]) -> int:
        number = next(self._numbers)
        self._receivers[number] = owner, receive
        return number

    def remove(self, number: int) -> None:
        self._receivers.pop(number, None)

    def _deliver(self, number: int, arguments: tuple[Any, ...]) -> None:
        owner, receive = self._receivers.get(number, (None, None))
        if owner is None or receive is None:
            return
        if isValid(owner):
            receive(*arguments)
        else:
            self.remove(number)


@cache
def _dispatcher() -> _Dispatcher:
    return _Dispatcher()


def attempt(work: Work) -> tuple[Any, Exception | None]:
    """Run ``work`` here; return (result, None), or (None, exception) when it raised. Unexpected errors are logged."""
    try:
        return work(), None
    except Exception as error:
        if not isinstance(error, DuctusError | OSError):
            logger.exception("Unexpected error in the thread %s", threading.current_thread().name)
        return None, error


def run_in_thread(
    owner: QObject, work: Work, on_result: OnResult, on_error: OnError, *, name: str = "ductus-work"
) -> threading.Thread:
    """Run ``work`` in a new thread, then ``on_result(result)`` or ``on_error(exception)`` in the main thread.

    Neither is called once ``owner`` is destroyed. Returns the running thread.
    """

    def deliver(result: Any, error: Exception | None) -> None:
        callback.close()
        if error is None:
            on_result(result)
        else:
            on_error(error)

    # the thread holds neither function: it must not be the one that frees the last reference to a widget
    callback = MainThreadCallback(owner, deliver)
    thread = threading.Thread(target=_run, args=(work, callback), name=name, daemon=True)
    thread.start()
    return thread


def _run(work: Work, callback: MainThreadCallback) -> None:
    callback(*attempt(work))


class LatestTask(QObject):
    """Runs work of which only the latest result counts.

    Work that was replaced or cancelled runs to its end and its result is dropped, so it should only read.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0

    def run(self, work: Work, on_result: OnResult, on_error: OnError) -> None:
        """Run ``work`` in a thread in place of the work before; report as :func:`run_in_thread` does."""
        self._number += 1
        number = self._number
        run_in_thread(self, work, partial(self._report, number, on_result), partial(self._report, number, on_error))

    def cancel(self) -> None:
        """Drop the result of the work that runs."""
        self._number += 1

    def _report(self, number: int, report: Callable[[Any], None], outcome: Any) -> None:
        if number == self._number:
            report(outcome)
