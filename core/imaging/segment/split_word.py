"""Cutting the box of a word that holds several words, once their texts are known."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from core.geometry import Box
from core.imaging.segment.align import align_line, letter_edges
from core.imaging.segment.page import split_line_region


def split_box(gray: npt.NDArray[np.uint8], box: Box, text: str) -> list[tuple[Box, str]]:
    """Return a part of ``box`` for each word of ``text`` (separated by white space), in reading order.

    ``gray`` is the page, uint8 [H, W]. The box is cut in the middle of the gaps that fit the words best; where it shows
    no ink, by the widths that the letters let expect. The parts fill the box. A box of fewer pixels in width than
    words is not cut: the result is then empty.
    """
    words = text.split()
    x, y, w, h = box
    if not words or w < len(words):
        return []
    found = align_line(split_line_region(gray, box), text)
    order = sorted(range(len(words)), key=lambda n: found[n][0][0]) if found else list(range(len(words)))
    if found:
        boxes = [found[n][0] for n in order]
        cuts = [(one[0] + one[2] + other[0]) // 2 - x for one, other in pairwise(boxes)]
    else:
        cuts = letter_edges(words, w)[1:-1]
    # every part is at least one pixel wide
    edges = [0]
    for number, cut in enumerate(cuts, 1):
        edges.append(min(max(cut, edges[-1] + 1), w - (len(words) - number)))
    edges.append(w)
    parts = {n: (x + left, y, right - left, h) for n, (left, right) in zip(order, pairwise(edges), strict=True)}
    return [(parts[n], word) for n, word in enumerate(words)]
