"""Numbers as people read them."""

from __future__ import annotations


def percent(probability: float) -> str:
    """A probability in percent, never 0 and never 100: nothing measured on some words is certain of the next."""
    whole = round(100 * probability)
    return "> 99" if whole > 99 else "< 1" if whole < 1 else str(whole)


def distance(value: float) -> str:
    """A distance of a word: three decimals while it is small, one where decimals say nothing more."""
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"
