"""Removal of pages and lone crops from a project, with their words and transcriptions; one edit, so it can be undone.

Image files stay on the disk, because undo needs them. Models and predictions stay too. Lexicon words that were
imported with the removed transcriptions, and that no other word has, are removed as undoing the import would; words
from a list, or typed, stay.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.project.content.words import TRANSCRIBED_SQL
from core.project.project import Project

_WORDS = (
    "SELECT w.id FROM json_each(:pages) AS p JOIN word AS w ON w.page_id = p.value"
    " UNION ALL SELECT id FROM word WHERE :crops AND page_id IS NULL"
)
_REMAINING_TEXTS = f"SELECT r.nfc{TRANSCRIBED_SQL} AND w.id NOT IN ({_WORDS})"
_LEXICON = (
    "SELECT id FROM lexicon WHERE added_by = 'readings'"
    f" AND word IN (SELECT nfc FROM transcription WHERE word_id IN ({_WORDS})) AND word NOT IN ({_REMAINING_TEXTS})"
    " AND EXISTS (SELECT 1 FROM json_each(:ranges) AS r"
    " WHERE lexicon.id BETWEEN json_extract(r.value, '$[0]') AND json_extract(r.value, '$[1]'))"
)
"""Words that were imported with transcriptions. Those added from transcriptions in a step of its own stay."""


@dataclass(frozen=True, slots=True)
class Removal:
    """Counts of what a removal takes, or took, out of the project."""

    pages: int
    crops: int
    """Words that are images of their own."""
    words: int
    """Words on the pages, and crops; without those deleted before."""
    transcribed: int
    """Words among them with a transcription."""
    lexicon: int
    """Words of the lexicon that only these transcriptions added."""


def preview_removal(project: Project, page_ids: Iterable[int], *, crops: bool = False) -> Removal:
    """Return what :func:`remove_pages` would remove, changing nothing. Unknown page ids are ignored."""
    params = _params(project, page_ids, crops)

    def count(sql: str) -> Sequence[int]:
        return project.one(sql, params) or ()

    (pages,) = count("SELECT count(*) FROM page WHERE id IN (SELECT value FROM json_each(:pages))")
    words, transcribed, lone_crops = count(
        "SELECT count(*), count(transcription_id), coalesce(sum(page_id IS NULL), 0) FROM word"
        f" WHERE deleted = 0 AND id IN ({_WORDS})"
    )
    (lexicon,) = count(f"SELECT count(*) FROM ({_LEXICON})")
    return Removal(pages, lone_crops, words, transcribed, lexicon)


def remove_pages(project: Project, page_ids: Iterable[int], *, crops: bool = False) -> Removal:
    """Remove pages with everything on them, and with ``crops`` all lone crops. Unknown page ids are ignored."""
    page_ids = list(page_ids)
    params, pages = _params(project, page_ids, crops), {"pages": json.dumps(page_ids)}
    names = project.column("SELECT name FROM page WHERE id IN (SELECT value FROM json_each(:pages))", pages)
    kind = "remove word images" if not names else "remove pages and word images" if crops else "remove pages"
    with project.edit(kind, n=len(names), page=next(iter(names), "")) as connection:
        removal = preview_removal(project, page_ids, crops=crops)
        connection.execute(f"DELETE FROM lexicon WHERE id IN ({_LEXICON})", params)
        words = {"words": json.dumps([row[0] for row in connection.execute(_WORDS, params)])}
        # Undo goes backwards, and the search index needs a transcription before its word.
        connection.execute("DELETE FROM word WHERE id IN (SELECT value FROM json_each(:words))", words)
        connection.execute("DELETE FROM transcription WHERE word_id IN (SELECT value FROM json_each(:words))", words)
        connection.execute("DELETE FROM line WHERE page_id IN (SELECT value FROM json_each(:pages))", pages)
        connection.execute("DELETE FROM region WHERE page_id IN (SELECT value FROM json_each(:pages))", pages)
        connection.execute("DELETE FROM page WHERE id IN (SELECT value FROM json_each(:pages))", pages)
    return removal


def _params(project: Project, page_ids: Iterable[int], crops: bool) -> dict[str, str | int]:
    """Return the parameters of the statements above; ``ranges``: ids of lexicon words added along with words."""
    ranges = project.query(
        "SELECT DISTINCT l.first_id, l.last_id FROM change_row AS l JOIN change_row AS w"
        " ON w.change_id = l.change_id AND w.op = 'insert' AND w.tbl = 'word'"
        " WHERE l.op = 'insert' AND l.tbl = 'lexicon'"
    )
    return {"pages": json.dumps(list(page_ids)), "crops": int(crops), "ranges": json.dumps(ranges)}
