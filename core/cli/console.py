"""The output of a command: JSON lines for programs; progress bars, text and tables for people."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core.events import (
    Collision,
    Event,
    InputSkipped,
    JobPart,
    MemberChanged,
    Note,
    Progress,
    Result,
    ShouldStop,
    Unencodable,
    stop_on_signals,
    write_json_lines,
)
from core.language import tr, tr_noop, tr_plural

if TYPE_CHECKING:
    from rich.progress import TaskID

_LINE_SECONDS = 20
"""Seconds between two lines of progress where the error stream is not a terminal."""

_PARTS: dict[str, str] = {
    JobPart.EMBEDDER: tr_noop("Reader {member}: training"),
    JobPart.GATES: tr_noop("Reader {member}: gates"),
    JobPart.LINE_READER: tr_noop("Line reader"),
    JobPart.ADAPTING: tr_noop("Adapting"),
    JobPart.CALIBRATING: tr_noop("Calibrating"),
    JobPart.READING: tr_noop("Reading words"),
    JobPart.IMPORTING: tr_noop("Importing"),
    JobPart.PAGES: tr_noop("Pages"),
    JobPart.EXPORTING: tr_noop("Exporting"),
    JobPart.CHECKING: tr_noop("Checking"),
    JobPart.COPYING: tr_noop("Copying"),
    JobPart.MEASURING: tr_noop("Measuring"),
    JobPart.FETCHING: tr_noop("Fetching"),
    JobPart.INSTALLING: tr_noop("Megabytes"),
}


class Console:
    """The output of a command: its events, text, tables and result. This one shows nothing."""

    def emit(self, event: Event) -> None:
        """Show one event of the running job."""

    def print(self, text: str) -> None:
        """Show a line of text; programs get it as a note."""

    def say(self, template: str, /, **fields: object) -> None:
        """Show a sentence in the language of the person."""
        self.print(tr(template, **fields))

    def say_plural(self, one: str, many: str, n: int, /, **fields: object) -> None:
        """Show the sentence for ``n`` things, ``one`` or ``many``."""
        self.print(tr_plural(one, many, n, **fields))

    def table(self, title: str, header: list[str], rows: list[list[str]], *, is_text: bool = False) -> None:
        """Show a table to a person: numbers after a name, or text; programs find its content in the result."""

    def result(self, result: Result) -> None:
        """Send the result of the command to a program."""

    def close(self) -> None:
        """End the progress bars."""

    @contextmanager
    def job(self) -> Iterator[ShouldStop]:
        """Yield the function by which a job learns that it is to stop; end the progress bars when it is done."""
        with stop_on_signals() as should_stop:
            yield should_stop
        self.close()


class JsonConsole(Console):
    """One JSON object a line on standard output; the last is ``{"event": "result", ...}``."""

    def __init__(self) -> None:
        self._write = write_json_lines()

    def emit(self, event: Event) -> None:
        self._write(event)

    def print(self, text: str) -> None:
        self.emit(Note(text))

    def result(self, result: Result) -> None:
        self.emit(result)


class TextConsole(Console):
    """Plain text and tables on standard output.

    On the error stream, if it is a terminal, a sign of life until there is something to show, then progress bars.
    """

    def __init__(self) -> None:
        from rich import progress as bars
        from rich.console import Console as RichConsole

        self._out = RichConsole(highlight=False, soft_wrap=True)
        self._progress = bars.Progress(
            bars.TextColumn("{task.description}"),
            bars.BarColumn(),
            bars.MofNCompleteColumn(),
            bars.TimeElapsedColumn(),
            bars.TextColumn(tr("left")),
            bars.TimeRemainingColumn(),
            bars.TextColumn("{task.fields[extra]}"),
            console=RichConsole(stderr=True),
        )
        self._tasks: dict[tuple[str, Any], TaskID] = {}
        self._is_started = False
        self._has_terminal = sys.stderr.isatty()
        self._last_line = time.monotonic()
        self._preparing = self._progress.console.status(tr("Preparing …"))
        if self._has_terminal:
            self._preparing.start()

    def emit(self, event: Event) -> None:
        if isinstance(event, Progress):
            self._show_progress(event)
        elif text := event_text(event):
            self.print(text)

    def print(self, text: str) -> None:
        self._preparing.stop()
        if self._is_started and self._has_terminal:
            self._progress.console.print(text, markup=False, highlight=False)
        else:
            self._out.print(text, markup=False)

    def table(self, title: str, header: list[str], rows: list[list[str]], *, is_text: bool = False) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        self.close()
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
        for column, name in enumerate(header):
            table.add_column(
                name,
                justify="left" if is_text or column == 0 else "right",
                overflow="fold",  # a long number is wrapped, never cut
                no_wrap=column == 0 and not is_text,
            )
        for row in rows:
            table.add_row(*row)
        self._out.print(table)

    def result(self, result: Result) -> None:
        self.close()

    def close(self) -> None:
        self._preparing.stop()
        if self._is_started:
            self._progress.stop()
            self._is_started = False

    def _show_progress(self, event: Progress) -> None:
        part, member, done, total = event.part, event.member, event.done, event.total
        name = tr(_PARTS.get(part, str(part)), member=(member or 0) + 1)
        extra = tr("loss {loss:.3f}", loss=event.loss) if event.loss is not None else ""
        if not self._has_terminal:
            if done >= total or time.monotonic() - self._last_line > _LINE_SECONDS:
                self._last_line = time.monotonic()
                self._out.print(
                    tr("{name}: {done} of {total} {extra}", name=name, done=done, total=total, extra=extra).rstrip(),
                    markup=False,
                )
            return
        if not self._is_started:
            self._preparing.stop()
            self._progress.start()
            self._is_started = True
        key = (part, member)
        if key not in self._tasks:
            self._tasks[key] = self._progress.add_task(name, total=total, extra=extra)
        self._progress.update(self._tasks[key], completed=done, total=total, extra=extra, description=name)


def event_text(event: Event) -> str:
    """Return the message of an event for people, "" if it has none."""
    match event:
        case Note():
            return event.text
        case Unencodable():
            return tr(
                "The alphabet cannot encode '{word}' ({characters}).", word=event.word, characters=event.characters
            )
        case Collision():
            return tr("These words have the same signature: {words}", words=", ".join(event.words))
        case InputSkipped():
            part = f"{event.file} ({event.place})" if event.place else event.file
            text = tr_noop("Note on {part}: {reason}") if event.is_note else tr_noop("Skipped {part}: {reason}")
            return tr(text, part=part, reason=event.reason)
        case MemberChanged(state="finished"):
            return tr(
                "Reader {member} of {members} is trained. Words with at least {thres} of its {gates} votes "
                "count as words that it was trained on.",
                member=event.member + 1,
                members=event.members,
                thres=event.thres,
                gates=event.gates,
            )
    return ""
