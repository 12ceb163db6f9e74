"""The evaluation of an ensemble on images whose words are known but were not used: one JSON-ready report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.ausuc import ausuc
from core.evaluation.decision_rules import (
    ABOUT,
    GATED,
    ONE,
    ORACLE,
    STACKING,
    VOTE,
    Truth,
    right_answers,
    seen_unseen_sweep,
)
from core.evaluation.metrics import accuracy, gzsl_scores
from core.evaluation.reliability import reliability
from core.evaluation.roc import roc
from core.evaluation.spectrum import spectrum
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.confidence import vote_with_confidence
from core.recognition.member import MemberEvidence

TABLE_ORDER = (ONE, VOTE, STACKING, GATED, ORACLE)


def report(
    ensemble: Ensemble,
    readings: Sequence[MemberEvidence],
    truth: Truth,
    lexicon: Lexicon,
    *,
    ms_per_word: float | None = None,
    baselines: bool = True,
) -> dict[str, Any]:
    """Scores of the paper's gate, of each gate, and (with ``baselines``) of the other rows on the same members."""
    right = right_answers(ensemble, readings, truth)
    result: dict[str, Any] = gzsl_scores(right[GATED], truth.is_seen).to_json()
    both = bool(truth.is_seen.any() and not truth.is_seen.all())
    result["ausuc"] = _ausuc(ensemble, readings, truth, GATED) if both else None
    result["gate"] = gates(ensemble, readings, truth)
    oracle = gzsl_scores(right[ORACLE], truth.is_seen)
    result["oracle_gate"] = {"A_s": oracle.A_s, "A_u": oracle.A_u, "h": oracle.h}
    result["thres"] = [
        {"member": k, "thres": member.thres, "of": member.n_gates, "stacking": member.stacking}
        for k, member in enumerate(ensemble.members)
    ]
    objective = ensemble.card.get("preset", {}).get("objective", "h")
    result["thres_chosen"] = (
        f"per member, for {objective}, from out-of-bag votes on its own X and X' of the training images"
    )
    _, _, sure = vote_with_confidence(ensemble, readings)
    result["confidence"] = reliability(sure, right[GATED], truth.is_seen) | {
        "supposes_lacking": ensemble.card.get("preset", {}).get("lacking")
    }
    result["ms_per_word"] = ms_per_word
    result["spectrum"] = {str(d): v for d, v in _spectrum_shares(lexicon).items()}
    if baselines:
        result["baselines"] = baseline_rows(ensemble, readings, truth, right, both)
        told = result["gate"]["members"]
        result["baselines"][GATED]["auroc"] = _mean([gate["auroc"] for gate in told])
        result["baselines"][STACKING]["auroc"] = _mean([gate["margin_auroc"] for gate in told])
    return result


def baseline_rows(
    ensemble: Ensemble,
    readings: Sequence[MemberEvidence],
    truth: Truth,
    right: dict[str, NDArray[np.bool_]],
    both: bool,
) -> dict[str, Any]:
    """Scores of every row of the table by its name; ``one_m1`` is the mean over members with each beside it."""
    rows: dict[str, Any] = {}
    for name in TABLE_ORDER:
        if name == ONE:
            each = [gzsl_scores(one, truth.is_seen).to_json() for one in right[ONE]]
            rows[name] = {"about": ABOUT[name], "members": each, **_mean_scores(each)}
            continue
        rows[name] = {"about": ABOUT[name], **gzsl_scores(right[name], truth.is_seen).to_json()}
        if both and name in (GATED, STACKING):
            rows[name]["ausuc"] = _ausuc(ensemble, readings, truth, name)
    return rows


def gates(ensemble: Ensemble, readings: Sequence[MemberEvidence], truth: Truth) -> dict[str, Any]:
    """TPR, TNR and AUROC of each member's gate for its own seen words, and of all gates together for W_s."""
    members = []
    for k, (member, reading) in enumerate(zip(ensemble.members, readings, strict=True)):
        members.append(_gate(reading.votes, truth.known_to[k], member.thres) | {"member": k})
        # a lexicon with words of one kind only has no margins
        curve = roc(reading.margin, truth.known_to[k]) if np.isfinite(reading.margin).all() else None
        members[-1]["margin_auroc"] = curve.auroc if curve else None
    shares = [(r.votes >= m.thres) for m, r in zip(ensemble.members, readings, strict=True)]
    together = _gate(np.sum(shares, axis=0), truth.is_seen, len(ensemble.members) // 2 + 1)
    votes = np.sum([r.votes / m.n_gates for m, r in zip(ensemble.members, readings, strict=True)], axis=0)
    curve = roc(votes, truth.is_seen)
    together["auroc"] = curve.auroc if curve else None
    return {"members": members, "ensemble": together}


def _gate(scores: NDArray[Any], is_seen: NDArray[np.bool_], threshold: float) -> dict[str, Any]:
    called = scores >= threshold
    curve = roc(scores, is_seen)
    return {
        "tpr": accuracy(called[is_seen]),
        "tnr": accuracy(~called[~is_seen]),
        "auroc": curve.auroc if curve else None,
    }


def _ausuc(ensemble: Ensemble, readings: Sequence[MemberEvidence], truth: Truth, row: str) -> float:
    a_s, a_u = seen_unseen_sweep(ensemble, readings, truth, row)
    return ausuc(a_s, a_u)


def _mean(values: list[float | None]) -> float | None:
    """Over what is known; None where nothing is."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def _spectrum_shares(lexicon: Lexicon) -> dict[int, float]:
    dims = (15, 30)
    if len(lexicon) < 2:
        return {}
    return dict(zip(dims, spectrum(lexicon.signatures).shares_at(dims), strict=True))


def _mean_scores(each: list[dict[str, Any]]) -> dict[str, Any]:
    """Means over the members; the numbers of images are those of any of them."""
    names = ("A_s", "A_u", "h", "A_b")
    return {
        "n_seen": each[0]["n_seen"],
        "n_unseen": each[0]["n_unseen"],
        **{n: None if each[0][n] is None else float(np.mean([row[n] for row in each])) for n in names},
    }
