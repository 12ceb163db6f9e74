"""The stored evaluation of a model, checked when it is read. No Qt."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.text.formats import in_percent
from core.evaluation.decision_rules import DecisionRule
from core.evaluation.metrics import SCORES, wilson_interval
from core.store.calibration_card import has_similar_length

BANDS = (0.9, 0.7, 0.5, 0.0)
"""The lower ends of the bands of confidence; multiples of a tenth, as the ends of the measured bins are."""


@dataclass(frozen=True, slots=True)
class Share:
    """A share of correct predictions and its 95 % interval, 0 to 1; None where there was nothing to measure."""

    value: float | None
    low: float | None = None
    high: float | None = None


def share_text(share: Share) -> str:
    """Return a share in percent with its interval in brackets; a dash where nothing was measured."""
    if share.value is None:
        return "–"
    text = in_percent(share.value, 1)
    if share.low is None or share.high is None:
        return text
    return text + f" ({100 * share.low:.0f}–{100 * share.high:.0f})"


@dataclass(frozen=True, slots=True)
class Band:
    """Test words predicted with a confidence from ``low`` to under ``high``: mean confidence and accuracy."""

    low: float
    high: float
    words: int
    confidence: float
    accuracy: Share


@dataclass(frozen=True, slots=True)
class Results:
    """``scores``: A_u, A_s, h and A_b, in this order, by decision rule.

    ``bands``: the reliability of the confidence, highest first; empty if it was not measured.
    """

    scores: dict[str, tuple[Share, ...]]
    n_seen: int
    n_unseen: int
    thres: tuple[int, ...]
    """The thresholds of the measurement; empty if they are not stored."""
    outside_lexicon: int
    measured_at: str
    bands: tuple[Band, ...]
    lexicon: int | None
    """Words in the word list of the measurement; None if that is not stored."""
    unread: Share | None
    """The accuracy on all test words without the words that only test pages brought into the word list, as it is to be
    expected on unread pages; None in older results."""
    unread_outside: int
    """Test words that are not in the word list then."""
    bins: tuple[Band, ...]
    """The measured bins of confidence, lowest first; empty if it was not measured."""
    characters: Share | None
    """The character error rate of the suggestions; None in older results."""
    line_part: tuple[int, int, int] | None
    """Test words read correctly with their lines and without, and words that these changed; None if none was read."""
    learnt: int
    """Test words left out because the model learnt from their images."""
    is_unread_with_lines: bool
    """True if ``unread`` is that of words read together with their lines."""

    def has_other_list(self, words: int) -> bool:
        """Return whether the word list, now of ``words`` words, has changed too much for these figures."""
        return self.lexicon is not None and not has_similar_length(self.lexicon, words)

    def is_outdated(self, thres: Sequence[int]) -> bool:
        """Return whether the model was measured at other thresholds than ``thres``."""
        return bool(self.thres) and list(self.thres) != list(thres)


def parse_results(stored: dict[str, Any] | None) -> Results | None:
    """Return the results; None if there are none or they are not those of an evaluation."""
    if not stored:
        return None
    rules = set(DecisionRule)
    rows = stored.get("baselines") or {DecisionRule.GATED: stored}
    try:
        results = Results(
            {str(name): tuple(_share(row, score) for score in SCORES) for name, row in rows.items() if name in rules},
            int(stored["n_seen"]),
            int(stored["n_unseen"]),
            tuple(int(reader["thres"]) for reader in stored.get("thres", ())),
            int(stored.get("outside_lexicon", 0)),
            str(stored.get("measured_at", "")),
            _bands((stored.get("confidence") or {}).get("curve") or ()),
            int(stored["lexicon"]) if "lexicon" in stored else None,
            _share(_as_suggested(stored["unread"]), "right", "interval") if "unread" in stored else None,
            int(stored["unread"]["outside"]) if "unread" in stored else 0,
            _bins((stored.get("confidence") or {}).get("curve") or ()),
            _share(stored["characters"], "value", "interval", most=None) if "characters" in stored else None,
            _line_part(stored.get("context")),
            len(stored.get("learnt") or ()),
            "lines" in stored.get("unread", ()),
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return results if DecisionRule.GATED in results.scores else None


def _as_suggested(unread: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of the words as suggestions are made: read together with their lines, if they have any."""
    figures: dict[str, Any] = unread.get("lines", unread)
    return figures


def _line_part(stored: dict[str, Any] | None) -> tuple[int, int, int] | None:
    if stored is None:
        return None
    return int(stored["right_after"]), int(stored["right_before"]), int(stored["changed"])


def _bands(curve: Sequence[dict[str, Any]]) -> tuple[Band, ...]:
    """Merge the measured bins into bands; bands without words are left out."""
    bands = []
    for low, high in zip(BANDS, (math.inf, *BANDS), strict=False):
        # the ends of bands are ends of bins, so the mean confidence of a bin lies in the band of its words
        bins = [point for point in curve if low <= float(point["confidence"]) < high]
        words = sum(int(point["words"]) for point in bins)
        if not words:
            continue
        confidence = sum(float(point["confidence"]) * int(point["words"]) for point in bins) / words
        correct = round(sum(float(point["right"]) * int(point["words"]) for point in bins))
        if not (0 <= confidence <= 1 and 0 <= correct <= words):
            raise ValueError(f"{correct} of {words} words with a mean confidence of {confidence}")
        bands.append(Band(low, high, words, confidence, _measured_share(correct, words)))
    return tuple(bands)


def _bins(curve: Sequence[dict[str, Any]]) -> tuple[Band, ...]:
    """Return the measured bins with their intervals. ``low`` and ``high`` of each are its mean confidence."""
    bins = []
    for point in sorted(curve, key=lambda point: float(point["confidence"])):
        words, confidence = int(point["words"]), float(point["confidence"])
        correct = round(float(point["right"]) * words)
        bins.append(Band(confidence, confidence, words, confidence, _measured_share(correct, words)))
    return tuple(bins)


def _measured_share(correct: int, words: int) -> Share:
    return Share(correct / words, *wilson_interval(correct, words))


def _share(row: dict[str, Any], score: str, interval_name: str | None = None, most: float | None = 1.0) -> Share:
    value = row.get(score)
    if value is None:
        return Share(None)
    if float(value) < 0 or (most is not None and float(value) > most):
        raise ValueError(f"{score} is {value}")
    interval = row.get(interval_name or f"{score}_interval")
    if not interval:
        return Share(float(value))
    low, high = (float(end) for end in interval)
    return Share(float(value), low, high)
