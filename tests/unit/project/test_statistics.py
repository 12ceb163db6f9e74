"""Counts of a project's words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from executor_helpers import WORDS, handwriting, request, small_net
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import crop_source, filled_project

from core.jobs.training.train import train
from core.project.content.history import undo
from core.project.content.lexicon import OolEstimate, add_words, estimate_ool
from core.project.content.models import get_model
from core.project.content.pages import get_page, list_pages
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.statistics import (
    WorkDone,
    latest_transcription,
    page_counts,
    state_counts,
    statistics,
    work_done,
)
from core.project.content.transcriptions import accept_predictions, set_transcription
from core.project.content.word_edits import delete_words, set_role
from core.project.content.words import Role, WordState, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store.model_file import load_ensemble


def test_words_are_counted_by_state_role_and_writer(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    import_contents(project, crop_source(tmp_path / "more", ["the", None], 90, writer="Orderly"), role="test")
    *_, unread, _, last = word_ids(project)
    save_predictions(
        project, "m", [Prediction(last, "King", "unseen", 2, 3, 0.1), Prediction(unread, "of", "seen", 3, 3, 0.1)]
    )
    found = statistics(project, "m")
    assert (found.pages, found.words, found.crops, found.transcribed) == (1, 7, 4, 4)
    assert found.states == dict.fromkeys(WordState, 0) | {"typed": 4, "seen": 1, "unseen": 1, "unread": 1}
    assert found.roles == {"train": (5, 3), "test": (2, 1)}
    assert (found.distinct, found.once) == (3, 2)
    assert found.writers == ((None, 5), ("Orderly", 2))
    accept_predictions(project, [last], "m")
    again = statistics(project, "m")
    assert again.states["accepted"] == 1 and again.transcribed == 5
    assert (again.distinct, again.once) == (3, 1)


def test_work_is_counted_from_a_transcription_on_without_pauses(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    before = latest_transcription(project)
    assert work_done(project, before).words == 0
    ids = word_ids(project)
    save_predictions(project, "m", [Prediction(word_id, "the", "seen", 2, 3, 0.1) for word_id in ids])
    for text, word_id in zip(("of", "the", "King"), ids, strict=False):
        set_transcription(project, word_id, text, "typed")
    accept_predictions(project, [ids[3]], "m")
    times = ("10:00:00", "10:01:30", "10:03:00", "11:00:00")
    rows = project.column("SELECT id FROM transcription WHERE id > ? ORDER BY id", (before,))
    with project.edit("test") as connection:
        for row, time in zip(rows, times, strict=True):
            created = (f"2026-11-28T{time}.000+00:00", row)
            connection.execute("UPDATE transcription SET created_at = ? WHERE id = ?", created)
    assert work_done(project, before) == WorkDone(words=4, corrected=2, minutes=3)
    assert work_done(project, rows[0]).words == 3


def roles(project: Project) -> dict[int, dict[str, int]]:
    return {page_id: page.roles for page_id, page in page_counts(project, None).items()}


def test_deleted_words_are_not_counted(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    first, *_ = word_ids(project)
    delete_words(project, [first])
    assert statistics(project, None).words == 4
    assert roles(project) == {1: {"train": 2}, 0: {"train": 2}}


def test_roles_are_counted_by_page(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    set_role(project, word_ids(project)[:1], "val")
    assert roles(project) == {1: {"train": 2, "val": 1}, 0: {"train": 2}}


def test_states_and_roles_of_a_page_count_the_same_words(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    first, second, *_ = word_ids(project)
    set_role(project, [first], "val")
    set_role(project, [second], "test")
    pages = page_counts(project, "m")
    assert pages[1].roles == {"val": 1, "test": 1, "train": 1} and pages[0].roles == {"train": 2}
    assert all(sum(page.roles.values()) == sum(page.states.values()) for page in pages.values())
    summed = {state: sum(page.states[state] for page in pages.values()) for state in WordState}
    assert summed == state_counts(project, "m") == statistics(project, "m").states


def test_pages_with_and_without_counts_are_the_same_pages(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    delete_words(project, word_ids(project)[:1])
    counted = list_pages(project)
    assert [page.words for page in counted] == [
        len(word_ids(project, page_id=page.id, not_a_word=None)) for page in counted
    ]
    assert counted == [get_page(project, page.id) for page in counted]
    assert [replace(page, words=0) for page in counted] == list_pages(project, with_counts=False)


def test_an_empty_project_has_zero_counts(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty") as project:
        found = statistics(project, None)
        assert (found.pages, found.words, found.distinct, found.once, found.writers) == (0, 0, 0, 0, ())
        assert roles(project) == {}


def test_equal_transcriptions_are_one_distinct_word(tmp_path: Path) -> None:
    project = filled_project(tmp_path)
    for word_id in word_ids(project):
        set_transcription(project, word_id, "the")
    found = statistics(project, None)
    assert (found.distinct, found.once) == (1, 0)


__all__ = ["small_net"]


@pytest.fixture
def project(tmp_path: Path):
    with Project.create(tmp_path / "p") as made:
        import_contents(made, crop_source(tmp_path / "a", ["the", "the", "king", "river", None]))
        import_contents(made, crop_source(tmp_path / "b", ["queen", "river"], shade=90), role="test")
        yield made


def test_words_transcribed_once_and_in_no_list_are_missing(project: Project) -> None:
    assert estimate_ool(project) == OolEstimate(4, 2, 2, 1)


def test_words_of_a_later_list_are_not_missing(project: Project) -> None:
    add_words(project, ["king", "the", "queen"], added_by="names.txt")
    assert estimate_ool(project) == OolEstimate(4, 1, 2, 1)
    undo(project)
    assert estimate_ool(project) == OolEstimate(4, 2, 2, 1)


@pytest.mark.usefixtures("small_net")
@pytest.mark.parametrize(("prior", "expected"), [(5, 12), (0, 0), (50, 43)])
def test_training_uses_the_estimated_rate(tmp_path: Path, prior: int, expected: int) -> None:
    texts: list[str] = []
    with Project.create(tmp_path / "p") as project:
        import_contents(project, handwriting(tmp_path / "a", [*WORDS * 5, *["gold", "hat", "ink", "jar", "kit"]]))
        add_words(project, ["jar", "kit"])
        import_contents(project, handwriting(tmp_path / "c", [f"w{n}" for n in "abcdefghij"], seed=2))
        assert estimate_ool(project) == OolEstimate(45, 13)
        result = train(
            project,
            request("one", ool_percent=prior),
            lambda event: texts.append(str(event.to_json().get("text"))),
            lambda: False,
        )
        card = load_ensemble(get_model(project, result.model).file).card
    assert card["preset"]["lacking"] == expected
    assert any(f"assumes that {expected} % of the words" in text for text in texts) == (prior > 0)


def test_imported_test_words_are_in_the_list_and_unread_words_may_not_be() -> None:
    closed = OolEstimate(1000, 400, n_listed=500, n_unread=0)
    assert closed.rate(0.05) == 0
    assert OolEstimate(1000, 400, n_listed=500, n_unread=500).rate(0.05) == OolEstimate(1000, 400).rate(0.05) / 2


def test_typed_test_words_are_not_taken_for_listed(project: Project) -> None:
    unread = project.one("SELECT id FROM word WHERE transcription_id IS NULL")
    assert unread is not None
    set_role(project, [unread[0]], Role.TEST)
    set_transcription(project, unread[0], "castle")
    assert estimate_ool(project) == OolEstimate(4, 2, 2, 0)


def test_the_rate_of_an_empty_project_is_the_prior(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as project:
        assert estimate_ool(project) == OolEstimate()
    assert OolEstimate().rate(0.05) == 0.05


@given(st.integers(0, 10**6), st.floats(0, 1), st.floats(0, 0.5))
def test_the_rate_lies_between_the_prior_and_the_measured_rate(n_transcribed: int, part: float, prior: float) -> None:
    n_missing = int(part * n_transcribed)
    rate = OolEstimate(n_transcribed, n_missing).rate(prior)
    measured = n_missing / n_transcribed if n_transcribed else prior
    assert min(measured, prior) - 1e-9 <= rate <= max(measured, prior) + 1e-9


def test_many_words_outweigh_the_prior() -> None:
    assert OolEstimate(10_000, 1500).rate(0.05) == pytest.approx(0.149, abs=1e-3)
