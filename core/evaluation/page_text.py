"""Error rates of whole pages and of single words: the edits that turn what was read into what is written.

The character error rate is the edit distance (insertions, deletions, substitutions) divided by the length of the true
text, in characters; the word error rate is the same in words. It is 0 for a perfect transcript and can exceed 1. With
the order of lines counted, the lines are joined by spaces as they follow each other. Without it, every line read is
compared with the true line that it fits best, one to one; lines without a partner count with their whole length.
Letters alone are letters and digits in lower case: capitals and marks do not count.
Intervals are by page, and by word for single words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.lexicon.text import nfc

_RESAMPLES = 2000
_DRAWN_AT_ONCE = 1_000_000
"""Units drawn at a time: their numbers take 8 MB."""
_SEED = 0
_INTERVAL = (2.5, 97.5)
"""Percentiles of the bootstrap: a 95 % interval."""

Tokens = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class PageText:
    """The lines of a page as they are written and as they were read, both in reading order."""

    written: tuple[str, ...]
    read: tuple[str, ...]


def error_rates(pages: Sequence[PageText]) -> dict[str, dict[str, Any]]:
    """Return the rates ``cer``, ``wer``, with the order of lines left out ``cer_by_line`` and ``wer_by_line``, and of
    letters alone ``cer_letters`` and ``wer_letters``.

    Each has ``value`` (None without any true text), ``interval`` (None below two pages), ``edits`` and ``length``.
    """
    ways: dict[str, tuple[Tokens, bool]] = {
        "cer": (str, True),
        "wer": (str.split, True),
        "cer_by_line": (str, False),
        "wer_by_line": (str.split, False),
    }
    rates = {name: _rate([_page_edits(page, *way) for page in pages]) for name, way in ways.items()}
    letters = [PageText(*(tuple(map(letters_alone, lines)) for lines in (page.written, page.read))) for page in pages]
    ways_of_letters: dict[str, Tokens] = {"cer_letters": str, "wer_letters": str.split}
    for name, tokens in ways_of_letters.items():
        rates[name] = _rate([_page_edits(page, tokens, True) for page in letters])
    return rates


def letters_alone(line: str) -> str:
    """Return the letters and digits of a line in lower case, with its spaces."""
    kept = (character if character.isalnum() else " " * character.isspace() for character in nfc(line))
    return "".join(kept).lower()


def character_error_rate(written: Sequence[str], read: Sequence[str]) -> dict[str, Any]:
    """Return the rate over single words [N], as in :func:`error_rates`, with an interval by word.

    Words of one page err together, so the true uncertainty is somewhat larger than the interval.
    """
    from rapidfuzz.distance import Levenshtein

    pairs = [(nfc(text), nfc(found)) for text, found in zip(written, read, strict=True)]
    return _rate([(Levenshtein.distance(text, found), len(text)) for text, found in pairs])


def _page_edits(page: PageText, tokens: Tokens, in_order: bool) -> tuple[int, int]:
    """Return the edits and the length of one page."""
    from rapidfuzz.distance import Levenshtein

    written, read = (list(map(nfc, lines)) for lines in (page.written, page.read))
    if in_order:
        text, reading = (" ".join(line for line in lines if line) for lines in (written, read))
        return Levenshtein.distance(tokens(text), tokens(reading)), len(tokens(text))
    true, found = [tokens(line) for line in written], [tokens(line) for line in read]
    return _edits_by_line(true, found), sum(map(len, true))


def _edits_by_line(written: Sequence[Sequence[str]], read: Sequence[Sequence[str]]) -> int:
    """Return the least number of edits when lines are paired one to one, in any order."""
    from rapidfuzz.distance import Levenshtein
    from scipy.optimize import linear_sum_assignment

    size = max(len(written), len(read))
    if not size:
        return 0
    # a line without a partner is paired with an empty one
    rows, columns = ([*lines, *([()] * (size - len(lines)))] for lines in (written, read))
    costs = np.array([[Levenshtein.distance(row, column) for column in columns] for row in rows])
    return int(costs[linear_sum_assignment(costs)].sum())


def _rate(pages: Sequence[tuple[int, int]]) -> dict[str, Any]:
    edits, lengths = np.array(pages, np.int64).reshape(-1, 2).T
    total = int(lengths.sum())
    return {
        "value": float(edits.sum() / total) if total else None,
        "interval": bootstrap_ratio(edits, lengths) if total else None,
        "edits": int(edits.sum()),
        "length": total,
    }


def bootstrap_ratio(parts: NDArray[np.int64], wholes: NDArray[np.int64]) -> list[float] | None:
    """Return the 95 % interval of sum(parts) / sum(wholes) by resampling units; None below two units [N]."""
    if len(parts) < 2:
        return None
    rng = np.random.default_rng(_SEED)
    above, below = np.zeros((2, _RESAMPLES))
    rows = max(1, _DRAWN_AT_ONCE // len(parts))
    for start in range(0, _RESAMPLES, rows):
        drawn = rng.integers(len(parts), size=(min(rows, _RESAMPLES - start), len(parts)))
        above[start : start + rows] = parts[drawn].sum(axis=1)
        below[start : start + rows] = wholes[drawn].sum(axis=1)
    ratios = above[below > 0] / below[below > 0]
    return [float(value) for value in np.percentile(ratios, _INTERVAL)] if len(ratios) else None
