"""The lines in which the images of a training stand: what the line's part is fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NO_SAMPLE = -1
"""Stands in a line for a word that is not a sample: it is not transcribed, or serves another purpose."""


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One text line: its words in reading order as positions in the samples."""

    page: int
    """A number of the page; lines of a page have the same one."""
    samples: tuple[int, ...]


def sample_pages(lines: Sequence[SampleLine], samples: int) -> NDArray[np.int64]:
    """Return the page of each of the samples [N]; -1 where no line holds it."""
    pages = np.full(samples, -1, np.int64)
    for line in lines:
        pages[[number for number in line.samples if number != NO_SAMPLE]] = line.page
    return pages


def take_samples(lines: Sequence[SampleLine], kept: NDArray[np.bool_]) -> tuple[SampleLine, ...]:
    """Return the lines for the samples where ``kept`` [N] is true, renumbered; the others are NO_SAMPLE."""
    numbers = np.where(kept, np.cumsum(kept) - 1, NO_SAMPLE)
    return tuple(
        SampleLine(line.page, tuple(int(numbers[n]) if n != NO_SAMPLE else NO_SAMPLE for n in line.samples))
        for line in lines
    )
