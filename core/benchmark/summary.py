"""Several runs of one benchmark, over seeds and folds, as one table: mean and standard deviation of each row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from core.evaluation.table import COLUMNS, COST_HEADS, NOTHING, cost_cell, short

Rows = dict[str, dict[str, Any]]
"""Rows by name, each with ``about`` and what is known of the columns: mean, sd, n."""

NAMES = (*COLUMNS, *COST_HEADS)


def summarise(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Sections of rows from the results of :func:`core.benchmark.run.run_benchmark`, JSON-ready.

    ``sections``: of the preset itself, of each variant, and of the rivals on the same readers, by those names.
    A row's column is over the runs that know it: ``mean``, ``sd`` (of the runs, with n - 1; None for one) and
    ``n``; a column nobody knows is left out. Raises ValueError without results.
    """
    if not results:
        raise ValueError("there is nothing to summarise")
    parts = [_sections(result) for result in results]
    names = list(dict.fromkeys(name for part in parts for name in part))
    return {
        "runs": len(results),
        "benchmarks": [str(result["benchmark"]) for result in results],
        "seeds": [int(result["seed"]) for result in results],
        "sections": {name: _mean_rows([part[name] for part in parts if name in part]) for name in names},
    }


def cells(rows: Rows) -> list[list[str]]:
    """A line of texts a row: its name and ``.912 ± .013`` a column, in the order of HEAD of the results table."""
    return [[str(row["about"]), *(_cell(row, name) for name in NAMES)] for row in rows.values()]


def _sections(result: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The tables inside one result by name; the rivals' only where there are any."""
    sections = {str(result["preset"]): result["baselines"]}
    for name, variant in result.get("variants", {}).items():
        sections[name if name not in sections else f"{name} (again)"] = variant["baselines"]
    if result.get("rivals"):
        sections["rivals"] = result["rivals"]
    return sections


def _mean_rows(tables: Sequence[Mapping[str, Any]]) -> Rows:
    names = list(dict.fromkeys(name for table in tables for name in table))
    return {name: _mean_row([table[name] for table in tables if name in table]) for name in names}


def _mean_row(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    mean: dict[str, Any] = {"about": rows[0]["about"]}
    for name in NAMES:
        values = [float(row[name]) for row in rows if row.get(name) is not None]
        if values:
            mean[name] = {"mean": math.fsum(values) / len(values), "sd": _spread(values), "n": len(values)}
    return mean


def _spread(values: Sequence[float]) -> float | None:
    """The standard deviation of the runs, as an estimate for further runs; None for a single one."""
    if len(values) < 2:
        return None
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def _cell(row: Mapping[str, Any], name: str) -> str:
    known = row.get(name)
    if known is None:
        return NOTHING
    if name in COLUMNS:
        text, sd = short(known["mean"], 3), known["sd"]
        return text if sd is None else f"{text} ± {short(sd, 3)}"
    text = cost_cell({name: known["mean"]}, name)
    if known["sd"] is None or name == "parameters":
        return text
    return f"{text} ± {cost_cell({name: known['sd']}, name)}"
