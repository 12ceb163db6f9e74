"""The last edit of each field of words and of the lines of pages, with its time and author: read from the history.

If both sides of a merge edited a field differently, the later edit stays. So that this does not depend on the
order of merges, what came by a merge keeps the time of the edit in its part: ``change.detail`` of a merge holds it.
"""

import json
from bisect import bisect_right, insort
from dataclasses import dataclass, field
from operator import itemgetter
from typing import NamedTuple

from core.language import tr
from core.project.db.values import report_as_damage
from core.project.project import Project

FIELDS = {
    "box": ("x", "y", "w", "h", "polygon"),
    "role": ("role",),
    "writer": ("writer",),
    "deleted": ("deleted",),
    "not_a_word": ("not_a_word",),
}
"""The fields of a word, each merged by itself, with its columns."""
COLUMNS = tuple(column for columns in FIELDS.values() for column in columns)
"""The columns of all fields."""
LINE_COLUMNS = ("x", "y", "w", "h", "polygon", "text", "ref", "position", "baseline", "region_id")
"""The columns of a line that are merged."""
LAYOUT = "layout"
"""The lines of a page and the order of its words, which are merged together."""
PLACE_COLUMNS = ("line", "position", "line_id")
"""The columns of a word with its place in the order of the page."""
_FIELD_OF = {column: name for name, columns in FIELDS.items() for column in columns}

Key = tuple[str, int, str]
"""Table (``word`` or ``page``), id and field."""


class Stamp(NamedTuple):
    """The time of an edit in ISO 8601, then ``turn`` for edits that a slow clock puts before their predecessor."""

    time: str = ""
    turn: int = 0
    who: str = ""
    part: str = ""
    """The part in which it was made, if it came by a merge."""


@dataclass
class Stamps:
    """The last edit of each field that was edited, and the fields edited after a given change."""

    last: dict[Key, Stamp] = field(default_factory=dict)
    touched: set[Key] = field(default_factory=set)
    created: list[tuple[int, int, Stamp]] = field(default_factory=list)
    """Ranges of ids of words with the edit that added them, in the order of the ids: an id is never given twice."""
    floor: Stamp = field(default_factory=Stamp)

    def of(self, key: Key) -> Stamp:
        """Return the last edit of a field, or the one that added the word."""
        if key in self.last:
            return self.last[key]
        if key[0] == "word":
            number = bisect_right(self.created, key[1], key=itemgetter(0)) - 1
            if number >= 0 and key[1] <= self.created[number][1]:
                return self.created[number][2]
        return self.floor

    def _record(self, key: Key, made_at: str, who: str, is_new: bool) -> None:
        before = self.of(key)
        later = made_at > before.time
        self.last[key] = Stamp(made_at if later else before.time, 0 if later else before.turn + 1, who)
        if is_new:
            self.touched.add(key)


_SQL = (
    "SELECT c.id, c.made_at, coalesce(c.who, ''), r.tbl, r.op, r.first_id, r.last_id, r.other,"
    " w.page_id, l.page_id FROM change AS c JOIN change_row AS r ON r.change_id = c.id"
    " LEFT JOIN word AS w ON r.tbl = 'word' AND r.op = 'update' AND w.id = r.first_id"
    " LEFT JOIN line AS l ON r.tbl = 'line' AND r.op <> 'delete' AND l.id = r.first_id"
    " WHERE c.state = 'done' AND r.tbl IN ('word', 'line') AND c.detail IS NULL ORDER BY c.id, r.id"
)


def read_stamps(project: Project, since: int, floor: str = "") -> Stamps:
    """Read the history; ``touched`` are fields edited in changes after ``since``, ``floor`` the least time."""
    stamps = Stamps(floor=Stamp(floor))
    with report_as_damage(tr("edits")):
        merges = [
            (change_id, json.loads(detail))
            for change_id, detail in project.query(
                "SELECT id, detail FROM change WHERE state = 'done' AND detail IS NOT NULL ORDER BY id"
            )
        ]
        for row in project.query(_SQL):
            while merges and merges[0][0] < row[0]:
                _take_merge(stamps, *merges.pop(0), since)
            _take_row(stamps, row, since)
        for change_id, details in merges:
            _take_merge(stamps, change_id, details, since)
    return stamps


def _take_merge(stamps: Stamps, change_id: int, detail: dict, since: int) -> None:
    for table, rows in detail["stamps"].items():
        for row_id, fields in rows.items():
            for name, stamp in fields.items():
                key = (str(table), int(row_id), str(name))
                stamps.last[key] = Stamp(str(stamp[0]), int(stamp[1]), str(stamp[2]), str(stamp[3]))
                if change_id > since:
                    stamps.touched.add(key)


def _take_row(stamps: Stamps, row: tuple, since: int) -> None:
    change_id, made_at, who, table, op, first, last, other, word_page, line_page = row
    is_new = change_id > since
    if table == "line":
        page = json.loads(other).get("page_id") if op == "delete" else line_page
        if page is not None:
            stamps._record(("page", int(page), LAYOUT), made_at, who, is_new)
    elif op == "insert":
        insort(stamps.created, (first, last, Stamp(max(made_at, stamps.floor.time), 0, who)), key=itemgetter(0))
    elif op == "update":
        columns = set(json.loads(other))
        for name in sorted({_FIELD_OF[column] for column in columns & _FIELD_OF.keys()}):
            stamps._record(("word", first, name), made_at, who, is_new)
        if columns.intersection(PLACE_COLUMNS) and word_page is not None:
            stamps._record(("page", word_page, LAYOUT), made_at, who, is_new)
