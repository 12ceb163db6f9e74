"""The Good-Turing estimate of the out-of-lexicon rate."""

from __future__ import annotations

from pathlib import Path

import pytest
from executor_helpers import WORDS, handwriting, request, small_net
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import crop_source

from core.jobs.training.train import train
from core.project.content.history import undo
from core.project.content.lexicon import OolEstimate, add_words, estimate_ool
from core.project.content.models import get_model
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import set_role
from core.project.content.words import Role
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.store.model_file import load_ensemble

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
        card = load_ensemble(get_model(project, result["model"]).file).card
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
