"""The lines of a page and the order of its words, compared and merged as one: pure functions."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, zip_longest

from core.project.content.words import POSITION_STEP
from core.project.parts.fields import Value
from core.project.parts.stamps import LINE_COLUMNS
from core.project.parts.state import LineState

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


class PlaceMap:
    """Translates the places of words in one numbering of a page to another, by the words that both have.

    A word keeps its share of the way between the two words beside it in its line.
    """

    def __init__(self, before: Mapping[int, Place], after: Mapping[int, Place]) -> None:
        self._lines: dict[int, list[tuple[int, Place]]] = {}
        for word_id in sorted(before, key=lambda key: (before[key][1], key)):
            self._lines.setdefault(before[word_id][0], []).append((before[word_id][1], after[word_id]))

    def translate(self, line: int, position: int) -> tuple[int, int]:
        """Return line and position in the other numbering; as they are in a line without common words."""
        beside = self._lines.get(line)
        if beside is None:
            return line, position
        left = [pair for pair in beside if pair[0] <= position]
        right = [pair for pair in beside if pair[0] > position]
        if not left:
            start, place = right[0]
            return place[0], place[1] - (start - position)
        start, place = left[-1]
        if right and right[0][1][0] == place[0] and right[0][1][1] > place[1]:
            end, following = right[0]
            return place[0], place[1] + (position - start) * (following[1] - place[1]) // (end - start)
        return place[0], place[1] + position - start


def order_added(
    words: Sequence[tuple[int, Place, Value, str]], common: Container[int]
) -> list[tuple[int, Place, Value, str]]:
    """Return the words with new positions where several sides added words between the same ``common`` words.

    ``words`` are as in :func:`spread_ties`. Such words follow one another as they stand in the line, whichever was
    merged first: from the left, or from the right where the common words run so.
    """
    ordered = sorted(words, key=lambda word: (*word[1][:2], *word[2][:4], word[3]))
    result = []
    for _, line in groupby(ordered, key=lambda word: word[1][0]):
        row = list(line)
        lefts = [word[2][0] for word in row if word[0] in common]
        steps = [right > left for left, right in pairwise(lefts)]
        sign = -1 if 2 * sum(steps) < len(steps) else 1
        for is_common, run in groupby(row, key=lambda word: word[0] in common):
            group = list(run)
            sources = {frozenset(key.split("/")[0] for key in word[3].split()) for word in group}
            if not is_common and len(sources) > 1:
                places = [word[1] for word in group]
                group.sort(key=lambda word: (sign * word[2][0], *word[2][1:4], word[3]))
                group = [
                    (word[0], (place[0], place[1], word[1][2]), *word[2:])
                    for word, place in zip(group, places, strict=True)
                ]
            result += group
    return result


def spread_ties(words: Sequence[tuple[int, Place, Value, str]]) -> dict[int, int]:
    """Return new positions of words that share one with another word of their line.

    ``words`` are (id, place, box, names in parts), in the order that those with the same place are to have; they follow
    one another before the next word. Without room there, all words of the page are renumbered.
    """
    ordered = sorted(words, key=lambda word: word[1][:2])
    groups = [list(group) for _, group in groupby(ordered, key=lambda word: word[1][:2])]
    moved: dict[int, int] = {}
    for group, following in zip_longest(groups, groups[1:]):
        line, position, _ = group[0][1]
        is_last = following is None or following[0][1][0] != line
        room = POSITION_STEP if is_last else following[0][1][1] - position
        if len(group) > room:
            return {word[0]: POSITION_STEP * number for number, word in enumerate(ordered, start=1)}
        for number, word in enumerate(group[1:], start=1):
            moved[word[0]] = position + number * room // len(group)
    return moved
