"""The interface of a cluster: it takes jobs, reports which have ended, and cancels them."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Collection, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from core.errors import InputError
from core.executors.settings import LOCAL, ExecutorSettings

REQUEUES = 100
"""How often a job that reaches its time limit returns to the queue; it continues from its checkpoint."""


class Cluster(Protocol):
    """Jobs are named by the cluster's own ids."""

    max_jobs: int
    """Most jobs that may be submitted at once."""
    poll_seconds: float
    """Seconds between two queries for ended jobs."""

    def submit(self, job_file: Path, numbers: Sequence[int]) -> list[str]:
        """Submit one job for each number of ``job_file``; return their ids. Raises DuctusError when refused."""
        ...

    def ended(self, jobs: Collection[str]) -> set[str]:
        """Return the jobs that neither run nor wait any longer, however they ended."""
        ...

    def cancel(self, jobs: Collection[str]) -> None:
        """Ask jobs to stop; their checkpoints remain."""
        ...

    def cancel_former(self) -> None:
        """Cancel the jobs that a killed process submitted for the same job files."""
        ...

    def log_tail(self, job: str) -> str:
        """Return the end of a job's error output; empty without output."""
        ...


def create_cluster(settings: ExecutorSettings, folder: Path, key: str, threads: int, gpus: int) -> Cluster:
    """Create the cluster of ``settings.name`` with its files in a new folder in ``folder``.

    ``key`` identifies the work: a later process with the same folder and key can cancel what this one leaves behind.
    Raises InputError where the cluster is not available.
    """
    try:
        import submitit  # noqa: F401
    except ImportError as error:
        raise InputError(
            f"The engine '{settings.name}' needs the package submitit: install ductus[slurm], or leave --engine out."
        ) from error
    from core.executors.local import LocalCluster
    from core.executors.slurm import SlurmCluster

    if "%" in str(folder):
        raise InputError.at(
            folder, "a path with '%' in it cannot be given to jobs", hint="Move the project to another folder"
        )
    kind = LocalCluster if settings.name == LOCAL else SlurmCluster
    return kind(settings, new_folder(folder), f"ductus-{work_name(folder, key)}", threads, gpus)


def work_name(folder: Path, key: str) -> str:
    """Return a name that is equal for the same work in the same folder only."""
    return blake2b(f"{folder.resolve()}\0{key}".encode(), digest_size=8).hexdigest()


def new_folder(parent: Path) -> Path:
    """Create a folder with an unpredictable name that only this user can read.

    submitit's files go there. Workers unpickle them, so the folder must hold nothing that came with a project.
    """
    parent.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=f"jobs-{secrets.token_hex(8)}-", dir=parent.resolve()))


def read_log_tail(path: Path, characters: int = 400) -> str:
    """Return the last lines of a log; empty where there is none."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return " ".join(text[-characters:].split("\n")[-4:]).strip()
