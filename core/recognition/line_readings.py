"""Context: the words of a line choose their readings together.

Each word of a line offers its candidates with their costs. The readings of the whole line are those of least

    cost - weight * (log P(word | word before) - log P(word)),

found by Viterbi's algorithm: A. J. Viterbi, "Error Bounds for Convolutional Codes and an Asymptotically Optimum
Decoding Algorithm", IEEE Transactions on Information Theory 13(2), 1967. The frequency of a word counts already in its
distance (:mod:`core.recognition.prior`), so only what the neighbour adds is counted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol


class Neighbours(Protocol):
    """A word model (:class:`core.recognition.word_model.WordModel`)."""

    def log_gains(self, previous: str, words: Sequence[str]) -> list[float]:
        """Return log P(word | previous) - log P(word) of each word."""
        ...


@dataclass(frozen=True, slots=True)
class Offer:
    """The candidates of one word of a line, in NFC, with their costs; the first is the reading without context.

    A word that is known has one candidate, a word about which nothing is known none: it separates its neighbours.
    """

    words: tuple[str, ...] = ()
    costs: tuple[float, ...] = ()

    @classmethod
    def known(cls, word: str) -> Offer:
        """Return the offer of a word that is known: a person typed it."""
        return cls((word,), (0.0,))


def choose_readings(line: Sequence[Offer], model: Neighbours, weight: float) -> list[int]:
    """Return which candidate of each word is chosen; 0 for a word without any. Of equal ones the first is chosen."""
    chosen: list[int] = []
    start = 0
    while start < len(line):
        stop = start + 1
        while stop < len(line) and line[stop - 1].words and line[stop].words:
            stop += 1
        chosen += _least_path(line[start:stop], model, weight)
        start = stop
    return chosen


def probabilities(line: Sequence[Offer], chosen: Sequence[int], model: Neighbours, weight: float) -> list[float]:
    """Return the share of each chosen candidate among those of its word, beside the chosen neighbours; 0 without any.

    Costs are negative logarithms of probabilities.
    """
    shares = []
    for place, (offer, choice) in enumerate(zip(line, chosen, strict=True)):
        costs = list(offer.costs)
        if place and line[place - 1].words:
            gains = model.log_gains(line[place - 1].words[chosen[place - 1]], offer.words)
            costs = [cost - weight * gain for cost, gain in zip(costs, gains, strict=True)]
        if place + 1 < len(line) and line[place + 1].words:
            after = line[place + 1].words[chosen[place + 1]]
            costs = [
                cost - weight * model.log_gains(word, [after])[0] for cost, word in zip(costs, offer.words, strict=True)
            ]
        likelihoods = [math.exp(min(costs, default=0.0) - cost) for cost in costs]
        shares.append(likelihoods[choice] / sum(likelihoods) if likelihoods else 0.0)
    return shares


def _least_path(words: Sequence[Offer], model: Neighbours, weight: float) -> list[int]:
    """Return the candidates of least total cost; ``words`` all have candidates, unless there is only one."""
    if not words[0].words:
        return [0]
    total = list(words[0].costs)
    origins: list[list[int]] = []
    for before, offer in pairwise(words):
        best = [float("inf")] * len(offer.words)
        origin = [0] * len(offer.words)
        for position, previous in enumerate(before.words):
            so_far = total[position]
            for column, gain in enumerate(model.log_gains(previous, offer.words)):
                value = so_far - weight * gain
                if value < best[column]:
                    best[column], origin[column] = value, position
        total = [value + cost for value, cost in zip(best, offer.costs, strict=True)]
        origins.append(origin)
    path = [min(range(len(total)), key=total.__getitem__)]
    for origin in reversed(origins):
        path.append(origin[path[-1]])
    return path[::-1]
