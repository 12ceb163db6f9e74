"""Results as the cells of a text table."""

from __future__ import annotations

from typing import Any

COLUMNS = ("A_u", "A_s", "h", "A_b")


def cell(row: dict[str, Any], column: str) -> str:
    """``.770 (.71-.82)``, without the interval where there is none, and a dash where the group was empty."""
    value = row.get(column)
    if value is None:
        return "–"
    interval = row.get(f"{column}_interval")
    text = _short(value, 3)
    return text + (f" ({_short(interval[0], 2)}–{_short(interval[1], 2)})" if interval else "")


def _short(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text
