"""Running a fixed protocol: train on its training words, read its test words, report every row."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.benchmark.gw import BenchmarkData
from core.evaluation.report import report
from core.evaluation.rows import truth_of
from core.jobs.events import Listener
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.read import embed_all, read_embeddings
from core.training.presets import Preset
from core.training.run import TrainingJob, train_ensemble


def run_benchmark(
    data: BenchmarkData, alphabet: Alphabet, preset: Preset, seed: int, device: str, run_path: Path,
    emit: Listener, should_stop: Callable[[], bool],
) -> dict[str, Any]:  # fmt: skip
    """Train, read, report. Members a former run of the same benchmark left in ``run_path`` are not repeated."""
    lexicon = Lexicon(data.lexicon, alphabet)
    started = time.perf_counter()
    job = TrainingJob(data.train, lexicon, alphabet, preset, seed, device)
    ensemble = train_ensemble(job, run_path, emit, should_stop)
    trained = time.perf_counter()
    result = measure(ensemble, data, lexicon, device)
    return result | {
        "benchmark": data.name,
        "preset": preset.name,
        "members": len(ensemble.members),
        "seed": seed,
        "lexicon": len(lexicon),
        "train_images": len(data.train.images),
        "train_words": len(data.train.classes),
        "train_minutes": (trained - started) / 60,
        "machine": {"processor": platform.machine(), "cores": os.cpu_count(), "device": device},
    }


def measure(ensemble: Ensemble, data: BenchmarkData, lexicon: Lexicon, device: str) -> dict[str, Any]:
    """Read the test words and report on them."""
    started = time.perf_counter()
    embeddings = embed_all(ensemble, data.test.images, device)
    readings = read_embeddings(ensemble, embeddings, lexicon)
    ms = 1000 * (time.perf_counter() - started) / max(1, len(data.test.images))
    truth = truth_of(data.test.words, ensemble, lexicon)
    return report(ensemble, readings, truth, lexicon, ms_per_word=ms)
