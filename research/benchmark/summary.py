"""Tables of benchmark runs: rows with their costs, and the mean and standard deviation of each over seeds and folds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from core.evaluation.metrics import NO_VALUE, SCORES, format_share, score_cell

COST_HEADERS = {
    "ausuc": "AUSUC",
    "auroc": "gate AUROC",
    "ms_per_word": "ms a word",
    "parameters": "parameters",
    "train_minutes": "minutes",
}
"""The further columns of a row and their headers; minutes are those of training."""
HEADERS = ("row", *SCORES, *COST_HEADERS.values())
Rows = dict[str, dict[str, Any]]
"""Rows by name, each with ``about`` and, for each known column, ``mean``, ``sd`` and ``n``."""
COLUMNS = (*SCORES, *COST_HEADERS)


def table_rows(rows: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """Return the cells of each row of results, in the order of :data:`HEADERS`."""
    return [
        [
            str(row["about"]),
            *(score_cell(row, name) for name in SCORES),
            *(cost_cell(row, name) for name in COST_HEADERS),
        ]
        for row in rows.values()
    ]


def cost_cell(row: Mapping[str, Any], column: str) -> str:
    """Return one of :data:`COST_HEADERS` as text; a dash where it is unknown or does not apply to the row."""
    value = row.get(column)
    if value is None:
        return NO_VALUE
    if column == "parameters":
        return format_count(value)
    return f"{value:.1f}" if column in ("ms_per_word", "train_minutes") else format_share(value)


def format_count(count: float) -> str:
    """Return ``950``, ``12 k`` or ``7.2 M``."""
    if count < 1_000:
        return f"{count:.0f}"
    return f"{count / 1e3:.0f} k" if count < 999_500 else f"{count / 1e6:.1f} M"


def summarise(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Summarise results of :func:`research.benchmark.run.run_benchmark`, ready for JSON.

    ``sections`` holds the rows of the preset, of each variant, and of the competing gates, by name. A column has the
    ``mean`` over the runs that have it, their standard deviation ``sd`` (with n - 1; None for one run) and their number
    ``n``; a column that no run has is missing. Raises ValueError without results.
    """
    if not results:
        raise ValueError("there are no results to summarise")
    parts = [_sections(result) for result in results]
    names = list(dict.fromkeys(name for part in parts for name in part))
    return {
        "runs": len(results),
        "benchmarks": [str(result["benchmark"]) for result in results],
        "seeds": [int(result["seed"]) for result in results],
        "sections": {name: _mean_rows([part[name] for part in parts if name in part]) for name in names},
    }


def summary_rows(rows: Rows) -> list[list[str]]:
    """Return the cells of each row, such as ``.912 ± .013``, in the order of the results table's headers."""
    return [[str(row["about"]), *(_cell(row, name) for name in COLUMNS)] for row in rows.values()]


def _sections(result: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the tables in one result, by name."""
    sections = {str(result["preset"]): result["baselines"]}
    for name, variant in result.get("variants", {}).items():
        sections[name if name not in sections else f"{name} (again)"] = variant["baselines"]
    if result.get("other_rules"):
        sections["other_rules"] = result["other_rules"]
    return sections


def _mean_rows(tables: Sequence[Mapping[str, Any]]) -> Rows:
    names = list(dict.fromkeys(name for table in tables for name in table))
    return {name: _mean_row([table[name] for table in tables if name in table]) for name in names}


def _mean_row(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    mean: dict[str, Any] = {"about": rows[0]["about"]}
    for name in COLUMNS:
        values = [float(row[name]) for row in rows if row.get(name) is not None]
        if values:
            mean[name] = {"mean": fmean(values), "sd": stdev(values) if len(values) > 1 else None, "n": len(values)}
    return mean


def _cell(row: Mapping[str, Any], name: str) -> str:
    known = row.get(name)
    if known is None:
        return NO_VALUE
    if name in SCORES:
        text, sd = format_share(known["mean"]), known["sd"]
        return text if sd is None else f"{text} ± {format_share(sd)}"
    text = cost_cell({name: known["mean"]}, name)
    if known["sd"] is None or name == "parameters":
        return text
    return f"{text} ± {cost_cell({name: known['sd']}, name)}"
