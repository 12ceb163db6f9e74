"""The lines of a page and the order of its words, compared and merged as one: pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.project.parts.fields import Value
from core.project.parts.state import LINE_COLUMNS, LineState

Place = tuple[int, int, int | None]


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines by a name that is the same on all sides, and the words that are common to them in order.

    Each word stands with the number of its group: words of one line, or of the same line number without a line.
    """

    lines: frozenset[tuple[str, Value]]
    order: tuple[tuple[int, int], ...]


def layout_of(places: Mapping[int, Place], lines: Sequence[LineState], name_of: Callable[[LineState], str]) -> Layout:
    """Return the layout of a page; ``places`` are those of the words that all sides have."""
    named = {line.id: name_of(line) for line in lines}
    order = sorted(places, key=lambda word_id: (*places[word_id][:2], word_id))
    groups: dict[object, int] = {}
    numbered = []
    for word_id in order:
        number, _, line_id = places[word_id]
        group = number if line_id is None else named.get(line_id)
        numbered.append((word_id, groups.setdefault((line_id is None, group), len(groups))))
    return Layout(frozenset((named[line.id], line.values) for line in lines), tuple(numbered))


def base_lines(rows: Mapping[int, Mapping[str, object]], page_id: int) -> list[LineState]:
    """Return the lines of a page as they were when the part was taken out."""
    return [
        LineState(row_id, page_id, tuple(row[column] for column in LINE_COLUMNS), ())
        for row_id, row in rows.items()
        if row["page_id"] == page_id
    ]


def in_line_order(words: Sequence[tuple[int, Place, Value, str]]) -> list[tuple[int, int]] | None:
    """Return ``(word id, line)`` in reading order where two words share a position, else None.

    ``words`` are (id, place, box, name); the one further left and up comes first, whichever was merged first.
    """
    positions = [place[:2] for _, place, _, _ in words]
    if len(set(positions)) == len(positions):
        return None
    ordered = sorted(words, key=lambda word: (*word[1][:2], *word[2][:4], word[3]))
    return [(word_id, place[0]) for word_id, place, _, _ in ordered]
