"""The progress of the checking of a project: words checked since a time, and which suggestions were right."""

from __future__ import annotations

from core.project.content.transcriptions import TranscriptionSource
from core.project.content.words import TRANSCRIBED_SQL
from core.project.project import Project


def checked_since(project: Project, since: str) -> int:
    """Return how many words have a transcription that a person gave at or after ``since`` (ISO 8601, UTC)."""
    row = project.one(
        f"SELECT count(*){TRANSCRIBED_SQL} AND r.source <> ? AND r.created_at >= ?",
        (TranscriptionSource.IMPORTED, since),
    )
    return int(row[0]) if row else 0


def suggestion_outcomes(project: Project) -> list[bool]:
    """Return for each word that a person has checked, in that order, whether its suggestion was what they gave.

    The suggestion is that of the newest model made before the word was checked: it cannot have learnt from it.
    """
    # SQLite takes the other columns from the row with the maximum
    rows = project.query(
        "SELECT r.nfc = p.text, max(m.id) FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id"
        " JOIN prediction AS p ON p.word_id = w.id JOIN model AS m ON m.name = p.model AND m.created_at < r.created_at"
        " WHERE w.deleted = 0 AND w.not_a_word = 0 AND r.source <> ? GROUP BY w.id ORDER BY r.created_at, r.id",
        (TranscriptionSource.IMPORTED,),
    )
    return [bool(right) for right, _ in rows]
