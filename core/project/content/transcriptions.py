"""What a person says a word is. Every reading is kept; one is current, and no prediction takes its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from core.errors import InputError
from core.lexicon.text import nfc
from core.project.db.values import check_text, fold_case, utc_now
from core.project.project import Project

SOURCES = ("imported", "typed", "accepted")


@dataclass(frozen=True, slots=True)
class Transcription:
    """One reading, the text as given; ``model`` is set when a prediction was accepted."""

    id: int
    word_id: int
    text: str
    source: str
    model: str | None
    who: str | None
    created_at: str
    current: bool


def set_transcription(
    project: Project, word_id: int, text: str, source: str = "typed", *, who: str | None = None
) -> int:
    """Make ``text`` the word's current reading; returns the reading's id.

    Saying again what is current, from the same source, changes nothing. Raises InputError for an unknown
    word or source, or a text that cannot be kept.
    """
    check_text(text)
    if source not in SOURCES:
        raise InputError(f"There is no source '{source}'; choose one of {', '.join(SOURCES)}.")
    with project.edit(f"read '{text}'") as connection:
        return _give(connection, word_id, text, source, None, who)


def clear_transcription(project: Project, word_id: int) -> None:
    """Leave the word without a current reading; those it had are kept."""
    with project.edit("clear reading") as connection:
        connection.execute("UPDATE word SET reading_id = NULL WHERE id = ?", (word_id,))


def accept_predictions(project: Project, word_ids: Iterable[int], model: str, *, who: str | None = None) -> list[int]:
    """Take a model's predictions as a person's readings, in one edit; returns the readings' ids.

    Raises InputError, changing nothing, when the model said nothing of one of the words.
    """
    ids = list(word_ids)
    with project.edit("accept 1 prediction" if len(ids) == 1 else f"accept {len(ids)} predictions") as connection:
        given = []
        for word_id in ids:
            row = connection.execute(
                "SELECT text FROM prediction WHERE word_id = ? AND model = ?", (word_id, model)
            ).fetchone()
            if row is None:
                raise InputError(f"The model '{model}' has no prediction for word {word_id}; recognise it first.")
            given.append(_give(connection, word_id, row[0], "accepted", model, who))
        return given


def accept_prediction(project: Project, word_id: int, model: str, *, who: str | None = None) -> int:
    """As :func:`accept_predictions`, for one word."""
    return accept_predictions(project, [word_id], model, who=who)[0]


def list_transcriptions(project: Project, word_id: int) -> list[Transcription]:
    """All readings a word ever had, oldest first; those of undone edits are not among them."""
    found = project.query(
        "SELECT r.id, r.word_id, r.text, r.source, r.model, r.who, r.created_at, r.id IS w.reading_id"
        " FROM reading AS r JOIN word AS w ON w.id = r.word_id WHERE r.word_id = ? ORDER BY r.id",
        (word_id,),
    )
    return [Transcription(*[*row[:7], bool(row[7])]) for row in found]


def _give(
    connection: sqlite3.Connection, word_id: int, text: str, source: str, model: str | None, who: str | None
) -> int:
    word = connection.execute(
        "SELECT r.id, r.text, r.source, r.model FROM word AS w LEFT JOIN reading AS r ON r.id = w.reading_id"
        " WHERE w.id = ?",
        (word_id,),
    ).fetchone()
    if word is None:
        raise InputError(f"This project has no word {word_id}.")
    if word[1:] == (text, source, model):
        return int(word[0])
    row = connection.execute(
        "INSERT INTO reading (word_id, text, nfc, folded, source, model, who, created_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (word_id, text, nfc(text), fold_case(text), source, model, who, utc_now()),
    ).fetchone()
    connection.execute("UPDATE word SET reading_id = ? WHERE id = ?", (row[0], word_id))
    return int(row[0])
