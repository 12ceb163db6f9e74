"""The choice of a cluster by the settings."""

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.executors.cluster import REQUEUES, Cluster, new_folder, read_log_tail, work_name
from core.executors.slurm import SlurmCluster
from core.executors.worker import PARENT, WorkerCall
from core.jobs.executor_settings import LOCAL, ExecutorSettings
from core.language import tr, tr_hint
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


def create_cluster(settings: ExecutorSettings, folder: Path, key: str, threads: int, gpus: int) -> Cluster:
    """Create the cluster of ``settings.name`` with its files in a new folder in ``folder``.

    ``key`` identifies the work: a later process with the same folder and key can cancel what this one leaves behind.
    Raises InputError where the cluster is not available.
    """
    try:
        import submitit  # noqa: F401
    except ImportError as error:
        raise InputError(
            tr("The engine '{engine}' needs the package submitit.", engine=settings.name),
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
