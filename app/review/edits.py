"""The edits of Review, each one entry of the history. They run in the writer's thread."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.project.content.transcriptions import accept_prediction, accept_predictions, set_transcription
from core.project.content.word_edits import mark_not_a_word
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What came of confirming a wall: ``accepted`` words; ``left`` out, as they changed in the meantime."""

    accepted: tuple[int, ...]
    left: tuple[int, ...]


def accept_shown(project: Project, word_id: int, model: str, shown: str) -> None:
    """Accept the model's word for an image, provided it is still the one that was shown.

    Raises InputError when the model has read the word anew since: nobody has seen that reading.
    """
    with project.edit("accept 1 prediction"):
        if _said(project, [word_id], model).get(word_id) != shown:
            raise InputError(
                f"The model has read this word anew since '{shown}' was shown. Nothing was saved; look again."
            )
        mark_not_a_word(project, [word_id], False)
        accept_prediction(project, word_id, model)


def confirm_wall(project: Project, shown: Mapping[int, str], model: str) -> Confirmed:
    """Accept the model's words for many images in one edit.

    Left out are those that the model has read anew since they were shown, those a person has read in the
    meantime, and those deleted or marked as no word.
    """
    ids = list(shown)
    said = _said(project, ids, model)
    open_ = {
        row[0]
        for row in project.query(
            "SELECT id FROM word WHERE reading_id IS NULL AND deleted = 0 AND not_a_word = 0"
            " AND id IN (SELECT value FROM json_each(?))",
            (json.dumps(ids),),
        )
    }
    fine = [word_id for word_id in ids if word_id in open_ and said.get(word_id) == shown[word_id]]
    if fine:
        accept_predictions(project, fine, model)
    kept = set(fine)
    return Confirmed(tuple(fine), tuple(word_id for word_id in ids if word_id not in kept))


def type_reading(project: Project, word_id: int, text: str) -> None:
    """Keep what a person typed or chose; a word marked as none is one again."""
    with project.edit(f"read '{text}'"):
        mark_not_a_word(project, [word_id], False)
        set_transcription(project, word_id, text)


def no_word(project: Project, word_id: int) -> None:
    """Say that what is there is no word."""
    mark_not_a_word(project, [word_id])


def _said(project: Project, ids: Sequence[int], model: str) -> dict[int, str]:
    return dict(
        project.query(
            "SELECT word_id, text FROM prediction WHERE model = ? AND word_id IN (SELECT value FROM json_each(?))",
            (model, json.dumps(list(ids))),
        )
    )
