"""Jobs under Slurm: submitted as arrays through submitit, watched through squeue, which every Slurm has."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.errors import DuctusError, InputError
from core.executors.base import REQUEUES, log_tail, new_folder
from core.executors.settings import ExecutorSettings
from core.executors.worker import WorkerCall

_OVER = frozenset(
    (
        "BOOT_FAIL",
        "CANCELLED",
        "COMPLETED",
        "DEADLINE",
        "FAILED",
        "NODE_FAIL",
        "OUT_OF_MEMORY",
        "PREEMPTED",
        "REVOKED",
        "TIMEOUT",
    )
)
"""States of a job that will not run again. One that is requeued is told of as PENDING or REQUEUED instead."""

_PATIENCE_S = 60
_OF_A_JOB = ("SLURM_", "SLURMD_", "SRUN_", "SUBMITIT_")


class SlurmCluster:
    """A job's id is Slurm's: ``12``, or ``12_3`` for one of an array."""

    look_every = 3.0
    most = 100_000

    def __init__(self, settings: ExecutorSettings, folder: Path, name: str, threads: int, gpus: int) -> None:
        import submitit

        missing = [command for command in ("sbatch", "srun", "squeue", "scancel") if not shutil.which(command)]
        if missing:
            raise InputError(
                f"Slurm's command '{missing[0]}' is not on this computer. Start from a computer that submits jobs to "
                "the cluster, or leave --engine out."
            )
        self._name = name
        self._folder = new_folder(folder)
        self._executor = submitit.SlurmExecutor(self._folder, max_num_timeout=REQUEUES)
        self._executor.update_parameters(**parameters(settings, name, threads, gpus))

    def submit(self, job_file: Path, numbers: Sequence[int]) -> list[str]:
        try:
            with _outside_of_any_job():
                jobs = self._executor.map_array(WorkerCall(), [str(job_file)] * len(numbers), list(numbers))
        except (RuntimeError, OSError, subprocess.SubprocessError) as error:
            told = " ".join(str(error).split()) or type(error).__name__
            raise DuctusError(f"Slurm did not take the jobs: {told}") from error
        return [job.job_id for job in jobs]

    def ended(self, jobs: Collection[str]) -> set[str]:
        """As squeue tells it. A controller that does not answer says nothing of the jobs: none has ended then."""
        if not jobs:
            return set()
        arrays = sorted({job.split("_")[0] for job in jobs})
        asked = _run("squeue", "--noheader", "--array", "--states=all", "--format=%i|%T", f"--jobs={','.join(arrays)}")
        if asked is None or (asked.returncode != 0 and "Invalid job id" not in asked.stderr):
            return set()
        states = dict(line.strip().split("|", 1) for line in asked.stdout.splitlines() if "|" in line)
        # jobs that ended some minutes ago are not told of any more
        return {job for job in jobs if states.get(job, "COMPLETED") in _OVER}

    def cancel(self, jobs: Collection[str]) -> None:
        if jobs:
            _run("scancel", "--quiet", *sorted(jobs))

    def cancel_former(self) -> None:
        _run("scancel", "--quiet", "--me", f"--name={self._name}")

    def last_words(self, job: str) -> str:
        return log_tail(self._folder / f"{job}_0_log.err")


def parameters(settings: ExecutorSettings, name: str, threads: int, gpus: int) -> dict[str, Any]:
    """What submitit is asked for; what is left out stays as the cluster has it."""
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
        # since 22.05 srun does not take this over from the job by itself
        "srun_args": [f"--cpus-per-task={threads}"],
        "additional_parameters": {"requeue": True},
    }
    return {key: value for key, value in wanted.items() if value is not None}


@contextmanager
def _outside_of_any_job() -> Iterator[None]:
    """Within it the environment is as it was before the job in which a person may be working.

    What Slurm set for that job is not for ours. Where Slurm finds its settings, and what a person set for sbatch,
    stays.
    """
    own = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(_OF_A_JOB)}
    if "SLURM_CONF" in own:
        os.environ["SLURM_CONF"] = own["SLURM_CONF"]
    try:
        yield
    finally:
        os.environ.update(own)


def _run(*command: str) -> subprocess.CompletedProcess[str] | None:
    """What Slurm's command said, or None when it did not answer in time."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        return None
