"""Long work runs as a child process of our own command line; here it is started, heard and stopped."""

from __future__ import annotations

import codecs
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.session.changes import EVERYTHING, Changed

PATIENCE_S = 120
"""A job that says nothing for so long is told of as perhaps hanging."""
GRACE_MS = 20_000
"""After a polite stop a job has so long to keep what it has; then it may be ended by force."""
READING = ("export", "check", "backup")
"""What may run on a project that is open for reading only."""
_MOST_ERROR = 20_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: ``ok`` with its ``result``; or ``text`` says what happened (stopped, failed, died)."""

    ok: bool
    stopped: bool
    result: dict[str, Any]
    text: str


class Job(QObject):
    """One run of ``ductus COMMAND ... --json``.

    ``said(dict)`` for each line the child says; ``quiet(bool)`` when it has said nothing for long, and when
    it speaks again; ``ended(Outcome)`` once, at the end.
    """

    said = Signal(dict)
    quiet = Signal(bool)
    ended = Signal(object)

    def __init__(self, kind: str, arguments: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.arguments = list(arguments)
        self.started_at = time.monotonic()
        self.progress: dict[str, Any] = {}
        """The latest progress event."""
        self.outcome: Outcome | None = None
        self._result: dict[str, Any] = {}
        self._error_text = ""
        self._stderr = ""
        self._line = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._asked_to_stop = False
        self._last_heard = time.monotonic()
        self._is_quiet = False
        self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONIOENCODING", "utf-8")
        environment.insert("PYTHONUNBUFFERED", "1")
        self._process.setProcessEnvironment(environment)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._read_error)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._failed_to_start)
        self._watch = QTimer(self, interval=1000)
        self._watch.timeout.connect(self._look)

    def start(self) -> None:
        """Start the child; its end comes through ``ended``, also when it cannot be started."""
        self._watch.start()
        self._process.start(sys.executable, ["-m", "core.cli.main", *self.arguments, "--json"])

    @property
    def running(self) -> bool:
        return self.outcome is None

    @property
    def pid(self) -> int:
        return int(self._process.processId())

    @property
    def asked_to_stop(self) -> bool:
        return self._asked_to_stop

    def refuse(self, text: str) -> None:
        """End it without having begun, for the reason told."""
        self._end(Outcome(False, False, {}, text))

    def stop(self) -> None:
        """Ask politely: what is finished is kept. The child may need some seconds."""
        if self.running:
            self._asked_to_stop = True
            self._process.terminate()

    def kill(self) -> None:
        """End the child at once; what it had finished and flushed stays."""
        if self.running:
            self._asked_to_stop = True
            self._process.kill()

    def wait(self, ms: int) -> bool:
        """Block until the child has ended (only when the app closes)."""
        return self._process.state() == QProcess.ProcessState.NotRunning or self._process.waitForFinished(ms)

    def _read(self) -> None:
        self._heard()
        self._line += self._decode(bytes(self._process.readAllStandardOutput().data()))
        *lines, self._line = self._line.split("\n")
        for line in lines:
            self._take(line)

    def _take(self, line: str) -> None:
        try:
            event = json.loads(line)
            name = event["event"]
        except (ValueError, TypeError, KeyError):
            return  # a library's chatter on standard output is none of ours
        if name == "result":
            self._result = event
        elif name == "error":
            self._error_text = str(event.get("text", ""))
        elif name == "progress":
            self.progress = event
        self.said.emit(event)

    def _read_error(self) -> None:
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        self._stderr = (self._stderr + text)[-_MOST_ERROR:]

    def _finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._read_error()
        crashed = status == QProcess.ExitStatus.CrashExit
        stopped = self._asked_to_stop or code == 130
        ok = code == 0 and not crashed
        self._end(Outcome(ok, stopped and not ok, self._result, "" if ok else self._what_happened(code, crashed)))

    def _what_happened(self, code: int, crashed: bool) -> str:
        if self._error_text:
            return self._error_text
        if self._asked_to_stop:
            return self.tr("Stopped; what was finished is kept.")
        last = self._stderr.strip().splitlines()[-1:] or [""]
        if crashed and code == 9:
            return self.tr(
                "The job was ended from outside, most often because the memory ran out. "
                "What it had finished is kept; try a smaller preset or close other programs, then resume."
            )
        if crashed:
            return self.tr("The job died without a word. What it had finished is kept and can be resumed.")
        return self.tr("The job failed: {0}. What it had finished is kept.").format(last[0])

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end(Outcome(False, False, {}, self.tr("The job could not be started.")))

    def _end(self, outcome: Outcome) -> None:
        if self.outcome is None:
            self.outcome = outcome
            self._watch.stop()
            self.ended.emit(outcome)

    def _heard(self) -> None:
        self._last_heard = time.monotonic()
        if self._is_quiet:
            self._is_quiet = False
            self.quiet.emit(False)

    def _look(self) -> None:
        if not self._is_quiet and time.monotonic() - self._last_heard > PATIENCE_S:
            self._is_quiet = True
            self.quiet.emit(True)


class Jobs(QObject):
    """The project's jobs: one at a time, further ones wait their turn.

    ``changed()``: another job runs, or none. ``wrote(Changed)``: a job wrote into the project.
    ``finished(Job)``: a job has ended; its ``outcome`` says how.
    """

    changed = Signal()
    wrote = Signal(object)
    finished = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._waiting: list[Job] = []
        self.refusal = ""
        """Why no job may write to the project; empty where it may."""
        self.current: Job | None = None

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def start(self, kind: str, *arguments: str) -> Job:
        """Run ``ductus kind PROJECT arguments...``; now, or when the jobs before it have ended."""
        job = Job(kind, [kind, str(self._folder), *arguments], self)
        job.ended.connect(lambda outcome, job=job: self._ended(job, outcome))
        if self.refusal and kind not in READING:
            # told when whoever asked has connected to it
            QTimer.singleShot(0, job, lambda: job.refuse(self.refusal))
            return job
        self._waiting.append(job)
        self._next()
        return job

    def close(self) -> None:
        """Drop what waits, stop what runs politely, and by force when it does not listen."""
        self._waiting.clear()
        if self.current is not None:
            job = self.current
            job.stop()
            if not job.wait(GRACE_MS):
                job.kill()
                job.wait(5000)

    def _next(self) -> None:
        if self.current is None and self._waiting:
            self.current = self._waiting.pop(0)
            self.current.started_at = time.monotonic()
            self.current.start()
        self.changed.emit()

    def _ended(self, job: Job, outcome: Outcome) -> None:
        if self.current is job:
            self.current = None
        self.wrote.emit(Changed(EVERYTHING, None))
        self.finished.emit(job)
        self._next()
