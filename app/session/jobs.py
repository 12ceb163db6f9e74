"""Long work as child processes: started, followed and stopped here."""

import codecs
import logging
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from app.session.changes import Changed
from app.session.run_progress import TrainingProgress
from core.events import GRAPHICS_CARD, Event, Failed, InputSkipped, JobPart, Note, Progress, Result, from_json
from core.jobs.requests import ImportRequest, JobRequest, RecogniseRequest, TrainModelRequest, to_line
from core.jobs.results import Recognised
from core.logs import strip_messages
from core.project.changes import PAGES, PREDICTIONS, WORDS
from core.system.processes import STOP_BY_INPUT, stops_by_input
from core.system.programs import job_command

STALL_TIMEOUT_S = 120
"""A job without any event for so long is reported as stalled."""
STOP_TIMEOUT_MS = 20_000
"""Time for a job that was asked to stop to save what it has, before it is killed."""
_MAX_STDERR = 20_000
_STOPPED_EXIT_CODE = 130

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a job: ``ok`` with its ``result``, or a ``text`` with the reason why it was stopped or failed.

    A check that finds faults fails with a result.
    """

    ok: bool
    stopped: bool
    result: Result | None
    text: str


class Job(QObject):
    """A child process that does what ``request`` asks for, in the project ``folder`` if it needs one.

    ``event_received(Event)`` for each event of the child, ``progressed(done, total)`` for those with progress;
    ``stalled(bool)`` when it has sent nothing for long, and when it continues; ``finished(Outcome)`` once, at the end.
    """

    event_received = Signal(object)
    progressed = Signal(int, int)
    stalled = Signal(bool)
    finished = Signal(object)

    def __init__(self, request: JobRequest, folder: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.request, self.folder = request, folder
        self.kind = request.job.name
        self.started_at = time.monotonic()
        self.outcome: Outcome | None = None
        self.stop_requested = False
        self.was_refused = False
        self.has_given_way = False
        """True if it was stopped to be started again later, not because a person wanted it."""
        self.leaves_card_unused = False
        """True if a PyTorch for the graphics card is installed, and the processor took its place."""
        self.training = TrainingProgress() if isinstance(request, TrainModelRequest) else None
        """The progress of a training over all its members."""
        self.skipped: list[InputSkipped] = []
        """The entries that it has left out."""
        self.remarks: list[str] = []
        """Its notes, but those after its last progress, which sum the result up: the app does that itself."""
        self._latest_notes: list[str] = []
        self._words_read = 0
        self._result: Result | None = None
        self._error_text = ""
        self._stderr = ""
        self._line = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._last_output = time.monotonic()
        self._is_stalled = False
        self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONIOENCODING", "utf-8")
        environment.insert("PYTHONUNBUFFERED", "1")
        if stops_by_input():
            environment.insert(STOP_BY_INPUT, "1")
        self._process.setProcessEnvironment(environment)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.readyReadStandardError.connect(self._read_error)
        self._process.finished.connect(self._process_finished)
        self._process.errorOccurred.connect(self._process_failed)
        self._stall_timer = QTimer(self, interval=1000)
        self._stall_timer.timeout.connect(self._check_stalled)

    def start(self) -> None:
        """Start the child; ``finished`` follows, also when it cannot be started."""
        self._stall_timer.start()
        program, *arguments = job_command()
        self._process.start(program, arguments)
        self._process.write(to_line(self.request, self.folder).encode())

    @property
    def is_running(self) -> bool:
        return self.outcome is None

    @property
    def is_in_background(self) -> bool:
        """Return whether the app started it by itself."""
        return self.request.job.is_in_background

    @property
    def changes(self) -> frozenset[str]:
        """The parts of the project that it may have written: no suggestions if it read no word."""
        parts = self.request.job.changes
        words = self._result.words if isinstance(self._result, Recognised) else self._words_read
        return parts - {PREDICTIONS} if isinstance(self.request, RecogniseRequest) and not words else parts

    @property
    def pid(self) -> int:
        return int(self._process.processId())

    def refuse(self, reason: str) -> None:
        """Finish without having started."""
        self.was_refused = True
        self._finish(Outcome(False, False, None, reason))

    def stop(self) -> None:
        """Ask the child to stop, which may take it some seconds; finished work is kept."""
        if self.is_running:
            self.stop_requested = True
            if stops_by_input():
                self._process.closeWriteChannel()
            else:
                self._process.terminate()

    def give_way(self) -> None:
        """Stop it, to be continued later."""
        if self.is_running:
            self.has_given_way = True
            self.stop()

    def kill(self) -> None:
        """End the child at once; what it has written to disk is kept."""
        if self.is_running:
            self.stop_requested = True
            self._process.kill()

    def wait(self, ms: int) -> bool:
        """Block until the child has ended, ``ms`` milliseconds at most; only for closing the app."""
        return self._process.state() == QProcess.ProcessState.NotRunning or self._process.waitForFinished(ms)

    def close(self, timeout_ms: int) -> None:
        """Stop the child and wait for it; kill it after ``timeout_ms``."""
        if self.is_running:
            self.stop()
            if not self.wait(timeout_ms):
                self.kill()
                self.wait(5000)

    def _read(self) -> None:
        self._last_output = time.monotonic()
        if self._is_stalled:
            self._is_stalled = False
            self.stalled.emit(False)
        self._line += self._decode(bytes(self._process.readAllStandardOutput().data()))
        *lines, self._line = self._line.split("\n")
        for line in lines:
            self._receive(line)

    def _receive(self, line: str) -> None:
        event = from_json(line, self.request.job.result)
        match event:
            case None:
                return  # output of a library
            case Result():
                self._result = event
            case Failed():
                self._error_text = event.text
            case InputSkipped():
                self.skipped.append(event)
            case Note():
                self._latest_notes.append(event.text)
                self.leaves_card_unused |= event.about == GRAPHICS_CARD
            case Progress():
                self.remarks += self._latest_notes
                self._latest_notes.clear()
                if event.total:
                    if event.part == JobPart.READING:
                        self._words_read = event.done
                    self.progressed.emit(event.done, event.total)
        if self.training is not None:
            self.training.add(event, time.monotonic())
        self.event_received.emit(event)

    def _read_error(self) -> None:
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        self._stderr = (self._stderr + text)[-_MAX_STDERR:]

    def _process_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self._read_error()
        crashed = status == QProcess.ExitStatus.CrashExit
        ok = code == 0 and not crashed and self._result is not None
        stopped = not ok and (self.stop_requested or code == _STOPPED_EXIT_CODE)
        if ok or stopped:
            logger.info("Job %s %s", self.kind, "finished" if ok else "stopped")
        else:
            ending = "signal" if crashed else "exit code"
            # what the engine could say in a sentence, the person reads; the rest is a fault of the program
            level = logging.WARNING if self._error_text else logging.ERROR
            logger.log(level, "Job %s failed, %s %d\n%s", self.kind, ending, code, strip_messages(self._stderr))
        self._finish(Outcome(ok, stopped, self._result, "" if ok else self._failure_text(code, crashed)))

    def _failure_text(self, code: int, crashed: bool) -> str:
        if self._error_text:
            return self._error_text
        if self.stop_requested:
            return self.tr("Stopped. Finished work is kept.")
        if crashed and code == 9:
            return self.tr(
                "The job was killed, most often because the computer ran out of memory. "
                "Finished work is kept; try a smaller preset or close other programs, then resume."
            )
        if crashed:
            return self.tr("The job exited without an error message. Finished work is kept and can be resumed.")
        last_line = (self._stderr.strip().splitlines() or [""])[-1]
        return self.tr("The job failed: {0}. Finished work is kept.").format(last_line)

    def _process_failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            logger.error("Job %s could not be started: %s", self.kind, self._process.errorString())
            self._finish(Outcome(False, False, None, self.tr("The job could not be started.")))

    def _finish(self, outcome: Outcome) -> None:
        if self.outcome is None:
            self.outcome = outcome
            self._stall_timer.stop()
            self.finished.emit(outcome)

    def _check_stalled(self) -> None:
        if not self._is_stalled and time.monotonic() - self._last_output > STALL_TIMEOUT_S:
            self._is_stalled = True
            self.stalled.emit(True)


class Jobs(QObject):
    """The project's jobs. One runs at a time and the others wait, but for short ones (:meth:`start_beside`).

    ``changed()``: another job runs, or none. ``wrote(Changed)``: a job wrote to the project.
    ``finished(Job)``: a job has ended and has its ``outcome``.
    """

    changed = Signal()
    wrote = Signal(object)
    finished = Signal(object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._waiting: list[Job] = []
        self._beside: list[Job] = []
        self.refusal = ""
        """The reason why no job may write to the project; empty where it may."""
        self.current: Job | None = None
        self.is_closed = False
        """True once the project is being closed."""

    @property
    def unfinished(self) -> list[Job]:
        """The running jobs and those that wait."""
        return [*([] if self.current is None else [self.current]), *self._beside, *self._waiting]

    @property
    def is_training(self) -> bool:
        """Return whether a training runs or waits."""
        return any(job.kind == "train" for job in self.unfinished)

    def start(self, request: JobRequest) -> Job:
        """Do what is asked for in the project, now or when the jobs before it have ended."""
        job = self._new_job(request)
        if not self._is_refused(job):
            if self.current is not None and self.current.is_in_background:
                self.current.give_way()
            self._waiting.append(job)
            self._start_next()
        return job

    def start_beside(self, request: JobRequest) -> Job:
        """Do it now, whatever else runs: a few seconds of work for which a person waits."""
        job = self._new_job(request)
        if not self._is_refused(job):
            self._beside.append(job)
            job.start()
        return job

    def close(self) -> None:
        """Drop the waiting jobs and stop the running one."""
        self.is_closed = True
        self.drop_waiting()
        for job in list(self._beside):
            job.close(STOP_TIMEOUT_MS)
        if self.current is not None:
            if self.current.is_in_background:
                self.current.give_way()
            self.current.close(STOP_TIMEOUT_MS)

    def drop_waiting(self) -> None:
        """Forget the jobs that have not begun."""
        self._waiting.clear()

    def _new_job(self, request: JobRequest) -> Job:
        job = Job(request, self._folder, self)
        job.finished.connect(lambda outcome: self._job_finished(job))
        job.event_received.connect(lambda event: self._page_imported(job, event))
        return job

    def _page_imported(self, job: Job, event: Event) -> None:
        """Announce each page of an import, which can be used while the next is searched."""
        if isinstance(job.request, ImportRequest) and isinstance(event, Progress) and event.part == JobPart.PAGES:
            self.wrote.emit(Changed(job.request.job.changes, None))

    def _is_refused(self, job: Job) -> bool:
        """Return whether nothing may be written; the job then ends, when the caller has connected to its signals."""
        if not self.refusal or job.request.job.runs_read_only:
            return False
        QTimer.singleShot(0, job, lambda: job.refuse(self.refusal))
        return True

    def _start_next(self) -> None:
        if self.current is None and self._waiting:
            self.current = self._waiting.pop(0)
            self.current.started_at = time.monotonic()
            logger.info("Job %s started", self.current.kind)
            self.current.start()
        self.changed.emit()

    def _job_finished(self, job: Job) -> None:
        if self.current is job:
            self.current = None
        elif job in self._beside:
            self._beside.remove(job)
        if (parts := job.changes) and not job.was_refused:
            self.wrote.emit(Changed(parts, None if parts & {WORDS, PAGES, PREDICTIONS} else frozenset()))
        self.finished.emit(job)
        self._start_next()
