"""Events of a running job: frozen values, one JSON object a line on disk and on pipes, and those who receive them."""

import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, TextIO

from core.dataclass_json import rebuild
from core.system.processes import on_stop_request

GRAPHICS_CARD = "graphics-card"
"""The subject of a note, ``about``: the processor is used instead of the card."""

ShouldStop = Callable[[], bool]
"""Returns whether the person has asked the job to stop."""


class JobPart(StrEnum):
    """The parts of jobs that report progress."""

    EMBEDDER = "embedder"
    GATES = "gates"
    LINE_READER = "line reader"
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


@dataclass(frozen=True, slots=True)
class Event:
    """A report of a running job. The fields are written in their order, without those at their default."""

    kind: ClassVar[str]
    """The value of ``event`` in JSON."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of this event."""
        names = [field.name for field in fields(self) if self._is_written(field.name, field.default)]
        return {"event": self.kind} | {name: getattr(self, name) for name in names}

    def _is_written(self, name: str, default: Any) -> bool:
        return default is MISSING or getattr(self, name) != default


@dataclass(frozen=True, slots=True)
class RunBegan(Event):
    """A training run has begun or continues."""

    kind = "run"
    run: int
    preset: str
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Note(Event):
    """A message for the person. ``about`` names its subject for programs that need to know it."""

    kind = "note"
    text: str
    about: str | None = None


@dataclass(frozen=True, slots=True)
class Progress(Event):
    """The progress of a part, or of one ``member`` in it: ``done`` of ``total`` units."""

    kind = "progress"
    part: str
    """A :class:`JobPart`, or one that a later version has added."""
    done: int
    total: int
    member: int | None = None
    loss: float | None = None
    """The mean loss of this epoch."""
    val_accuracy: float | None = None
    """The accuracy on reserved images after this epoch."""
    images_per_second: float | None = None
    bytes: int | None = None
    """Fetched so far."""

    def _is_written(self, name: str, default: Any) -> bool:
        # an epoch of an embedder says, too, that its accuracy was not measured
        is_epoch = self.part == JobPart.EMBEDDER and self.loss is not None
        return Event._is_written(self, name, default) or (is_epoch and name == "val_accuracy")


@dataclass(frozen=True, slots=True)
class MemberChanged(Event):
    """The training of a member is "started" or "finished", with its threshold and its number of gates."""

    kind = "member"
    member: int
    members: int
    state: str
    thres: int | None = None
    gates: int | None = None


@dataclass(frozen=True, slots=True)
class Unencodable(Event):
    """A ``word`` has ``characters`` that the alphabet lacks."""

    kind = "unencodable"
    word: str
    characters: str


@dataclass(frozen=True, slots=True)
class Collision(Event):
    """The alphabet gives all ``words`` the same signature."""

    kind = "collision"
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class InputSkipped(Event):
    """A part of ``file`` is left out, or a note on it: the place in the file and the reason in one sentence."""

    kind = "skipped"
    file: Path
    place: str
    reason: str
    image_missing: bool = False
    """True for a transcription that is left out for want of its image."""
    is_note: bool = False
    """True if nothing is missing: something was chosen, or imported otherwise."""
    reason_kind: str = ""
    """The reason without the names and numbers in which others of its kind differ."""


@dataclass(frozen=True, slots=True)
class NetworkPass(Event):
    """A block of ``words`` word images is about to pass through the embedders."""

    kind = "network_pass"
    words: int


@dataclass(frozen=True, slots=True)
class OpenJobs(Event):
    """So many jobs of a cluster have not ended."""

    kind = "jobs"
    open: int


@dataclass(frozen=True, slots=True)
class WorkerBegan(Event):
    """A worker has begun with a job."""

    kind = "began"
    host: str
    pid: int


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """The job has failed or was stopped; the reason, and the exit code of its process."""

    kind = "error"
    text: str = ""
    exit_code: int = 1

    def to_json(self) -> dict[str, Any]:
        return {"event": self.kind, "text": self.text, "exit_code": self.exit_code}


@dataclass(frozen=True, slots=True)
class Result(Event):
    """The result of a command; that of a job has its own class, which the job's declaration names."""

    kind = "result"


@dataclass(frozen=True, slots=True)
class Report(Result):
    """A result that is printed or stored as JSON and not read by its fields; ``content`` stands beside ``event``."""

    content: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"event": self.kind, **self.content}


Listener = Callable[[Event], None]

_KINDS: dict[str, type[Event]] = {
    event.kind: event
    for event in (
        *(RunBegan, Note, Progress, MemberChanged, Unencodable, Collision, InputSkipped, NetworkPass),
        *(OpenJobs, WorkerBegan, Failed),
    )
}


def from_json(line: str | bytes, result: type[Result] = Report) -> Event | None:
    """Rebuild an event from its line, a result as ``result``.

    Return None for other output, a malformed event, and an unknown kind.
    """
    try:
        data = json.loads(line)
        name = data.pop("event")
        kind = result if name == Result.kind else _KINDS[name]
        return kind(data) if issubclass(kind, Report) else rebuild(kind, data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def card_note(text: str) -> Note:
    """Return a message for the person that the graphics card is not used."""
    return Note(text, GRAPHICS_CARD)


def write_json_lines(out: TextIO | None = None) -> Listener:
    """Return a listener that prints each event as a line of JSON and flushes: a parent process gets it at once."""
    stream = out or sys.stdout

    def write(event: Event) -> None:
        stream.write(json.dumps(event.to_json(), default=to_json) + "\n")
        stream.flush()

    return write


def log_events(append: Callable[[bytes], None], then: Listener) -> Listener:
    """Return a listener that gives each event to ``append`` as a line of a log and passes it on to ``then``."""

    def write(event: Event) -> None:
        append(json.dumps(event.to_json(), default=to_json).encode() + b"\n")
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


def to_json(value: Any) -> Any:
    """Convert NumPy numbers, paths and dataclasses for JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Path):
        return str(value)
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} cannot be part of an event")
