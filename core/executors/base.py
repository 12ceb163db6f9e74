"""What a cluster is to the engine: it takes jobs, says which have ended, and cancels them."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Collection, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

REQUEUES = 100
"""So often a job that comes to the end of its time goes back into the queue; it goes on from its checkpoint."""


class Cluster(Protocol):
    """Jobs are named by the cluster's own ids."""

    most: int
    """More jobs than this at once it is not to be given."""
    look_every: float
    """Seconds between two questions after its jobs."""

    def submit(self, job_file: Path, numbers: Sequence[int]) -> list[str]:
        """Have ``job_file`` done for each of the numbers; one id each. Raises DuctusError when it is refused."""
        ...

    def ended(self, jobs: Collection[str]) -> set[str]:
        """Those that neither run nor wait any longer, however they ended."""
        ...

    def cancel(self, jobs: Collection[str]) -> None:
        """Have these stop; they keep their checkpoints."""
        ...

    def cancel_former(self) -> None:
        """Stop what an earlier process, since killed, submitted for the same work."""
        ...

    def last_words(self, job: str) -> str:
        """The end of what a job said on its error stream; empty when it said nothing."""
        ...


def work_name(folder: Path, key: str) -> str:
    """The same for the same work in the same place, and for no other."""
    return blake2b(f"{folder.resolve()}\0{key}".encode(), digest_size=8).hexdigest()


def new_folder(within: Path) -> Path:
    """A folder that was not there before, under a name nobody can have foreseen, for this user alone.

    submitit's files go there. Nodes unpickle what they find in it, so it must hold nothing that came with a
    project from elsewhere.
    """
    within.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=f"jobs-{secrets.token_hex(8)}-", dir=within.resolve()))


def log_tail(path: Path, characters: int = 400) -> str:
    """The last lines of a log, or nothing where there is none."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return " ".join(text[-characters:].split("\n")[-4:]).strip()
