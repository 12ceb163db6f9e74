"""The starter model in a project: it reads before anything is transcribed, and says that nothing was measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError
from core.imaging.normalise import normalise
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.jobs.recognition.starter import add_starter
from core.lexicon.lexicon import Lexicon
from core.project.content.lexicon import add_words
from core.project.content.models import STARTER_PRESET, get_model, list_models
from core.project.project import Project
from core.recognition.algorithms import gated_vote
from core.recognition.confidence import vote_confidence
from core.recognition.evidence import embed_all, gather_evidence
from core.store.model_file import load_ensemble
from core.store.summary import model_summary

WORDS = ["the", "letter", "captain", "river", "company", "orders", "and", "march"]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path / "letters") as project:
        yield project


def test_the_starter_model_recognises_new_words(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    assert add_starter(project)["model"] == STARTER_PRESET
    model = get_model(project)
    assert model.name == STARTER_PRESET
    ensemble = load_ensemble(model.file)
    lexicon = Lexicon(WORDS, ensemble.alphabet)
    rng = np.random.default_rng(1)
    images = np.stack([normalise(render_word(word, Writer.random(5), rng)) for word in WORDS])
    readings = gather_evidence(ensemble, embed_all(ensemble, images), lexicon)
    verdicts, final = gated_vote(readings, [1])
    right = [lexicon.words[place] == word for place, word in zip(final.word, WORDS, strict=True)]
    assert sum(right) >= 6, "chance is one of eight"
    assert not verdicts[0].seen.any(), "it knows no word of the project"
    assert vote_confidence(ensemble, [1], readings, verdicts, final.word) == pytest.approx(0.5)
    assert model_summary(model.file).members[0].n_gates == 1


def test_a_second_starter_model_is_refused(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    with pytest.raises(InputError, match="already"):
        add_starter(project)
    assert len(list_models(project)) == 1


def test_the_starter_model_needs_a_lexicon(project: Project) -> None:
    with pytest.raises(InputError, match="word list is empty"):
        add_starter(project)
    assert list_models(project) == []


def test_accents_select_the_larger_alphabet(project: Project) -> None:
    add_words(project, ["été", "forêt"], added_by="names.txt")
    assert add_starter(project)["alphabet"] == "latin-extended"
