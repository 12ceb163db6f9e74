"""The paper's theory applied to a trained ensemble, ready for JSON: rates, rules, bounds and sufficient sizes."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.ensemble_size import (
    EnsembleSize,
    MeanRates,
    SizeErrors,
    mean_rates,
    required_size,
    size_errors,
)
from core.evaluation.bounds.estimate import Rho, alpha_and_beta, class_allocation, member_rates, vote_correlations
from core.evaluation.bounds.intervals import interval, rate_draws, rho_draws, size_interval
from core.evaluation.bounds.rule import Floats, rule_errors, seen_probabilities
from core.evaluation.bounds.theorems import (
    ErrorBounds,
    arbitrary_allocation,
    exchangeable,
    exchangeable_as_printed,
    hoeffding,
    random_allocation_best_eta,
    random_allocation_by_word,
    vote_gaps,
)
from core.evaluation.decision_rules import GroundTruth
from core.evaluation.metrics import wilson_interval
from core.language import tr_noop
from core.model.ensemble import Ensemble
from core.recognition.algorithms import MemberEvidence

TARGETS = (0.1, 0.05, 0.01)
SIZES = (1, 2, 3, 4, 5, 7, 10, 15, 21, 30, 50, 75, 100)
BOUND_LABELS = {
    "theorem_1": tr_noop("Theorem 1"),
    "theorem_2": tr_noop("Theorem 2"),
    "theorem_2_by_word": tr_noop("Theorem 2, by word"),
    "sharpest": tr_noop("Hoeffding's bound"),
    "exchangeable": tr_noop("correlated errors"),
    "exchangeable_printed": tr_noop("the same as printed (wrong)"),
    "best": tr_noop("best rule"),
    "consensus": tr_noop("consensus"),
}
"""Stored names of the rules, and their names on screen."""

_STORED_NAMES = {
    "size": "L",
    "theorem_2": "printed",
    "hoeffding": "promised",
    "exact": "expected",
    "exchangeable": "dependent",
}
"""Fields of :class:`SizeErrors` and :class:`EnsembleSize`, and their names in stored reports."""


def report_bounds(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence] | None = None, truth: GroundTruth | None = None
) -> dict[str, Any]:
    """Apply the theorems to ``ensemble``; with evidence and ground truth of test words, measure the errors as well.

    Keys: ``members`` (rates with intervals), ``L``, ``words`` (|W_s|), ``held_out_by_all`` (words not counted in it),
    ``why_not`` (None, or a sentence where nothing more can be computed) and otherwise ``mean`` (alpha, beta, gamma, p),
    ``mu``, ``Delta``, ``dependence`` (rho with bootstrap intervals), ``rules``, ``careful`` (bounds at the worst ends
    of all intervals), ``enough`` (sufficient sizes, that for correlated votes with its interval) and ``sizes``. Errors
    have the keys ``unseen_given_seen`` and ``seen_given_unseen``. All bounds but "exchangeable" assume independent
    votes, and all hold for the estimated rates only.
    """
    rates = [member_rates(member.calibration, member.thres) for member in ensemble.members]
    allocation = class_allocation(ensemble)
    words = allocation.shape[1]
    result: dict[str, Any] = {
        "members": [
            {"member": k, "thres": member.thres, "of": member.n_gates, **rate.to_json()}
            for k, (member, rate) in enumerate(zip(ensemble.members, rates, strict=True))
        ],
        "L": len(rates),
        "words": words,
        "held_out_by_all": len(ensemble.classes) - words,
        "why_not": None,
    }
    mean = mean_rates(rates, [len(member.seen) for member in ensemble.members], len(ensemble.classes), words)
    if mean is None:
        return result | {
            "why_not": tr_noop("The error rates are unknown: a reader has no reserved or no held-out images.")
        }
    alpha, beta = alpha_and_beta(rates)
    gaps = vote_gaps(alpha, beta, allocation)
    test = None if evidence is None or truth is None else (_votes_seen(ensemble, evidence), truth.seen_by)
    rho = None if test is None else vote_correlations(*test)
    result["mean"] = {"alpha": mean.alpha, "beta": mean.beta, "gamma": 1 - mean.alpha - mean.beta, "p": mean.p}
    result["mu"] = float(beta.sum())
    result["Delta"] = {"least": float(gaps.min()), "mean": float(gaps.mean()), "greatest": float(gaps.max())}
    drawn = None if test is None or truth is None else rho_draws(*test, truth.word.tolist())
    result["dependence"] = None if rho is None or drawn is None else _dependence(rho, drawn)
    exact = rule_errors(seen_probabilities(alpha, beta, allocation), beta)
    bounds = _bounds(alpha, beta, allocation, mean, rho)
    rules = {name: bound.m for name, bound in bounds.items()} | {"best": exact.best_m(), "consensus": len(rates)}
    result["rules"] = [
        {
            "name": name,
            "about": BOUND_LABELS[name],
            "m": m,
            "promised": _to_json(bounds.get(name)),
            "if_independent": {
                "unseen_given_seen": float(exact.unseen_given_seen[m]),
                "seen_given_unseen": float(exact.seen_given_unseen[m]),
            },
            "measured": None if test is None else _measured(*test, m),
        }
        for name, m in rules.items()
    ]
    result["careful"] = _to_json(_conservative_bounds(ensemble, allocation))
    result["enough"] = [{"wanted": target, **_stored(required_size(mean, target, rho))} for target in TARGETS]
    if drawn is not None:
        drawn_rates = rate_draws(rates)
        for row in result["enough"]:
            row["dependent_interval"] = list(size_interval(drawn_rates, mean, drawn, row["wanted"]))
    result["sizes"] = [_stored(size_errors(mean, size, rho)) for size in SIZES] if mean.is_better_than_chance else []
    return result


def _dependence(rho: Rho, drawn: Floats) -> dict[str, Any]:
    return {
        "rho_seen": rho[0],
        "rho_unseen": rho[1],
        "rho_seen_interval": list(interval(drawn[:, 0])),
        "rho_unseen_interval": list(interval(drawn[:, 1])),
    }


def _bounds(
    alpha: Floats, beta: Floats, allocation: NDArray[np.bool_], mean: MeanRates, rho: Rho | None
) -> dict[str, ErrorBounds]:
    """Return every bound whose assumptions on the rates the members meet, by its stored name."""
    members, mu = len(alpha), float(beta.sum())
    delta = float(vote_gaps(alpha, beta, allocation).min())
    bounds: dict[str, ErrorBounds] = {}
    if delta > 0:
        bounds["theorem_1"] = arbitrary_allocation(alpha, beta, allocation)
    if mean.is_better_than_chance:
        bounds["theorem_2"] = random_allocation_best_eta(alpha, beta, mean.p, mean.words)
        bounds["theorem_2_by_word"] = random_allocation_by_word(alpha, beta, mean.p)
    if delta > 0:
        bounds["sharpest"] = hoeffding(members, mu, mu + delta)
    if mean.is_better_than_chance and rho is not None:
        bounds["exchangeable"] = exchangeable(members, mean.alpha, mean.beta, mean.p, *rho)
        bounds["exchangeable_printed"] = exchangeable_as_printed(members, mean.alpha, mean.beta, mean.p)
    return bounds


def _conservative_bounds(ensemble: Ensemble, allocation: NDArray[np.bool_]) -> ErrorBounds | None:
    """Return Hoeffding's bound with all 2 L rates at the worse ends of intervals that hold together at 95 %.

    For a seen word a low beta is the worse end: the wrong votes of members that were not trained on it help.
    """
    level = 1 - 0.05 / (2 * len(ensemble.members))
    rates = [member_rates(member.calibration, member.thres, level) for member in ensemble.members]
    alpha = np.array([rate.alpha_interval[1] for rate in rates])
    low, high = (np.array([rate.beta_interval[end] for rate in rates]) for end in (0, 1))
    mu_u, mu_s = float(high.sum()), float(seen_probabilities(alpha, low, allocation).sum(axis=1).min())
    return hoeffding(len(rates), mu_u, mu_s) if mu_u < mu_s else None


def _votes_seen(ensemble: Ensemble, evidence: Sequence[MemberEvidence]) -> NDArray[np.bool_]:
    """Return psi_k(x) [L, N]: True for "seen"."""
    return np.stack([found.votes >= member.thres for member, found in zip(ensemble.members, evidence, strict=True)])


def _measured(votes_seen: NDArray[np.bool_], seen_by: NDArray[np.bool_], m: int) -> dict[str, Any]:
    """Return both errors of E_m on test words, with Wilson's 95 % intervals; None for a group without words."""
    is_seen = seen_by.any(axis=0)
    called_seen = votes_seen.sum(axis=0) >= m
    result: dict[str, Any] = {}
    for name, wrong in (("unseen_given_seen", ~called_seen[is_seen]), ("seen_given_unseen", called_seen[~is_seen])):
        result[name] = float(wrong.mean()) if len(wrong) else None
        result[f"{name}_interval"] = list(wilson_interval(int(wrong.sum()), len(wrong))) if len(wrong) else None
        result[f"{name}_n"] = len(wrong)
    return result


def _to_json(bounds: ErrorBounds | None) -> dict[str, Any] | None:
    return None if bounds is None else asdict(bounds)


def _stored(values: SizeErrors | EnsembleSize) -> dict[str, Any]:
    return {_STORED_NAMES[name]: value for name, value in asdict(values).items()}
