"""Jobs as child processes on this computer, through submitit's local executor."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from core.executors.cluster import REQUEUES, read_log_tail
from core.executors.worker import PARENT, WorkerCall
from core.jobs.executor_settings import ExecutorSettings
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
