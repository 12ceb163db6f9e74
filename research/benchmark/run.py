"""Run a benchmark: train on its training images, recognise its test images, report every decision rule."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.events import Listener, ShouldStop
from core.training.ensemble_training import train_ensemble
from research.benchmark.competing_gates.result_rows import run_competing_gates
from research.benchmark.job import BenchmarkRun
from research.benchmark.measurement import measure
from research.benchmark.records import RIVAL, add_rows
from research.benchmark.training_time import TrainingClock
from research.benchmark.variants import Variant, run_variants
from research.benchmark.whole_data import whole_data_rows


def run_benchmark(
    run: BenchmarkRun,
    emit: Listener,
    should_stop: ShouldStop,
    variants: Sequence[Variant] = (),
    competing_gates: bool = False,
    whole: int = 0,
) -> dict[str, Any]:
    """Train, recognise and report; members of the same benchmark in the run's folder are not trained again.

    ``variants`` are other ways to finish the same embedders, each with its own report. With ``competing_gates`` other
    published decision rules are measured on the same members. ``whole`` readers are trained on all training images,
    as baselines without gates.
    """
    data, job = run.data, run.job()
    clock = TrainingClock(run.folder, job.key(), emit)
    ensemble = train_ensemble(job, run.folder, clock, should_stop)
    minutes = clock.minutes(len(ensemble.members))
    result = measure(run, ensemble, minutes, run.preset.starter)
    reports = run_variants(run, ensemble, minutes, variants, emit, should_stop)
    if whole:
        whole_rows, words = whole_data_rows(run, ensemble, whole, emit, should_stop)
        result["baselines"] |= whole_rows
        _keep_words(run, result, whole_rows, words)
    rows: dict[str, Any] = {}
    if competing_gates:
        rows, words = run_competing_gates(run, ensemble, minutes.embedders, emit, should_stop)
        _keep_words(run, result, rows, words, RIVAL)
    return result | {
        "variants": reports,
        "other_rules": rows,
        "left_out": data.left_out,
        "notes": list(data.notes),
        "benchmark": data.name,
        "split": data.fold.to_json(),
        "preset": run.preset.name,
        "members": len(ensemble.members),
        "seed": run.seed,
        "lexicon": len(run.lexicon),
        "train_images": len(data.train.images),
        "train_words": len(data.train.classes),
        "machine": {"processor": platform.machine(), "cores": os.cpu_count(), "device": run.device},
    }


def _keep_words(
    run: BenchmarkRun,
    result: Mapping[str, Any],
    rows: Mapping[str, Any],
    words: Mapping[str, NDArray[np.int32]],
    prefix: str = "",
) -> None:
    """Add the words of further rows to the run's record, if it keeps one."""
    if run.records is not None:
        labelled = {f"{prefix}{name}": (str(row["about"]), words[name]) for name, row in rows.items()}
        add_rows(run.records, Path(result["record"]).stem, labelled, run.lexicon)
