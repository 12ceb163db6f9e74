"""A transcriber simulated: words are read in some order, the reader learns from them again and again.

Typing stands for looking at a picture and giving the right word. How many words that takes until the test words
are read well enough is what an order is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.benchmark.data import BenchmarkData
from core.errors import InputError
from core.evaluation.decision_rules import GATED, right_answers, truth_of
from core.evaluation.metrics import gzsl_scores
from core.events import Listener
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.project.query.review_order import (
    ReviewItem,
    most_doubtful_first,
    most_useful_first,
    prediction_doubts,
    runner_up_doubts,
)
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import embed_all, gather_evidence
from core.store.starter import load_starter, starter_path
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import Preset
from core.training.samples import Samples
from core.training.starter_ensemble import starter_ensemble

ORDERS = ("page", "random", "useful", "uncertain")
"""As in Review; random for comparison."""


@dataclass(frozen=True, slots=True)
class Round:
    """What the transcriber does: words typed before each training, and in which order."""

    sizes: tuple[int, ...]
    order: str

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise InputError(f"There is no order '{self.order}'; choose one of {', '.join(ORDERS)}.")
        rising = all(b > a for a, b in pairwise(self.sizes))
        if not self.sizes or self.sizes[0] < 20 or not rising:
            raise InputError("Sizes are numbers of words, rising, the first at least 20, such as 25,50,100.")


def simulate(
    data: BenchmarkData,
    alphabet: Alphabet,
    preset: Preset,
    sitting: Round,
    seed: int,
    device: str,
    run_path: Path,
    emit: Listener,
    should_stop: Callable[[], bool],
) -> list[dict[str, Any]]:
    """One row for each size: words transcribed, how many of them the last reader had wrong, and A_u, A_s, h.

    Before the first training the starter model orders the words, if the preset begins with it; else the first ones
    are those of the first page for every order but "random". Every reader is trained anew on all that is
    transcribed, as ``preset`` has it.
    """
    lexicon = Lexicon(data.lexicon, alphabet)
    pool = data.train
    waiting = np.arange(len(pool.words))
    if sitting.order == "random":
        waiting = np.random.default_rng(seed).permutation(waiting)
    done: list[int] = []
    wrong = 0
    read_right: NDArray[np.bool_] = np.zeros(len(pool.words), np.bool_)
    rows = []

    def after(ensemble: Ensemble, waiting: NDArray[np.int64]) -> NDArray[np.int64]:
        """What waits, in the order that comes of reading it."""
        found, read_right[waiting] = _judged(ensemble, pool, waiting, lexicon, device)
        if sitting.order not in ("useful", "uncertain"):
            return waiting
        typed = Counter(pool.words[place] for place in done)
        sort = most_useful_first(found, typed) if sitting.order == "useful" else most_doubtful_first(found)
        return np.array([one.word_id for one in sort])

    if preset.starter:
        waiting = after(starter_ensemble(load_starter(starter_path()), alphabet), waiting)
    for size in sitting.sizes:
        new = waiting[: size - len(done)]
        wrong += int((~read_right[new]).sum())
        done += new.tolist()
        waiting = waiting[len(new) :]
        samples = Samples(pool.images[done], tuple(pool.words[i] for i in done))
        job = TrainingJob(samples, lexicon, alphabet, preset, seed, device)
        ensemble = train_ensemble(job, run_path / f"{sitting.order}-{size}-{seed}", emit, should_stop)
        rows.append({"words": len(done), "corrected": wrong} | _scores(ensemble, data, lexicon, device))
        emit({"event": "transcribed", "order": sitting.order, **rows[-1]})
        if len(waiting) and size < sitting.sizes[-1]:
            waiting = after(ensemble, waiting)
        if len(done) < size:
            break
    return rows


def words_until(rows: Sequence[dict[str, Any]], aim: float, column: str = "words", measure: str = "h") -> float | None:
    """Words until ``measure`` reaches ``aim``, between two sizes by a straight line; None where it never does.

    h is of each reader's own seen and unseen words: an order that takes rare words first has few test images of
    seen ones. ``right``, the share of all test images, is the same measure for every order.
    """
    before = (0.0, 0.0)
    for row in rows:
        here = (float(row[column]), float(row[measure] or 0.0))
        if here[1] >= aim:
            rise = here[1] - before[1]
            return before[0] + (here[0] - before[0]) * (aim - before[1]) / rise if rise > 0 else here[0]
        before = here
    return None


def _scores(ensemble: Ensemble, data: BenchmarkData, lexicon: Lexicon, device: str) -> dict[str, Any]:
    readings = gather_evidence(ensemble, embed_all(ensemble, data.test.images, device), lexicon)
    truth = truth_of(data.test.words, ensemble, lexicon)
    right = right_answers(ensemble, readings, truth)[GATED]
    scores = gzsl_scores(right, truth.is_seen)
    return {
        "A_u": scores.A_u,
        "A_s": scores.A_s,
        "h": scores.h,
        "right": float(right.mean()),
        "classes": len(ensemble.classes),
        "test_seen": int(truth.is_seen.sum()),
        "test_unseen": int((~truth.is_seen).sum()),
    }


def _judged(
    ensemble: Ensemble, pool: Samples, waiting: NDArray[np.int64], lexicon: Lexicon, device: str
) -> tuple[list[ReviewItem], NDArray[np.bool_]]:
    """What the ensemble says of the words that wait, as Review would have it, and whether it is right."""
    readings = gather_evidence(ensemble, embed_all(ensemble, pool.images[waiting], device), lexicon)
    verdicts, final, sure = vote_with_confidence(ensemble, readings)
    gaps = np.median(
        [_gap(r.seen_distances, r.unseen_distances, v.seen) for r, v in zip(readings, verdicts, strict=True)], axis=0
    )
    doubts = np.array(prediction_doubts(sure.tolist(), final.distance.tolist())) + np.array(runner_up_doubts(gaps.tolist()))
    words = [lexicon.words[place] for place in final.word]
    right = np.array([words[n] == pool.words[i] for n, i in enumerate(waiting)])
    found = [ReviewItem(int(i), words[n], float(doubts[n]), False) for n, i in enumerate(waiting)]
    return found, right


def _gap(seen: NDArray[np.float32], unseen: NDArray[np.float32], is_seen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[N] between a member's best and second-best word on the side its gate chose."""
    chosen = np.where(is_seen[:, None], seen[:, :2], unseen[:, :2]).astype(np.float64)
    return np.nan_to_num(np.maximum(0.0, chosen[:, 1] - chosen[:, 0]), posinf=1e6)
