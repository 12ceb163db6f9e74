"""The predictions of models. A newer prediction replaces the model's older one; transcriptions stay."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum
from itertools import islice

from core.errors import DuctusError
from core.project.project import Project

_BATCH = 1000


class PredictionStatus(StrEnum):
    """True if the predicted word is one that the model was trained on."""

    SEEN = "seen"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Prediction:
    """One model's word for one image, the result of Algorithm 6.

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


_COLUMNS = "word_id, text, status, votes, members, distance, confidence, detail"


def save_predictions(project: Project, model: str, predictions: Iterable[Prediction]) -> int:
    """Save predictions as they come, a thousand to a transaction: after a stop, those saved stay.

    Returns how many. Raises DuctusError for a distance or confidence that is not finite.
    """
    saved = 0
    stream = iter(predictions)
    while batch := list(islice(stream, _BATCH)):
        with project.transaction() as connection:
            connection.executemany(
                f"INSERT INTO prediction (model, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (word_id, model) DO UPDATE SET text = excluded.text, status = excluded.status,"
                " votes = excluded.votes, members = excluded.members, distance = excluded.distance,"
                " confidence = excluded.confidence, detail = excluded.detail",
                ((model, *astuple(_checked(prediction))) for prediction in batch),
            )
        saved += len(batch)
    return saved


def predictions_by_model(project: Project, word_id: int) -> dict[str, Prediction]:
    """Return every model's prediction of one word, by the model's name."""
    rows = project.query(f"SELECT model, {_COLUMNS} FROM prediction WHERE word_id = ? ORDER BY model", (word_id,))
    return {row[0]: Prediction(*row[1:]) for row in rows}


def iter_predictions(project: Project, model: str, ids: Sequence[int]) -> Iterator[Prediction]:
    """Yield one model's predictions in the order of ``ids``; words without one are left out."""
    rows = project.query_by_id(
        f"SELECT {_COLUMNS} FROM prediction WHERE model = :model AND word_id IN (SELECT value FROM json_each(:ids))",
        ids,
        {"model": model},
    )
    return (Prediction(*row) for row in rows)


def _checked(prediction: Prediction) -> Prediction:
    if not math.isfinite(prediction.distance) or not math.isfinite(prediction.confidence or 0.0):
        raise DuctusError(
            f"The prediction for word {prediction.word_id} has a distance or confidence that is not finite."
        )
    return prediction
