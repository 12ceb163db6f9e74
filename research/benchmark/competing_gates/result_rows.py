"""The competing rules' rows of a results table: scores of their votes, quality of their gates, and costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import GroundTruth, ground_truth, sweep_thresholds
from core.evaluation.metrics import ausuc, gzsl_scores
from core.evaluation.report import mean_of_known, mean_scores
from core.evaluation.roc import roc
from core.events import Event, Listener, ShouldStop
from core.model.ensemble import Ensemble
from core.recognition.algorithms import NO_WORD, combine_predictions
from research.benchmark.competing_gates.decisions import CompetingRule, MemberDecision, decide_all
from research.benchmark.job import BenchmarkRun
from research.benchmark.measurement import embedder_parameters

VOTE_LABELS = {
    CompetingRule.STACKING: "vote, stacking (margin)",
    CompetingRule.NEAREST_NEIGHBOURS: "vote, nearest neighbours in X",
    CompetingRule.RELATIVE_MAHALANOBIS: "vote, relative Mahalanobis",
    CompetingRule.GAUSSIAN_MIXTURE: "vote, Gaussian mixture",
    CompetingRule.BOOSTED_TREES: "vote, one boosted gate each",
    CompetingRule.COSMO: "vote, soft gates (COSMO)",
    CompetingRule.SPELLING_IN_LEXICON: "vote, letters, lexicon",
    CompetingRule.FREE_SPELLING: "vote, letters, no lexicon",
}
ONE_MEMBER_LABELS = {
    CompetingRule.SPELLING_IN_LEXICON: "one reader, letters, lexicon",
    CompetingRule.FREE_SPELLING: "one reader, letters, no lexicon",
}


@dataclass(frozen=True, slots=True)
class RuleMeasured(Event):
    """A published decision rule was measured."""

    kind = "rule"
    rule: str
    h: float


def run_competing_gates(
    run: BenchmarkRun, ensemble: Ensemble, minutes: float | None, emit: Listener, should_stop: ShouldStop
) -> tuple[dict[str, Any], dict[str, NDArray[np.int32]]]:
    """Return a row for each competing rule, ready for JSON: scores, ``ausuc`` and ``auroc`` of its gates, and costs.

    Beside the rows are the words of each: [N], of the members alone [L, N]; -1 for a spelling that is no word of the
    lexicon. ``minutes`` is the time of training the embedders, if known. Raises Stopped when asked to stop.
    """
    decisions = decide_all(run, ensemble, should_stop)
    parameters = [embedder_parameters(member.learner) for member in ensemble.members]
    truth = ground_truth(run.data.test.words, ensemble, run.lexicon)
    rows = competing_rows(decisions, truth, parameters, minutes)
    for rule, row in rows.items():
        emit(RuleMeasured(rule, row["h"]))
    words = competing_words(decisions)
    return rows, {rule: np.where(row < len(run.lexicon), row, NO_WORD) for rule, row in words.items()}


def competing_words(decisions: Mapping[CompetingRule, Sequence[MemberDecision]]) -> dict[str, NDArray[np.int32]]:
    """Return the words of the rows of :func:`competing_rows`: [N], of the members alone [L, N]."""
    words: dict[str, NDArray[np.int32]] = {}
    for rule, by_member in decisions.items():
        predictions = [one.prediction for one in by_member]
        if rule in ONE_MEMBER_LABELS:
            words[f"{rule}_one"] = np.stack([prediction.word for prediction in predictions])
        words[rule] = combine_predictions(predictions).word
    return words


def competing_rows(
    decisions: Mapping[CompetingRule, Sequence[MemberDecision]],
    truth: GroundTruth,
    parameters: Sequence[int],
    minutes: float | None,
) -> dict[str, Any]:
    """Return one row for each rule; rules that spell have a row for one member (the mean) before it.

    ``parameters`` [L] are those of the embedders, ``minutes`` is the time of training all of them.
    """
    rows: dict[str, Any] = {}
    members, images = len(parameters), max(1, len(truth.word))
    for rule, label in VOTE_LABELS.items():
        if rule not in decisions:
            continue
        by_member = decisions[rule]
        gates = [one.decision.gate for one in by_member if one.decision]
        ms = [1000 * one.seconds / images for one in by_member]
        if rule in ONE_MEMBER_LABELS:
            rows[f"{rule}_one"] = {
                "about": ONE_MEMBER_LABELS[rule],
                **mean_scores([one.prediction.word == truth.word for one in by_member], truth.is_seen),
                "ms_per_word": float(np.mean(ms)),
                "parameters": round(sum(parameters) / members),
                "train_minutes": None if minutes is None else minutes / members,
            }
        correct = combine_predictions([one.prediction for one in by_member]).word == truth.word
        rows[rule] = {
            "about": label,
            **gzsl_scores(correct, truth.is_seen).to_json(),
            **_gate_quality(by_member, truth),
            "ms_per_word": sum(ms),
            "parameters": sum(parameters) + sum(gate.parameters for gate in gates),
            "train_minutes": None if minutes is None else minutes + sum(gate.seconds for gate in gates) / 60,
        }
    return rows


def _gate_quality(by_member: Sequence[MemberDecision], truth: GroundTruth) -> dict[str, Any]:
    """Return the rates of each member's gate for its own seen words, the mean AUROC and the AUSUC; {} without gates."""
    decisions = [one.decision for one in by_member if one.decision]
    if not decisions:
        return {}
    members = []
    for k, one in enumerate(decisions):
        curve = roc(one.scores, truth.seen_by[k]) if np.isfinite(one.scores).all() else None
        threshold = float(one.gate.threshold)
        rates = asdict(curve.at(threshold)) if curve else {"tpr": None, "tnr": None}
        auroc = curve.auroc if curve else None
        members.append({"member": k, "setting": one.gate.setting, "threshold": threshold, **rates, "auroc": auroc})
    curve_points = sweep_thresholds(
        [decision.evidence for decision in decisions],
        [decision.scores for decision in decisions],
        [float(decision.gate.threshold) for decision in decisions],
        truth,
    )
    return {
        "members": members,
        "auroc": mean_of_known([member["auroc"] for member in members]),
        "ausuc": ausuc(*curve_points) if truth.has_both else None,
    }
