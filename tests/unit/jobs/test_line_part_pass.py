"""Context after a reading and after other thresholds: counted, repeatable, and undone where it is not wanted."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from gui_helpers import GATES, MODEL, make_project

from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.lines.line_part import wanted_line_part
from core.jobs.recognition.recognise import recognise
from core.jobs.recognition.revote_predictions import RevotedBlock, revote_block
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.project.content.line_words import want_line_part
from core.project.content.models import get_model
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.words import iter_words, word_ids
from core.project.project import Project
from core.recognition.candidate_costs import changed_by_line
from core.recognition.vote_details import decode_votes
from core.recognition.word_model import WordModel
from core.store.model_file import load_ensemble, save_ensemble
from core.store.summary import model_summary

COSTS = {"weights": [0.01, 0.0, 0.0, 0.01], "cap": 1.0, "growth": 0.0}
FIGURES = {"lines": 9, "words": 50, "right_before": 30, "right_after": 33, "changed": 6, "changed_right": 4}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose model holds that context helps, and hardly looks at distances."""
    folder = make_project(tmp_path_factory.mktemp("context") / "kit")
    with Project.open(folder) as project:
        file = get_model(project, MODEL).file
        ensemble = load_ensemble(file)
        card = ensemble.card | {"context": FIGURES | {"weight": 1.0, "costs": COSTS}}
        save_ensemble(file, replace(ensemble, card=card), replace=True)
    return folder


@pytest.fixture
def project(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A copy. Its few lines hold too little, so a word model stands in that has a probability for any pair."""

    def log_gains(model: WordModel, previous: str, words: Sequence[str]) -> list[float]:
        return [zlib.crc32(f"{previous} {word}".encode()) % 100 / 20 for word in words]

    monkeypatch.setattr(WordModel, "log_gains", log_gains)
    folder = Path(shutil.copytree(template, tmp_path / template.name))
    with Project.open(folder) as project:
        yield project


def read(project: Project, context: bool | None = None) -> int:
    result = recognise(project, RecogniseRequest(words="all", line_part=context), ignore_events, lambda: False)
    return int(result["changed_by_context"])


def predictions(project: Project) -> dict[int, Prediction]:
    return {prediction.word_id: prediction for prediction in iter_predictions(project, MODEL, word_ids(project))}


def changed(project: Project) -> set[int]:
    return {
        word_id
        for word_id, each in predictions(project).items()
        if changed_by_line(each.text, decode_votes(each.detail or b""))
    }


def revote_all(project: Project, thres: int, *, with_context: bool) -> int:
    summary = model_summary(get_model(project, MODEL).file)
    context = wanted_line_part(project, summary) if with_context else None
    block, total = RevotedBlock(-1, 0, 0), 0
    while block.last is not None:
        block = revote_block(project, MODEL, summary, [thres] * len(summary.members), block.last, context)
        total += block.changed
    return total


def test_reading_changes_words_that_nobody_typed_and_counts_them(project: Project) -> None:
    assert read(project, context=False) == 0 and not changed(project)
    plain = predictions(project)
    count = read(project)
    found = changed(project)
    assert count == len(found) > 0
    typed = {row.id for row in iter_words(project, word_ids(project)) if row.text is not None}
    assert typed and not found & typed
    for word_id, each in predictions(project).items():
        assert each.detail == plain[word_id].detail
        if word_id not in found:
            assert each == plain[word_id]
        else:
            assert each.text != plain[word_id].text and each.confidence in (None, pytest.approx(5 / 8))
    want_line_part(project, False)
    assert read(project) == 0 and predictions(project) == plain
    assert read(project, context=True) == count, "asked for in so many words"


def test_other_thresholds_choose_with_the_line_again(project: Project) -> None:
    read(project)
    with_context = predictions(project)
    thres = model_summary(get_model(project, MODEL).file).thres[0]
    assert revote_all(project, thres, with_context=True) == 0 and predictions(project) == with_context
    before = {word_id: each.text for word_id, each in predictions(project).items()}
    moved = revote_all(project, GATES + 1, with_context=True)
    assert moved == sum(each.text != before[word_id] for word_id, each in predictions(project).items())
    assert changed(project)
    # without context all words are what the vote says, whether the thresholds have moved or not
    revote_all(project, GATES + 1, with_context=False)
    assert not changed(project)


def test_the_app_asks_for_context_only_where_it_is_wanted(project: Project) -> None:
    summary = model_summary(get_model(project, MODEL).file)
    assert wanted_line_part(project, summary) is not None
    want_line_part(project, False)
    assert wanted_line_part(project, summary) is None
    assert wanted_line_part(project, replace(summary, card={})) is None


def test_evaluate_tells_what_context_does_to_test_words(project: Project) -> None:
    before = predictions(project)
    result = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
    context = result["context"]
    assert context["weight"] == 1.0 and context["changed"] > 0 and predictions(project) == before
    listed = result["n_seen"] + result["n_unseen"]
    assert 0 <= context["right_after"] <= context["words"] == listed
    seen, unseen = (
        result[score] * result[n] if result[n] else 0 for score, n in (("A_s", "n_seen"), ("A_u", "n_unseen"))
    )
    assert context["right_before"] == round(seen + unseen)
