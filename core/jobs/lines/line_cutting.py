"""A line reader in a job: it cuts lines into the words that it reads, and finds the words of known text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from core.geometry import Box, Polygon
from core.store.line_reader import line_reader_path, load_line_reader

if TYPE_CHECKING:
    import numpy as np

    from core.model.line_reader import LineReader


class LineCutter:
    """The line reader that comes with Ductus, loaded when the first line needs it."""

    @cached_property
    def reader(self) -> LineReader | None:
        """The line reader; None where its file is missing. Raises ModelFileError for a damaged one."""
        path = line_reader_path()
        return load_line_reader(path) if path.exists() else None

    def boxes(self, gray: np.ndarray, lines: Sequence[tuple[Box, Polygon | None]]) -> list[list[Box]]:
        """Return the boxes of the words that are read in each line of a page, uint8 [H, W], in page pixels.

        A list is empty where nothing is read.
        """
        from core.imaging.segment.page import line_region
        from core.recognition.line_words import read_words

        found: list[list[Box]] = [[] for _ in lines]
        if self.reader is None:
            return found
        regions = [(number, line_region(gray, *line)) for number, line in enumerate(lines)]
        inside = [(number, region) for number, region in regions if region is not None and min(region.gray.shape) > 2]
        read = read_words(self.reader, [region.gray for _, region in inside])
        for (number, region), words in zip(inside, read, strict=True):
            found[number] = [
                (region.x + box.left, region.y + box.top, box.right - box.left, box.bottom - box.top)
                for box in (word.box for word in words)
            ]
        return found
