"""Write the results of ``bench_open_lists.py`` into docs/results/open-lists.csv.

    python tests/benchmarks/open_lists_table.py "GW fold 1 seed 0=FILE.json" ...

Earlier rows of the same data and list are replaced; a file may hold any of its lists.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

TABLE = Path(__file__).resolve().parents[2] / "docs" / "results" / "open-lists.csv"
COLUMNS = {
    "all_correct": "right",
    "A_s": "A_s",
    "A_u": "A_u",
    "A_o": "A_o",
    "listed_correct": "listed",
    "ece": "ece",
    "ece_seen": "ece_seen",
    "ece_unseen": "ece_unseen",
    "ece_unlisted": "ece_unlisted",
    "wrong_at_90_percent_unlisted": "sure_and_wrong_unlisted",
    "unlisted_images": "unlisted_images",
}
"""Columns of the table and their names in a result."""
LISTS = {
    "a": "closed",
    "b": "training words alone",
    "c": "closed + 50,000",
    "e": "closed + 200,000",
    "o": "closed, 15 % taken out",
    "n": "+ 50,000, 15 % taken out",
    "p": "+ 50,000, names taken out",
}
DECISIONS = {
    "ours": "prior, gates, third answer (ours)",
    "ours, without prior": "gates, third answer",
    "ours, without third answer": "prior, gates (recalibrated)",
    "ours, without both": "gates (recalibrated)",
    "gates alone": "prior and gates",
    "no gate": "prior, no gate",
    "stacking": "prior, stacking",
    "no gate, third answer": "prior, no gate, third answer",
    "stacking, third answer": "prior, stacking, third answer",
    "perfect gate": "prior, perfect gate",
    "letters alone": "letters alone, no list",
    "unadjusted": "as before: fitted for the closed list, no prior",
}


def shown(column: str, value: Any) -> str:
    if value is None or (column == "unlisted_images" and not value):
        return ""
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def rows(data: str, result: dict[str, Any]) -> list[dict[str, str]]:
    """Return a row for each list and decision, in the order of the tables above."""
    return [
        {"data": data, "list": name, "words": str(result[key]["words"]), "decision": decision}
        | {column: shown(column, result[key][rule].get(field)) for column, field in COLUMNS.items()}
        for key, name in LISTS.items()
        if key in result
        for rule, decision in DECISIONS.items()
        if rule in result[key]
    ]


def main() -> None:
    new = []
    for argument in sys.argv[1:]:
        data, file = argument.split("=", 1)
        new += rows(data, json.loads(Path(file).read_text(encoding="utf-8")))
    with TABLE.open(encoding="utf-8", newline="") as table:
        old = list(csv.DictReader(table))
    replaced = {(row["data"], row["list"]) for row in new}
    kept = [row for row in old if (row["data"], row["list"]) not in replaced]
    with TABLE.open("w", encoding="utf-8", newline="") as table:
        names = ["data", "list", "words", "decision", *COLUMNS]
        writer = csv.DictWriter(table, names, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted([*kept, *new], key=lambda row: row["data"].casefold()))


if __name__ == "__main__":
    main()
