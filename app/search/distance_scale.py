"""The slider's places and what distances they stand for. Needs no Qt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

STEPS = 1000
DEFAULTS = {"cosine": 0.15, "euclid": 0.5}
"""Where the slider stands at first, as a part of the scale: far enough for a hand's own variation."""


def distance_at(step: int, scale: float) -> float:
    """The distance of a place 0..STEPS of the slider; fine near 0, where hits and near misses part."""
    return scale * (step / STEPS) ** 2


def step_of(distance: float, scale: float) -> int:
    """The first place of the slider that takes ``distance`` in, at most STEPS."""
    step = int(STEPS * max(0.0, distance / scale) ** 0.5)
    while step < STEPS and distance_at(step, scale) < distance:
        step += 1
    return min(step, STEPS)


def within(distances: Sequence[float], step: int, scale: float) -> int:
    """How many of the sorted ``distances`` the slider's place takes in; its end takes all."""
    return len(distances) if step >= STEPS else bisect_right(distances, distance_at(step, scale))
