"""Results as the cells of a text table, for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

COLUMNS = ("A_u", "A_s", "h", "A_b")

COST_HEADS = {
    "ausuc": "AUSUC",
    "auroc": "gate AUROC",
    "ms_per_word": "ms a word",
    "parameters": "parameters",
    "train_minutes": "minutes",
}
"""What a row rests on and costs, and the heads of those columns; minutes are those of training."""

HEAD = ("row", *COLUMNS, *COST_HEADS.values())

NOTHING = "–"


def cell(row: Mapping[str, Any], column: str) -> str:
    """``.770 (.71-.82)``, without the interval where there is none, and a dash where the group was empty."""
    value = row.get(column)
    if value is None:
        return NOTHING
    interval = row.get(f"{column}_interval")
    text = short(value, 3)
    return text + (f" ({short(interval[0], 2)}–{short(interval[1], 2)})" if interval else "")


def cost_cell(row: Mapping[str, Any], column: str) -> str:
    """One of :data:`COST_HEADS` as text; a dash where the column means nothing for the row or is not known."""
    value = row.get(column)
    if value is None:
        return NOTHING
    if column == "parameters":
        return in_thousands(value)
    return f"{value:.1f}" if column in ("ms_per_word", "train_minutes") else short(value, 3)


def in_thousands(count: float) -> str:
    """``950``, ``12 k``, ``7.2 M``."""
    if count < 1_000:
        return f"{count:.0f}"
    return f"{count / 1e3:.0f} k" if count < 999_500 else f"{count / 1e6:.1f} M"


def cells(rows: Mapping[str, Mapping[str, Any]]) -> list[list[str]]:
    """A line of texts a row, in the order of :data:`HEAD`."""
    return [
        [str(row["about"]), *(cell(row, name) for name in COLUMNS), *(cost_cell(row, name) for name in COST_HEADS)]
        for row in rows.values()
    ]


def markdown(head: tuple[str, ...], lines: list[list[str]]) -> str:
    """A Markdown table of ``lines`` under ``head``."""
    return "\n".join("| " + " | ".join(line) + " |" for line in [list(head), ["---"] * len(head), *lines])


def short(value: float, digits: int) -> str:
    """``.770``: a share without the nil before its point."""
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text
