"""What happens to boxes under the hand: found, moved, resized, put into reading order. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from core.geometry import Box

Size = tuple[int, int]
LEAST = 4
"""No side of a box may be shorter, in pixels of the page."""

HANDLES = ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
"""The eight handles of a box, in halves of its width and height, clockwise from the upper left."""


class Boxed(Protocol):
    """A word as far as its place matters."""

    @property
    def id(self) -> int: ...
    @property
    def box(self) -> Box: ...
    @property
    def line(self) -> int: ...


def word_at(words: Iterable[Boxed], x: float, y: float) -> int | None:
    """The id of the smallest word at a point, or None."""
    hits = [w for w in words if _inside(w.box, x, y)]
    return min(hits, key=lambda w: w.box[2] * w.box[3]).id if hits else None


def words_in(words: Iterable[Boxed], area: Box) -> list[int]:
    """The ids of the words whose middle lies in an area."""
    return [w.id for w in words if _inside(area, w.box[0] + w.box[2] / 2, w.box[1] + w.box[3] / 2)]


def handle_at(box: Box, x: float, y: float, reach: float) -> int | None:
    """Which of :data:`HANDLES` lies within ``reach`` of a point, the nearest first."""
    best, found = reach, None
    for number, (across, down) in enumerate(HANDLES):
        far = max(abs(box[0] + box[2] * across / 2 - x), abs(box[1] + box[3] * down / 2 - y))
        if far <= best:
            best, found = far, number
    return found


def resized(box: Box, handle: int, dx: int, dy: int, page: Size) -> Box:
    """The box with one handle dragged by (dx, dy); it stays on the page and never turns inside out."""
    across, down = HANDLES[handle]
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    if across == 0:
        left = min(max(left + dx, 0), right - LEAST)
    elif across == 2:
        right = max(min(right + dx, page[0]), left + LEAST)
    if down == 0:
        top = min(max(top + dy, 0), bottom - LEAST)
    elif down == 2:
        bottom = max(min(bottom + dy, page[1]), top + LEAST)
    return left, top, right - left, bottom - top


def moved(box: Box, dx: int, dy: int, page: Size) -> Box:
    """The box shifted, kept on the page."""
    x = min(max(box[0] + dx, 0), max(0, page[0] - box[2]))
    y = min(max(box[1] + dy, 0), max(0, page[1] - box[3]))
    return x, y, box[2], box[3]


def spanned(x0: float, y0: float, x1: float, y1: float, page: Size) -> Box | None:
    """The box between two corners, cut to the page; None when it is too small to be meant."""
    left, right = (min(max(round(v), 0), page[0]) for v in sorted((x0, x1)))
    top, bottom = (min(max(round(v), 0), page[1]) for v in sorted((y0, y1)))
    if right - left < LEAST or bottom - top < LEAST:
        return None
    return left, top, right - left, bottom - top


def reading_place(words: Sequence[Boxed], box: Box) -> tuple[int, int | None]:
    """``(line, id of the word before it)`` for a new box among words in reading order; None before all."""
    middle_x, middle_y = box[0] + box[2] / 2, box[1] + box[3] / 2
    beside = [w for w in words if w.box[1] <= middle_y <= w.box[1] + w.box[3]]
    if beside:
        near = min(beside, key=lambda w: abs(w.box[0] + w.box[2] / 2 - middle_x))
        before = [w for w in words if w.line == near.line and w.box[0] + w.box[2] / 2 <= middle_x]
        if before:
            return near.line, before[-1].id
        earlier = [w for w in words if w.line < near.line]
        return near.line, earlier[-1].id if earlier else None
    above = [w for w in words if w.box[1] + w.box[3] / 2 < middle_y]
    if above:
        lowest = max(above, key=lambda w: w.box[1] + w.box[3] / 2)
        last = [w for w in words if w.line == lowest.line][-1]
        return last.line, last.id
    return (words[0].line if words else 0), None


def _inside(box: Box, x: float, y: float) -> bool:
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]
