"""Predictions voted on again at other thresholds are those of a model that has these thresholds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from ensemble_helpers import ensemble
from executor_helpers import labelled_project, small_net

from core.events import ignore_events
from core.jobs.recognition.recognise import recognise
from core.jobs.recognition.revote_predictions import revote_block
from core.jobs.requests import RecogniseRequest
from core.project.content.lexicon import add_words
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.words import word_ids
from core.project.project import Project
from core.store.model_file import save_ensemble
from core.store.summary import model_summary

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")

MODEL = "tiny"


def read(project: Project) -> list[Prediction]:
    recognise(project, RecogniseRequest(words="all", line_context=False), ignore_events, lambda: False)
    return predictions(project)


def predictions(project: Project) -> list[Prediction]:
    return list(iter_predictions(project, MODEL, word_ids(project)))


@pytest.mark.parametrize("other", [(1, 6, 2), (7, 7, 7)])
def test_other_thresholds_give_the_words_and_confidences_of_a_model_with_them(
    tmp_path: Path, other: tuple[int, ...]
) -> None:
    model = ensemble(len(other))
    with labelled_project(tmp_path, copies=2) as project:
        add_words(project, [*model.classes, "gold", "hat", "ink"], added_by="test")
        file = model_path(project, MODEL)
        file.parent.mkdir(exist_ok=True)
        save_ensemble(file, model)
        register_model(project, MODEL)
        before = read(project)
        revote_block(project, MODEL, model_summary(file), other)
        revoted = predictions(project)
        members = tuple(replace(one, thres=limit) for one, limit in zip(model.members, other, strict=True))
        save_ensemble(file, replace(model, members=members), replace=True)
        expected = read(project)
    assert [each.confidence for each in revoted] != [each.confidence for each in before]
    # distances are stored with six digits
    assert [each.confidence for each in revoted] == pytest.approx([each.confidence for each in expected], abs=1e-4)
    assert [(each.text, each.status, each.votes, each.detail) for each in revoted] == [
        (each.text, each.status, each.votes, each.detail) for each in expected
    ]
