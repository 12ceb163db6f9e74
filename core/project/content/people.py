"""The people of a project, with the words that each transcribed."""

from __future__ import annotations

from collections import defaultdict

from core.project.project import Project

_SQL = (
    "SELECT coalesce(r.who, ''), r.word_id, r.text FROM transcription AS r JOIN word AS w ON w.id = r.word_id"
    " WHERE w.deleted = 0 AND w.not_a_word = 0 AND (r.source = 'typed' OR (r.source = 'accepted' AND"
    " r.model IS NOT NULL)) ORDER BY r.created_at, r.id"
)


def texts_by_person(project: Project) -> dict[str, dict[int, str]]:
    """Return the latest text that each person gave each word, by name ("" for those without one) and word.

    A choice between transcriptions of others does not count, nor does an import.
    """
    texts: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for who, word_id, text in project.query(_SQL):
        texts[who][word_id] = text
    return dict(texts)
