"""The kept measurement of a model, taken from its file without trust. No Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.evaluation.rows import ABOUT, OURS
from core.evaluation.table import COLUMNS


@dataclass(frozen=True, slots=True)
class Share:
    """A share read rightly and its 95 % interval, 0 to 1; None where there was nothing to measure."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """``rows``: by the name of the way of deciding, its shares A_u, A_s, h and A_b in this order."""

    rows: dict[str, tuple[Share, ...]]
    n_seen: int
    n_unseen: int
    thres: tuple[int, ...]
    """Thresholds at which was measured; empty when not told."""
    outside_lexicon: int
    measured_at: str


def parse(kept: dict[str, Any] | None) -> Results | None:
    """The results, or None where none were kept or they are not what an evaluation writes."""
    if not kept:
        return None
    rows = kept.get("baselines") or {OURS: kept}
    try:
        told = {
            str(name): tuple(_share(row, column) for column in COLUMNS)
            for name, row in rows.items()
            if name in ABOUT
        }
        thres = tuple(int(one["thres"]) for one in kept.get("thres", ()))
        results = Results(
            told, int(kept["n_seen"]), int(kept["n_unseen"]), thres, int(kept.get("outside_lexicon", 0)),
            str(kept.get("measured_at", "")),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return results if OURS in told else None


def measured_otherwise(results: Results, thres: Sequence[int]) -> bool:
    """Whether the measurement was made at other thresholds than ``thres``."""
    return bool(results.thres) and list(results.thres) != list(thres)


def _share(row: dict[str, Any], column: str) -> Share:
    value = row.get(column)
    if value is None:
        return Share(None)
    interval = row.get(f"{column}_interval")
    low, high = (float(end) for end in interval) if interval else (math.nan, math.nan)
    if not 0 <= float(value) <= 1:
        raise ValueError(f"a share of {value} cannot be")
    return Share(float(value), low, high) if interval else Share(float(value))
