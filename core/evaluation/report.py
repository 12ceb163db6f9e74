"""The report on an ensemble measured on labelled images that it was not trained on, ready for JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import (
    RULE_LABELS,
    DecisionRule,
    GroundTruth,
    correct_predictions,
    deciding_rules,
    own_label,
    seen_unseen_curve,
)
from core.evaluation.metrics import SCORES, accuracy, ausuc, gzsl_scores
from core.evaluation.reliability import reliability
from core.evaluation.roc import roc
from core.evaluation.spectrum import PAPER_DIMS, spectrum
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence
from core.recognition.confidence import vote_with_confidence


def build_report(
    ensemble: Ensemble,
    evidence: Sequence[MemberEvidence],
    truth: GroundTruth,
    lexicon: Lexicon,
    *,
    ms_per_word: float | None = None,
    baselines: bool = True,
) -> dict[str, Any]:
    """Return the scores of the gated vote, the rates of each gate, and with ``baselines`` the scores of every rule."""
    correct = correct_predictions(ensemble, evidence, truth)
    result: dict[str, Any] = gzsl_scores(correct[DecisionRule.GATED], truth.is_seen).to_json()
    result["A_o"] = accuracy(correct[DecisionRule.GATED][truth.is_unlisted])
    result["ausuc"] = _ausuc(ensemble, evidence, truth, DecisionRule.GATED)
    result["gate"] = gate_rates(ensemble, evidence, truth)
    oracle = gzsl_scores(correct[DecisionRule.ORACLE_GATE], truth.is_seen)
    result["oracle_gate"] = {"A_s": oracle.A_s, "A_u": oracle.A_u, "h": oracle.h}
    result["thres"] = [
        {"member": k, "thres": member.thres, "of": member.n_gates, "stacking": member.stacking}
        for k, member in enumerate(ensemble.members)
    ]
    result["decided_by"] = [rule.value for rule in deciding_rules(ensemble)]
    preset = ensemble.card.get("preset", {})
    result["thres_chosen"] = (
        f"per member, for {preset.get('objective', 'h')}, from out-of-bag votes on its own X and X' of the training "
        "images"
    )
    _, _, confidence = vote_with_confidence(ensemble, evidence)
    result["confidence"] = reliability(confidence, correct[DecisionRule.GATED], truth.is_seen) | {
        "assumed_ool_percent": preset.get("lacking")
    }
    result["ms_per_word"] = ms_per_word
    shares = spectrum(lexicon.signatures).shares_at() if len(lexicon) > 1 else ()
    result["spectrum"] = {str(d): share for d, share in zip(PAPER_DIMS, shares, strict=False)}
    if baselines:
        rows = rule_scores(ensemble, evidence, truth, correct)
        members = result["gate"]["members"]
        rows[DecisionRule.GATED]["about"] = own_label(result["decided_by"])
        rows[DecisionRule.GATED]["auroc"] = mean_of_known([gate["auroc"] for gate in members])
        rows[DecisionRule.STACKING]["auroc"] = mean_of_known([gate["margin_auroc"] for gate in members])
        result["baselines"] = rows
    return result


def rule_scores(
    ensemble: Ensemble,
    evidence: Sequence[MemberEvidence],
    truth: GroundTruth,
    correct: dict[DecisionRule, NDArray[np.bool_]],
) -> dict[str, Any]:
    """Return the scores of every decision rule; those of a single member are means, with each member beside them."""
    rows = score_rows(correct, truth.is_seen)
    if truth.has_both:
        for rule in (DecisionRule.GATED, DecisionRule.STACKING):
            rows[rule]["ausuc"] = _ausuc(ensemble, evidence, truth, rule)
    return rows


def score_rows(correct: Mapping[DecisionRule, NDArray[np.bool_]], is_seen: NDArray[np.bool_]) -> dict[str, Any]:
    """Return the scores of every rule's answers [N]; of the members alone [L, N], the means over members."""
    rows: dict[str, Any] = {}
    for rule, label in RULE_LABELS.items():
        if rule == DecisionRule.ONE_MEMBER:
            scores = mean_scores(correct[rule], is_seen)
        else:
            scores = gzsl_scores(correct[rule], is_seen).to_json()
        rows[rule] = {"about": label, **scores}
    return rows


def mean_scores(correct: Sequence[NDArray[np.bool_]] | NDArray[np.bool_], is_seen: NDArray[np.bool_]) -> dict[str, Any]:
    """Return the means over members of the scores of their answers ``correct`` [L, N], and each member's scores.

    The means have no intervals, since the members are measured on the same images.
    """
    members = [gzsl_scores(answers, is_seen).to_json() for answers in correct]
    first = members[0]
    return {
        "members": members,
        "n_seen": first["n_seen"],
        "n_unseen": first["n_unseen"],
        **{n: None if first[n] is None else float(np.mean([member[n] for member in members])) for n in SCORES},
    }


def gate_rates(ensemble: Ensemble, evidence: Sequence[MemberEvidence], truth: GroundTruth) -> dict[str, Any]:
    """Return TPR, TNR and AUROC of each member's gate for its own seen words, and of all gates together for W_s.

    Where an offset of the margins stands for the gates of a member, the AUROC is that of the margins.
    """
    pairs = list(zip(ensemble.members, evidence, strict=True))
    members = []
    for k, (member, found) in enumerate(pairs):
        # a lexicon with words of one kind only has no margins
        curve = roc(found.margin, truth.seen_by[k]) if np.isfinite(found.margin).all() else None
        rates = _rates(found.votes, truth.seen_by[k], member.thres)
        margin_auroc = curve.auroc if curve else None
        decided = {"auroc": margin_auroc} if member.gate.is_offset else {}
        members.append(rates | decided | {"member": k, "margin_auroc": margin_auroc})
    seen_votes = np.sum([found.votes >= member.thres for member, found in pairs], axis=0)
    together = _rates(seen_votes, truth.is_seen, len(ensemble.members) // 2 + 1)
    curve = roc(np.sum([found.votes / member.n_gates for member, found in pairs], axis=0), truth.is_seen)
    together["auroc"] = curve.auroc if curve else None
    return {"members": members, "ensemble": together}


def mean_of_known(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are not None; None where all are."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def _rates(scores: NDArray[Any], is_seen: NDArray[np.bool_], threshold: float) -> dict[str, Any]:
    called_seen = scores >= threshold
    curve = roc(scores, is_seen)
    return {
        "tpr": accuracy(called_seen[is_seen]),
        "tnr": accuracy(~called_seen[~is_seen]),
        "auroc": curve.auroc if curve else None,
    }


def _ausuc(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence], truth: GroundTruth, rule: DecisionRule
) -> float | None:
    return ausuc(*seen_unseen_curve(ensemble, evidence, truth, rule)) if truth.has_both else None
