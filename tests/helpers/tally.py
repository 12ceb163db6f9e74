"""Rows of the reliability report: what was done to the program in a test, how often, and what happened."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple


class Harm(StrEnum):
    """Kinds of harm; the report has one summary row for each."""

    KILLED_COMMANDS = "killed commands"
    KILLED_WINDOW = "killed window"
    DISK_FULL = "full disk"
    CLUSTER = "cluster"
    IMAGES = "images"
    MODELS = "models"
    PROJECTS = "projects"
    TRANSCRIPTIONS = "transcription files"
    ENVIRONMENT = "environment"
    LONG_USE = "long use"


class Row(NamedTuple):
    """One row of the report; ``cases`` counts how often it was done."""

    harm: Harm
    what: str
    cases: int
    outcome: str


def tally(harm: Harm, what: str, cases: int, outcome: str) -> None:
    """Append a row to the file that DUCTUS_ROBUSTNESS_TABLE names; without it do nothing.

    The row is one short write in append mode, so that tests that run at the same time do not mix their rows.
    """
    table = os.environ.get("DUCTUS_ROBUSTNESS_TABLE")
    if not table:
        return
    cells = (" ".join(str(cell).replace("|", "/").split()) for cell in (harm, what, cases, outcome))
    with Path(table).open("a", encoding="utf-8") as rows:
        rows.write(" | ".join(cells) + "\n")


def read_rows(table: Path) -> list[Row]:
    """Return the rows of such a file, ordered by harm; equal rows become one with the sum of their cases.

    Raises ValueError for a line that is no row.
    """
    cases: dict[tuple[Harm, str, str], int] = {}
    for line in table.read_text(encoding="utf-8").splitlines():
        harm, what, count, outcome = (cell.strip() for cell in line.split("|"))
        key = (Harm(harm), what, outcome)
        cases[key] = cases.get(key, 0) + int(count)
    order = list(Harm)
    rows = [Row(harm, what, count, outcome) for (harm, what, outcome), count in cases.items()]
    return sorted(rows, key=lambda row: order.index(row.harm))
