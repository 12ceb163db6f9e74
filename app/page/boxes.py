"""Hit tests of words, and the position of a new box in the reading order. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.page.page_queries import PageWord
from core.geometry import Box


def word_at(words: Iterable[PageWord], x: float, y: float) -> int | None:
    """Return the id of the smallest word at a point, or None."""
    hits = [word for word in words if _contains(word.box, x, y)]
    return min(hits, key=lambda word: word.box[2] * word.box[3]).id if hits else None


def words_in(words: Iterable[PageWord], area: Box) -> list[int]:
    """Return the ids of the words whose centre lies in an area."""
    return [word.id for word in words if _contains(area, *_centre(word.box))]


def words_beside(words: Iterable[PageWord], box: Box) -> list[PageWord]:
    """Return the words at the height of the centre of a box."""
    _, y = _centre(box)
    return [word for word in words if word.box[1] <= y <= word.box[1] + word.box[3]]


def reading_position(words: Sequence[PageWord], box: Box) -> tuple[int, int | None]:
    """Return ``(line, id of the word before it)`` for a new box; the id is None before all ``words`` (in order)."""
    x, y = _centre(box)
    if beside := words_beside(words, box):
        nearest = min(beside, key=lambda word: abs(_centre(word.box)[0] - x))
        before = [word for word in words if word.line == nearest.line and _centre(word.box)[0] <= x]
        before = before or [word for word in words if word.line < nearest.line]
        return nearest.line, before[-1].id if before else None
    above = [word for word in words if _centre(word.box)[1] < y]
    if above:
        lowest = max(above, key=lambda word: _centre(word.box)[1])
        last = [word for word in words if word.line == lowest.line][-1]
        return last.line, last.id
    return (words[0].line if words else 0), None


def _centre(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _contains(box: Box, x: float, y: float) -> bool:
    return box[0] <= x < box[0] + box[2] and box[1] <= y < box[1] + box[3]
