"""Tabulate what decides with lists of several lengths, from the records of bench_open_lists.py --objectives.

    python -m research.measurements.open_list_table FOLDER

A_u is about words that are in the list, A_o about those in none. All rules but those that say so have the third answer.
Gains have one standard error by page, or by writer where pages are not known.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metrics import accuracy, harmonic_mean
from research.benchmark.record_report import correct_answers, gate_figures, unlisted_images
from research.benchmark.records import Record, load_records
from research.measurements.bench_open_lists import FOR_H

HEADINGS = ("list", "rule", "all", "A_s", "A_u", "A_o", "h", "gain in all over no gate", "ECE", "AUROC of confidence")
RULES = {
    "no gate": "vote_third",
    "stacking": "stacking_third",
    "**chosen**": "gate",
    "chosen, no third answer": "gate_listed",
    "no gate, no third answer": "vote",
}
WITHOUT_THIRD = {"no gate": "vote", "stacking": "stacking", "**chosen**": "gate"}
"""The rules of records by their names in the table, and those of members that have no third answer."""


def table(records: Mapping[str, Record]) -> Iterator[list[str]]:
    """Yield a line of cells for each list and rule."""
    by_name = {(str(record.card["name"]), record.conditions["list"]): record for record in records.values()}
    for (name, listed), record in by_name.items():
        if ":" in name:
            continue
        rules = RULES if RULES["no gate"] in record.card["labels"] else WITHOUT_THIRD
        rows = {label: (record, rule) for label, rule in rules.items()}
        if (for_h := by_name.get((f"{name}{FOR_H}", listed))) is not None:
            rows["for h"] = for_h, "gate"
        base = correct_answers(*rows["no gate"])
        for label, (of, rule) in rows.items():
            figures = gate_figures(of) if rule == "gate" else {}
            right = correct_answers(of, rule)
            values = [*_shares(right, of), *(figures.get(key) for key in ("ece", "confidence_auroc"))]
            shown = ["–" if value is None else f"{value:.4f}" for value in values]
            gain, error = _gain(right.astype(np.float64) - base, of)
            shown.insert(-2, f"{gain:.4f} ± {error:.4f}")
            yield [f"{listed}, {record.conditions['words']} words", label, *shown]


def _shares(right: NDArray[np.bool_], record: Record) -> tuple[float | None, ...]:
    """Return the shares of all, of A_s, of A_u and of A_o that are right, and h; None for those without images."""
    seen, unlisted = record.columns["is_seen"].astype(np.bool_), unlisted_images(record)
    a_s, a_u = accuracy(right[seen]), accuracy(right[~seen & ~unlisted])
    return accuracy(right), a_s, a_u, accuracy(right[unlisted]), harmonic_mean(a_s, a_u)


def _gain(differences: NDArray[np.float64], record: Record) -> tuple[float, float]:
    """Return the mean of ``differences`` [N] and its standard error by page or writer."""
    mean = differences.mean()
    pages = record.columns["page"]
    _, cluster = np.unique(pages if (pages != "").all() else record.columns["writer"], return_inverse=True)
    sums = np.bincount(cluster, differences - mean)
    return float(mean), float(np.sqrt(len(sums) / max(1, len(sums) - 1) * (sums**2).sum()) / len(differences))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path)
    lines = table(load_records(parser.parse_args().records))
    print("\n".join(f"| {' | '.join(line)} |" for line in (HEADINGS, ["---"] * len(HEADINGS), *lines)))


if __name__ == "__main__":
    main()
