"""Results as text tables: for the terminal and for docs/benchmarks.md."""

from __future__ import annotations

from typing import Any

COLUMNS = ("A_u", "A_s", "h", "A_b")


def markdown(rows: dict[str, Any]) -> str:
    """The rows of :func:`core.evaluation.report.report`'s ``baselines`` as a Markdown table with 95 % intervals."""
    lines = ["| row | A_u | A_s | h | A_b |", "|---|---|---|---|---|"]
    for row in rows.values():
        cells = [cell(row, column) for column in COLUMNS]
        lines.append(f"| {row['about']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


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
