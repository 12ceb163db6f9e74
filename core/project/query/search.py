"""Finding words by what a person, or else a model, read there. Texts are compared in NFC; ids come by id."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from core.errors import InputError
from core.lexicon.text import nfc
from core.project.db.text import folded
from core.project.project import Project

_SHORTEST_INDEXED = 3
"""The index knows texts by their runs of three characters; shorter searches read every text."""

PATIENCE_S = 5.0
"""A regular expression that takes longer over all texts is given up."""

_FROM = "SELECT w.id FROM word AS w JOIN reading AS r ON r.id = w.reading_id WHERE w.deleted = 0 AND w.not_a_word = 0"


def find_text(project: Project, text: str, *, match_case: bool = False) -> list[int]:
    """Words whose reading holds ``text``, capitals and small letters as one unless told; none for no text."""
    if match_case:
        among = json.dumps(find_text(project, text))
        sql = f"{_FROM} AND instr(r.nfc, ?) > 0 AND w.id IN (SELECT value FROM json_each(?)) ORDER BY w.id"
        return [row[0] for row in project.query(sql, (nfc(text), among))]
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
    expression = compiled(pattern, match_case=match_case)
    texts = project.query(f"SELECT DISTINCT nfc FROM reading WHERE id IN ({_FROM.replace('w.id', 'r.id', 1)})")
    matching = _taken((text for (text,) in texts), lambda text: expression.search(text) is not None, pattern)
    return _ids(project, f"{_FROM} AND r.nfc IN (SELECT value FROM json_each(?)) ORDER BY w.id", json.dumps(matching))


def find_predicted(project: Project, model: str, takes: Callable[[str], bool], sought: str) -> list[int]:
    """Words that no person has read and for which ``takes`` takes the prediction of ``model`` (in NFC).

    Each different text is asked of once. Raises InputError, naming ``sought``, when that takes too long.
    """
    # ids gathered by text: a few thousand rows instead of one a word
    rows = project.query(
        "SELECT p.text, json_group_array(w.id) FROM prediction AS p JOIN word AS w ON w.id = p.word_id"
        " WHERE p.model = ? AND w.deleted = 0 AND w.not_a_word = 0 AND w.reading_id IS NULL GROUP BY p.text",
        (model,),
    )
    taken = set(_taken((text for text, _ in rows), lambda text: takes(nfc(text)), sought))
    return sorted(word_id for text, ids in rows if text in taken for word_id in json.loads(ids))


def in_page_order(project: Project, ids: Sequence[int]) -> list[int]:
    """The same words, pages in order, each in reading order, lone crops last."""
    found = project.query(
        "SELECT w.id FROM word AS w LEFT JOIN page AS p ON p.id = w.page_id"
        " WHERE w.id IN (SELECT value FROM json_each(?))"
        " ORDER BY p.id IS NULL, p.position, p.id, w.line, w.position, w.id",
        (json.dumps(list(ids)),),
    )
    return [row[0] for row in found]


def compiled(pattern: str, *, match_case: bool = True) -> re.Pattern[str]:
    """A Python regular expression; raises InputError for a faulty one."""
    try:
        return re.compile(unicodedata.normalize("NFC", pattern), 0 if match_case else re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(f"'{pattern}' is no regular expression: {error}.") from None


def _taken(texts: Iterable[str], takes: Callable[[str], bool], sought: str) -> list[str]:
    until = time.monotonic() + PATIENCE_S
    taken = []
    for text in texts:
        if takes(text):
            taken.append(text)
        if time.monotonic() > until:
            raise InputError(f"'{sought}' takes too long to look for in every text. Make it simpler.")
    return taken


def _ids(project: Project, sql: str, wanted: str) -> list[int]:
    return [row[0] for row in project.query(sql, (wanted,))]
