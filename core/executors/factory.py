"""Opening the cluster that settings name."""

from __future__ import annotations

from pathlib import Path

from core.errors import InputError
from core.executors.base import Cluster
from core.executors.settings import LOCAL, ExecutorSettings


def create_cluster(settings: ExecutorSettings, folder: Path, name: str, threads: int, gpus: int) -> Cluster:
    """The cluster of ``settings.name``, with its files in a new folder in ``folder``, which is never read again.

    ``name`` is the same for the same work. Raises InputError where the cluster is not to be had here.
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
    return kind(settings, folder, f"ductus-{name}", threads, gpus)
