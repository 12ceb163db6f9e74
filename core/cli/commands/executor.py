"""The options that say where training and reading run, for both commands."""

from __future__ import annotations

import argparse

from core.device import resolve_device
from core.executors.settings import SLURM, ExecutorSettings, load_settings


def chosen_executor(options: argparse.Namespace) -> ExecutorSettings:
    """The engine that was asked for. Raises InputError for settings that cannot be."""
    return load_settings(
        options.engine,
        options.slurm,
        partition=options.partition,
        gpus_per_job=options.gpus_per_job,
        time=options.time,
        max_parallel=options.max_parallel,
    )


def chosen_device(name: str, engine: ExecutorSettings) -> str:
    """The device of the work. On a cluster it is not this computer's: ``auto`` goes by the cards that a job gets."""
    if engine.name != SLURM:
        return resolve_device(name)
    if name == "auto":
        return "cuda" if engine.gpus_per_job else "cpu"
    return name
