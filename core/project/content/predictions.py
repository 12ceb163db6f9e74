"""What models say words are. A newer prediction of a model takes the older one's place; readings stay."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import islice

from core.errors import DuctusError
from core.project.project import Project

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Prediction:
    """One model's word for one image: Algorithm 6's answer.

    ``status``: seen or unseen. ``votes`` of ``members`` members gave this word. ``distance`` is that of the
    word's signature; ``confidence`` 0 to 1 or None. ``detail`` is written and read by recognition alone.
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
    """Keep predictions as they come, a thousand to a transaction: after a stop, what was saved stays.

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
    """What every model said of one word, by the model's name."""
    found = project.query(f"SELECT model, {_COLUMNS} FROM prediction WHERE word_id = ? ORDER BY model", (word_id,))
    return {row[0]: Prediction(*row[1:]) for row in found}


def iter_predictions(project: Project, model: str, ids: Sequence[int]) -> Iterator[Prediction]:
    """One model's predictions of these words, in the order asked; words it said nothing of are left out."""
    for start in range(0, len(ids), _BATCH):
        chunk = ids[start : start + _BATCH]
        found = project.query(
            f"SELECT {_COLUMNS} FROM prediction WHERE model = ? AND word_id IN (SELECT value FROM json_each(?))",
            (model, json.dumps(list(chunk))),
        )
        by_id = {row[0]: Prediction(*row) for row in found}
        yield from (by_id[word_id] for word_id in chunk if word_id in by_id)


def _checked(prediction: Prediction) -> Prediction:
    if not math.isfinite(prediction.distance) or not math.isfinite(prediction.confidence or 0.0):
        raise DuctusError(f"The prediction for word {prediction.word_id} has a value that is no number.")
    return prediction
