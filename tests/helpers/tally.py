"""One row for every kind of harm that was tried, for the table in docs/reliability.md."""

from __future__ import annotations

import os
from pathlib import Path


def tally(what: str, cases: int, outcome: str) -> None:
    """Append ``what | cases | outcome`` to the file that DUCTUS_ROBUSTNESS_TABLE names; without it do nothing.

    One short write in append mode, so that tests that run beside each other do not mix their rows.
    """
    table = os.environ.get("DUCTUS_ROBUSTNESS_TABLE")
    if not table:
        return
    cells = (" ".join(str(cell).replace("|", "/").split()) for cell in (what, cases, outcome))
    with Path(table).open("a", encoding="utf-8") as rows:
        rows.write(" | ".join(cells) + "\n")


def summed(table: Path) -> list[tuple[str, int, str]]:
    """The rows of such a file; those that say the same of the same are one, with all their cases."""
    cases: dict[tuple[str, str], int] = {}
    for row in table.read_text(encoding="utf-8").splitlines():
        what, count, outcome = (cell.strip() for cell in row.split("|"))
        cases[what, outcome] = cases.get((what, outcome), 0) + int(count)
    return [(what, count, outcome) for (what, outcome), count in cases.items()]
