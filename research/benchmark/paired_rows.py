"""Clustered intervals of all rows of a group of records, and paired comparisons of them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from statistics import stdev
from typing import Any

import numpy as np

from core.errors import InputError
from core.evaluation.decision_rules import DecisionRule
from core.evaluation.report import mean_of_known
from research.benchmark.clustered import FEW_CLUSTERS, clustered_scores, difference_interval, interval_of_all
from research.benchmark.paired_tests import holm, mcnemar, permutation_test
from research.benchmark.pooled_rows import COUNTED, ClusterBy, PooledRow, RecordGroup

LEVEL = 0.05
NONE = "none"
"""In the place of rows to compare with: no comparisons."""
AHEAD, BEHIND, NOT_TOLD_APART = "ahead", "behind", "not told apart"


def scored_rows(group: RecordGroup, by: ClusterBy) -> list[dict[str, Any]]:
    """Return the scores of each row over all its folds and seeds, with clustered intervals, ready for JSON.

    A_u is about words of the lexicon, ``A_u_met`` about those of them that the starter model met, ``A_u_not_met`` about
    the others; ``A_o`` (None without any) about the ``n_unlisted`` images of words that are in no list, ``all_correct``
    about all images. ``h_sd`` is the standard deviation of h over the runs (with n - 1), None for one run.
    Rows of gates and of stacking also have the means over the runs of what
    :data:`research.benchmark.pooled_rows.FIGURES` gives, and ``ece_worst`` is the highest ECE of any run on seen or
    unseen words.
    """
    return [
        {
            "row": row.name,
            "about": row.about,
            "folds": sorted({fold for fold, _ in row.answers}),
            "seeds": sorted({seed for _, seed in row.answers}),
            **clustered_scores(group.counts(row, row.answers, by)),
            **_by_meeting(group, row, by),
            **_shares_of_all(group, row, by),
            "h_sd": _deviation([group.h_of_run(row, run) for run in row.answers]),
            **_mean_figures(list(row.figures.values())),
            **{
                name: sum(run[name] or 0 for run in row.figures.values())
                for name in COUNTED
                if row.rule == DecisionRule.GATED
            },
        }
        for row in group.rows
    ]


def _by_meeting(group: RecordGroup, row: PooledRow, by: ClusterBy) -> dict[str, Any]:
    """Return ``A_u_met``, ``A_u_not_met``, their intervals, and ``n_met`` and ``n_not_met``; empty where unknown."""
    result: dict[str, Any] = {}
    for name, met in (("met", True), ("not_met", False)):
        images = group.new_images(row, met)
        if images is not None:
            scores = clustered_scores(group.counts(row, row.answers, by, images))
            result |= {f"A_u_{name}": scores["A_u"], f"A_u_{name}_interval": scores["A_u_interval"]}
            result[f"n_{name}"] = scores["n_unseen"]
    return result


def _shares_of_all(group: RecordGroup, row: PooledRow, by: ClusterBy) -> dict[str, Any]:
    shares, is_unlisted = group.shares(row, row.answers), group.is_unlisted(row.answers)
    number = int(is_unlisted.sum())
    return {
        "all_correct": float(shares.mean()),
        "all_correct_interval": interval_of_all(group.counts(row, row.answers, by, np.ones(len(shares), np.bool_))),
        "A_o": float(shares[is_unlisted].mean()) if number else None,
        "n_unlisted": number,
    }


def _deviation(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return stdev(known) if len(known) > 1 else None


def _mean_figures(runs: Sequence[dict[str, float | None]]) -> dict[str, float | None]:
    figures = {name: _mean([run[name] for run in runs]) for name in runs[0]} if runs else {}
    errors = [run[name] for run in runs for name in ("ece_seen", "ece_unseen") if name in run]
    known = [error for error in errors if error is not None]
    return figures | {"ece_worst": max(known)} if known else figures


def _mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that are not None, as a whole number where it is one of counts."""
    mean = mean_of_known(values)
    are_counts = all(isinstance(value, int) for value in values if value is not None)
    return int(mean) if are_counts and mean is not None and mean.is_integer() else mean


def chosen_rows(groups: Sequence[RecordGroup], names: str | None) -> list[str]:
    """Return what to compare with: the names given, separated by commas, or the first vote with gates.

    The name of a rule alone, such as ``gate``, is that row of each preset or variant; ``none`` alone compares nothing.
    Raises InputError for a name that no row has.
    """
    if names == NONE:
        return []
    rules = {row.name: row.rule for group in groups for row in group.rows}
    if names is None:
        return [next(name for name, rule in rules.items() if rule == DecisionRule.GATED)]
    chosen = list(dict.fromkeys(name.strip() for name in names.split(",")))
    for name in chosen:
        if name not in {*rules, *rules.values()}:
            raise InputError(f"There is no row '{name}'; choose one of {', '.join(rules)}.")
    return chosen


def compare_rows(group: RecordGroup, against: Sequence[str], by: ClusterBy) -> list[dict[str, Any]]:
    """Return the comparisons of each row with those that ``against`` names (:func:`chosen_rows`), ready for JSON.

    Two rows are compared on the images that both answered. The perfect gate is left out. McNemar's test
    is missing (None) where the answers to an image are shares, over members or seeds.
    """
    rows = {row.name: row for row in group.rows}
    pairs: dict[tuple[str, str], None] = {}
    for reference in against:
        for row in group.rows:
            other = reference if "/" in reference else f"{row.preset}/{reference}"
            if other in rows and other != row.name and row.rule != DecisionRule.ORACLE_GATE:
                pairs[row.name, other] = None
    compared = [
        _compare(group, rows[name], rows[other], by)
        for name, other in pairs
        if rows[name].answers.keys() & rows[other].answers.keys()
    ]
    return [one for one in compared if one["p"] is not None]


def correct_for_number(comparisons: Sequence[dict[str, Any]]) -> None:
    """Add ``p_holm``, ``mcnemar_p_holm`` and ``verdict``, corrected for the number of different tests.

    The same answers that are compared again, the other way round or under another name, are the same test; rows with
    equal answers are no test.
    """
    for name in ("p", "mcnemar_p"):
        tests = {
            comparison["test"]: comparison[name]
            for comparison in comparisons
            if comparison["test"] and comparison[name] is not None
        }
        corrected = dict(zip(tests, holm(list(tests.values())), strict=True))
        for one in comparisons:
            one[f"{name}_holm"] = corrected.get(one["test"], one[name])
    for one in comparisons:
        is_told = one["p_holm"] < LEVEL
        one["verdict"] = (AHEAD if one["difference"] > 0 else BEHIND) if is_told else NOT_TOLD_APART


def cautions(group: RecordGroup, by: ClusterBy, rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return the remarks that a reader of the tables needs, in sentences."""
    notes = []
    clusters = min(row["clusters"] for row in rows)
    if clusters < FEW_CLUSTERS:
        notes.append(
            f"Only {clusters} {by}s: with 4 to 6 of them such 95 % intervals held the truth in 89 to 99 % of simulated "
            "collections. More folds give more of them."
        )
    if clusters < 6:
        notes.append(f"With {clusters} {by}s the permutation test cannot give a p below {2 / 2**clusters:.3f}.")
    if any(len(row["seeds"]) > 1 for row in rows):
        notes.append(
            "Seeds are averaged image by image; the intervals do not hold how much another training would differ."
        )
    if len(group.folds) > 1:
        notes.append("Folds are pooled: each image is judged by a model that was not trained on it.")
    return notes


def _compare(group: RecordGroup, row: PooledRow, other: PooledRow, by: ClusterBy) -> dict[str, Any]:
    runs = row.answers.keys() & other.answers.keys()
    first, second = (group.counts(one, runs, by) for one in (row, other))
    test, interval = permutation_test(first, second), difference_interval(first, second)
    result: dict[str, Any] = {
        "row": row.name,
        "about": row.about,
        "against": other.name,
        "folds": sorted({fold for fold, _ in runs}),
        "seeds": sorted({seed for _, seed in runs}),
        "clusters": len(first.images),
        "difference": None if test is None else test.difference,
        "difference_interval": None if interval is None else list(interval),
        "p": None if test is None else test.p,
        "least_p": None if test is None else test.least_p,
        "only_row": None,
        "only_against": None,
        "mcnemar_p": None,
    }
    shares = [group.shares(one, runs) for one in (row, other)]
    digests = sorted({blake2b(share.tobytes(), digest_size=16).hexdigest() for share in shares})
    result["test"] = " ".join([group.title, *map(str, result["folds"]), *digests]) if len(digests) == 2 else ""
    if all(np.isin(share, (0, 1)).all() for share in shares):
        images = mcnemar(*(share == 1 for share in shares))
        result |= {"only_row": images.only_first, "only_against": images.only_second, "mcnemar_p": images.p}
    return result
