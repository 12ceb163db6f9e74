"""The audit of a project: a random sample of unchecked suggestions, found again in Review, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from project_helpers import crop_source

from core.errors import InputError
from core.project.content.audits import SETTING, audit_outcome, draw_audit, load_audit, open_suggestions
from core.project.content.history import undo
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.statistics import checked_since, suggestion_outcomes
from core.project.content.transcriptions import accept_predictions, set_transcription
from core.project.content.word_edits import delete_words, mark_not_a_word
from core.project.content.words import word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.project.query.word_query import find_words

MODEL = "trial"


def add_model(project: Project, name: str, created_at: str) -> None:
    path = model_path(project, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"no model: nothing here is recognised")
    register_model(project, name)
    with project.transaction() as connection:
        connection.execute("UPDATE model SET created_at = ? WHERE name = ?", (created_at, name))


def predict(project: Project, name: str, text: str, confidence: float | None = None) -> None:
    ids = word_ids(project)
    save_predictions(
        project,
        name,
        [
            Prediction(i, text, "seen", 1, 1, 0.1, (n + 1) / 40 if confidence is None else confidence, None)
            for n, i in enumerate(ids)
        ],
    )


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Forty words suggested as "the", with confidences of 1/40, 2/40 ... 1."""
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, crop_source(tmp_path / "source", [None] * 40))
        add_model(project, MODEL, "2020-01-01T00:00:00.000+00:00")
        predict(project, MODEL, "the")
        yield project


def test_sample_is_drawn_from_unchecked_suggestions_that_are_confident_enough(project: Project) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[39], "the")
    mark_not_a_word(project, [ids[38]])
    found = open_suggestions(project, MODEL, 0.5)
    assert found.count == 19 and found.mean_confidence == pytest.approx(29 / 40)
    audit = draw_audit(project, MODEL, 8, least=0.5, target=0.95, seed=1)
    assert (audit.population, len(audit.words), set(audit.words.values())) == (19, 8, {"the"})
    assert set(audit.words) <= set(ids[19:38])
    assert load_audit(project) == audit
    assert open_suggestions(project, MODEL).count == 38
    assert open_suggestions(project, "other").count == 0


def test_every_word_is_drawn_as_often(project: Project) -> None:
    ids, drawn = word_ids(project), dict.fromkeys(word_ids(project), 0)
    for seed in range(200):
        for word_id in draw_audit(project, MODEL, 10, least=None, target=0.9, seed=seed).words:
            drawn[word_id] += 1
    # binomial with 200 trials of 1/4: 50 and a standard deviation of 6
    assert len(ids) == 40 and min(drawn.values()) >= 25 and max(drawn.values()) <= 75


def test_sample_is_not_larger_than_what_there_is(project: Project) -> None:
    assert len(draw_audit(project, MODEL, 500, least=None, target=0.9).words) == 40
    with pytest.raises(InputError, match="nothing to draw"):
        draw_audit(project, MODEL, 5, least=1.5, target=0.9)


def test_outcome_counts_what_a_person_gave_and_undo_takes_it_back(project: Project) -> None:
    audit = draw_audit(project, MODEL, 6, least=None, target=0.9, seed=2)
    first, second, third, fourth, fifth, sixth = audit.words
    assert audit_outcome(project, audit).checked == 0
    accept_predictions(project, [first], MODEL)
    set_transcription(project, second, "then")
    mark_not_a_word(project, [third])
    delete_words(project, [fourth])
    outcome = audit_outcome(project, audit)
    assert (outcome.checked, outcome.right, set(outcome.open_ids)) == (4, 1, {fifth, sixth})
    undo(project)
    undo(project)
    assert audit_outcome(project, audit).checked == 2


def test_later_suggestions_do_not_change_the_outcome(project: Project) -> None:
    audit = draw_audit(project, MODEL, 3, least=None, target=0.9, seed=3)
    predict(project, MODEL, "then")
    for word_id in audit.words:
        set_transcription(project, word_id, "the")
    assert audit_outcome(project, audit).right == 3


def test_filter_finds_the_words_of_the_sample(project: Project) -> None:
    assert find_words(project, "audit", MODEL) == []
    audit = draw_audit(project, MODEL, 5, least=None, target=0.9)
    assert set(find_words(project, "audit", MODEL)) == set(audit.words)
    set_transcription(project, next(iter(audit.words)), "the")
    assert len(find_words(project, "audit", MODEL, unchecked_only=True)) == 4


@pytest.mark.parametrize("stored", ["text", {"words": []}, {"words": {"a": "the"}}, {"model": "trial"}, [1]])
def test_damaged_sample_counts_as_none(project: Project, stored: object) -> None:
    project.set_setting(SETTING, stored)
    assert load_audit(project) is None and find_words(project, "audit", MODEL) == []


def test_outcomes_are_those_of_the_newest_model_that_cannot_have_learnt_the_word(project: Project) -> None:
    ids = word_ids(project)
    add_model(project, "later", "2999-01-01T00:00:00.000+00:00")
    predict(project, "later", "then")
    add_model(project, "second", "2021-01-01T00:00:00.000+00:00")
    predict(project, "second", "and")
    set_transcription(project, ids[0], "and")
    set_transcription(project, ids[1], "the")
    set_transcription(project, ids[2], "and")
    assert suggestion_outcomes(project) == [True, False, True]


def test_checked_words_are_counted_from_a_time_on_without_imported_ones(project: Project) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[0], "the")
    set_transcription(project, ids[1], "the", "imported")
    assert checked_since(project, "2020-01-01") == 1 and checked_since(project, "2999-01-01") == 0
