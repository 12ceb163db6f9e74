"""The transcriptions of words by people. All are kept; one is current, and predictions never replace it."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.errors import InputError
from core.language import tr
from core.lexicon.text import nfc
from core.project.db.author import current_author
from core.project.db.values import check_text, fold_case, report_as_damage, utc_now
from core.project.project import Project


class TranscriptionSource(StrEnum):
    """The origin of a transcription.

    An import; a person's typing; a prediction, or an aligned word, that a person accepted; or the text of a line that
    a program cut into words (aligned): a person gave the text, but nobody has checked that it stands in this box.
    A look-alike that a person confirmed is accepted, too; no model is named, for none predicted it.
    """

    IMPORTED = "imported"
    TYPED = "typed"
    ACCEPTED = "accepted"
    ALIGNED = "aligned"


SOURCE_SQL = "CASE WHEN r.aligned THEN 'aligned' ELSE r.source END"
"""The :class:`TranscriptionSource` of ``transcription AS r``."""

_BY_PERSON_SQL = (
    "SELECT coalesce(r.who, ''), r.word_id, r.text FROM transcription AS r JOIN word AS w ON w.id = r.word_id"
    " WHERE w.deleted = 0 AND w.not_a_word = 0 AND (r.source = 'typed' OR (r.source = 'accepted' AND"
    " r.model IS NOT NULL)) ORDER BY r.created_at, r.id"
)


@dataclass(frozen=True, slots=True)
class Transcription:
    """One transcription, its text as given; ``model`` is set if a prediction was accepted."""

    id: int
    word_id: int
    text: str
    source: TranscriptionSource
    model: str | None
    who: str | None
    created_at: str
    current: bool
    fit: float | None = None
    """The fit of the letters of an aligned word to the ink, 0 to 1; None if no model found them."""


def set_transcription(
    project: Project, word_id: int, text: str, source: str = TranscriptionSource.TYPED, *, fit: float | None = None
) -> None:
    """Make ``text`` the word's current transcription.

    ``fit`` (0 to 1) is that of an aligned word. Giving the current text again from the same source changes nothing.
    Raises InputError for an unknown word or source, or a text that cannot be stored.
    """
    check_text(text)
    if source not in list(TranscriptionSource):
        raise InputError.of(
            "There is no source '{source}'; choose one of {choices}.",
            source=source,
            choices=", ".join(TranscriptionSource),
        )
    with project.edit("transcribe", text=text) as connection:
        _set_current(connection, word_id, text, source, None, fit)


def clear_transcription(project: Project, word_id: int) -> None:
    """Leave the word without a current transcription; earlier ones are kept."""
    with project.edit("clear transcription") as connection:
        connection.execute("UPDATE word SET transcription_id = NULL WHERE id = ?", (word_id,))


def accept_predictions(project: Project, word_ids: Iterable[int], model: str) -> None:
    """Make a model's predictions the current transcriptions, in one edit.

    Raises InputError, changing nothing, if the model has no prediction for one of the words.
    """
    ids = list(word_ids)
    with project.edit("accept predictions", n=len(ids)) as connection:
        for word_id in ids:
            row = connection.execute(
                "SELECT text FROM prediction WHERE word_id = ? AND model = ?", (word_id, model)
            ).fetchone()
            if row is None:
                raise InputError.of(
                    "The model '{model}' has no prediction for word {word_id}; recognise it first.",
                    model=model,
                    word_id=word_id,
                )
            _set_current(connection, word_id, row[0], TranscriptionSource.ACCEPTED, model)


def enter_text(project: Project, word_id: int, text: str, model: str | None) -> None:
    """Save what a person entered: as accepted if ``model`` predicted it, otherwise as typed."""
    predicted = project.column("SELECT text FROM prediction WHERE word_id = ? AND model = ?", (word_id, model))
    if model and predicted == [text]:
        accept_predictions(project, [word_id], model)
    else:
        set_transcription(project, word_id, text)


def confirm_aligned(project: Project, word_ids: Iterable[int]) -> list[int]:
    """Accept the texts of aligned words, in one edit; return the words that were aligned, the others stay."""
    rows = project.query(
        "SELECT w.id, r.text FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id"
        " WHERE r.aligned AND w.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(word_ids)),),
    )
    with project.edit("confirm aligned words", n=len(rows)) as edit:
        for word_id, text in rows:
            _set_current(edit, word_id, text, TranscriptionSource.ACCEPTED, None)
    return [word_id for word_id, _ in rows]


def list_transcriptions(project: Project, word_id: int) -> list[Transcription]:
    """Return all transcriptions of a word, oldest first, without those of undone edits."""
    rows = project.query(
        f"SELECT r.id, r.word_id, r.text, {SOURCE_SQL}, r.model, r.who, r.created_at, r.id IS w.transcription_id, r.fit"
        " FROM transcription AS r JOIN word AS w ON w.id = r.word_id WHERE r.word_id = ? ORDER BY r.id",
        (word_id,),
    )
    with report_as_damage(tr("transcriptions")):
        return [
            Transcription(*[*row[:3], TranscriptionSource(row[3]), *row[4:7], bool(row[7]), row[8]]) for row in rows
        ]


def _set_current(
    connection: sqlite3.Connection, word_id: int, text: str, source: str, model: str | None, fit: float | None = None
) -> None:
    word = connection.execute(
        f"SELECT r.text, {SOURCE_SQL}, r.model, r.fit FROM word AS w LEFT JOIN transcription AS r"
        " ON r.id = w.transcription_id WHERE w.id = ?",
        (word_id,),
    ).fetchone()
    if word is None:
        raise InputError.of("This project has no word {word_id}.", word_id=word_id)
    if word == (text, source, model, fit):
        return
    is_aligned = source == TranscriptionSource.ALIGNED
    who = current_author() if source in (TranscriptionSource.TYPED, TranscriptionSource.ACCEPTED) else None
    stored, aligned = (TranscriptionSource.IMPORTED, 1) if is_aligned else (source, None)
    row = connection.execute(
        "INSERT INTO transcription (word_id, text, nfc, folded, source, model, who, created_at, aligned, fit)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (word_id, text, nfc(text), fold_case(text), stored, model, who, utc_now(), aligned, fit),
    ).fetchone()
    connection.execute("UPDATE word SET transcription_id = ? WHERE id = ?", (row[0], word_id))


def texts_by_person(project: Project) -> dict[str, dict[int, str]]:
    """Return the latest text that each person gave each word, by name ("" for those without one) and word.

    A choice between transcriptions of others does not count, nor does an import.
    """
    texts: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for who, word_id, text in project.query(_BY_PERSON_SQL):
        texts[who][word_id] = text
    return dict(texts)
