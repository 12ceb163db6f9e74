"""The line reader adapted to a handwriting of which nothing is transcribed: it learns from its own surest lines.

Self-training as in :mod:`core.training.adaptation`. A line is the surer, the likelier its letters make the text that is
read with the words of the list (research/trials/line-reader.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.events import Listener, Note, ShouldStop
from core.language import tr_plural
from core.recognition.line_words import spelled_text
from core.training.line_reader_fitting import TranscribedLine, learn_lines, text_cost
from core.training.schedule import MIN_LINES, passes_of_stage

if TYPE_CHECKING:
    from core.model.line_beam import LineLanguage
    from core.model.line_reader import LineReader

MOST_LINES = 1500
"""Lines that are read at most."""

_ROUNDS = 2
_SHARE = 0.9
"""Share of the lines, the surest ones, from which each round learns."""
_SHOWN = 1600
"""Lines that it is shown in a round."""
_PEAK_RATE = 5e-4
_LEAST_CHARACTERS = 4
"""Shorter lines say too little about how sure they are."""
_BATCH = 64
"""Lines that are read between two looks whether to stop."""


@dataclass(frozen=True, slots=True)
class AdaptedLineReader:
    """A line reader after :func:`adapt_line_reader`, and the number of lines that it learnt from."""

    reader: LineReader
    lines: int


def adapt_line_reader(
    reader: LineReader,
    strips: Sequence[NDArray[np.uint8]],
    language: LineLanguage,
    seed: int,
    device: str,
    emit: Listener,
    should_stop: ShouldStop,
) -> AdaptedLineReader | None:
    """Train copies of ``reader`` on the surest readings of ``strips``, uint8 [LINE_HEIGHT, w] each; return the last.

    The first learns from what ``reader`` has read, the next one from what the one before has read. None with too few
    lines, or when asked to stop.
    """
    from core.model.line_reader import LineReader

    if len(strips) < MIN_LINES:
        return None
    teacher, count = reader, 0
    for number in range(_ROUNDS):
        read = _read(teacher, strips, language, should_stop)
        surest = read[: round(_SHARE * len(read))]
        if len(surest) < MIN_LINES:
            return None
        emit(
            Note(
                tr_plural(
                    "Round {number} of {rounds}: the line reader learns from the surest {n} of {lines} lines.",
                    "Round {number} of {rounds}: the line reader learns from the surest {n} of {lines} lines.",
                    len(surest),
                    number=number + 1,
                    rounds=_ROUNDS,
                    lines=len(read),
                )
            )
        )
        passes = passes_of_stage(_SHOWN, len(surest))
        teacher, done = learn_lines(reader, surest, passes, _PEAK_RATE, seed + number, device, emit, should_stop)
        if done < passes:
            return None
        count = len(surest)
    return AdaptedLineReader(LineReader(teacher.net, teacher.alphabet, reader.familiar), count)


def _read(
    reader: LineReader, strips: Sequence[NDArray[np.uint8]], language: LineLanguage, should_stop: ShouldStop
) -> list[TranscribedLine]:
    """Return the lines as they are read, the surest first; none when asked to stop."""
    read: list[tuple[float, TranscribedLine]] = []
    for start in range(0, len(strips), _BATCH):
        if should_stop():
            return []
        batch = strips[start : start + _BATCH]
        for strip, spelled in zip(batch, reader.spell(batch), strict=True):
            text = spelled_text(reader, spelled, language)
            if len(text) >= _LEAST_CHARACTERS and not reader.alphabet.unencodable(text):
                read.append((text_cost(reader, spelled, text), TranscribedLine(strip, text, 0)))
    return [line for _, line in sorted(read, key=lambda pair: pair[0])]
