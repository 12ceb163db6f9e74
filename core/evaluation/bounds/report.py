"""The theory's account of a trained ensemble, ready for JSON: rates, rules, promises, and how many are enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.ensemble_size import Kind, enough_members
from core.evaluation.bounds.estimate import MemberRates, allocation, member_rates, shared_error
from core.evaluation.bounds.growth import mean_kind, size_errors
from core.evaluation.bounds.rule import RuleErrors, chances_of_seen, rule_errors
from core.evaluation.bounds.theorems import (
    ErrorBounds,
    Floats,
    arbitrary_allocation,
    exchangeable,
    random_allocation_best_eta,
    random_allocation_by_word,
    sharpest,
    vote_gaps,
)
from core.evaluation.decision_rules import Truth
from core.evaluation.metrics import wilson
from core.model.ensemble import Ensemble
from core.recognition.member import MemberEvidence

WANTED = (0.1, 0.05, 0.01)
SIZES = (1, 2, 3, 4, 5, 7, 10, 15, 21, 30, 50, 75, 100)
ABOUT = {
    "theorem_1": "Theorem 1",
    "theorem_2": "Theorem 2",
    "theorem_2_by_word": "Theorem 2, bettered",
    "sharpest": "sharpest bound",
    "exchangeable": "errors in common",
    "best": "best rule",
    "consensus": "consensus",
}


def report_bounds(
    ensemble: Ensemble, readings: Sequence[MemberEvidence] | None = None, truth: Truth | None = None
) -> dict[str, Any]:
    """What the paper's theory says of ``ensemble``; with readings and truth of test words, also what is measured.

    Keys: ``members`` (rates with intervals), ``L``, ``words`` (|W_s|), ``held_out_by_all`` (words not counted in
    it), ``why_not`` (a sentence where no more can be said, else None) and, unless that is so, ``mean`` (alpha,
    beta, gamma, p), ``mu``, ``Delta``, ``dependence``, ``rules``, ``careful``, ``enough`` and ``sizes``. Errors
    go by ``unseen_given_seen`` and ``seen_given_unseen``. Promises but "exchangeable" suppose independent votes.
    """
    rates = [member_rates(member.calibration, member.thres) for member in ensemble.members]
    knows = allocation(ensemble)
    result: dict[str, Any] = {
        "members": [
            {"member": k, "thres": member.thres, "of": member.n_gates, **one.to_json()}
            for k, (member, one) in enumerate(zip(ensemble.members, rates, strict=True))
        ],
        "L": len(rates),
        "words": knows.shape[1],
        "held_out_by_all": len(ensemble.classes) - knows.shape[1],
        "why_not": None,
    }
    known = [len(member.seen) for member in ensemble.members]
    kind = mean_kind(rates, known, len(ensemble.classes), knows.shape[1])
    if kind is None:
        return result | {
            "why_not": "A member has no words held back or held out to judge it by, so its errors are unknown."
        }
    alpha, beta = (np.array([getattr(one, name) for one in rates], np.float64) for name in ("alpha", "beta"))
    gain = vote_gaps(alpha, beta, knows)
    verdicts = _verdicts(ensemble, readings) if readings is not None and truth is not None else None
    rho = _dependence(verdicts, truth) if verdicts is not None and truth is not None else None
    result["mean"] = {"alpha": kind.alpha, "beta": kind.beta, "gamma": 1 - kind.alpha - kind.beta, "p": kind.p}
    result["mu"] = float(beta.sum())
    result["Delta"] = {"least": float(gain.min()), "mean": float(gain.mean()), "greatest": float(gain.max())}
    result["dependence"] = None if rho is None else {"rho_seen": rho[0], "rho_unseen": rho[1]}
    errors = rule_errors(chances_of_seen(alpha, beta, knows), beta)
    result["rules"] = [
        {
            "name": name,
            "about": ABOUT[name],
            "m": m,
            "promised": _promise(promise),
            "if_independent": _at(errors, m),
            "measured": _measured(verdicts, truth, m) if verdicts is not None and truth is not None else None,
        }
        for name, m, promise in _rules(alpha, beta, knows, kind, errors, rho)
    ]
    result["careful"] = _promise(_careful(ensemble, knows))
    result["enough"] = [{"wanted": wanted, **asdict(enough_members(kind, wanted, rho))} for wanted in WANTED]
    result["sizes"] = [_at_size(kind, size, rho) for size in SIZES] if kind.better_than_chance else []
    return result


def _rules(
    alpha: Floats,
    beta: Floats,
    knows: NDArray[np.bool_],
    kind: Kind,
    errors: RuleErrors,
    rho: tuple[float, float] | None,
) -> list[tuple[str, int, ErrorBounds | None]]:
    """Name, m and promise of every rule that the theory allows of these members."""
    members, mu = len(alpha), float(beta.sum())
    least = float(vote_gaps(alpha, beta, knows).min())
    promises: dict[str, ErrorBounds] = {}
    if least > 0:
        promises["theorem_1"] = arbitrary_allocation(alpha, beta, knows)
    if kind.better_than_chance:
        promises["theorem_2"] = random_allocation_best_eta(alpha, beta, kind.p, kind.words)
        promises["theorem_2_by_word"] = random_allocation_by_word(alpha, beta, kind.p)
    if least > 0:
        promises["sharpest"] = sharpest(members, mu, mu + least)
    if kind.better_than_chance and rho is not None:
        promises["exchangeable"] = exchangeable(members, kind.alpha, kind.beta, kind.p, *rho)
    rules: list[tuple[str, int, ErrorBounds | None]] = [(name, one.m, one) for name, one in promises.items()]
    return [*rules, ("best", errors.best(), None), ("consensus", members, None)]


def _careful(ensemble: Ensemble, knows: NDArray[np.bool_]) -> ErrorBounds | None:
    """The sharpest bound with every rate at the bad end of its interval, all 2 L of which hold at 95 % together.

    For a seen word a low beta is the bad end: a member that does not know the word adds to its votes by mistake.
    """
    level = 1 - 0.05 / (2 * len(ensemble.members))
    rates: list[MemberRates] = [member_rates(m.calibration, m.thres, level) for m in ensemble.members]
    alpha = np.array([one.alpha_interval[1] for one in rates])
    low, high = (np.array([one.beta_interval[end] for one in rates]) for end in (0, 1))
    mu_u, mu_s = float(high.sum()), float(chances_of_seen(alpha, low, knows).sum(axis=1).min())
    return sharpest(len(rates), mu_u, mu_s) if mu_u < mu_s else None


def _verdicts(ensemble: Ensemble, readings: Sequence[MemberEvidence]) -> NDArray[np.bool_]:
    """psi_k(x) [L, N]: True for "seen"."""
    return np.stack([r.votes >= m.thres for m, r in zip(ensemble.members, readings, strict=True)])


def _dependence(verdicts: NDArray[np.bool_], truth: Truth) -> tuple[float, float] | None:
    """rho over the test words of W_s and of W_u; None where either cannot be told."""
    known = truth.known_to.any(axis=0)
    seen, unseen = (shared_error(verdicts[:, rows], truth.known_to[:, rows]) for rows in (known, ~known))
    return None if seen is None or unseen is None else (seen, unseen)


def _measured(verdicts: NDArray[np.bool_], truth: Truth, m: int) -> dict[str, Any]:
    """Both errors of E_m on test words, with Wilson's 95 % intervals; None for a group without words."""
    known = truth.known_to.any(axis=0)
    called = verdicts.sum(axis=0) >= m
    told: dict[str, Any] = {}
    for name, wrong in (("unseen_given_seen", ~called[known]), ("seen_given_unseen", called[~known])):
        told[name] = float(wrong.mean()) if len(wrong) else None
        told[f"{name}_interval"] = list(wilson(int(wrong.sum()), len(wrong))) if len(wrong) else None
        told[f"{name}_n"] = len(wrong)
    return told


def _promise(promise: ErrorBounds | None) -> dict[str, Any] | None:
    return None if promise is None else asdict(promise)


def _at(errors: RuleErrors, m: int) -> dict[str, float]:
    return {
        "unseen_given_seen": float(errors.unseen_given_seen[m]),
        "seen_given_unseen": float(errors.seen_given_unseen[m]),
    }


def _at_size(kind: Kind, size: int, rho: tuple[float, float] | None) -> dict[str, Any]:
    errors = asdict(size_errors(kind, size, rho))
    return {"L": errors.pop("size"), **errors}
