"""The rivals' rows as a text table: for the terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.evaluation.table import COLUMNS, cell

HEAD = ("row", *COLUMNS, "gate AUROC", "ms a word")


def cells(rows: Mapping[str, Any]) -> list[list[str]]:
    """A line of texts a row, in the order of :data:`HEAD`; a dash for what a row has not."""
    return [
        [row["about"], *(cell(row, column) for column in (*COLUMNS, "auroc")), f"{row['ms_per_word']:.1f}"]
        for row in rows.values()
    ]


def markdown(rows: Mapping[str, Any]) -> str:
    """The rows of :func:`core.benchmark.rivals.rows.run_rivals` as a Markdown table with 95 % intervals."""
    lines = [HEAD, ["---"] * len(HEAD), *cells(rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
