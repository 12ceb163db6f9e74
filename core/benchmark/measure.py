"""Reading a benchmark's test words with an ensemble, and the report on them."""

from __future__ import annotations

import time
from typing import Any

from core.benchmark.data import BenchmarkData
from core.evaluation.report import report
from core.evaluation.rows import truth_of
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.read import embed_all, read_embeddings


def measure(ensemble: Ensemble, data: BenchmarkData, lexicon: Lexicon, device: str) -> dict[str, Any]:
    """Read the test words and report on them."""
    started = time.perf_counter()
    embeddings = embed_all(ensemble, data.test.images, device)
    readings = read_embeddings(ensemble, embeddings, lexicon)
    ms = 1000 * (time.perf_counter() - started) / max(1, len(data.test.images))
    truth = truth_of(data.test.words, ensemble, lexicon)
    return report(ensemble, readings, truth, lexicon, ms_per_word=ms)
