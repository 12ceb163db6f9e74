"""When do gates help? Predict their gain on two folds from the bias and their AUROC on two others; and the paper's E_m.

    python -m research.measurements.bench_gate_gain research/results/records/gw-from-nothing.tar.xz --name compact-15

For every set of readers of a record: the bias A_s - A_u without a gate, the mean AUROC of the gates' votes, and what
gates and stacking add to h. The gain is fitted as ``a * bias - b * (1 - AUROC)`` on folds 1 and 2, and its sign is
predicted for folds 3 and 4, beside the sign that the bias alone predicts (a line) and the sign of the mean gain.

Then E_m of the paper's Section 5, which calls an image seen if at least m of the L readers do: its two error rates as
counted, as they follow from the readers' own rates if these are independent, and with the correlation that their votes
have; Theorem 1's bound; and the same for each L beside h.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import betabinom

from core.evaluation.bounds.estimate import vote_correlation
from core.evaluation.bounds.rule import rule_errors, seen_probabilities
from core.evaluation.bounds.theorems import ErrorBounds, arbitrary_allocation
from core.evaluation.metrics import harmonic_mean
from core.evaluation.roc import roc
from research.benchmark.records import Record, load_records
from research.measurements.bench_decisions import answers

FITTED = (1, 2)
"""The folds that the weights are fitted on; the others measure."""
CLEAR = 0.01
"""A gain below this is as good as none: three images of a fold."""


class Setting(NamedTuple):
    """A set of readers on the test images of one fold."""

    fold: int
    bias: float
    auroc: float
    gates: float
    """What the gates add to h."""
    stacking: float
    h: float
    """Of the vote with gates."""


def settings_of(record: Record, size: int) -> list[Setting]:
    """Return all sets of ``size`` readers of a record."""
    columns = record.columns
    margin = columns["unseen_distance"] - columns["seen_distance"]
    sides = {
        "none": margin >= 0,
        "gates": columns["votes"] >= columns["thres"],
        "stacking": margin >= columns["stacking"],
    }
    known, known_by = columns["is_seen"].astype(np.bool_), columns["seen_by"].astype(np.bool_)
    curves = [roc(columns["votes"][:, k], known_by[:, k]) for k in range(margin.shape[1])]
    found = []
    for chosen in combinations(range(margin.shape[1]), size):
        right = {name: answers(record, side, chosen) for name, side in sides.items()}
        shares = {name: (float(hits[known].mean()), float(hits[~known].mean())) for name, hits in right.items()}
        h = {name: harmonic_mean(a_s, a_u) or 0.0 for name, (a_s, a_u) in shares.items()}
        auroc = float(np.mean([curve.auroc for k in chosen if (curve := curves[k]) is not None]))
        bias = shares["none"][0] - shares["none"][1]
        fold = int(record.card["fold"])
        found.append(Setting(fold, bias, auroc, h["gates"] - h["none"], h["stacking"] - h["none"], h["gates"]))
    return found


class Prediction(NamedTuple):
    """What was fitted on some folds, and how it does on the others."""

    weights: tuple[float, ...]
    signs: int
    """How many gains have the predicted sign, of ``settings``."""
    settings: int
    clear_signs: int
    clear_settings: int
    error: float
    """The root of the mean squared error of the gain."""


def predict(settings: list[Setting]) -> dict[str, Prediction]:
    """Fit the gain of the gates on folds 1 and 2; return how it does by bias and AUROC, by the bias, by the mean."""
    gain = np.array([row.gates for row in settings])
    bias, lack = (np.array(values) for values in zip(*((row.bias, 1 - row.auroc) for row in settings), strict=True))
    first = np.isin([row.fold for row in settings], FITTED)
    ones = np.ones(len(settings))
    found = {}
    for name, columns in {"bias and AUROC": (bias, -lack), "bias": (bias, ones), "mean": (ones,)}.items():
        table = np.stack(columns, axis=1)
        weights = np.linalg.lstsq(table[first], gain[first], rcond=None)[0]
        expected, measured = table[~first] @ weights, gain[~first]
        agrees, clear = np.sign(expected) == np.sign(measured), np.abs(measured) >= CLEAR
        counts = (int(agrees.sum()), len(agrees), int(agrees[clear].sum()), int(clear.sum()))
        error = float(np.sqrt(np.mean((expected - measured) ** 2)))
        found[name] = Prediction(tuple(weights.tolist()), *counts, error)
    return found


class Rule(NamedTuple):
    """The rule E_m of a set of L readers on the test images of one fold."""

    rates: NDArray[np.float64]
    """[6, L] for m = 1..L the shares of images of words that any of the readers was trained on that are missed, and of
    others that are called seen: counted, if readers are independent, with their votes' correlation (beta-binomial)."""
    alpha: float
    beta: float
    correlation: float
    """Of two readers' votes on new words; nan of one reader."""
    bounds: ErrorBounds
    """Of Theorem 1."""


def rule_of(record: Record, chosen: Sequence[int]) -> Rule:
    """Count the errors of E_m of the readers ``chosen``, and compute them from the readers' own rates."""
    columns, rows = record.columns, list(chosen)
    says, knows = (columns["votes"] >= columns["thres"])[:, rows], columns["seen_by"].astype(np.bool_)[:, rows]
    known = knows.any(axis=1)
    alpha, beta = 1 - np.mean(says, axis=0, where=knows), np.mean(says, axis=0, where=~knows)
    calls = np.array([says.sum(axis=1) >= m for m in range(1, len(rows) + 1)])
    seen = seen_probabilities(alpha, beta, knows[known].T)
    errors = rule_errors(seen, beta)
    agreements = [vote_correlation(says[part].T, knows[part].T) for part in (known, ~known)]
    missed, called = (
        _correlated(mean, agreement, len(rows))
        for mean, agreement in zip((seen.mean(), beta.mean()), agreements, strict=True)
    )
    rates = (
        *(1 - calls[:, known].mean(axis=1), calls[:, ~known].mean(axis=1)),
        *(errors.unseen_given_seen[1:-1], errors.seen_given_unseen[1:-1]),
        *(missed, 1 - called),
    )
    agreement = np.nan if agreements[1] is None else agreements[1]
    bounds = arbitrary_allocation(alpha, beta, knows[known].T)
    return Rule(np.array(rates), float(alpha.mean()), float(beta.mean()), agreement, bounds)


def _correlated(mean: float, correlation: float | None, size: int) -> NDArray[np.float64]:
    """Return P(fewer than m of ``size`` votes) [size] for m = 1..size, of votes with one mean and one correlation."""
    rho = min(max(correlation or 0.0, 1e-6), 1 - 1e-6)
    shapes = mean * (1 - rho) / rho, (1 - mean) * (1 - rho) / rho
    return np.asarray(betabinom.cdf(np.arange(size), size, *shapes))


def rule_lines(records: list[Record]) -> list[str]:
    """Return E_m's error rates of all readers for each m, and the bounds of Theorem 1, means over the records."""
    rules = [rule_of(record, range(record.columns["votes"].shape[1])) for record in records]
    rates = np.mean([rule.rates for rule in rules], axis=0).T
    lines = ["\t".join([str(m), *(f"{rate:.3f}" for rate in row)]) for m, row in enumerate(rates, start=1)]
    names = ("alpha", "beta", "correlation on new words")
    shown = [
        f"{name} {value:.3f}" for name, value in zip(names, np.mean([rule[1:4] for rule in rules], 0), strict=True)
    ]
    where = ", ".join(str(rule.bounds.m) for rule in rules)
    missed, called = _mean_bounds(rules)
    return [*lines, f"{', '.join(shown)}; Theorem 1: m = {where}, bounds {missed:.3f} and {called:.3f}"]


def size_lines(records: list[Record]) -> list[str]:
    """Return for each number of readers L, means over all sets: h of the vote, the best m, E_m's rates and bounds."""
    lines = []
    for size in range(1, _readers(records) + 1):
        h = np.mean([setting.h for record in records for setting in settings_of(record, size)])
        sets = list(combinations(range(_readers(records)), size))
        rules = [rule_of(record, chosen) for record in records for chosen in sets]
        rates = np.mean([rule.rates for rule in rules], axis=0)
        m = int(rates[:2].max(axis=0).argmin())
        figures = (*rates[:, m], *_mean_bounds(rules))
        lines.append("\t".join([str(size), f"{h:.3f}", str(m + 1), *(f"{figure:.3f}" for figure in figures)]))
    return lines


def _mean_bounds(rules: list[Rule]) -> tuple[float, float]:
    bounds = [(rule.bounds.unseen_given_seen, rule.bounds.seen_given_unseen) for rule in rules]
    missed, called = np.mean(bounds, axis=0).tolist()
    return missed, called


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path, nargs="+")
    parser.add_argument("--name", action="append", help="only records of these presets, variants or models")
    options = parser.parse_args()
    groups: dict[tuple[str, str], list[Record]] = {}
    for path in options.records:
        for record in load_records(path).values():
            name = str(record.card["name"])
            if not options.name or name in options.name:
                groups.setdefault((path.name.partition(".")[0], name), []).append(record)
    for size in (1, max(_readers(records) for records in groups.values())):
        found = {
            group: [one for record in records for one in settings_of(record, size)] for group, records in groups.items()
        }
        print(f"Sets of {size}: bias, AUROC, gain of h by gates and by stacking, h with gates")
        for (archive, name), settings in found.items():
            shares = np.mean([one[1:] for one in settings], axis=0) if settings else []
            print(archive, name, len(settings), *(f"{share:+.4f}" for share in shares), sep="\t")
        for by, one in predict([setting for settings in found.values() for setting in settings]).items():
            weights = " ".join(f"{weight:+.3f}" for weight in one.weights)
            signs = f"signs {one.signs} of {one.settings}, of clear gains {one.clear_signs} of {one.clear_settings}"
            print(f"gain by {by}", weights, signs, f"error {one.error:.4f}", sep="\t")
    for (archive, name), records in groups.items():
        if _readers(records) > 1:
            print(f"E_m of {archive}, {name}: m, trained missed, new called seen; both if independent; if correlated")
            print("\n".join(rule_lines(records)))
            print(
                "L, h of the vote, best m and its errors as above, bounds of Theorem 1", *size_lines(records), sep="\n"
            )


def _readers(records: list[Record]) -> int:
    return min(record.columns["votes"].shape[1] for record in records)


if __name__ == "__main__":
    main()
