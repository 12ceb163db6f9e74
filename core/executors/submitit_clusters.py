"""The clusters of submitit: child processes on this computer, and Slurm's arrays of jobs, polled with squeue."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import DuctusError, InputError
from core.executors.cluster import REQUEUES, read_log_tail
from core.executors.worker import PARENT, WorkerCall
from core.jobs.executor_settings import ExecutorSettings
from core.language import tr_hint
from core.system.files import is_link
from core.system.processes import ask_to_stop, ignoring_interrupts


class LocalCluster:
    """Each job is a child process; its id is that of the process that supervises it."""

    poll_seconds = 0.5

    def __init__(self, settings: ExecutorSettings, folder: Path, name: str, threads: int, gpus: int) -> None:
        import submitit

        self.max_jobs = settings.max_parallel or (1 if gpus else max(1, (os.cpu_count() or 1) // threads))
        self._executor = submitit.LocalExecutor(folder, max_num_timeout=REQUEUES)
        self._executor.update_parameters(timeout_min=settings.time, gpus_per_node=gpus, setup=list(settings.setup))
        self._jobs: dict[str, Any] = {}

    def submit(self, job_file: Path, numbers: Sequence[int]) -> list[str]:
        os.environ[PARENT] = str(os.getpid())
        with ignoring_interrupts():  # this process handles Ctrl-C and cancels them
            jobs = [self._executor.submit(WorkerCall(), str(job_file), number) for number in numbers]
        self._jobs |= {job.job_id: job for job in jobs}
        return [job.job_id for job in jobs]

    def ended(self, jobs: Collection[str]) -> set[str]:
        return {job for job in jobs if self._jobs[job].done()}

    def cancel(self, jobs: Collection[str]) -> None:
        for job in jobs:
            if not self._jobs[job].done():
                ask_to_stop(int(job))

    def cancel_former(self) -> None:
        """Do nothing: jobs end when the process that submitted them is gone."""

    def log_tail(self, job: str) -> str:
        return read_log_tail(self._jobs[job].paths.stderr)


_ENDED = {"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED"}
_ENDED |= {"REVOKED", "TIMEOUT"}
"""States of a job that will not run again. A requeued job is reported as PENDING or REQUEUED."""

_COMMAND_TIMEOUT_S = 60
_JOB_VARIABLES = ("SLURM_", "SLURMD_", "SRUN_", "SUBMITIT_")


class SlurmCluster:
    """A job's id is Slurm's: ``12``, or ``12_3`` for one of an array."""

    poll_seconds = 3.0
    max_jobs = 100_000

    def __init__(self, settings: ExecutorSettings, folder: Path, name: str, threads: int, gpus: int) -> None:
        import submitit

        missing = [command for command in ("sbatch", "srun", "squeue", "scancel") if not shutil.which(command)]
        if missing:
            raise InputError.of(
                "Slurm's command '{missing}' is not on this computer.",
                missing=missing[0],
                hint=tr_hint(
                    "Start from a computer that submits jobs to the cluster, or leave --engine out",
                    "Start from a computer that submits jobs to the cluster, or choose “this computer” in Train, "
                    "under Advanced",
                ),
            )
        self._name, self._folder = name, folder
        self._executor = submitit.SlurmExecutor(folder, max_num_timeout=REQUEUES)
        self._executor.update_parameters(**slurm_parameters(settings, name, threads, gpus))

    def submit(self, job_file: Path, numbers: Sequence[int]) -> list[str]:
        try:
            with _without_job_environment():
                jobs = self._executor.map_array(WorkerCall(), [str(job_file)] * len(numbers), list(numbers))
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise DuctusError.of("Slurm refused the jobs: {reason}", reason=reason) from error
        for path in self._folder.iterdir():
            if is_link(path):
                path.unlink()  # submitit's second name of the script; a project with a link cannot be opened
        return [job.job_id for job in jobs]

    def ended(self, jobs: Collection[str]) -> set[str]:
        """Return the ended jobs; none when the controller does not answer."""
        if not jobs:
            return set()
        arrays = sorted({job.split("_")[0] for job in jobs})
        answer = _run("squeue", "--noheader", "--array", "--states=all", "--format=%i|%T", f"--jobs={','.join(arrays)}")
        if answer is None or (answer.returncode != 0 and "Invalid job id" not in answer.stderr):
            return set()
        states = dict(line.strip().split("|", 1) for line in answer.stdout.splitlines() if "|" in line)
        # jobs that ended some minutes ago are no longer listed
        return {job for job in jobs if states.get(job, "COMPLETED") in _ENDED}

    def cancel(self, jobs: Collection[str]) -> None:
        if jobs:
            _run("scancel", "--quiet", *sorted(jobs))

    def cancel_former(self) -> None:
        _run("scancel", "--quiet", "--me", f"--name={self._name}")

    def log_tail(self, job: str) -> str:
        return read_log_tail(self._folder / f"{job}_0_log.err")


def slurm_parameters(settings: ExecutorSettings, name: str, threads: int, gpus: int) -> dict[str, Any]:
    """Return submitit's parameters; those left out keep the cluster's defaults."""
    wanted = {
        "job_name": name,
        "time": settings.time,
        "cpus_per_task": threads,
        "partition": settings.partition,
        "gpus_per_node": gpus or None,
        "array_parallelism": settings.max_parallel,
        "mem": None if settings.memory_gb is None else f"{max(1, round(1024 * settings.memory_gb))}MB",
        "account": settings.account,
        "qos": settings.qos,
        "constraint": settings.constraint,
        "setup": list(settings.setup) or None,
        "signal_delay_s": 60,
        # since Slurm 22.05 srun does not take this over from the job
        "srun_args": [f"--cpus-per-task={threads}"],
        "additional_parameters": {"requeue": True},
    }
    return {key: value for key, value in wanted.items() if value is not None}


@contextmanager
def _without_job_environment() -> Iterator[None]:
    """Remove the variables that Slurm set for a job in which this process may be running.

    They describe that job and not ours. The location of Slurm's configuration and a person's sbatch options stay.
    """
    removed = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(_JOB_VARIABLES)}
    if "SLURM_CONF" in removed:
        os.environ["SLURM_CONF"] = removed["SLURM_CONF"]
    try:
        yield
    finally:
        os.environ.update(removed)


def _run(*command: str) -> subprocess.CompletedProcess[str] | None:
    """Run one of Slurm's commands; None when it does not answer in time."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=_COMMAND_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return None
