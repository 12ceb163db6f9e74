"""Finding words by what a person read there. Texts are compared in NFC; each search gives word ids by id."""

from __future__ import annotations

import json
import re
import unicodedata

from core.errors import InputError
from core.lexicon.text import nfc
from core.project.project import Project
from core.project.text import folded

_SHORTEST_INDEXED = 3
"""The index knows texts by their runs of three characters; shorter searches read every text."""

_FROM = (
    "SELECT w.id FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
    " WHERE w.deleted = 0 AND w.not_a_word = 0"
)


def find_text(project: Project, text: str) -> list[int]:
    """Words whose reading holds ``text``, capitals and small letters as one; none for an empty search."""
    wanted = folded(text)
    if not wanted or "\0" in wanted:
        return []
    if len(wanted) >= _SHORTEST_INDEXED and project.has_search_index:
        phrase = '"' + wanted.replace('"', '""') + '"'
        return _ids(project, "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid", phrase)
    return _ids(project, f"{_FROM} AND instr(r.folded, ?) > 0 ORDER BY w.id", wanted)


def find_word(project: Project, word: str, *, match_case: bool = True) -> list[int]:
    """Words read as exactly this."""
    column, wanted = ("nfc", nfc(word)) if match_case else ("folded", folded(word))
    return _ids(project, f"{_FROM} AND r.{column} = ? ORDER BY w.id", wanted)


def find_pattern(project: Project, pattern: str, *, match_case: bool = True) -> list[int]:
    """Words whose reading matches a Python regular expression; raises InputError for a faulty one."""
    try:
        expression = re.compile(unicodedata.normalize("NFC", pattern), 0 if match_case else re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(f"'{pattern}' is no regular expression: {error}.") from None
    texts = project.query(
        f"SELECT DISTINCT nfc FROM reading WHERE id IN ({_FROM.replace('w.id', 'r.id', 1)})"
    )
    matching = [text for (text,) in texts if expression.search(text)]
    return _ids(
        project, f"{_FROM} AND r.nfc IN (SELECT value FROM json_each(?)) ORDER BY w.id", json.dumps(matching)
    )


def _ids(project: Project, sql: str, wanted: str) -> list[int]:
    return [row[0] for row in project.query(sql, (wanted,))]
