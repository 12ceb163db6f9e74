"""Drawn lines with their texts, from which a line reader learns in tests."""

from __future__ import annotations

import numpy as np

from core.imaging.normalise import normalise_line
from core.imaging.synth.corpus import english_words
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.model.nets.line_reader_net import LINE_HEIGHT
from core.training.line_reader_fitting import TranscribedLine


def drawn_lines(count: int, pages: int = 5) -> list[TranscribedLine]:
    """Short lines of one drawn hand; the images of words are numbered."""
    rng, writer = np.random.default_rng(1), Writer.random(2)
    made = []
    for number in range(count):
        words = [str(word) for word in rng.choice(english_words()[:400], 2)]
        crops = [render_word(word, writer, rng) for word in words]
        height = max(crop.shape[0] for crop in crops) + 6
        row = np.full((height, sum(crop.shape[1] for crop in crops) + 60), 235, np.uint8)
        x = 10
        for crop in crops:
            top = (height - crop.shape[0]) // 2
            row[top : top + crop.shape[0], x : x + crop.shape[1]] = crop
            x += crop.shape[1] + 30
        strip = normalise_line(row, LINE_HEIGHT)
        made.append(TranscribedLine(strip, " ".join(words), number % pages, (2 * number, 2 * number + 1)))
    return made
