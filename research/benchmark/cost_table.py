"""Rows of results with their costs as the cells of a text table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.evaluation.metrics import SCORES
from core.evaluation.table import NO_VALUE, format_share, score_cell

COST_HEADERS = {
    "ausuc": "AUSUC",
    "auroc": "gate AUROC",
    "ms_per_word": "ms a word",
    "parameters": "parameters",
    "train_minutes": "minutes",
}
"""The further columns of a row and their headers; minutes are those of training."""

HEADERS = ("row", *SCORES, *COST_HEADERS.values())


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
