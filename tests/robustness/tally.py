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
