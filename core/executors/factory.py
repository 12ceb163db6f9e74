"""The choice of a cluster by the settings."""

from pathlib import Path

from core.errors import InputError
from core.executors.cluster import Cluster, new_folder, work_name
from core.executors.local import LocalCluster
from core.executors.slurm import SlurmCluster
from core.jobs.executor_settings import LOCAL, ExecutorSettings
from core.language import tr, tr_hint


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
