"""The interface of a cluster, and the names of the files by which workers and the submitting process communicate."""

import secrets
import tempfile
from collections.abc import Collection, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

from core.project.project_files import ProjectFiles

REQUEUES = 100
"""Returns to the queue of a job that reaches its time limit; it continues from its checkpoint."""


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


def work_name(folder: Path, key: str) -> str:
    """Return a name that is equal for the same work in the same folder only."""
    return blake2b(f"{folder.resolve()}\0{key}".encode(), digest_size=8).hexdigest()


def events_file(job_file: Path, number: int) -> Path:
    """Return the path of a worker's events: one JSON object a line, over all attempts."""
    return job_file.with_name(f"{job_file.stem}-{number:04d}.events.jsonl")


def fault_file(job_file: Path, number: int) -> Path:
    """Return the path of a worker's last error, as JSON: ``text``, ``final``, ``exit_code``."""
    return job_file.with_name(f"{job_file.stem}-{number:04d}.fault.json")


def files_of(job_file: Path) -> ProjectFiles:
    """Return the files of the project that a job file is in: as ``runs/<id>/jobs/...`` or ``cache/jobs/<name>/...``."""
    return ProjectFiles(job_file.parents[3])


def new_folder(parent: Path) -> Path:
    """Create a folder with an unpredictable name that only this user can read.

    submitit's files go there. Workers unpickle them, so the folder must hold nothing that came with a project.
    """
    parent.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=f"jobs-{secrets.token_hex(8)}-", dir=parent.resolve()))


def read_log_tail(path: Path) -> str:
    """Return the last lines of a log; empty where there is none."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return " ".join(text[-400:].split("\n")[-4:]).strip()
