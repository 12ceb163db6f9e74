"""Simulated annotation: words are transcribed in some order, and a model is trained on them again and again.

Transcribing means looking at a word image and giving the right word. The best order
needs the fewest words until the test words are recognised well enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.evaluation.decision_rules import DecisionRule, correct_predictions, ground_truth
from core.evaluation.metrics import gzsl_scores
from core.events import Listener, Report, ShouldStop
from core.model.ensemble import Ensemble
from core.project.query.review_order import (
    ReviewItem,
    ReviewOrder,
    most_doubtful_first,
    most_useful_first,
    prediction_doubts,
    runner_up_doubts,
)
from core.recognition.algorithms import MemberEvidence, MemberPrediction, word_texts
from core.recognition.confidence import vote_with_confidence
from core.recognition.evidence import embed_all, gather_evidence
from core.store.starter import load_starter, starter_path
from core.store.starter_sources import met_by_starter_of
from core.training.ensemble_training import train_ensemble
from core.training.job import MIN_IMAGES
from core.training.starter_init import starter_ensemble
from research.benchmark.job import SHIPPED_STARTER, BenchmarkRun
from research.benchmark.measurement import record_of_run

RANDOM = "random"
ORDERS = (ReviewOrder.PAGE, RANDOM, ReviewOrder.USEFUL, ReviewOrder.UNCERTAIN)
"""The orders of Review that can be simulated, and a random one for comparison."""


@dataclass(frozen=True, slots=True)
class Transcribed(Report):
    """The number of transcribed words in a simulation has been reached; its content is what was measured then."""

    kind = "transcribed"


@dataclass(frozen=True, slots=True)
class AnnotationPlan:
    """The numbers of transcribed words after which a model is trained, and the order of transcription."""

    sizes: tuple[int, ...]
    order: str

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise InputError(f"There is no order '{self.order}'; choose one of {', '.join(ORDERS)}.")
        rising = all(b > a for a, b in pairwise(self.sizes))
        if not self.sizes or self.sizes[0] < MIN_IMAGES or not rising:
            raise InputError(
                f"Sizes are rising numbers of words, the first at least {MIN_IMAGES}, for example 25,50,100."
            )


def simulate(run: BenchmarkRun, plan: AnnotationPlan, emit: Listener, should_stop: ShouldStop) -> list[dict[str, Any]]:
    """Return one row for each size: words transcribed, how many of them were predicted wrongly, and A_u, A_s, h.

    Before the first training, the starter model predicts and orders the words if the preset starts from it; otherwise
    no word has a prediction, and every order but "random" begins with the first page. Every model is trained
    from the beginning on all transcribed words. With a folder for records in ``run`` the answers for every test image
    are kept there.
    """
    pool = run.data.train
    waiting = np.arange(len(pool.words))
    if plan.order == RANDOM:
        waiting = np.random.default_rng(run.seed).permutation(waiting)
    transcribed: list[int] = []
    corrected = 0
    predicted_right: NDArray[np.bool_] = np.zeros(len(pool.words), np.bool_)
    rows = []

    def predict_and_order(ensemble: Ensemble, waiting: NDArray[np.int64]) -> NDArray[np.int64]:
        items, predicted_right[waiting] = _predict(run, ensemble, waiting)
        if plan.order == ReviewOrder.USEFUL:
            items = most_useful_first(items, Counter(pool.words[row] for row in transcribed))
        elif plan.order == ReviewOrder.UNCERTAIN:
            items = most_doubtful_first(items)
        return np.array([item.word_id for item in items])

    if run.preset.starter:
        waiting = predict_and_order(starter_ensemble(load_starter(starter_path()), run.alphabet), waiting)
    for size in plan.sizes:
        new = waiting[: size - len(transcribed)]
        corrected += int((~predicted_right[new]).sum())
        transcribed += new.tolist()
        waiting = waiting[len(new) :]
        folder = run.folder / f"{plan.order}-{size}-{run.seed}"
        ensemble = train_ensemble(run.job(transcribed), folder, emit, should_stop)
        counts = {"words": len(transcribed), "corrected": corrected}
        rows.append(counts | _scores(run, ensemble, {"order": plan.order, **counts}))
        emit(Transcribed({"order": plan.order, **rows[-1]}))
        if len(waiting) and size < plan.sizes[-1]:
            waiting = predict_and_order(ensemble, waiting)
        if len(transcribed) < size:
            break
    return rows


def words_until(
    rows: Sequence[dict[str, Any]], target: float, column: str = "words", measure: str = "h"
) -> float | None:
    """Return the number of words at which ``measure`` reaches ``target``, linear between two sizes; None if never.

    h is about each model's own seen and unseen words: an order that takes rare words first has few test images of seen
    ones. ``right``, the share of all test images, is the same measure for every order.
    """
    before = (0.0, 0.0)
    for row in rows:
        here = (float(row[column]), float(row[measure] or 0.0))
        if here[1] >= target:
            rise = here[1] - before[1]
            return before[0] + (here[0] - before[0]) * (target - before[1]) / rise if rise > 0 else here[0]
        before = here
    return None


def _scores(run: BenchmarkRun, ensemble: Ensemble, conditions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scores on the test images, whose answers are kept as a record in these ``conditions``."""
    test = run.data.test
    evidence = gather_evidence(ensemble, embed_all(ensemble, test.images, run.device), run.lexicon)
    # which words are seen depends on the seed, so that no two seeds have the same groups of images
    start = "nothing" if not run.preset.starter else "starter" if run.adapted is None else "adapted starter"
    further = {"conditions": {**conditions, "start": start, "steps": run.preset.steps, "seed": run.seed}}
    met = met_by_starter_of(SHIPPED_STARTER, test.words) if run.preset.starter else None
    record_of_run(run, ensemble, evidence, met, run.preset.name, further)
    truth = ground_truth(test.words, ensemble, run.lexicon)
    correct = correct_predictions(ensemble, evidence, truth)[DecisionRule.GATED]
    scores = gzsl_scores(correct, truth.is_seen)
    return {
        "A_u": scores.A_u,
        "A_s": scores.A_s,
        "h": scores.h,
        "right": float(correct.mean()),
        "classes": len(ensemble.classes),
        "test_seen": int(truth.is_seen.sum()),
        "test_unseen": int((~truth.is_seen).sum()),
    }


def _predict(
    run: BenchmarkRun, ensemble: Ensemble, waiting: NDArray[np.int64]
) -> tuple[list[ReviewItem], NDArray[np.bool_]]:
    """Return the predictions of the training images ``waiting`` with their doubts, and whether each is right."""
    pool = run.data.train
    evidence = gather_evidence(ensemble, embed_all(ensemble, pool.images[waiting], run.device), run.lexicon)
    predictions, result, confidence = vote_with_confidence(ensemble, evidence)
    gaps = np.median([_runner_up_gap(*pair) for pair in zip(evidence, predictions, strict=True)], axis=0)
    doubts = np.array(prediction_doubts(confidence.tolist(), result.distance.tolist()))
    doubts += np.array(runner_up_doubts(gaps.tolist()))
    words = word_texts(result, evidence, run.lexicon.words)
    items = [
        ReviewItem(row, word, doubt, False)
        for row, word, doubt in zip(waiting.tolist(), words, doubts.tolist(), strict=True)
    ]
    return items, np.array([item.text == pool.words[item.word_id] for item in items])


def _runner_up_gap(evidence: MemberEvidence, prediction: MemberPrediction) -> NDArray[np.float64]:
    """Return [N] the distance between a member's best and second-best word on the side it chose."""
    seen, unseen = evidence.seen_distances[:, :2], evidence.unseen_distances[:, :2]
    chosen = np.where(prediction.seen[:, None], seen, unseen).astype(np.float64)
    return np.nan_to_num(np.maximum(0.0, chosen[:, 1] - chosen[:, 0]), posinf=1e6)
