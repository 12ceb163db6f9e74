"""Events of a running job: small JSON objects, one a line, and the listeners that receive them."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO

from core.system.processes import on_stop_request

Event = dict[str, Any]
"""``{"event": EventKind, ...}``; the functions below make the kinds that several jobs use."""

GRAPHICS_CARD = "graphics-card"
"""The subject of a note, ``about``: the processor is used instead of the card."""

Listener = Callable[[Event], None]

ShouldStop = Callable[[], bool]
"""Returns whether the person has asked the job to stop."""


class EventKind(StrEnum):
    """The kinds of events; the values stand in stored event logs and in the output of ``--json``."""

    RUN = "run"
    NOTE = "note"
    PROGRESS = "progress"
    MEMBER = "member"
    RESULT = "result"
    ERROR = "error"
    UNENCODABLE = "unencodable"
    COLLISION = "collision"
    SKIPPED = "skipped"
    NETWORK_PASS = "network_pass"
    JOBS = "jobs"
    BEGAN = "began"
    RULE = "rival"
    VARIANT = "variant"
    TRANSCRIBED = "transcribed"


class Part(StrEnum):
    """The parts of jobs that report progress."""

    EMBEDDER = "embedder"
    GATES = "gates"
    ADAPTING = "adapting"
    CALIBRATING = "calibrating"
    READING = "reading"
    IMPORTING = "importing"
    PAGES = "pages"
    EXPORTING = "exporting"
    CHECKING = "checking"
    COPYING = "copying"
    MEASURING = "measuring"
    FETCHING = "fetching"
    INSTALLING = "installing"


def note(text: str) -> Event:
    """Return a message for the person."""
    return {"event": EventKind.NOTE, "text": text}


def card_note(text: str) -> Event:
    """Return a message for the person that the graphics card is not used."""
    return note(text) | {"about": GRAPHICS_CARD}


def progress(part: Part, done: int, total: int, **more: Any) -> Event:
    """Return the progress of a part: ``done`` of ``total`` units; ``more`` are figures of that part."""
    return {"event": EventKind.PROGRESS, "part": part, "done": done, "total": total, **more}


def network_pass(words: int) -> Event:
    """Return that a block of ``words`` word images is about to pass through the embedders."""
    return {"event": EventKind.NETWORK_PASS, "words": words}


def unencodable(word: str, characters: str) -> Event:
    """Return that ``word`` has ``characters`` that the alphabet lacks."""
    return {"event": EventKind.UNENCODABLE, "word": word, "characters": characters}


def collision(words: Sequence[str]) -> Event:
    """Return that the alphabet gives all ``words`` the same signature."""
    return {"event": EventKind.COLLISION, "words": words}


def skipped(file: Path, place: str, reason: str, *, is_image_missing: bool = False) -> Event:
    """Return that a part of ``file`` is left out; ``is_image_missing``: for want of its image."""
    more = {"image_missing": True} if is_image_missing else {}
    return {"event": EventKind.SKIPPED, "file": str(file), "place": place, "reason": reason, **more}


def write_json_lines(out: TextIO | None = None) -> Listener:
    """Return a listener that prints each event as a line of JSON and flushes: a parent process gets it at once."""
    stream = out or sys.stdout

    def write(event: Event) -> None:
        stream.write(json.dumps(event, default=_to_json) + "\n")
        stream.flush()

    return write


def log_events(append: Callable[[bytes], None], then: Listener) -> Listener:
    """Return a listener that gives each event to ``append`` as a line of a log and passes it on to ``then``."""

    def write(event: Event) -> None:
        append(json.dumps(event, default=_to_json).encode() + b"\n")
        then(event)

    return write


def ignore_events(event: Event) -> None:
    """Do nothing: a listener for callers that want no events."""


class StopFlag:
    """Set when the person asks the job to stop; calling it returns whether they did."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def set(self) -> None:
        """Ask the job to stop."""
        self._event.set()


@contextmanager
def stop_on_signals() -> Iterator[StopFlag]:
    """Set the yielded flag when the process is asked to stop; a second Ctrl-C interrupts as usual."""
    flag = StopFlag()
    with on_stop_request(flag.set):
        yield flag


def _to_json(value: Any) -> Any:
    """Convert NumPy numbers and paths for JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be part of an event")
