"""The competing rules' predictions on the test images, from X, X' and the images alone, never from test words."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped
from core.events import ShouldStop
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.model.spelling_learner import SpellingLearner
from core.recognition.algorithms import MemberEvidence, MemberPrediction, predict_by_margin, predict_on_side
from core.recognition.evidence import find_words
from core.training.job import MemberTask
from research.benchmark.competing_gates.cosmo import cosmo
from research.benchmark.competing_gates.gate_scores import (
    boosted_trees,
    gaussian_mixture,
    nearest_neighbours,
    relative_mahalanobis,
)
from research.benchmark.competing_gates.inputs import MemberView, member_view
from research.benchmark.competing_gates.model_selection import CompetingGate, FittedScore, ScoreFitter, select_gate
from research.benchmark.job import BenchmarkRun

T = TypeVar("T")


class CompetingRule(StrEnum):
    """The competing rules in the order of their table; the values are keys in stored results."""

    STACKING = "stacking"
    NEAREST_NEIGHBOURS = "knn"
    RELATIVE_MAHALANOBIS = "rmds"
    GAUSSIAN_MIXTURE = "gmm"
    BOOSTED_TREES = "boosted"
    COSMO = "cosmo"
    SPELLING_IN_LEXICON = "letters_lexicon"
    FREE_SPELLING = "letters_free"


@dataclass(frozen=True, slots=True)
class GateDecision:
    """A competing gate applied to N test images."""

    gate: CompetingGate
    scores: NDArray[np.float64]
    """[N] the greater, the more likely seen."""
    evidence: MemberEvidence
    """The nearest words on both sides, between which the gate decides."""


@dataclass(frozen=True, slots=True)
class MemberDecision:
    """A member's predictions of N test images by one competing rule."""

    prediction: MemberPrediction
    seconds: float
    """Time of recognition, embedding and matching included, fitting not."""
    decision: GateDecision | None = None
    """None for a rule without a gate."""


def gate_settings(seed: int) -> dict[CompetingRule, dict[str, ScoreFitter]]:
    """Return the settings of every fitted gate, among which X and X' choose; their names are in stored results."""
    return {
        CompetingRule.NEAREST_NEIGHBOURS: {f"k = {k}": nearest_neighbours(k) for k in (1, 5, 20)},
        CompetingRule.RELATIVE_MAHALANOBIS: {"one covariance": relative_mahalanobis},
        CompetingRule.GAUSSIAN_MIXTURE: {
            **{f"{n} parts": gaussian_mixture(n, False, seed) for n in (1, 4, 16)},
            **{f"{n} parts of one shape": gaussian_mixture(n, True, seed) for n in (64, 256)},
        },
        CompetingRule.BOOSTED_TREES: {f"{leaves} leaves": boosted_trees(leaves, 150, seed) for leaves in (4, 15)},
        CompetingRule.COSMO: {f"temperature x {factor:g}": cosmo(factor) for factor in (1.0, 3.0, 10.0)},
    }


def decide_all(
    run: BenchmarkRun, ensemble: Ensemble, should_stop: ShouldStop = lambda: False
) -> dict[CompetingRule, list[MemberDecision]]:
    """Return each member's predictions of the test images by each rule; the test words are not used.

    Rules that spell are included only if every member decodes letters. Raises Stopped when asked to stop.
    """
    decisions: dict[CompetingRule, list[MemberDecision]] = {}
    numbers: dict[str, int] = {}
    for k in range(len(ensemble.members)):
        view, calibration = member_view(run, ensemble, k)
        seed = MemberTask(k, run.job()).seeds()["gate"]
        gates: dict[CompetingRule, CompetingGate] = {}
        for rule, settings in gate_settings(seed).items():
            if should_stop():
                raise Stopped("Stopped while other decision rules were measured; the trained readers are kept.")
            gates[rule] = select_gate(calibration, settings, run.preset.objective, seed)
        for rule, one in _decide_member(view, gates, run.data.test.images, run.device, numbers).items():
            decisions.setdefault(rule, []).append(one)
    return decisions


def _decide_member(
    view: MemberView,
    gates: Mapping[CompetingRule, CompetingGate],
    images: NDArray[np.uint8],
    device: str,
    numbers: dict[str, int],
) -> dict[CompetingRule, MemberDecision]:
    """Return the decisions of one member on ``images`` [N, 50, 250]."""
    margin = FittedScore(lambda inputs: inputs.evidence.margin.astype(np.float64), 0)
    stacking = CompetingGate("calibrated offset", margin, view.member.stacking)
    embeddings, embedding_seconds = _timed(lambda: view.member.learner.embed(images, device))
    inputs, matching_seconds = _timed(lambda: view.gate_inputs(embeddings))
    decisions = {}
    for rule, gate in {CompetingRule.STACKING: stacking, **gates}.items():
        scores, scoring_seconds = _timed(partial(gate.score, inputs))
        prediction = predict_on_side(inputs.evidence, scores >= gate.threshold)
        seconds = embedding_seconds + matching_seconds + scoring_seconds
        decisions[rule] = MemberDecision(prediction, seconds, GateDecision(gate, scores, inputs.evidence))
    for rule, predict in (
        (CompetingRule.SPELLING_IN_LEXICON, lambda: predict_by_spelling(view, embeddings)),
        (CompetingRule.FREE_SPELLING, lambda: predict_free_spelling(view, embeddings, numbers)),
    ):
        spelled, spelling_seconds = _timed(predict)
        if spelled is not None:
            decisions[rule] = MemberDecision(spelled, embedding_seconds + spelling_seconds)
    return decisions


def predict_by_spelling(view: MemberView, embeddings: NDArray[np.float32]) -> MemberPrediction | None:
    """Predict the word of the lexicon whose spelling is most likely; None for a member that decodes no letters."""
    learner = view.member.learner
    if not isinstance(learner, SpellingLearner):
        return None
    letters = SpellingLearner(learner.kind, learner.net, learner.phos_dim, learner.dim, learner.metric, weight=0.0)
    member = replace(view.member, learner=letters, word_classifier=None)
    return predict_by_margin(find_words(member, view.ensemble, embeddings, view.lexicon), 0.0)


def predict_free_spelling(
    view: MemberView, embeddings: NDArray[np.float32], numbers: dict[str, int]
) -> MemberPrediction | None:
    """Predict by greedy decoding without a lexicon; None for a member that decodes no letters.

    Words that are not in the lexicon get numbers after its last one, the same for all members that share ``numbers``.
    The distance is minus the log probability of the best path; no word counts as seen.
    """
    learner, lexicon = view.member.learner, view.lexicon
    if not isinstance(learner, SpellingLearner):
        return None
    words = []
    for text in learner.decode(embeddings, view.ensemble.alphabet):
        position = lexicon.find(nfc(text))
        words.append(position if position >= 0 else numbers.setdefault(text, len(lexicon) + len(numbers)))
    cost = -learner.spelling_part(embeddings).amax(dim=2).sum(dim=1).numpy()
    return MemberPrediction(np.array(words, np.int32), cost.astype(np.float32), np.zeros(len(words), np.bool_))


def _timed(function: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    result = function()
    return result, time.perf_counter() - started
