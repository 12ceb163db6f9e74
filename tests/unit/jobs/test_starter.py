"""The starter model in a project: when it is useful, its predictions, and its limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.cli.main import main
from core.errors import InputError
from core.events import ignore_events
from core.formats.records import CropRecord, SourceContents
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.jobs.recognition.recognise import recognise
from core.jobs.recognition.revote_predictions import revote_block
from core.jobs.recognition.starter import StarterReadiness, add_starter, starter_readiness
from core.jobs.requests import RecogniseRequest
from core.jobs.training.train import train
from core.project.content.lexicon import add_words
from core.project.content.models import get_model, is_starter
from core.project.content.predictions import predictions_by_model
from core.project.content.word_edits import delete_words
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query.word_query import find_words
from core.store.summary import model_summary
from core.training.presets import preset
from core.training.train_request import TrainRequest

WORDS = ["letter", "captain", "river"]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    rng, crops = np.random.default_rng(1), []
    for word in WORDS:
        path = tmp_path / f"{word}.png"
        cv2.imwrite(str(path), render_word(word, Writer(), rng))
        crops.append(CropRecord(path, None))
    with Project.create(tmp_path / "letters") as project:
        import_contents(project, SourceContents(crops=tuple(crops)), role="train")
        yield project


def test_the_starter_is_useful_without_a_model_only(project: Project) -> None:
    readiness = starter_readiness(project)
    assert readiness == StarterReadiness(False, False, len(WORDS)) and readiness.is_useful
    add_words(project, WORDS, added_by="names.txt")
    assert starter_readiness(project).has_lexicon
    add_starter(project)
    assert starter_readiness(project).has_model and not starter_readiness(project).is_useful


def test_predictions_of_the_starter_have_no_confidence(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    assert is_starter(get_model(project))
    result = recognise(project, RecogniseRequest(), ignore_events, lambda: False)
    assert (result.words, result.seen) == (len(WORDS), 0)
    summary = model_summary(get_model(project).file)
    assert summary.classes == () and summary.members[0].seen == frozenset()
    for thres in (1, 2):
        revote_block(project, "starter", summary, [thres])
        predictions = [predictions_by_model(project, word_id)["starter"] for word_id in word_ids(project)]
        assert {prediction.confidence for prediction in predictions} == {None}
    assert find_words(project, "conf<=1", "starter") == []
    assert len(find_words(project, "unseen", "starter")) == len(WORDS)


def test_word_that_is_gone_when_it_is_its_turn_is_left_out(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    first, second, _ = word_ids(project)
    delete_words(project, [first])
    result = recognise(project, RecogniseRequest(ids=(first, second, 999)), ignore_events, lambda: False)
    assert result.words == 1 and predictions_by_model(project, second)
    assert main(["recognise", str(project.folder), "--word", "999"]) == 2


def test_the_starter_cannot_be_a_parent(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    request = TrainRequest(preset("quick"), 1, "cpu", parent="starter")
    with pytest.raises(InputError, match="starter model"):
        train(project, request, ignore_events, lambda: False)


def test_only_the_words_asked_for_are_read(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    first, second, third = word_ids(project)
    result = recognise(project, RecogniseRequest(ids=(second, second)), ignore_events, lambda: False)
    assert result.words == 1
    assert [bool(predictions_by_model(project, word_id)) for word_id in (first, second, third)] == [False, True, False]
