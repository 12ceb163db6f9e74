"""A word that was found on a page, before a project has it."""

from __future__ import annotations

from typing import NamedTuple

from core.geometry import Box


class FoundWord(NamedTuple):
    """A box in page pixels with its text, where the line's text is known.

    ``fit`` (0 to 1) is the mean probability of its letters where a model found them in the ink; None for
    words cut by the gaps between them.
    """

    box: Box
    text: str | None = None
    fit: float | None = None


LineWords = list[FoundWord]
"""The words of a line in reading order."""
