"""Predictions that are in no list, written over those of a project: all readers, or some of them, spell the word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.project import Project
from core.recognition.free_decoding import Spelling
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import count_predictions, decode_votes, encode_votes, is_unlisted


def spell_as(
    project: Project,
    model: str,
    ids: Sequence[int],
    text: str,
    readers: int,
    confidence: float | None = None,
    probability: float = 0.82,
) -> None:
    """Let the first ``readers`` members of a model treat these words as one in no list, spelled ``text``."""
    predictions = []
    for word_id in ids:
        before = predictions_by_model(project, word_id)[model]
        votes = [
            replace(vote, spelled=Spelling(text, -0.25 - k / 100), unlisted=True, probability=probability)
            if k < readers
            else vote
            for k, vote in enumerate(decode_votes(before.detail or b""))
        ]
        word, count, distance = count_predictions(votes)[0]
        status = PredictionStatus.UNLISTED.value if is_unlisted(votes) else before.status
        predictions.append(
            Prediction(word_id, word, status, count, len(votes), distance, confidence, encode_votes(votes))
        )
    save_predictions(project, model, predictions)
