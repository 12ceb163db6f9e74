"""The kept measurement of a model, taken from its file without trust. No Qt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.evaluation.decision_rules import RULE_LABELS, DecisionRule
from core.evaluation.metrics import SCORES, wilson_interval

BANDS = (0.9, 0.7, 0.5, 0.0)
"""Where the bands of confidence begin, the surest first; multiples of a tenth, as the measured bins are."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share read rightly and its 95 % interval, 0 to 1; None where there was nothing to measure."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """Test words read with a confidence from ``low`` to under ``high``: how sure on average, what share rightly."""

    low: float
    high: float
    words: int
    told: float
    right: Share


@dataclass(frozen=True, slots=True)
class Results:
    """``rows``: by the name of the way of deciding, its shares A_u, A_s, h and A_b in this order.

    ``bands``: how far the confidence can be trusted, the surest words first; empty where it was not measured.
    """

    rows: dict[str, tuple[Share, ...]]
    n_seen: int
    n_unseen: int
    thres: tuple[int, ...]
    """Thresholds at which was measured; empty when not told."""
    outside_lexicon: int
    measured_at: str
    bands: tuple[Band, ...] = ()


def parse(kept: dict[str, Any] | None) -> Results | None:
    """The results, or None where none were kept or they are not what an evaluation writes."""
    if not kept:
        return None
    rows = kept.get("baselines") or {DecisionRule.GATED: kept}
    try:
        told = {
            str(name): tuple(_share(row, column) for column in SCORES)
            for name, row in rows.items()
            if name in RULE_LABELS
        }
        thres = tuple(int(one["thres"]) for one in kept.get("thres", ()))
        results = Results(
            told,
            int(kept["n_seen"]),
            int(kept["n_unseen"]),
            thres,
            int(kept.get("outside_lexicon", 0)),
            str(kept.get("measured_at", "")),
            _bands((kept.get("confidence") or {}).get("curve") or ()),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return results if DecisionRule.GATED in told else None


def measured_otherwise(results: Results, thres: Sequence[int]) -> bool:
    """Whether the measurement was made at other thresholds than ``thres``."""
    return bool(results.thres) and list(results.thres) != list(thres)


def _bands(curve: Sequence[dict[str, Any]]) -> tuple[Band, ...]:
    """The measured bins put together to bands that a person can overlook; bands without words are left out."""
    made = []
    for low, high in zip(BANDS, (math.inf, *BANDS), strict=False):
        # a bin's words lie on one side of each band's edge, and so does their mean
        bins = [one for one in curve if low <= float(one["confidence"]) < high]
        words = sum(int(one["words"]) for one in bins)
        if not words:
            continue
        told = sum(float(one["confidence"]) * int(one["words"]) for one in bins) / words
        right = round(sum(float(one["right"]) * int(one["words"]) for one in bins))
        if not (0 <= told <= 1 and 0 <= right <= words):
            raise ValueError(f"a confidence of {told} cannot be")
        made.append(Band(low, high, words, told, Share(right / words, *wilson_interval(right, words))))
    return tuple(made)


def _share(row: dict[str, Any], column: str) -> Share:
    value = row.get(column)
    if value is None:
        return Share(None)
    interval = row.get(f"{column}_interval")
    low, high = (float(end) for end in interval) if interval else (math.nan, math.nan)
    if not 0 <= float(value) <= 1:
        raise ValueError(f"a share of {value} cannot be")
    return Share(float(value), low, high) if interval else Share(float(value))
