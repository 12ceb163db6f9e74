"""The line's part after a reading and after other thresholds: counted, repeatable, undone where it is not wanted."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui_helpers import GATES, MODEL, make_project

from core.errors import Stopped
from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.lines.line_part import wanted_line_part
from core.jobs.lines.line_voices import LineVoices
from core.jobs.recognition.recognise import InProcess, recognise
from core.jobs.recognition.revote_predictions import RevotedBlock, revote_block
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.project.content.line_words import want_line_part
from core.project.content.models import get_model
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.words import iter_words, labelled_words, word_ids
from core.project.project import Project
from core.recognition.candidate_costs import changed_by_line
from core.recognition.vote_details import decode_detail, decode_votes
from core.store.model_file import load_ensemble, save_ensemble
from core.store.summary import model_summary

COSTS = {"weights": [0.01, 0.0, 0.0, 0.01, 1.0, 0.0], "cap": 1.0}


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose model trusts the reading of lines, and hardly looks at distances."""
    folder = make_project(tmp_path_factory.mktemp("context") / "kit")
    with Project.open(folder) as project:
        file = get_model(project, MODEL).file
        ensemble = load_ensemble(file)
        card = ensemble.card | {"context": {"costs": COSTS, "calibration": [0.0, 1.0]}}
        save_ensemble(file, replace(ensemble, card=card), replace=True)
    return folder


@pytest.fixture
def project(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A copy, whose lines are read by chance."""

    def of_lines(voices: LineVoices, lines: Any) -> dict[int, Any]:
        return {word.word_id: None for line in lines for word in line}

    def costs(voices: LineVoices, voice_of: Any, listed: Mapping[int, Sequence[str]]) -> dict[int, dict[str, float]]:
        return {
            word_id: {word: zlib.crc32(f"{word_id} {word}".encode()) % 100 / 20 for word in listed[word_id]}
            for word_id in voice_of
        }

    monkeypatch.setattr(LineVoices, "of_lines", of_lines)
    monkeypatch.setattr(LineVoices, "costs", costs)
    folder = Path(shutil.copytree(template, tmp_path / template.name))
    with Project.open(folder) as project:
        yield project


def read(project: Project, line_part: bool | None = None) -> int:
    result = recognise(project, RecogniseRequest(words="all", line_part=line_part), ignore_events, lambda: False)
    return result.changed_by_context


def predictions(project: Project) -> dict[int, Prediction]:
    return {prediction.word_id: prediction for prediction in iter_predictions(project, MODEL, word_ids(project))}


def changed(project: Project) -> set[int]:
    return {
        word_id
        for word_id, each in predictions(project).items()
        if changed_by_line(each.text, decode_votes(each.detail or b""))
    }


def revote_all(project: Project, thres: int, *, with_lines: bool) -> int:
    summary = model_summary(get_model(project, MODEL).file)
    line_part = wanted_line_part(project, summary) if with_lines else None
    block, total = RevotedBlock(-1, 0, 0), 0
    while block.last is not None:
        block = revote_block(project, MODEL, summary, [thres] * len(summary.members), block.last, line_part)
        total += block.changed
    return total


def test_reading_changes_words_that_nobody_typed_and_counts_them(project: Project) -> None:
    assert read(project, line_part=False) == 0 and not changed(project)
    plain = predictions(project)
    count = read(project)
    found = changed(project)
    assert count == len(found) > 0
    typed = {row.id for row in iter_words(project, word_ids(project)) if row.text is not None}
    assert typed and not found & typed
    for word_id, each in predictions(project).items():
        before = plain[word_id]
        assert decode_votes(each.detail or b"") == decode_votes(before.detail or b"")
        assert (each.text != before.text) is (word_id in found)
        assert (each == before) is (word_id in typed)
        assert word_id in typed or (decode_detail(each.detail or b"")[1] and each.confidence is not None)
    want_line_part(project, False)
    assert read(project) == 0 and predictions(project) == plain
    assert read(project, line_part=True) == count, "asked for in so many words"


def test_what_a_stopped_reading_has_stored_was_read_together_with_its_lines(project: Project) -> None:
    class Small(InProcess):
        block_size = 5

    read(project)
    whole = {word_id: prediction.text for word_id, prediction in predictions(project).items()}
    with project.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    with pytest.raises(Stopped):
        recognise(project, RecogniseRequest(words="unread"), ignore_events, lambda: True, Small())
    kept = predictions(project)
    assert kept and len(kept) < len(whole) and changed(project)
    for word_id, prediction in kept.items():
        assert prediction.text == whole[word_id] and decode_detail(prediction.detail or b"")[1]


def test_other_thresholds_choose_with_the_line_again(project: Project) -> None:
    read(project)
    with_lines = predictions(project)
    thres = model_summary(get_model(project, MODEL).file).thres[0]
    assert revote_all(project, thres, with_lines=True) == 0 and predictions(project) == with_lines
    before = {word_id: each.text for word_id, each in predictions(project).items()}
    moved = revote_all(project, GATES + 1, with_lines=True)
    assert moved == sum(each.text != before[word_id] for word_id, each in predictions(project).items())
    assert changed(project)
    # without their lines all words are what the vote says, whether the thresholds have moved or not
    revote_all(project, GATES + 1, with_lines=False)
    assert not changed(project)


def test_the_app_asks_for_the_lines_part_only_where_it_is_wanted(project: Project) -> None:
    summary = model_summary(get_model(project, MODEL).file)
    assert wanted_line_part(project, summary) is not None
    want_line_part(project, False)
    assert wanted_line_part(project, summary) is None
    want_line_part(project, True)
    assert wanted_line_part(project, replace(summary, card={})) is None


def test_evaluate_tells_what_lines_do_to_test_words(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = predictions(project)
    result = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
    context = result["context"]
    assert context["changed"] > 0 and predictions(project) == before
    listed = result["n_seen"] + result["n_unseen"]
    assert 0 <= context["right_after"] <= context["words"] == listed
    seen, unseen = (
        result[score] * result[n] if result[n] else 0 for score, n in (("A_s", "n_seen"), ("A_u", "n_unseen"))
    )
    assert context["right_before"] == round(seen + unseen)
    assert 0 <= context["line"] <= context["read"] == listed
    unread = result["unread"]["lines"]
    assert unread["right"] == context["right_after"] / listed != result["unread"]["right"], "nothing is left out"
    tested = [word for _, word in labelled_words(project, "test")]
    monkeypatch.setattr("core.jobs.evaluation.evaluate.words_of_tests_only", lambda _: tested)
    without = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)["unread"]
    assert without["outside"] == listed and without["lines"]["A_o"] == without["lines"]["right"] <= unread["right"]
    want_line_part(project, False)
    assert "lines" not in evaluate(project, EvaluateRequest(), ignore_events, lambda: False)["unread"]
