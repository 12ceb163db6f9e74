"""`python -m research benchmark report`: the tables of stored records, and the tables that every benchmark shows."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.cli.commands.evaluate import show_by_meeting
from core.cli.console import Console
from core.disk import write_atomically
from core.errors import InputError
from core.evaluation.metrics import NO_VALUE, SCORES, format_share, score_cell
from core.events import Report
from research.benchmark.paired_rows import cautions, chosen_rows, compare_rows, correct_for_number, scored_rows
from research.benchmark.pooled_rows import ClusterBy, RecordGroup, group_records
from research.benchmark.record_report import record_rows
from research.benchmark.records import conditions_text, load_records
from research.benchmark.summary import HEADERS, summarise, summary_rows

GATE_HEADERS = {
    "auroc": "AUROC",
    "tpr": "known as known",
    "tnr": "new as new",
    "confidence_auroc": "AUROC of confidence",
    "ece_seen": "ECE seen",
    "ece_unseen": "ECE unseen",
}
"""The headings of the figures of rows with gates and of stacking, by their names in results."""
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


def run_report(options: argparse.Namespace, console: Console) -> None:
    """Show the rows of the records in a folder, computed from the answers for every word.

    Rows of several folds and seeds are pooled, with intervals by drawing whole pages or writers, and compared with
    chosen ones image by image.
    """
    if options.folder is None:
        raise InputError("Name the folder of the records: python -m research benchmark report FOLDER")
    records = load_records(options.folder)
    results = {name: record_rows(record) for name, record in records.items()}
    groups = group_records(records)
    pooled = _pooled_tables(groups, options)
    for name, result in results.items():
        card, conditions = records[name].card, conditions_text(records[name].conditions)
        title = f"{card['benchmark']}{conditions}, seed {card['seed']}, {card['preset']}"
        tables = [*result["baselines"].values(), *result.get("other_rules", {}).values()]
        rows = [[row["about"], *(score_cell(row, score) for score in SCORES)] for row in tables]
        console.table(title, ["", *SCORES], rows)
        show_by_meeting(result, console)
    presets = {name: f"{one.card['preset']}{conditions_text(one.conditions)}" for name, one in records.items()}
    summary = summarise([records[name].card | {"preset": presets[name]} | result for name, result in results.items()])
    if len(records) > 1:
        for preset_name, rows_by_rule in summary["sections"].items():
            show_rows(f"'{preset_name}': means of the records", summary_rows(rows_by_rule), console)
    for table in pooled:
        _show_pooled(table, console)
    write_tables(options.out, pooled)
    console.result(Report({"records": results, "summary": summary, "pooled": pooled}))


def _pooled_tables(groups: Sequence[RecordGroup], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return rows and comparisons of each group; all comparisons are corrected for their number together."""
    chosen = None if options.cluster is None else ClusterBy(options.cluster)
    against = chosen_rows(groups, options.against)
    tables: list[dict[str, Any]] = []
    for group in groups:
        by = group.cluster_by(chosen)
        head: dict[str, Any] = {"title": group.title, "data": group.data, "split": group.split}
        head |= {"conditions": group.conditions, "cluster_by": by}
        if by is None:
            notes = [
                "The page and the writer of the images are not known: there are no clustered intervals. With --cluster "
                "image each image counts for itself."
            ]
            tables.append(head | {"rows": [], "comparisons": [], "notes": notes})
            continue
        rows = scored_rows(group, by)
        notes = cautions(group, by, rows)
        tables.append(head | {"rows": rows, "comparisons": compare_rows(group, against, by), "notes": notes})
    correct_for_number([comparison for table in tables for comparison in table["comparisons"]])
    return tables


def _show_pooled(table: dict[str, Any], console: Console) -> None:
    rows, comparisons, by = table["rows"], table["comparisons"], table["cluster_by"]
    if rows:
        number, images = rows[0]["clusters"], rows[0]["n_seen"] + rows[0]["n_unseen"]
        console.table(
            f"{table['title']}: {images} images, 95 % intervals by drawing whole {by}s ({number})",
            ["", *SCORES],
            [[row["row"], *(score_cell(row, score) for score in SCORES)] for row in rows],
        )
    gated = [row for row in rows if row.get("auroc") is not None]
    if gated:
        console.table(
            f"{table['title']}: how well known and new words are told apart, and the error of the confidence",
            ["", *GATE_HEADERS.values()],
            [[row["row"], *(score_cell(row, name) for name in GATE_HEADERS)] for row in gated],
        )
    for against in dict.fromkeys(row["against"] for row in comparisons):
        _show_comparisons(table, against, console)
    for note in table["notes"]:
        console.print(note)


def _show_comparisons(table: dict[str, Any], against: str, console: Console) -> None:
    """Show the comparisons with one row."""
    count = len({row["test"] for row in table["comparisons"]} - {""})
    rows = [row for row in table["comparisons"] if row["against"] == against]
    console.table(
        f"{table['title']}: h minus that of {against}; p of {count} different comparisons by exchanging whole "
        f"{table['cluster_by']}s, corrected by Holm's method",
        ["", "difference (95 %)", "p", "p (Holm)", "verdict"],
        [
            [row["row"], _difference_cell(row), format_p(row["p"]), format_p(row["p_holm"]), row["verdict"]]
            for row in rows
        ],
    )
    console.table(
        f"{table['title']}: images that only one has right, and McNemar's exact test (images as independent)",
        ["", "only this row", f"only {against}", "p", "p (Holm)"],
        [
            [
                row["row"],
                *(NO_VALUE if row[name] is None else str(row[name]) for name in ("only_row", "only_against")),
                format_p(row["mcnemar_p"]),
                format_p(row["mcnemar_p_holm"]),
            ]
            for row in rows
        ],
    )


def format_p(p: float | None) -> str:
    """Return a p-value with three digits, ``<.001`` or a dash."""
    if p is None:
        return NO_VALUE
    return "<.001" if p < 0.001 else format_share(p)


def _difference_cell(row: dict[str, Any]) -> str:
    interval = row["difference_interval"]
    ends = "" if interval is None else " ({} to {})".format(*(f"{end:+.3f}" for end in interval))
    return f"{row['difference']:+.3f}{ends}"


def write_json(path: Path | None, content: dict[str, Any]) -> None:
    """Write results, if a file is named."""
    if path is not None:
        path.write_text(json.dumps(content, indent=1), encoding="utf-8")


def show_rows(title: str, rows: list[list[str]], console: Console) -> None:
    """Show rows of the results as two tables, scores and costs: one would be wider than a terminal."""
    split = 1 + len(SCORES)
    console.table(title, ["", *HEADERS[1:split]], [row[:split] for row in rows])
    show_costs(rows, console)


def show_costs(rows: list[list[str]], console: Console) -> None:
    """Show ranking scores and costs, the later columns of the rows of results."""
    split = 1 + len(SCORES)
    title = "Ranking scores and costs (minutes: training; a dash: does not apply or was not timed)"
    console.table(title, ["", *HEADERS[split:]], [[row[0], *row[split:]] for row in rows])


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
