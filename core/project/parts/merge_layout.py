"""Writing the merged lines of a page and the order of its words. The later edit of the two sides stays as a whole."""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from core.geometry import clip
from core.language import tr
from core.project.content.pages import decode_polygon
from core.project.db.values import report_as_damage
from core.project.parts.fields import Value
from core.project.parts.layout import Place, PlaceMap, base_lines, layout_of
from core.project.parts.record import Base
from core.project.parts.stamps import LAYOUT, LINE_COLUMNS, PLACE_COLUMNS, Stamp, Stamps
from core.project.parts.state import LineState, PagesState


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The merge of a page; ``line_ids`` are the line of the whole for each of the part, by id."""

    line_ids: dict[int, int]
    taken: bool
    """The layout of the part was taken."""
    stamp: Stamp | None
    """Of the part's edit if it was taken, or is the same as that of the whole, but later."""
    settled: bool
    """Both sides had changed it."""
    places: PlaceMap
    """From the part's numbering of the page to that of the whole."""
    line_beside: dict[int, int | None]
    """The id of the line that most words of a line number are in, of those that both sides had from the beginning."""


def merge_layout(
    connection: sqlite3.Connection,
    page_id: int,
    part_id: str,
    base: Base,
    theirs: PagesState,
    ours: PagesState,
    stamps: tuple[Stamps, Stamps],
) -> PageLayout:
    """Merge the lines of a page and the places of the words that both sides had from the beginning.

    ``stamps`` are those of the part and of the whole.
    """
    shared = [i for i in theirs.words_on[page_id] if i in base.words and i in ours.words]
    part_lines = [line for line in theirs.lines.values() if line.page_id == page_id]
    whole_lines = [line for line in ours.lines.values() if line.page_id == page_id]
    former = base_lines(base.lines, page_id)

    # a name is the same on both sides: "/ID" for lines that both had, else the part's name and the line's ID there
    def part_name(line: LineState) -> str:
        return f"/{line.id}" if line.id in base.lines else f"{part_id}/{line.id}"

    def whole_name(line: LineState) -> str:
        if line.keys:
            return line.keys[0]
        return f"/{line.id}" if line.id in base.lines else f"whole/{line.id}"

    was = layout_of({i: _base_place(base, i) for i in shared}, former, part_name)
    part_places = {i: theirs.words[i].place for i in shared}
    whole_places = {i: ours.words[i].place for i in shared}
    part = layout_of(part_places, part_lines, part_name)
    whole = layout_of(whole_places, whole_lines, whole_name)
    by_name = {whole_name(line): line for line in whole_lines}
    key = ("page", page_id, LAYOUT)
    part_stamp, whole_stamp = stamps[0].of(key), stamps[1].of(key)
    is_settled = False
    if part in (was, whole):
        is_taken = False
    elif whole == was:
        is_taken = True
    else:
        # without the part in which an edit was made: the same edit compares equal wherever it came from
        is_taken = part_stamp[:3] > whole_stamp[:3]
        # what the whole has of this very part, by an earlier merge, is not an edit of its own
        is_settled = whole_stamp.part != part_id
    if not is_taken:
        ids = {line.id: by_name[part_name(line)].id for line in part_lines if part_name(line) in by_name}
        is_later = part == whole != was and part_stamp[:3] > whole_stamp[:3]
        stamp = part_stamp._replace(part=part_id) if is_later else None
        beside = _lines_beside(whole_places.values())
        return PageLayout(ids, False, stamp, is_settled, PlaceMap(part_places, whole_places), beside)
    names = {part_name(line): line for line in part_lines}
    ids = _write_lines(connection, page_id, names, by_name)
    for word_id in shared:
        write_place(connection, word_id, whole_places[word_id], in_lines(part_places[word_id], ids))
    to_part = PlaceMap(whole_places, part_places)
    beside = _lines_beside([in_lines(part_places[word_id], ids) for word_id in shared])
    for word_id in ours.words_on[page_id]:
        if word_id not in base.words:
            line, position = to_part.translate(*ours.words[word_id].place[:2])
            # with the words beside it: its own line may have been deleted by one part, and drawn again by this one
            line_id = beside.get(line, ours.words[word_id].place[2])
            known = connection.execute("SELECT id FROM line WHERE id = ?", (line_id,)).fetchone()
            place = (line, position, known[0] if known else None)
            write_place(connection, word_id, ours.words[word_id].place, place)
    places = PlaceMap(part_places, part_places)
    return PageLayout(ids, True, part_stamp._replace(part=part_id), is_settled, places, beside)


def _lines_beside(places: Iterable[Place]) -> dict[int, int | None]:
    """Return the id of the line that most words of each line number are in, None without one."""
    line_ids: defaultdict[int, Counter[int | None]] = defaultdict(Counter)
    for line, _, line_id in places:
        line_ids[line][line_id] += 1
    return {line: counts.most_common(1)[0][0] for line, counts in line_ids.items()}


def page_size(connection: sqlite3.Connection, page_id: int | None) -> tuple[int, int]:
    """Return the width and height of a page in pixels."""
    row = connection.execute("SELECT width, height FROM page WHERE id = ?", (page_id,)).fetchone()
    return int(row[0]), int(row[1])


def check_shape(size: tuple[int, int], box: Value, *points: str | None) -> None:
    """Raise DamagedError for a box off its page and for an outline that cannot be decoded: anyone can write a part."""
    with report_as_damage(tr("boxes")):
        if clip((box[0], box[1], box[2], box[3]), *size) != box:
            raise ValueError(box)
        for stored in points:
            decode_polygon(stored)


def write_place(connection: sqlite3.Connection, word_id: int, before: Place, after: Place) -> None:
    """Put a word in another place."""
    if after != before:
        connection.execute("UPDATE word SET line = ?, position = ?, line_id = ? WHERE id = ?", (*after, word_id))


def in_lines(place: Place, line_ids: dict[int, int]) -> Place:
    """Return a place of the part with the id of the line in the whole, without one if it has none there."""
    return place[0], place[1], None if place[2] is None else line_ids.get(place[2])


def _write_lines(
    connection: sqlite3.Connection, page_id: int, wanted: dict[str, LineState], present: dict[str, LineState]
) -> dict[int, int]:
    size = page_size(connection, page_id)
    regions = {row[0] for row in connection.execute("SELECT id FROM region WHERE page_id = ?", (page_id,))}
    ids = {}
    for name, line in wanted.items():
        points = (line.values[LINE_COLUMNS.index(column)] for column in ("polygon", "baseline"))
        check_shape(size, line.values[:4], *points)
        values = (*line.values[:-1], line.values[-1] if line.values[-1] in regions else None)
        if name in present:
            ids[line.id] = present[name].id
            if present[name].values != values:
                assignments = ", ".join(f"{column} = ?" for column in LINE_COLUMNS)
                connection.execute(f"UPDATE line SET {assignments} WHERE id = ?", (*values, present[name].id))
        else:
            columns = ("page_id", "keys", *LINE_COLUMNS)
            marks = ", ".join("?" * len(columns))
            row = connection.execute(
                f"INSERT INTO line ({', '.join(columns)}) VALUES ({marks}) RETURNING id", (page_id, name, *values)
            ).fetchone()
            ids[line.id] = int(row[0])
    gone = json.dumps([line.id for name, line in present.items() if name not in wanted])
    connection.execute("UPDATE word SET line_id = NULL WHERE line_id IN (SELECT value FROM json_each(?))", (gone,))
    connection.execute("DELETE FROM line WHERE id IN (SELECT value FROM json_each(?))", (gone,))
    return ids


def _base_place(base: Base, word_id: int) -> Place:
    row = base.words[word_id]
    line, position, line_id = (row[column] for column in PLACE_COLUMNS)
    return line, position, line_id
