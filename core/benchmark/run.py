"""Running a fixed protocol: train on its training words, read its test words, report every row."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from core.benchmark.competing_gates.result_rows import run_rivals
from core.benchmark.data import BenchmarkData
from core.benchmark.measure import measure
from core.benchmark.training_time import TrainingClock
from core.benchmark.variants import Variant, run_variants
from core.events import Listener
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import Preset


def run_benchmark(
    data: BenchmarkData,
    alphabet: Alphabet,
    preset: Preset,
    seed: int,
    device: str,
    run_path: Path,
    emit: Listener,
    should_stop: Callable[[], bool],
    variants: Sequence[Variant] = (),
    rivals: bool = False,
) -> dict[str, Any]:
    """Train, read, report. Members a former run of the same benchmark left in ``run_path`` are not repeated.

    ``variants``: other ways to finish the same embedders, each with a report of its own.
    ``rivals``: whether other published ways to decide are measured on the members as well.
    """
    lexicon = Lexicon(data.lexicon, alphabet)
    job = TrainingJob(data.train, lexicon, alphabet, preset, seed, device)
    clock = TrainingClock(run_path, job.key(), emit)
    ensemble = train_ensemble(job, run_path, clock, should_stop)
    minutes = clock.minutes(len(ensemble.members))
    result = measure(ensemble, data, lexicon, device, minutes)
    others = run_variants(ensemble, preset, minutes, data, lexicon, variants, seed, device, emit, should_stop)
    rows = (
        run_rivals(ensemble, data, lexicon, preset, seed, device, emit, should_stop, minutes.readers) if rivals else {}
    )
    return result | {
        "variants": others,
        "rivals": rows,
        "left_out": data.left_out,
        "notes": list(data.notes),
        "benchmark": data.name,
        "preset": preset.name,
        "members": len(ensemble.members),
        "seed": seed,
        "lexicon": len(lexicon),
        "train_images": len(data.train.images),
        "train_words": len(data.train.classes),
        "machine": {"processor": platform.machine(), "cores": os.cpu_count(), "device": device},
    }
