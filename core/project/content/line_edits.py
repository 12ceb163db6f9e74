"""Edits of text lines: drawn, moved, joined, split, deleted and put in order. All can be undone."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from core.errors import InputError
from core.geometry import Box, Extent, LinePlace, Polyline, place_below, straight_baseline, union
from core.project.content.line_words import lines_in_reading_order
from core.project.content.pages import Line, add_lines, encode_points, list_lines
from core.project.content.transcriptions import TranscriptionSource
from core.project.content.word_edits import clip_to_page, delete_words, set_reading_order
from core.project.content.words import POSITION_STEP, WordRow, get_words, word_ids
from core.project.project import Project


def draw_line(project: Project, page_id: int, box: Box) -> int:
    """Add a line at its place in the reading order of a page: below the line above it; return its id.

    The box is cut to the page; raises InputError for one that lies off it.
    """
    box = clip_to_page(project, page_id, box, is_line=True)
    with project.edit("draw line"):
        lines = lines_in_reading_order(project, page_id)
        (line_id,) = add_lines(project, page_id, [LinePlace(box, baseline=straight_baseline([box]))])
        place = place_below([_extent(line.box) for line in lines], _extent(box))
        ids = [line.id for line in lines]
        order_lines(project, page_id, [*ids[:place], line_id, *ids[place:]])
    return line_id


def move_line(project: Project, line_id: int, box: Box) -> None:
    """Move or resize the outline of a line, with its polygon and baseline. Its words stay where they are."""
    line = _get_line(project, line_id)
    box = clip_to_page(project, line.page_id, box, is_line=True)
    polygon, baseline = (encode_points(_fitted(points, line.box, box)) for points in (line.polygon, line.baseline))
    with project.edit("move lines", n=1) as connection:
        connection.execute(
            "UPDATE line SET x = ?, y = ?, w = ?, h = ?, polygon = ?, baseline = ? WHERE id = ?",
            (*box, polygon, baseline, line_id),
        )


def join_lines(project: Project, ids: Iterable[int]) -> int:
    """Join lines of a page into the first of them, with their texts and words from left to right; return its id."""
    lines = [_get_line(project, line_id) for line_id in dict.fromkeys(ids)]
    if len(lines) < 2:
        raise InputError.of("Choose at least two lines to join.")
    page_id = lines[0].page_id
    if any(line.page_id != page_id for line in lines):
        raise InputError.of("Lines of different pages cannot be joined.")
    on_page = [line.id for line in lines_in_reading_order(project, page_id)]
    first = min(lines, key=lambda line: on_page.index(line.id))
    lines.sort(key=lambda line: line.box[0])
    box = union(line.box for line in lines)
    texts = [line.text for line in lines]
    text = " ".join(text for text in texts if text) if all(texts) else None
    baselines = [line.baseline for line in lines]
    baseline = tuple(point for line in baselines for point in line or ())
    with project.edit("join lines") as connection:
        words = [row.id for line in lines for row in _words_of(project, line.id)]
        connection.execute(
            "UPDATE line SET x = ?, y = ?, w = ?, h = ?, polygon = NULL, text = ?, baseline = ? WHERE id = ?",
            (*box, text, encode_points(baseline if all(baselines) else straight_baseline([box])), first.id),
        )
        _assign_words(connection, first.id, [line.id for line in lines])
        _delete_rows(connection, [line.id for line in lines if line.id != first.id])
        _renumber(project, page_id, [i for i in on_page if i not in {x.id for x in lines} - {first.id}], words)
    return first.id


def split_line(project: Project, line_id: int, *, x: int | None = None, y: int | None = None) -> tuple[int, int]:
    """Split a line at a column ``x`` into a left and a right one, or at a row ``y`` into an upper and a lower one.

    Each word goes to the side of its centre. The text is divided where its words are; without words of the same
    number it stays with the first line. Return the ids of both.
    """
    line = _get_line(project, line_id)
    left, top, width, height = line.box
    if x is not None and left < x < left + width:
        boxes: tuple[Box, Box] = (left, top, x - left, height), (x, top, left + width - x, height)
    elif y is not None and top < y < top + height:
        boxes = (left, top, width, y - top), (left, y, width, top + height - y)
    else:
        raise InputError.of("A line is split at a place inside it; choose one between its edges.")
    words = _words_of(project, line_id)
    second = {row.id for row in words if _is_beyond(row, x, y)}
    tokens = (line.text or "").split()
    texts: list[str | None] = [line.text, None]
    if tokens and len(tokens) == len(words):
        parts = [
            [t for t, row in zip(tokens, words, strict=True) if (row.id in second) is side] for side in (False, True)
        ]
        texts = [" ".join(part) or None for part in parts]
    ids = [neighbour.id for neighbour in lines_in_reading_order(project, line.page_id)]
    with project.edit("split line") as connection:
        (new_id,) = add_lines(project, line.page_id, [LinePlace(boxes[1], baseline=straight_baseline([boxes[1]]))])
        for part_id, box, text in zip((line_id, new_id), boxes, texts, strict=True):
            connection.execute(
                "UPDATE line SET x = ?, y = ?, w = ?, h = ?, polygon = NULL, baseline = ?, text = ?, region_id = ?"
                " WHERE id = ?",
                (*box, encode_points(straight_baseline([box])), text, line.region_id, part_id),
            )
        connection.execute(
            "UPDATE word SET line_id = ? WHERE id IN (SELECT value FROM json_each(?))",
            (new_id, json.dumps(sorted(second))),
        )
        place = ids.index(line_id) + 1
        order_lines(project, line.page_id, [*ids[:place], new_id, *ids[place:]])
    return line_id, new_id


def delete_lines(project: Project, ids: Iterable[int]) -> None:
    """Delete lines with their words, except for words that a person checked: these stay without a line."""
    ids = list(dict.fromkeys(ids))
    with project.edit("delete lines", n=len(ids)) as connection:
        words = [row for line_id in ids for row in _words_of(project, line_id)]
        delete_words(project, [row.id for row in words if row.source in (None, TranscriptionSource.ALIGNED)])
        _assign_words(connection, None, ids)
        _delete_rows(connection, ids)


def order_lines(
    project: Project, page_id: int, ids: Sequence[int], within: Mapping[int, Sequence[int]] | None = None
) -> None:
    """Put all lines of a page in this order; their words follow, those of lines in ``within`` in the order given there.

    Words without a line stay behind the words that they followed. Raises InputError unless ``ids`` are those of the
    page's lines.
    """
    if sorted(ids) != sorted(line.id for line in list_lines(project, page_id)):
        raise InputError.of("The lines of the page have changed meanwhile; nothing was put in order.")
    with project.edit("order of lines"):
        _renumber(project, page_id, ids, [word_id for words in (within or {}).values() for word_id in words])


def _renumber(project: Project, page_id: int, ids: Sequence[int], within: Sequence[int]) -> None:
    """Renumber lines and words; ``within`` are the words of lines in which their order has changed."""
    place = {word_id: number for number, word_id in enumerate(within)}
    rows = get_words(project, word_ids(project, page_id=page_id, not_a_word=None))
    groups: dict[tuple[int | None, int], list[WordRow]] = {}
    for row in rows:
        groups.setdefault((row.line_id, 0 if row.line_id is not None else row.line), []).append(row)
    following: dict[int | None, list[list[WordRow]]] = {}
    """Words without a line, by the line before them."""
    previous: int | None = None
    for (line_id, _), words in groups.items():
        if line_id is None:
            following.setdefault(previous, []).append(words)
        else:
            previous = line_id
            words.sort(key=lambda row: place.get(row.id, -1))
    by_line = {line_id: words for (line_id, _), words in groups.items() if line_id is not None}
    layout = list(following.get(None, []))
    for line_id in ids:
        layout += [by_line[line_id]] if line_id in by_line else []
        layout += following.get(line_id, [])
    with project.edit("reading order") as connection:
        connection.executemany(
            "UPDATE line SET position = ? WHERE id = ?",
            [(POSITION_STEP * number, line_id) for number, line_id in enumerate(ids, start=1)],
        )
        set_reading_order(project, [(row.id, number) for number, words in enumerate(layout) for row in words])


def _extent(box: Box) -> Extent:
    return box[0], box[0] + box[2], box[1] + box[3] / 2


def _fitted(points: Polyline | None, old: Box, new: Box) -> Polyline | None:
    """Return points of one box in the same places of another."""
    if points is None:
        return None
    return tuple(
        (round(new[0] + (x - old[0]) * new[2] / old[2]), round(new[1] + (y - old[1]) * new[3] / old[3]))
        for x, y in points
    )


def _is_beyond(row: WordRow, x: int | None, y: int | None) -> bool:
    if row.box is None:
        return False
    left, top, width, height = row.box
    return left + width / 2 >= x if x is not None else top + height / 2 >= (y or 0)


def _words_of(project: Project, line_id: int) -> list[WordRow]:
    ids = project.column(
        "SELECT id FROM word WHERE line_id = ? AND deleted = 0 ORDER BY line, position, id", (line_id,)
    )
    return get_words(project, ids)


def _assign_words(connection: sqlite3.Connection, line_id: int | None, ids: Sequence[int]) -> None:
    connection.execute(
        "UPDATE word SET line_id = ? WHERE line_id IN (SELECT value FROM json_each(?))", (line_id, json.dumps(ids))
    )


def _delete_rows(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    connection.execute("DELETE FROM line WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(ids),))


def _get_line(project: Project, line_id: int) -> Line:
    row = project.one("SELECT page_id FROM line WHERE id = ?", (line_id,))
    if row is None:
        raise InputError.of("This line does not exist any more. Nothing was changed.")
    return next(line for line in list_lines(project, row[0]) if line.id == line_id)
