"""Taking pages and lone crops out of a project, with their words and transcriptions; one edit, so it can be undone.

Image files stay on the disk, in the project and outside it, for undoing needs them. Models and what they said
stay too. Lexicon words that came in with these transcriptions, and that no other word says, go as undoing the
import takes them out; words of a list, or typed, stay.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.project.project import Project

Leaving = dict[str, str | int]
"""What leaves, as parameters of the statements below."""

_WORDS = (
    "SELECT w.id FROM json_each(:pages) AS p JOIN word AS w ON w.page_id = p.value"
    " UNION ALL SELECT id FROM word WHERE :crops AND page_id IS NULL"
)
_STAYING = (
    "SELECT r.nfc FROM reading AS r JOIN word AS w ON w.reading_id = r.id"
    f" WHERE w.deleted = 0 AND w.not_a_word = 0 AND w.id NOT IN ({_WORDS})"
)
_LEXICON = (
    "SELECT id FROM lexicon WHERE added_by = 'readings'"
    f" AND word IN (SELECT nfc FROM reading WHERE word_id IN ({_WORDS})) AND word NOT IN ({_STAYING})"
    " AND EXISTS (SELECT 1 FROM json_each(:ranges) AS r"
    " WHERE lexicon.id BETWEEN json_extract(r.value, '$[0]') AND json_extract(r.value, '$[1]'))"
)
"""Words that came with transcriptions. Those that a person took in by a step of its own are meant to stay."""


@dataclass(frozen=True, slots=True)
class Removal:
    """What leaves, or left, the project."""

    pages: int
    crops: int
    """Words that are pictures of their own."""
    words: int
    """Words on the pages, and crops; without those that a person deleted before."""
    read: int
    """Words among them with a transcription."""
    lexicon: int
    """Words of the lexicon that only these transcriptions brought in."""


def preview_removal(project: Project, page_ids: Iterable[int], *, crops: bool = False) -> Removal:
    """What :func:`remove_pages` would take out; nothing is changed. Ids of no page count nothing."""
    leaving = _leaving(project, page_ids, crops)

    def count(of: str) -> Sequence[int]:
        return project.one(of, leaving) or ()

    (pages,) = count("SELECT count(*) FROM page WHERE id IN (SELECT value FROM json_each(:pages))")
    words, read, alone = count(
        "SELECT count(*), count(reading_id), coalesce(sum(page_id IS NULL), 0) FROM word"
        f" WHERE deleted = 0 AND id IN ({_WORDS})"
    )
    (lexicon,) = count(f"SELECT count(*) FROM ({_LEXICON})")
    return Removal(pages, alone, words, read, lexicon)


def remove_pages(project: Project, page_ids: Iterable[int], *, crops: bool = False) -> Removal:
    """Take pages out, with all on them; ``crops``: all lone crops too. Returns what went; ids of no page do nothing."""
    page_ids = list(page_ids)
    with project.edit(_label(project, page_ids, crops)) as connection:
        leaving = _leaving(project, page_ids, crops)
        removal = preview_removal(project, page_ids, crops=crops)
        connection.execute(f"DELETE FROM lexicon WHERE id IN ({_LEXICON})", leaving)
        words = [row[0] for row in connection.execute(_WORDS, leaving)]
        # undoing goes backwards: the search index wants a reading to be there before its word
        gone = {"words": json.dumps(words)}
        connection.execute("DELETE FROM word WHERE id IN (SELECT value FROM json_each(:words))", gone)
        connection.execute("DELETE FROM reading WHERE word_id IN (SELECT value FROM json_each(:words))", gone)
        of_pages = "(SELECT value FROM json_each(:pages))"
        connection.execute(f"DELETE FROM line WHERE page_id IN {of_pages}", {"pages": leaving["pages"]})
        connection.execute(f"DELETE FROM page WHERE id IN {of_pages}", {"pages": leaving["pages"]})
    return removal


def _leaving(project: Project, page_ids: Iterable[int], crops: bool) -> Leaving:
    came_with_words = project.query(
        "SELECT DISTINCT l.first_id, l.last_id FROM change_row AS l JOIN change_row AS w"
        " ON w.change_id = l.change_id AND w.op = 'insert' AND w.tbl = 'word'"
        " WHERE l.op = 'insert' AND l.tbl = 'lexicon'"
    )
    return {
        "pages": json.dumps(list(page_ids)),
        "crops": int(crops),
        "ranges": json.dumps([list(ids) for ids in came_with_words]),
    }


def _label(project: Project, page_ids: Sequence[int], crops: bool) -> str:
    names = project.query(
        "SELECT name FROM page WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(page_ids)),)
    )
    parts = [f"page {names[0][0]}" if len(names) == 1 else f"{len(names)} pages"] if names else []
    return "take out " + " and ".join([*parts, *(["all word pictures"] if crops else [])])
