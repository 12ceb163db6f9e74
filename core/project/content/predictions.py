"""The predictions of models. A newer prediction replaces the model's older one; transcriptions stay."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from itertools import islice
from typing import Any

from core.errors import DuctusError
from core.project.project import Project
from core.recognition.prediction_status import PredictionStatus

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Prediction:
    """One model's word for one image, the result of Algorithm 3 (the vote).

    ``status``: a :class:`PredictionStatus`. ``votes`` of ``members`` members gave this word. ``distance`` is that of
    the word's signature; ``confidence`` is 0 to 1 or None. ``detail`` is encoded and decoded by
    :mod:`core.recognition.vote_details`.
    """

    word_id: int
    text: str
    status: str
    votes: int
    members: int
    distance: float
    confidence: float | None = None
    detail: bytes | None = None


@dataclass(frozen=True, slots=True)
class VotedWord:
    """A word with stored votes (``detail``); ``test_text`` is the transcription in NFC of a test word."""

    word_id: int
    is_transcribed: bool
    test_text: str | None
    detail: bytes


_COLUMNS = "word_id, text, status, votes, members, distance, confidence, detail"
STATUS_SQL = "CASE WHEN p.unlisted THEN 'unlisted' ELSE p.status END"
"""The :class:`PredictionStatus` of ``prediction AS p``."""
_VOTED_SQL = (
    " FROM prediction AS p JOIN word AS w ON w.id = p.word_id LEFT JOIN transcription AS r ON r.id = w.transcription_id"
    " WHERE p.model = :model AND p.detail IS NOT NULL AND w.deleted = 0 AND w.not_a_word = 0 AND w.id > :after"
)
_SELECTED = _COLUMNS.replace("status", STATUS_SQL)


def save_predictions(project: Project, model: str, predictions: Iterable[Prediction]) -> None:
    """Save predictions as they come, a thousand to a transaction: after a stop, those saved stay.

    Raises DuctusError for a distance or confidence that is not finite.
    """
    stream = iter(predictions)
    while batch := list(islice(stream, _BATCH)):
        with project.transaction() as connection:
            connection.executemany(
                f"INSERT INTO prediction (model, {_COLUMNS}, unlisted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (word_id, model) DO UPDATE SET text = excluded.text, status = excluded.status,"
                " votes = excluded.votes, members = excluded.members, distance = excluded.distance,"
                " confidence = excluded.confidence, detail = excluded.detail, unlisted = excluded.unlisted",
                ((model, *_row(_checked(prediction))) for prediction in batch),
            )


def predictions_by_model(project: Project, word_id: int) -> dict[str, Prediction]:
    """Return every model's prediction of one word, by the model's name."""
    rows = project.query(f"SELECT model, {_SELECTED} FROM prediction AS p WHERE word_id = ? ORDER BY model", (word_id,))
    return {row[0]: Prediction(*row[1:]) for row in rows}


def count_changed(project: Project, before: str, after: str) -> int:
    """Return how many words without a transcription ``after`` reads differently from ``before``."""
    return project.count(
        "SELECT count(*) FROM word AS w JOIN prediction AS a ON a.word_id = w.id AND a.model = ?"
        " JOIN prediction AS b ON b.word_id = w.id AND b.model = ?"
        " WHERE w.deleted = 0 AND w.transcription_id IS NULL AND a.text <> b.text",
        (before, after),
    )


def iter_predictions(project: Project, model: str, ids: Sequence[int]) -> Iterator[Prediction]:
    """Yield one model's predictions in the order of ``ids``; words without one are left out."""
    rows = project.query_by_id(
        f"SELECT {_SELECTED} FROM prediction AS p"
        " WHERE model = :model AND word_id IN (SELECT value FROM json_each(:ids))",
        ids,
        {"model": model},
    )
    return (Prediction(*row) for row in rows)


def count_statuses(project: Project, model: str, ids: Sequence[int]) -> dict[str, int]:
    """Return how many of these words a model predicts with each :class:`PredictionStatus`."""
    rows = project.query(
        f"SELECT {STATUS_SQL}, count(*) FROM prediction AS p"
        " WHERE model = :model AND word_id IN (SELECT value FROM json_each(:ids)) GROUP BY 1",
        {"model": model, "ids": json.dumps(list(ids))},
    )
    return {str(status): int(count) for status, count in rows}


def suggested_words(project: Project, model: str | None) -> set[int]:
    """Return the words with a prediction of ``model``, and the aligned ones, whose text was given."""
    return set(
        project.column(
            "SELECT word_id FROM prediction WHERE model = ? UNION"
            " SELECT w.id FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id WHERE r.aligned",
            (model,),
        )
    )


def voted_words(project: Project, model: str) -> set[int]:
    """Return the words on which votes of ``model`` are stored."""
    return set(project.column("SELECT word_id FROM prediction WHERE model = ? AND detail IS NOT NULL", (model,)))


def count_voted(project: Project, model: str) -> int:
    """Return the number of words on which the votes of ``model`` are stored."""
    return project.count(f"SELECT count(*){_VOTED_SQL}", {"model": model, "after": -1})


def read_voted(project: Project, model: str, after: int, limit: int) -> list[VotedWord]:
    """Return the next ``limit`` of these words after word ``after``, by id."""
    rows = project.query(
        "SELECT w.id, r.id IS NOT NULL, CASE WHEN w.role = 'test' THEN r.nfc END, p.detail"
        f"{_VOTED_SQL} ORDER BY w.id LIMIT {limit:d}",
        {"model": model, "after": after},
    )
    return [VotedWord(row[0], bool(row[1]), *row[2:]) for row in rows]


def _row(prediction: Prediction) -> tuple[Any, ...]:
    """Return the values of :data:`_COLUMNS`, then ``unlisted``: such a word is stored as unseen, too."""
    unlisted = prediction.status == PredictionStatus.UNLISTED
    stored = replace(prediction, status=PredictionStatus.UNSEEN.value) if unlisted else prediction
    return *astuple(stored), int(unlisted)


def _checked(prediction: Prediction) -> Prediction:
    if not math.isfinite(prediction.distance) or not math.isfinite(prediction.confidence or 0.0):
        raise DuctusError.of(
            "The prediction for word {word_id} has a distance or confidence that is not finite.",
            word_id=prediction.word_id,
        )
    return prediction
