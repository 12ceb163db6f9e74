"""The words of text lines in reading order; and the setting about reading words together with their lines."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.language import tr
from core.project.content.pages import Line, list_lines
from core.project.content.words import Role
from core.project.db.values import report_as_damage
from core.project.project import Project

_SETTING = "context"


@dataclass(frozen=True, slots=True)
class LineWord:
    """A word of a line; ``text`` is its transcription in NFC, None without one."""

    word_id: int
    page_id: int
    role: Role
    text: str | None
    is_cut: bool = False
    """True if Ductus has cut it out of its line: it may hold a part of a word, or several."""


# a word stands in its text line, or in the line of this number on its page; lone crops stand in none
_PLACE = "w.page_id, coalesce(w.line_id, 0), CASE WHEN w.line_id IS NULL THEN w.line ELSE 0 END"
# a line of a transcription file has a name, and its words the boxes in which they were imported
_IS_CUT = "CASE WHEN l.ref IS NULL THEN l.baseline IS NOT NULL ELSE w.origin IS NULL END"
_SELECT = (
    f"SELECT {_PLACE}, w.id, w.role, r.nfc, {_IS_CUT} FROM word AS w"
    " LEFT JOIN transcription AS r ON r.id = w.transcription_id LEFT JOIN line AS l ON l.id = w.line_id"
    " WHERE w.deleted = 0 AND w.not_a_word = 0 AND w.page_id IS NOT NULL"
)
_ORDER = " ORDER BY 1, 2, 3, w.position, w.id"


def transcribed_lines(project: Project, role: str) -> list[list[LineWord]]:
    """Return every line with a transcribed word of a role, all its words in reading order."""
    return [
        line
        for line in _grouped(project.query(_SELECT + _ORDER))
        if any(word.text is not None and word.role == role for word in line)
    ]


def lines_of_words(project: Project, ids: Sequence[int]) -> list[list[LineWord]]:
    """Return every line in which one of these words stands, all its words in reading order."""
    places = f"SELECT {_PLACE} FROM word AS w WHERE w.id IN (SELECT value FROM json_each(:ids))"
    pages = "SELECT page_id FROM word WHERE id IN (SELECT value FROM json_each(:ids))"
    rows = project.query(
        f"{_SELECT} AND w.page_id IN ({pages}) AND ({_PLACE}) IN ({places}){_ORDER}",
        {"ids": json.dumps(list(map(int, ids)))},
    )
    return list(_grouped(rows))


def number_lines(words: Sequence[tuple[int | None, int]], lines: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """Return the number of each line in reading order, by its id, and the number of the line of each word.

    ``words`` are (id of the line or None, line number) in reading order, ``lines`` the ids of all lines in the order of
    their source. A line stands where its first word stands; one without words follows the line before it in the
    source. Words without a line that share a number are a line of their own.
    """
    keys = [("line", line_id) if line_id is not None else ("made", number) for line_id, number in words]
    first = dict.fromkeys(keys)
    following: dict[tuple[str, int] | None, list[tuple[str, int]]] = {None: []}
    """Lines without words by the line with words before them."""
    previous: tuple[str, int] | None = None
    for line_id in lines:
        key = ("line", line_id)
        if key in first:
            previous = key
        else:
            following.setdefault(previous, []).append(key)
    order = [*following[None], *(key for start in first for key in (start, *following.get(start, [])))]
    position = {key: number for number, key in enumerate(order)}
    return {line_id: position["line", line_id] for line_id in lines}, [position[key] for key in keys]


def lines_in_reading_order(project: Project, page_id: int) -> list[Line]:
    """Return all lines of a page in the order in which they are read (:func:`number_lines`)."""
    lines = {line.id: line for line in list_lines(project, page_id)}
    words = project.query(
        "SELECT line_id, line FROM word WHERE page_id = ? AND deleted = 0 ORDER BY line, position, id", (page_id,)
    )
    numbers, _ = number_lines([(line_id, number) for line_id, number in words], list(lines))
    return sorted(lines.values(), key=lambda line: numbers[line.id])


def is_line_part_wanted(project: Project) -> bool:
    """Return whether words are read together with their lines in this project: yes, unless refused."""
    return project.get_setting(_SETTING, True) is not False


def want_line_part(project: Project, wanted: bool) -> None:
    """Store whether words are read together with their lines; for the readings to come."""
    project.set_setting(_SETTING, wanted)


def _grouped(rows: Sequence[tuple]) -> Iterator[list[LineWord]]:
    for _, words in groupby(rows, key=lambda row: row[:3]):
        with report_as_damage(tr("words")):
            yield [LineWord(row[3], row[0], Role(row[4]), row[5], bool(row[6])) for row in words]
