"""Numbers for people."""

from __future__ import annotations


def percent(probability: float) -> str:
    """Return a probability in percent, never 0 and never 100: it was estimated on a limited number of words."""
    whole = round(100 * probability)
    return "> 99" if whole > 99 else "< 1" if whole < 1 else str(whole)


def distance(value: float) -> str:
    """Return a distance with three decimals below 10, otherwise with one."""
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"
