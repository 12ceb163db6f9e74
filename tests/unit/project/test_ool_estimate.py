"""How many words to come the lexicon lacks, told by those that were read."""

from __future__ import annotations

from pathlib import Path

import pytest
from executor_helpers import WORDS, handwriting, request
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import crops

from core.jobs.training.train import train
from core.project.content.lexicon import add_words
from core.project.content.models import get_model
from core.project.content.ool_estimate import NONE_READ, OolEstimate, estimate_ool
from core.project.db.history import undo
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.store.model_file import load_ensemble


@pytest.fixture
def project(tmp_path: Path):
    with Project.create(tmp_path / "p") as made:
        import_contents(made, crops(tmp_path / "a", ["the", "the", "king", "river", None]))
        import_contents(made, crops(tmp_path / "b", ["queen", "river"], shade=90), role="test")
        yield made


def test_a_word_read_once_and_in_no_list_would_be_missing(project: Project) -> None:
    assert estimate_ool(project) == OolEstimate(4, 2)


def test_a_list_that_comes_later_counts_too(project: Project) -> None:
    add_words(project, ["king", "the", "queen"], added_by="names.txt")
    assert estimate_ool(project) == OolEstimate(4, 1)
    undo(project)
    assert estimate_ool(project) == OolEstimate(4, 2)


@pytest.mark.parametrize(("belief", "settled"), [(5, 12), (0, 0), (50, 43)])
def test_a_training_supposes_what_was_measured(tmp_path: Path, belief: int, settled: int) -> None:
    heard: list[str] = []
    with Project.create(tmp_path / "p") as project:
        import_contents(project, handwriting(tmp_path / "a", [*WORDS * 5, *["gold", "hat", "ink", "jar", "kit"]]))
        add_words(project, ["jar", "kit"])
        import_contents(project, handwriting(tmp_path / "c", [f"w{n}" for n in "abcdefghij"], seed=2))
        assert estimate_ool(project) == OolEstimate(45, 13)
        told = train(
            project, request("one", lacking=belief), lambda event: heard.append(str(event.get("text"))), lambda: False
        )
        card = load_ensemble(get_model(project, told["model"]).file).card
    assert card["preset"]["lacking"] == settled
    assert any(f"it lacks {settled} in 100" in text for text in heard) == (belief > 0)


def test_an_empty_project_knows_only_what_is_believed(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p") as project:
        assert estimate_ool(project) == NONE_READ
    assert NONE_READ.share(0.05) == 0.05


@given(st.integers(0, 10**6), st.floats(0, 1), st.floats(0, 0.5))
def test_the_share_lies_between_belief_and_what_was_seen(read: int, part: float, belief: float) -> None:
    lost = int(part * read)
    share = OolEstimate(read, lost).share(belief)
    seen = lost / read if read else belief
    assert min(seen, belief) - 1e-9 <= share <= max(seen, belief) + 1e-9


def test_many_words_outweigh_the_belief() -> None:
    assert OolEstimate(10_000, 1500).share(0.05) == pytest.approx(0.149, abs=1e-3)
