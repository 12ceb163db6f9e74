"""Work beside the window that needs no project: a function in a thread, its answer in the window's."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

_under_way: set[_Call] = set()
"""Keeps each call alive until its answer was delivered, however long its asker lives."""


class _Call(QObject):
    done = Signal(object, object)


def in_background(
    work: Callable[[], Any],
    answer: Callable[[Any], None],
    failure: Callable[[Exception], None],
    owner: QObject,
) -> None:
    """Run ``work()`` in a thread of its own, then ``answer(result)`` or ``failure(error)`` in this one.

    Nothing is answered once ``owner`` is gone.
    """
    call = _Call()
    _under_way.add(call)

    def deliver(result: Any, error: Exception | None) -> None:
        _under_way.discard(call)
        if isValid(owner):
            if error is None:
                answer(result)
            else:
                failure(error)

    def run() -> None:
        try:
            result, error = work(), None
        except Exception as raised:
            result, error = None, raised
        call.done.emit(result, error)

    call.done.connect(deliver)
    threading.Thread(target=run, name="ductus-page", daemon=True).start()
