"""Reading a benchmark's test words with an ensemble, and the report on them with what each row costs."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.benchmark.costs import Seconds, row_costs
from core.benchmark.data import BenchmarkData
from core.benchmark.ool_confidence import ool_confidence
from core.benchmark.training_time import TrainingMinutes
from core.evaluation.decision_rules import truth_of
from core.evaluation.report import report
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence
from core.recognition.evidence import count_votes, embed_all, find_words


def measure(
    ensemble: Ensemble, data: BenchmarkData, lexicon: Lexicon, device: str, minutes: TrainingMinutes
) -> dict[str, Any]:
    """Read the test words and report on them; ``minutes`` are those the ensemble's training took."""
    readings, embeddings, seconds = _timed_readings(ensemble, data, lexicon, device)
    images = len(data.test.images)
    costs = row_costs(ensemble, seconds, minutes, images)
    truth = truth_of(data.test.words, ensemble, lexicon)
    ms = 1000 * (seconds.embedding + seconds.matching + seconds.gates) / max(1, images)
    result = report(ensemble, readings, truth, lexicon, ms_per_word=ms)
    for name, cost in costs.items():
        result["baselines"][name] |= cost
    told = ool_confidence(ensemble, embeddings, readings, truth)
    return result | {"lacking": told, "train_minutes": minutes.total}


def _timed_readings(
    ensemble: Ensemble, data: BenchmarkData, lexicon: Lexicon, device: str
) -> tuple[list[MemberEvidence], list[NDArray[np.float32]], Seconds]:
    """Each member's evidence on the test images and its embeddings of them, part by part under the clock."""
    started = time.perf_counter()
    embeddings = embed_all(ensemble, data.test.images, device)
    embedded = time.perf_counter()
    pairs = list(zip(ensemble.members, embeddings, strict=True))
    found = [find_words(member, ensemble, rows, lexicon) for member, rows in pairs]
    matched = time.perf_counter()
    readings = [count_votes(member, rows, one) for (member, rows), one in zip(pairs, found, strict=True)]
    gated = time.perf_counter()
    return readings, embeddings, Seconds(embedded - started, matched - embedded, gated - matched)
