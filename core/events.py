"""Events of a running job: small JSON objects, one a line, and whoever listens to them."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

Event = dict[str, Any]
"""``{"event": NAME, ...}``: ``progress`` (part, done, total, ...), ``note`` (text), ``result`` (the last)."""

Listener = Callable[[Event], None]


def write_json_lines(out: TextIO | None = None) -> Listener:
    """A listener that prints each event as one line of JSON and flushes, so that a parent process sees it at once."""
    stream = out or sys.stdout

    def write(event: Event) -> None:
        stream.write(json.dumps(event, default=_plain) + "\n")
        stream.flush()

    return write


def log_events(path: Path, then: Listener) -> Listener:
    """A listener that appends each event to the file at ``path`` and passes it on."""

    def write(event: Event) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(event, default=_plain) + "\n")
        then(event)

    return write


def ignore_events(event: Event) -> None:
    """A listener that hears nothing."""


class StopFlag:
    """Set when the person asks the job to stop; calling it tells whether they did."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def set(self) -> None:
        self._event.set()


@contextmanager
def stop_on_signals() -> Iterator[StopFlag]:
    """Within it, the first Ctrl-C or SIGTERM asks politely; a second Ctrl-C interrupts as usual."""
    flag = StopFlag()
    former: dict[int, Any] = {}

    def ask(number: int, frame: FrameType | None) -> None:
        flag.set()
        for known, handler in former.items():
            signal.signal(known, handler)

    if threading.current_thread() is threading.main_thread():
        for wanted in (signal.SIGINT, signal.SIGTERM):
            former[wanted] = signal.signal(wanted, ask)
    try:
        yield flag
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _plain(value: Any) -> Any:
    """Numpy numbers and paths as JSON knows them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot stand in an event")
