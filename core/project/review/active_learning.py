"""What a reader would learn from each word: how letter pairs are written that many waiting words hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

PLANNED = 400
"""So many words are put in order with regard to those before them: more are seldom read between two trainings."""

CANDIDATES = 2000
"""They are chosen among so many: those from which most is to be learnt as things stand."""

AGAIN = 0.3
"""Each further example of a letter pair is worth so much of the one before: after a few, one knows."""

DOUBT = 0.4
"""Share of a word's worth that lies in its doubt: what is read rightly may be learnt from nearly as well."""


def most_informative_first(texts: Sequence[str], doubts: Sequence[float], examples: Mapping[str, int]) -> list[int]:
    """Places of the words predicted as ``texts``, the most worth first; equal ones in the order given.

    A letter pair is worth its share of every waiting word that holds it, less for each example of it among
    ``examples`` (words read already, with how often) and among the words put before. ``doubts`` are 0 (none) and up.
    """
    pairs = {text: pairs_of(text) for text in set(texts)}
    value: Counter[str] = Counter()
    for text, count in Counter(texts).items():
        value.update(dict.fromkeys(pairs[text], count / len(pairs[text])))
    met: Counter[str] = Counter()
    for text, count in examples.items():
        met.update(dict.fromkeys(pairs_of(text), count))
    left = {pair: worth * AGAIN ** met[pair] for pair, worth in value.items()}
    learnt = {text: sum(left[pair] for pair in row) for text, row in pairs.items()}
    weight = np.array([1 - DOUBT + DOUBT * doubt for doubt in doubts], np.float64)
    order = np.argsort(-weight * np.array([learnt[text] for text in texts]), kind="stable")
    first = order[:CANDIDATES]
    planned = first[_planned([pairs[texts[place]] for place in first], weight[first], left)]
    rest = order[~np.isin(order, planned)]
    return [*planned.tolist(), *rest.tolist()]


def _planned(
    rows: Sequence[Sequence[str]], weight: NDArray[np.float64], value: Mapping[str, float]
) -> NDArray[np.int64]:
    """Places of up to :data:`PLANNED` of the words with the pairs ``rows``, each the best after those before it."""
    column = {pair: n for n, pair in enumerate(dict.fromkeys(pair for row in rows for pair in row))}
    has = np.zeros((len(rows), len(column)))
    for n, row in enumerate(rows):
        has[n, [column[pair] for pair in row]] = 1
    now = np.array([value[pair] for pair in column])
    open_ = weight.copy()
    chosen = np.zeros(min(PLANNED, len(rows)), np.int64)
    for n in range(len(chosen)):
        chosen[n] = best = int(np.where(open_ > 0, open_ * (has @ now), -1).argmax())
        now[has[best] > 0] *= AGAIN
        open_[best] = -1
    return chosen


def pairs_of(text: str) -> tuple[str, ...]:
    """The pairs of neighbouring letters of a word, its ends among them, each once."""
    whole = f" {text} "
    return tuple(dict.fromkeys(whole[n : n + 2] for n in range(len(whole) - 1)))
