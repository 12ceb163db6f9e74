"""A single piece of work in a thread of its own, answered in the window's thread; no project is needed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from app.background.main_thread import MainThreadCallback

Answer = Callable[[Any], None]
Failure = Callable[[Exception], None]


def run_in_thread(owner: QObject, work: Callable[[], Any], answer: Answer, failure: Failure) -> None:
    """``answer(work())``, or ``failure(error)``; neither once ``owner`` is gone."""

    def deliver(result: Any, error: Exception | None) -> None:
        voice.close()
        if error is None:
            answer(result)
        else:
            failure(error)

    voice = MainThreadCallback(owner, deliver)
    threading.Thread(target=_run, args=(work, voice), name="ductus-aside", daemon=True).start()


def _run(work: Callable[[], Any], voice: MainThreadCallback) -> None:
    try:
        result, error = work(), None
    except Exception as raised:
        result, error = None, raised
    voice(result, error)
