"""A written line of which every word's place is known, and how many lines a line reader spells."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer

LINE = ("several", "orders", "of", "the", "regiment")


def written_line() -> tuple[NDArray[np.uint8], list[tuple[int, int]]]:
    """Return the grey image of :data:`LINE`, and the first and one-past-last column of each word's ink."""
    rng, writer = np.random.default_rng(3), Writer.random(5)
    words = [render_word(word, writer, rng) for word in LINE]
    page, x = np.full((max(word.shape[0] for word in words) + 10, 3000), 235, np.uint8), 20
    places: list[tuple[int, int]] = []
    for word in words:
        top = (page.shape[0] - word.shape[0]) // 2
        page[top : top + word.shape[0], x : x + word.shape[1]] = word
        inked = np.flatnonzero((word < 128).any(axis=0)) + x
        places.append((int(inked[0]), int(inked[-1]) + 1))
        x += word.shape[1] + 25
    return page[:, : x + 10], places


def count_passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the numbers of strips that go through the network of a line reader."""
    from core.model.line_reader import LineReader  # tests of windows use this module, and import no PyTorch

    counts: list[int] = []
    log_probs = LineReader.log_probs

    def counted(self: LineReader, strips: list[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
        counts.append(len(strips))
        return log_probs(self, strips)

    monkeypatch.setattr(LineReader, "log_probs", counted)
    return counts
