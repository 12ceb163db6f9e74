"""The rows of the published files of this folder."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

RESULTS = Path(__file__).resolve().parent


@cache
def rows_of(file: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of this folder, named without its ending."""
    with (RESULTS / f"{file}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
