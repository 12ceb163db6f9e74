"""Results as the cells of a text table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.evaluation.metrics import SCORES

COST_HEADERS = {
    "ausuc": "AUSUC",
    "auroc": "gate AUROC",
    "ms_per_word": "ms a word",
    "parameters": "parameters",
    "train_minutes": "minutes",
}
"""The further columns of a row and their headers; minutes are those of training."""

HEADERS = ("row", *SCORES, *COST_HEADERS.values())

NO_VALUE = "–"


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


def score_cell(row: Mapping[str, Any], column: str) -> str:
    """Return ``.770 (.71–.82)``, without the interval where there is none; a dash where the score is undefined."""
    value = row.get(column)
    if value is None:
        return NO_VALUE
    interval = row.get(f"{column}_interval")
    return format_share(value) + (
        f" ({format_share(interval[0], 2)}–{format_share(interval[1], 2)})" if interval else ""
    )


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


def format_share(value: float, digits: int = 3) -> str:
    """Return a share without its leading zero: ``.770``."""
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text
