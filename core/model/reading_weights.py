"""The weights of words beside the letters that a line reader sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingWeights:
    """Weights beside the log probability of the letters."""

    words: float
    """That of the log share that a word has in a text."""
    familiar: float
    """That of a word's log probability in the words that the line reader is familiar with; it counts against it."""
