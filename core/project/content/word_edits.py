"""Edits of words: roles, boxes, added, split, joined and deleted words. All can be undone."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from core.errors import InputError
from core.geometry import Box, Polygon, clip, union
from core.language import tr, tr_noop
from core.project.content.pages import encode_points, get_page
from core.project.content.transcriptions import confirm_aligned, set_transcription
from core.project.content.words import POSITION_STEP, Role, WordRow, get_words
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class NewWord:
    """A word to add to a page, in pixels of the page. ``line`` counts from 0."""

    box: Box
    polygon: Polygon | None = None
    line: int = 0
    line_id: int | None = None
    """Its text line (:class:`core.project.content.pages.Line`); None for that of the other words with this ``line``."""


def set_role(project: Project, ids: Iterable[int], role: str) -> None:
    """Give words a :class:`~core.project.content.words.Role`."""
    if role not in list(Role):
        raise InputError.of("There is no role '{role}'; choose one of {choices}.", role=role, choices=", ".join(Role))
    with project.edit("role", role=role) as connection:
        _update(connection, ids, "role", role)


def mark_not_a_word(project: Project, ids: Iterable[int], flag: bool = True) -> None:
    """Mark images as not a word (a blot, a rule), or as a word again."""
    with project.edit("mark as not a word" if flag else "mark as a word") as connection:
        _update(connection, ids, "not_a_word", int(flag))


def delete_words(project: Project, ids: Iterable[int]) -> None:
    """Hide words; their transcriptions are kept."""
    with project.edit("delete words") as connection:
        _update(connection, ids, "deleted", 1)


def add_words(
    project: Project, page_id: int, new: Sequence[NewWord], *, after: int | None = None, first: bool = False
) -> list[int]:
    """Add words to a page in the order given: at its end, after one of its words, or ``first``; return their ids.

    Boxes are cut to the page; raises InputError for one that lies off it.
    """
    with project.edit("add words") as connection:
        boxes = [clip_to_page(project, page_id, word.box) for word in new]
        positions = _free_positions(connection, page_id, len(new), after, first)
        return [
            _insert(connection, page_id, box, word, position)
            for box, word, position in zip(boxes, new, positions, strict=True)
        ]


def move_word(project: Project, word_id: int, box: Box, polygon: Polygon | None = None) -> None:
    """Move or resize a word on its page; ``polygon`` replaces its outline.

    An aligned word is confirmed by that: its text was a person's before, and now its box is, too.
    """
    page_id, _, _ = _word_on_page(project, word_id)
    with project.edit("move words", n=1) as connection:
        connection.execute(
            "UPDATE word SET x = ?, y = ?, w = ?, h = ?, polygon = ? WHERE id = ?",
            (*clip_to_page(project, page_id, box), encode_points(polygon), word_id),
        )
        confirm_aligned(project, [word_id])


def place_words(project: Project, boxes: Mapping[int, Box]) -> None:
    """Put words where a program found them; unlike :func:`move_word` this confirms nothing. Outlines are dropped."""
    with project.edit("place words") as connection:
        connection.executemany(
            "UPDATE word SET x = ?, y = ?, w = ?, h = ?, polygon = NULL WHERE id = ?",
            [(*box, word_id) for word_id, box in boxes.items()],
        )


def change_box(project: Project, word_id: int, box: Box) -> None:
    """Give a word another box; its outline follows if the box was moved but not resized, and is dropped otherwise."""
    _, before, word = _word_on_page(project, word_id)
    polygon = None
    if word.polygon is not None and before[2:] == box[2:]:
        dx, dy = box[0] - before[0], box[1] - before[1]
        polygon = tuple((x + dx, y + dy) for x, y in word.polygon)
    move_word(project, word_id, box, polygon)


def set_reading_order(project: Project, word_lines: Sequence[tuple[int, int]]) -> None:
    """Set the order of a page's words: ``(word id, line)`` from the first word to the last.

    Words that are not named, such as deleted ones, stay beside the words of their line, for a merge of parts places
    by them the words that the other side added.
    """
    with project.edit("reading order") as connection:
        order = _with_unnamed_words(connection, word_lines)
        connection.executemany(
            "UPDATE word SET line = ?, position = ? WHERE id = ?",
            [(line, POSITION_STEP * n, word_id) for n, (word_id, line) in enumerate(order, start=1)],
        )


def _with_unnamed_words(
    connection: sqlite3.Connection, word_lines: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield ``word_lines`` with the other words of the page among them, each beside those of its old line."""
    if not word_lines:
        return
    named = {word_id for word_id, _ in word_lines}
    rows = connection.execute(
        "SELECT line, id FROM word WHERE page_id = (SELECT page_id FROM word WHERE id = ?) ORDER BY line, position, id",
        (word_lines[0][0],),
    )
    leader = word_lines[0][0]
    groups: defaultdict[int, list[int]] = defaultdict(list)
    """Words that stay together, by the one that is named."""
    for _, group in groupby(rows, key=itemgetter(0)):
        ids = [word_id for _, word_id in group]
        leader = next((row_id for row_id in ids if row_id in named), leader)
        for word_id in ids:
            leader = word_id if word_id in named else leader
            groups[leader].append(word_id)
    for word_id, line in word_lines:
        yield from ((member_id, line) for member_id in groups[word_id])


def split_word(project: Project, word_id: int, at_x: int) -> tuple[int, int]:
    """Split a word at the page's column ``at_x``; return the left and right word, without transcriptions."""
    page_id, (x, y, w, h), row = _word_on_page(project, word_id)
    if not x < at_x < x + w:
        raise InputError.of(
            "Word {word_id} cannot be split at {at_x}: choose a column between {first} and {last}.",
            word_id=word_id,
            at_x=at_x,
            first=x + 1,
            last=x + w - 1,
        )
    with project.edit("split word") as connection:
        left = NewWord((x, y, at_x - x, h), line=row.line)
        right = NewWord((at_x, y, x + w - at_x, h), line=row.line)
        first, second = add_words(project, page_id, [left, right], after=word_id)
        _copy_role_and_writer(connection, word_id, (first, second))
        _update(connection, [word_id], "deleted", 1)
    return first, second


def split_word_as(project: Project, word_id: int, parts: Sequence[tuple[Box, str]]) -> list[int]:
    """Replace a word by ``parts``, each with its box and the transcription that a person typed; return their ids.

    Raises InputError for fewer than two parts, and for a word image that is not on a page.
    """
    if len(parts) < 2:
        raise InputError.of("A word is split into two parts or more.")
    page_id, _, row = _word_on_page(project, word_id)
    with project.edit("split word") as connection:
        ids = add_words(project, page_id, [NewWord(box, line=row.line) for box, _ in parts], after=word_id)
        _copy_role_and_writer(connection, word_id, tuple(ids))
        _update(connection, [word_id], "deleted", 1)
        for new, (_, text) in zip(ids, parts, strict=True):
            set_transcription(project, new, text)
    return ids


def join_words(project: Project, ids: Sequence[int]) -> int:
    """Join words of a page into one, in the position of the first; return its id.

    It has no transcription: those of the parts need not add up to that of the whole.
    """
    parts = sorted((_word_on_page(project, word_id) for word_id in set(ids)), key=lambda p: (p[2].line, p[2].position))
    if len(parts) < 2:
        raise InputError.of("Choose at least two words to join.")
    if len({page_id for page_id, _, _ in parts}) > 1:
        raise InputError.of("Words of different pages cannot be joined.")
    page_id, _, first = parts[0]
    with project.edit("join words") as connection:
        whole = NewWord(union(box for _, box, _ in parts), line=first.line)
        (joined,) = add_words(project, page_id, [whole], after=first.id)
        _copy_role_and_writer(connection, first.id, (joined,))
        _update(connection, [row.id for _, _, row in parts], "deleted", 1)
    return joined


def _update(connection: sqlite3.Connection, ids: Iterable[int], column: str, value: int | str) -> None:
    connection.execute(
        f"UPDATE word SET {column} = :value WHERE {column} <> :value AND id IN (SELECT value FROM json_each(:ids))",
        {"value": value, "ids": json.dumps(list(ids))},
    )


def _word_on_page(project: Project, word_id: int) -> tuple[int, Box, WordRow]:
    found = get_words(project, [word_id])
    if not found or found[0].deleted:
        raise InputError.of("This project has no word {word_id}.", word_id=word_id)
    word = found[0]
    if word.page_id is None or word.box is None:
        raise InputError.of("Word {word_id} is an image of its own, not a box on a page.", word_id=word_id)
    return word.page_id, word.box, word


def clip_to_page(project: Project, page_id: int, box: Box, *, is_line: bool = False) -> Box:
    """Cut a box to its page; raises InputError for one that lies off it. ``is_line``: it is of a line."""
    page = get_page(project, page_id)
    clipped = clip(box, page.width, page.height)
    if clipped is None:
        of_line = tr_noop("The line {box} lies off the page, which is {width} x {height} pixels.")
        of_word = tr_noop("The box {box} lies off the page, which is {width} x {height} pixels.")
        raise InputError(tr(of_line if is_line else of_word, box=box, width=page.width, height=page.height))
    return clipped


def _free_positions(
    connection: sqlite3.Connection, page_id: int, count: int, after: int | None, first: bool
) -> list[int]:
    """Return positions for ``count`` consecutive words, renumbering the page if the gap is too small."""
    before, behind = _gap(connection, page_id, after, first)
    if behind is not None and behind - before <= count:
        connection.execute(
            "UPDATE word SET position = numbered.n * :step FROM (SELECT id, row_number() OVER"
            f" (ORDER BY line, position, id) * {count + 1} AS n FROM word WHERE page_id = :page) AS numbered"
            " WHERE numbered.id = word.id",
            {"step": POSITION_STEP, "page": page_id},
        )
        before, behind = _gap(connection, page_id, after, first)
    step = POSITION_STEP if behind is None else (behind - before) // (count + 1)
    return [before + step * (n + 1) for n in range(count)]


def _gap(connection: sqlite3.Connection, page_id: int, after: int | None, first: bool) -> tuple[int, int | None]:
    """Return the positions before and behind the place where words are to be inserted."""
    if first:
        row = connection.execute("SELECT min(position) FROM word WHERE page_id = ?", (page_id,))
        return 0, row.fetchone()[0]
    if after is None:
        row = connection.execute("SELECT coalesce(max(position), 0) FROM word WHERE page_id = ?", (page_id,))
        return row.fetchone()[0], None
    found = connection.execute("SELECT position FROM word WHERE id = ? AND page_id = ?", (after, page_id)).fetchone()
    if found is None:
        raise InputError.of("There is no word {after} on page {page_id}.", after=after, page_id=page_id)
    behind = connection.execute(
        "SELECT min(position) FROM word WHERE page_id = ? AND position > ?", (page_id, found[0])
    ).fetchone()
    return found[0], behind[0]


def _insert(connection: sqlite3.Connection, page_id: int, box: Box, word: NewWord, position: int) -> int:
    line_id = word.line_id
    if line_id is None:
        same_line = (
            "SELECT line_id FROM word WHERE page_id = ? AND line = ? AND deleted = 0 AND line_id IS NOT NULL LIMIT 1"
        )
        found = connection.execute(same_line, (page_id, word.line)).fetchone()
        line_id = found[0] if found else None
    row = connection.execute(
        "INSERT INTO word (page_id, x, y, w, h, polygon, line, position, writer, line_id)"
        " SELECT id, ?, ?, ?, ?, ?, ?, ?, writer, ? FROM page WHERE id = ? RETURNING id",
        (*box, encode_points(word.polygon), word.line, position, line_id, page_id),
    ).fetchone()
    return int(row[0])


def _copy_role_and_writer(connection: sqlite3.Connection, source: int, targets: tuple[int, ...]) -> None:
    connection.executemany(
        "UPDATE word SET (role, writer) = (SELECT role, writer FROM word WHERE id = ?) WHERE id = ?",
        [(source, target) for target in targets],
    )
