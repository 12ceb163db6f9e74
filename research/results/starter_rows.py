"""What starter models read before any training, from their answers word by word (starter-answers.csv)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from core.evaluation.metrics import wilson_interval
from research.benchmark.paired_tests import mcnemar
from research.results.rows import rows_of

Row = Mapping[str, str]
ANSWERS = "starter-answers"
GROUPS = {"met": "yes", "not met": "no"}
"""Words that the starter, or the first one of a pair, met in any capitals, and the others: the values of ``met_by``."""


def shares_by_fold() -> list[dict[str, str]]:
    """Return the share of images that the shipped starter reads rightly, by fold and by whether it met the word."""
    rows, answers = [], rows_of(ANSWERS)
    for fold in (*sorted({row["fold"] for row in answers}), "all"):
        for name, met in GROUPS.items():
            chosen = [row for row in answers if row["met_by_shipped"] == met and fold in (row["fold"], "all")]
            right = [_is_right(row, "shipped") for row in chosen]
            rows.append({"fold": fold, "words": name, "images": str(len(right)), **_share("right", right)})
    return rows


def shares_of_pair() -> list[dict[str, str]]:
    """Return the shares that both starters read rightly, by whether the first met the word, with McNemar's test."""
    rows = []
    for name, met in GROUPS.items():
        chosen = [row for row in rows_of(ANSWERS) if row["met_by_with"] == met]
        one, other = ([_is_right(row, starter) for row in chosen] for starter in ("with", "without"))
        test = mcnemar(np.array(one), np.array(other))
        figures = {"words": name, "images": str(len(chosen)), **_share("with", one), **_share("without", other)}
        counts = {"only_with": str(test.only_first), "only_without": str(test.only_second), "p": f"{test.p:.3f}"}
        rows.append(figures | counts)
    return rows


def _is_right(row: Row, starter: str) -> bool:
    return row[starter] == row["word"]


def _share(name: str, right: Sequence[bool]) -> dict[str, str]:
    """Return the share and the ends of Wilson's interval, in columns ``name``, ``name_low`` and ``name_high``."""
    low, high = wilson_interval(sum(right), len(right))
    values = (float(np.mean(right)), low, high)
    return {f"{name}{end}": f"{value:.3f}" for end, value in zip(("", "_low", "_high"), values, strict=True)}
