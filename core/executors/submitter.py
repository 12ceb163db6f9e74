"""The submitting process: choose the cluster, submit jobs, pass on events, take results, submit lost jobs again."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from core.errors import DuctusError, InputError, Stopped
from core.events import (
    Event,
    JobPart,
    Listener,
    NetworkPass,
    Note,
    OpenJobs,
    Progress,
    ShouldStop,
    WorkerBegan,
    from_json,
)
from core.executors.cluster import Cluster, events_file, fault_file, files_of, new_folder, work_name
from core.executors.submitit_clusters import LocalCluster, SlurmCluster
from core.jobs.executor_settings import LOCAL, ExecutorSettings
from core.language import tr, tr_hint
from core.project.project_files import ProjectFiles

T = TypeVar("T")

MAX_ATTEMPTS = 4
"""A job that ends so often without a result, and without more progress than before, is given up."""

POLL_S = 0.3
GRACE_S = 3.0
"""Seconds between the end of a job and its result becoming visible here, on a shared file system."""
CANCEL_TIMEOUT_S = 12.0
"""Seconds a stopped run waits for its jobs to write their checkpoints."""
HEARTBEAT_S = 60.0

_FORWARDED = (Note, Progress, NetworkPass, WorkerBegan)


def create_cluster(settings: ExecutorSettings, folder: Path, key: str, threads: int, gpus: int) -> Cluster:
    """Create the cluster of ``settings.name`` with its files in a new folder in ``folder``.

    ``key`` identifies the work: a later process with the same folder and key can cancel what this one leaves behind.
    Raises InputError where the cluster is not available.
    """
    try:
        import submitit  # noqa: F401
    except ImportError as error:
        raise InputError.of(
            "The engine '{engine}' needs the package submitit.",
            engine=settings.name,
            hint=tr_hint(
                "Install ductus[slurm], or leave --engine out",
                "Install it, or choose “this computer” in Train, under Advanced",
            ),
        ) from error
    if "%" in str(folder):
        raise InputError.at(
            folder, tr("a path with '%' in it cannot be given to jobs"), hint=tr("Move the project to another folder")
        )
    kind = LocalCluster if settings.name == LOCAL else SlurmCluster
    return kind(settings, new_folder(folder), f"ductus-{work_name(folder, key)}", threads, gpus)


@dataclass(slots=True)
class JobState:
    """One number of the job file: its current job and its progress."""

    number: int
    job: str = ""
    attempts: int = 0
    ended_at: float | None = None
    last_result: tuple[int, int] | None = None
    """Modification time and size of the result file that was read last."""
    bytes_read: int = 0
    """Bytes of the events file that were passed on."""
    epochs: int = 0
    """Most epochs that any attempt reached: a job that is preempted often but makes progress is not given up."""


@dataclass(slots=True)
class Submitter(Generic[T]):
    """Runs the jobs of one job file."""

    cluster: Cluster
    job_file: Path
    result_path: Callable[[int], Path]
    """The file that the job of a number leaves."""
    load_result: Callable[[int], T | None]
    """The result in that file, or None when it is incomplete or belongs to other work."""
    name: Callable[[int], str]
    """The name of a number in messages: "reader 2"."""
    on_event: Callable[[int, Event], None]
    """Called with every event of every worker and its number."""
    emit: Listener
    should_stop: ShouldStop
    _running: list[JobState] = field(default_factory=list)
    _next_poll: float = 0.0
    _next_heartbeat: float = 0.0

    @property
    def _files(self) -> ProjectFiles:
        return files_of(self.job_file)

    def results(self, numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        """Yield each number with its result, as they arrive.

        Raises Stopped when asked to stop, after cancelling the jobs and yielding the results finished by then;
        DuctusError when a job reports an error that repeating cannot cure, or ends too often without a result.
        """
        waiting = [JobState(number) for number in numbers]
        for state in waiting:
            self._files.remove(events_file(self.job_file, state.number))
            self._files.remove(fault_file(self.job_file, state.number))
        self.cluster.cancel_former()
        try:
            while waiting or self._running:
                if self.should_stop():
                    self._cancel_remaining()
                    yield from self._take_results()
                    self._running.clear()
                    raise Stopped.of("Stopped; the jobs were cancelled.")
                room = self.cluster.max_jobs - len(self._running)
                if waiting and room > 0:
                    self._submit(waiting[:room])
                    del waiting[:room]
                yield from self._take_results()
                waiting += self._remove_lost()
                self._send_heartbeat()
                if self._running:
                    time.sleep(POLL_S)
        finally:
            self._cancel_remaining()

    def _send_heartbeat(self) -> None:
        """Report the open jobs now and then: they may wait in the queue for hours."""
        now = time.monotonic()
        if self._running and now >= self._next_heartbeat:
            self._next_heartbeat = now + HEARTBEAT_S
            self.emit(OpenJobs(len(self._running)))

    def _submit(self, states: list[JobState]) -> None:
        for state in states:
            self._files.remove(fault_file(self.job_file, state.number))
        ids = self.cluster.submit(self.job_file, [state.number for state in states])
        for state, job in zip(states, ids, strict=True):
            state.job, state.ended_at, state.attempts = job, None, state.attempts + 1
        self._running += states

    def _take_results(self) -> Iterator[tuple[int, T]]:
        for state in list(self._running):
            self._forward_events(state)
            result = self._load_result(state)
            if result is not None:
                self._running.remove(state)
                yield state.number, result

    def _load_result(self, state: JobState) -> T | None:
        """Read the result file if it is new or has changed."""
        try:
            status = self._files.status(self.result_path(state.number))
        except OSError:
            return None
        if status is None:
            return None
        version = (status.st_mtime_ns, status.st_size)
        if version == state.last_result:
            return None
        state.last_result = version
        return self.load_result(state.number)

    def _remove_lost(self) -> list[JobState]:
        """Remove and return the jobs that ended without a result, to be submitted again."""
        now = time.monotonic()
        if now >= self._next_poll:
            self._next_poll = now + self.cluster.poll_seconds
            ended = self.cluster.ended([state.job for state in self._running])
            for state in self._running:
                if state.ended_at is None and state.job in ended:
                    state.ended_at = now
        lost = [state for state in self._running if state.ended_at is not None and now - state.ended_at > GRACE_S]
        for state in lost:
            self._raise_or_report(state)
            self._running.remove(state)
        return lost

    def _raise_or_report(self, state: JobState) -> None:
        """Raise the error of a job that cannot succeed; report one that is worth another attempt."""
        name = self.name(state.number)
        fault = self._files.read_object(fault_file(self.job_file, state.number))
        if fault.get("final"):
            kind = InputError if fault.get("exit_code") == InputError.exit_code else DuctusError
            raise kind(str(fault.get("text")))
        if state.attempts >= MAX_ATTEMPTS:
            log = str(fault.get("text") or self.cluster.log_tail(state.job))
            ended = tr(
                "The job of {name} ended {attempts} times without a result; the last was job {job}.",
                name=name,
                attempts=state.attempts,
                job=state.job,
            )
            left = tr("The end of its log: {log}", log=log) if log else tr("It left no log.")
            raise DuctusError(f"{ended} {left}")
        note = tr(
            "Job {job} of {name} ended without a result and is submitted again; it continues from its checkpoint.",
            job=state.job,
            name=name,
        )
        self.emit(Note(note))

    def _forward_events(self, state: JobState) -> None:
        """Pass on the complete lines that the worker has written since the last time."""
        try:
            with self._files.open(events_file(self.job_file, state.number)) as file:
                file.seek(state.bytes_read)
                text = file.read()
        except OSError:
            return
        complete = text[: text.rfind(b"\n") + 1]
        state.bytes_read += len(complete)
        for line in complete.splitlines():
            event = from_json(line)
            if isinstance(event, _FORWARDED):
                _count_epochs(state, event)
                self.on_event(state.number, event)

    def _cancel_remaining(self) -> None:
        """Cancel the running jobs and wait a little, so that none writes into the folder afterwards."""
        left = {state.job for state in self._running}
        if not left:
            return
        self.cluster.cancel(left)
        until = time.monotonic() + CANCEL_TIMEOUT_S
        while left and time.monotonic() < until:
            time.sleep(POLL_S)
            left -= self.cluster.ended(left)


def _count_epochs(state: JobState, event: Event) -> None:
    """Reset the attempts of a job that has come further than before."""
    if isinstance(event, Progress) and event.part == JobPart.EMBEDDER and event.done > state.epochs:
        state.epochs, state.attempts = event.done, 1
