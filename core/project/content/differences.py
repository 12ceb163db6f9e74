"""Words that people transcribed differently, in parts that were merged: side by side, until somebody decides."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.language import tr
from core.project.content.transcriptions import SOURCE_SQL, TranscriptionSource, set_transcription
from core.project.content.words import PAGE_JOIN_SQL, PAGE_ORDER_SQL
from core.project.db.values import report_as_damage
from core.project.project import Project

DIFFERS_SQL = (
    "EXISTS (SELECT 1 FROM transcription AS beside LEFT JOIN transcription AS now ON now.id = w.transcription_id"
    " WHERE beside.word_id = w.id AND beside.contends = 1 AND beside.nfc IS NOT now.nfc)"
)
"""A condition: ``word AS w`` has different transcriptions on which nobody has decided."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the transcriptions of a word; ``text`` is as given, ``who`` and ``created_at`` are of the writer."""

    text: str
    source: TranscriptionSource
    who: str | None
    created_at: str


def differing_words(project: Project) -> list[int]:
    """Return the words with different transcriptions, pages in order, each in reading order."""
    # the subselect uses the index of the few transcriptions that contend
    return project.column(
        f"SELECT w.id FROM word AS w{PAGE_JOIN_SQL} WHERE w.deleted = 0 AND w.not_a_word = 0"
        f" AND w.id IN (SELECT word_id FROM transcription WHERE contends = 1) AND {DIFFERS_SQL}{PAGE_ORDER_SQL}"
    )


def list_alternatives(project: Project, ids: Sequence[int]) -> dict[int, tuple[Alternative, ...]]:
    """Return the different transcriptions of words, each text once with its last writer, the current one first.

    Words without a difference are left out.
    """
    rows = project.query(
        f"SELECT r.word_id, r.text, {SOURCE_SQL}, r.who, r.created_at, r.nfc FROM transcription AS r"
        " JOIN word AS w ON w.id = r.word_id WHERE w.id IN (SELECT value FROM json_each(?))"
        f" AND (r.contends = 1 OR r.id = w.transcription_id) AND {DIFFERS_SQL}"
        " ORDER BY r.word_id, r.id IS w.transcription_id DESC, r.created_at DESC, r.who, r.text",
        (json.dumps(list(ids)),),
    )
    found: defaultdict[int, dict[str, Alternative]] = defaultdict(dict)
    with report_as_damage(tr("transcriptions")):
        for word_id, text, source, who, created_at, nfc in rows:
            found[word_id].setdefault(nfc, Alternative(text, TranscriptionSource(source), who, created_at))
    return {word_id: tuple(texts.values()) for word_id, texts in found.items()}


def decide(project: Project, word_id: int, text: str, source: str = TranscriptionSource.ACCEPTED) -> None:
    """Make ``text`` the word's transcription and end the difference: a new transcription of the person who decides.

    The others stay among the word's transcriptions. Raises InputError for an unknown word or a text that cannot be
    stored.
    """
    with project.edit("choose", text=text) as connection:
        if connection.execute("SELECT 1 FROM word WHERE id = ?", (word_id,)).fetchone() is None:
            raise InputError.of("This project has no word {word_id}.", word_id=word_id)
        # cleared first, so that a decision for the current text is a transcription of its own
        connection.execute("UPDATE word SET transcription_id = NULL WHERE id = ?", (word_id,))
        set_transcription(project, word_id, text, source)
        connection.execute("UPDATE transcription SET contends = NULL WHERE word_id = ? AND contends = 1", (word_id,))
