"""The tables of `python -m research benchmark report` as files: JSON, or CSV for a document."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.disk import write_atomically

ROWS = (
    "data split cluster_by clusters row folds seeds n_seen n_unseen n_unlisted n_met n_not_met A_u A_s h A_b"
    " A_u_met A_u_not_met A_o all_correct h_sd readers offset_readers no_gate_readers auroc tpr tnr"
    " confidence_auroc ece ece_seen ece_unseen ece_unlisted ece_worst wrong_at_90_percent_unlisted"
)
COMPARISONS = (
    "data split cluster_by clusters row against folds seeds difference p p_holm verdict only_row only_against mcnemar_p"
    " mcnemar_p_holm"
)
OPTIONAL = {
    "n_unlisted": ("n_unlisted", "A_o", "ece_unlisted", "wrong_at_90_percent_unlisted"),
    "offset_readers": ("readers", "offset_readers"),
    "no_gate_readers": ("no_gate_readers",),
    "n_not_met": ("n_met", "n_not_met", "A_u_met", "A_u_not_met"),
}
"""Columns that are left out where there are no such images or readers: every word is in the lexicon; every reader has
gates, or an offset; what the starter met is not known, or is every word."""
PAIRED = "-paired"
"""Ends the name of the file with the comparisons."""


def write_tables(path: Path | None, tables: Sequence[Mapping[str, Any]]) -> None:
    """Write the pooled tables, if a file is named: one of JSON, or ``NAME.csv`` and, with comparisons, its twin.

    The twin is ``NAME-paired.csv``.
    """
    if path is None:
        return
    if path.suffix.lower() != ".csv":
        write_atomically(path, json.dumps(tables, indent=1, ensure_ascii=False).encode())
        return
    write_atomically(path, csv_of(tables, "rows", ROWS))
    if any(table["comparisons"] for table in tables):
        write_atomically(path.with_stem(path.stem + PAIRED), csv_of(tables, "comparisons", COMPARISONS))


def csv_of(tables: Sequence[Mapping[str, Any]], part: str, columns: str) -> bytes:
    """Return the lines of one part of the tables; ``NAME_low`` and ``NAME_high`` are the ends of an interval.

    What distinguishes the records beside data and split has columns after these.
    """
    lines = [
        {**table["conditions"], **{name: table[name] for name in ("data", "split", "cluster_by")}, **row}
        for table in tables
        for row in table[part]
    ]
    missing = [name for key, names in OPTIONAL.items() if not any(line.get(key) for line in lines) for name in names]
    first, second, *others = (name for name in columns.split() if name not in missing)
    names: list[str] = []
    for name in (first, second, *dict.fromkeys(name for table in tables for name in table["conditions"]), *others):
        names.append(name)
        if any(f"{name}_interval" in line for line in lines):
            names += [f"{name}_low", f"{name}_high"]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names)
    for line in lines:
        ends = {
            f"{name}_{end}": (line.get(f"{name}_interval") or (None, None))[place]
            for name in columns.split()
            for place, end in enumerate(("low", "high"))
        }
        writer.writerow([_cell(value) for name in names for value in ((ends | line).get(name),)])
    return stream.getvalue().encode()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}" if abs(value) < 0.001 else f"{value:.4f}"
    return " ".join(str(one) for one in value) if isinstance(value, list) else str(value)
