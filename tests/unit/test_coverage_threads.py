"""A thread whose trace function is refused at first still begins."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest
from coverage_threads import PatientSys


def test_a_thread_that_is_refused_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def refuse_twice(hook: Any) -> None:
        asked.append(hook)
        if len(asked) <= 2:
            raise RuntimeError("Cannot install a trace function while another trace function is being installed")

    done = threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(threading, "_sys", PatientSys())
        patch.setattr(threading, "_trace_hook", lambda *_: None)
        patch.setattr(sys, "settrace", refuse_twice)
        thread = threading.Thread(target=done.set)
        thread.start()
        thread.join(10)
    assert done.is_set() and len(asked) >= 3
