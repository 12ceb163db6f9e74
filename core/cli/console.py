"""How a command speaks: JSON lines for programs, progress bars and tables for people."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Protocol

from core.events import Event, write_json_lines

if TYPE_CHECKING:
    from rich.progress import TaskID


class Console(Protocol):
    """Where a command's events, tables and last result go."""

    def emit(self, event: Event) -> None:
        """Show one event of the running job."""
        ...

    def say(self, text: str) -> None:
        """A line for a person; programs get it as a note."""
        ...

    def table(self, title: str, head: list[str], rows: list[list[str]], *, texts: bool = False) -> None:
        """A table for a person, of numbers behind a name or of ``texts``; programs find them in the result."""
        ...

    def result(self, result: dict[str, Any]) -> None:
        """The command's last word, for programs."""
        ...

    def close(self) -> None: ...


class JsonConsole:
    """One JSON object a line on standard output; the last is ``{"event": "result", ...}``."""

    def __init__(self) -> None:
        self.emit = write_json_lines()

    def say(self, text: str) -> None:
        self.emit({"event": "note", "text": text})

    def table(self, title: str, head: list[str], rows: list[list[str]], *, texts: bool = False) -> None:
        pass

    def result(self, result: dict[str, Any]) -> None:
        self.emit({"event": "result", **result})

    def close(self) -> None:
        pass


_PARTS = {
    "embedder": "Reader {member}: learning",
    "gates": "Reader {member}: gates",
    "reading": "Reading words",
    "importing": "Importing",
    "pages": "Pages",
    "exporting": "Exporting",
    "checking": "Checking",
    "copying": "Copying",
}


class TextConsole:
    """Progress bars on the error stream while a job runs, plain text and tables on standard output."""

    def __init__(self) -> None:
        from rich.console import Console as RichConsole
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._out = RichConsole(highlight=False, soft_wrap=True)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[extra]}"),
            console=RichConsole(stderr=True),
            transient=False,
        )
        self._tasks: dict[tuple[str, Any], TaskID] = {}
        self._started = False
        self._lines = not sys.stderr.isatty()
        self._last_line = time.monotonic()

    def emit(self, event: Event) -> None:
        kind = event["event"]
        if kind == "progress":
            self._advance(event)
        elif kind == "note":
            self.say(event["text"])
        elif kind == "unencodable":
            self.say(f"Cannot be encoded: '{event['word']}' ({event['characters']})")
        elif kind == "collision":
            self.say(f"Cannot be told apart by their signatures: {', '.join(event['words'])}")
        elif kind == "skipped":
            place = f" ({event['place']})" if event["place"] else ""
            self.say(f"Skipped {event['file']}{place}: {event['reason']}")
        elif kind == "member" and event["state"] == "finished":
            self.say(
                f"Reader {event['member'] + 1} of {event['members']} is trained; a word counts as known to it "
                f"when {event['thres']} of {event['gates']} gates say so."
            )

    def say(self, text: str) -> None:
        if self._started and not self._lines:
            self._progress.console.print(text, highlight=False)
        else:
            self._out.print(text, markup=False)

    def table(self, title: str, head: list[str], rows: list[list[str]], *, texts: bool = False) -> None:
        from rich.box import SIMPLE_HEAD
        from rich.table import Table

        self.close()
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
        for place, name in enumerate(head):
            table.add_column(
                name,
                justify="left" if texts or place == 0 else "right",
                overflow="fold",  # a number may go over two lines, but is never cut short
                no_wrap=place == 0 and not texts,
            )
        for row in rows:
            table.add_row(*row)
        self._out.print(table)

    def result(self, result: dict[str, Any]) -> None:
        self.close()

    def close(self) -> None:
        if self._started:
            self._progress.stop()
            self._started = False

    def _advance(self, event: Event) -> None:
        member = event.get("member")
        part = str(event["part"])
        name = _PARTS.get(part, part).format(member=(member or 0) + 1)
        extra = f"loss {event['loss']:.3f}" if event.get("loss") is not None else ""
        if self._lines:
            # no terminal: a line now and then instead of a bar
            if event["done"] >= event["total"] or time.monotonic() - self._last_line > 20:
                self._last_line = time.monotonic()
                self._out.print(f"{name}: {event['done']} of {event['total']} {extra}".rstrip(), markup=False)
            return
        if not self._started:
            self._progress.start()
            self._started = True
        key = (event["part"], member)
        if key not in self._tasks:
            self._tasks[key] = self._progress.add_task(name, total=event["total"], extra=extra)
        self._progress.update(
            self._tasks[key], completed=event["done"], total=event["total"], extra=extra, description=name
        )
