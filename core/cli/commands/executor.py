"""The options of `ductus train` and `ductus recognise` that choose where they are computed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from core.device import resolve_device
from core.jobs.executor_settings import INLINE, SLURM, ExecutorSettings, load_settings
from core.jobs.recognition.recognise import IN_PROCESS, Executor

if TYPE_CHECKING:
    from core.training.ensemble_training import Trainer


def executor_settings(options: argparse.Namespace) -> ExecutorSettings:
    """Return the settings asked for. Raises InputError for invalid ones."""
    return load_settings(
        options.engine,
        options.slurm,
        partition=options.partition,
        gpus_per_job=options.gpus_per_job,
        time=options.time,
        max_parallel=options.max_parallel,
    )


def chosen_device(name: str, settings: ExecutorSettings) -> str:
    """Return the device of the work; on a cluster ``auto`` depends on the graphics cards that a job gets."""
    if settings.name != SLURM:
        return resolve_device(name)
    if name == "auto":
        return "cuda" if settings.gpus_per_job else "cpu"
    return name


def recognition_executor(settings: ExecutorSettings) -> Executor:
    """Return the executor that predicts words."""
    if settings.name == INLINE:
        return IN_PROCESS
    from core.executors.recognition_jobs import ClusterExecutor

    return ClusterExecutor(settings)


def trainer(settings: ExecutorSettings) -> Trainer | None:
    """Return the trainer of members; None for this process."""
    if settings.name == INLINE:
        return None
    from core.executors.training_jobs import cluster_trainer

    return cluster_trainer(settings)
