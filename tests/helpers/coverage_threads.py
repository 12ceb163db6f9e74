"""Threads that begin at the same moment while coverage is measured, and do not get in each other's way.

Python 3.11 refuses to install a trace function while another thread installs one, and the thread that was refused ends
before it has done anything. Here it tries again.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

_TRIES = 1000


class PatientSys:
    """``sys`` as :mod:`threading` sees it, with a ``settrace`` that waits for its turn."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys, name)

    @staticmethod
    def settrace(hook: Callable[..., Any] | None) -> None:
        for _ in range(_TRIES):
            try:
                return sys.settrace(hook)
            except RuntimeError:
                time.sleep(0.001)
        return sys.settrace(hook)


def install() -> None:
    """For all threads that begin from now on; where threads are traced at all."""
    if threading.gettrace() is not None:
        threading._sys = PatientSys()  # type: ignore[attr-defined]
