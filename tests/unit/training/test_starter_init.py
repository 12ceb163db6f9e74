"""Weights interpolated between a trained member and the starter model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from ensemble_helpers import CLASSES, latin, word_images

from core.arrays import Arrays
from core.errors import InputError
from core.imaging.normalise import normalise
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.jobs.recognition.starter import add_starter
from core.lexicon.lexicon import Lexicon
from core.model.learner import new_learner
from core.project.content.lexicon import add_words
from core.project.content.models import STARTER_PRESET, get_model, list_models
from core.project.project import Project
from core.recognition.algorithms import gated_vote
from core.recognition.confidence import vote_confidence
from core.recognition.evidence import embed_all, gather_evidence
from core.store.model_file import load_ensemble
from core.store.starter import load_starter, starter_path
from core.store.summary import model_summary
from core.training.ensemble_training import train_ensemble
from core.training.job import TrainingJob
from core.training.presets import preset
from core.training.samples import Samples
from core.training.starter_init import interpolate_weights, transfer_weights


def test_weights_are_interpolated_and_counters_are_not() -> None:
    start: Arrays = {"a": np.array([0.0, 4.0], np.float32), "steps": np.array(3)}
    trained: Arrays = {"a": np.array([1.0, 0.0], np.float32), "steps": np.array(9)}
    mixed = interpolate_weights(start, trained, 0.25)
    np.testing.assert_allclose(mixed["a"], [0.25, 3.0])
    assert mixed["a"].dtype == np.float32 and mixed["steps"] == 9
    for share, one in ((0.0, start), (1.0, trained)):
        np.testing.assert_array_equal(interpolate_weights(start, trained, share)["a"], one["a"])


def weights(folder: Path, images: int, *, starter: bool = True) -> Arrays:
    labels = np.arange(40) % len(CLASSES)
    samples = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    settings = preset("compact").changed(
        members=1, steps=2, gates=3, gate_epochs=1, starter=starter, starter_images=images
    )
    job = TrainingJob(samples, Lexicon(sorted([*CLASSES, "zebra", "yes"]), latin()), latin(), settings, 0, "cpu")
    ensemble = train_ensemble(job, folder, lambda event: None, lambda: False)
    return ensemble.members[0].learner.to_arrays()


def test_fewer_images_keep_a_member_nearer_to_the_starter(tmp_path: Path) -> None:
    fresh = new_learner("compact", latin(), preset("compact").metric, 0).to_arrays()
    start = transfer_weights(load_starter(starter_path()), fresh, latin())

    def distance(arrays: Arrays) -> float:
        return float(np.sqrt(sum(np.sum((arrays[n] - a) ** 2) for n, a in start.items() if a.dtype.kind == "f")))

    free, half = weights(tmp_path / "free", 0), weights(tmp_path / "half", 1_000_000)
    assert 0 < distance(half) < distance(free) / 1000
    assert preset("phosc-ctc").starter_images > 0 == preset("compact-15").starter_images


def test_a_member_with_random_initial_weights_is_not_interpolated(tmp_path: Path) -> None:
    free = weights(tmp_path / "free", 0, starter=False)
    asked = weights(tmp_path / "asked", 1_000_000, starter=False)
    assert all(np.array_equal(free[name], array) for name, array in asked.items())


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
