"""A new model beside the active one: which words are read, by which readers, and who takes over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from ensemble_helpers import CLASSES, TinyNet, ensemble, lexicon, word_images
from numpy.typing import NDArray

from core.events import ignore_events
from core.formats.records import CropRecord, SourceContents
from core.jobs.evaluation import model_comparison
from core.jobs.evaluation.model_comparison import MIN_TEST_WORDS, MOST_WORDS, activate_unless_worse, compare_with_active
from core.jobs.results import ModelComparison
from core.model import signature_learner
from core.project.content.models import (
    ReadWords,
    active_model,
    get_model,
    keep_read_words,
    model_path,
    read_words,
    register_model,
)
from core.project.content.words import Role, labelled_words
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.word_images import load_all_images
from core.recognition.evidence import embed_all
from core.store.model_file import save_ensemble
from core.training.samples import Samples, image_hashes


@pytest.fixture(autouse=True)
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the time would be spent on writing untrained weights."""
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)


def new_project(folder: Path, test: int, train: int) -> Project:
    project = Project.create(folder / "p")
    for role, count in (("test", test), ("train", train)):
        crops = []
        for number in range(count):
            path = folder / f"{role}-{number}.png"
            (image,) = word_images([number % len(CLASSES)])
            image[int(role == "test"), number] = 0  # no two files are equal
            cv2.imwrite(str(path), image)
            crops.append(CropRecord(path, CLASSES[number % len(CLASSES)]))
        if crops:
            import_contents(project, SourceContents(crops=tuple(crops)), role=role)
    for name in ("old", "new"):
        model_path(project, name).parent.mkdir(exist_ok=True)
        save_ensemble(model_path(project, name), ensemble())
        register_model(project, name, activate=name == "old")
    return project


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str | None]]:
    """The models' answers; for images beyond those, the truth."""
    given: dict[str, list[str | None]] = {}

    def read(model: tuple[Project, str], images: NDArray[np.uint8]) -> list[str | None]:
        project, name = model
        truth = dict(labelled_words(project))
        block = load_all_images(project, list(truth), ignore_events)
        word_of = {image.tobytes(): truth[word] for word, image in zip(block.ids, block.images, strict=True)}
        known = given.get(name, [])
        return [*known, *(word_of[image.tobytes()] for image in images[len(known) :])]

    monkeypatch.setattr(model_comparison, "open_model", lambda project, name, device, emit: (project, name))
    monkeypatch.setattr(model_comparison, "_read", read)
    return given


def test_test_words_are_read_where_there_are_enough(tmp_path: Path, answers: dict[str, list[str | None]]) -> None:
    answers |= {"old": ["?"] * 5, "new": ["?"] * 2}
    project = new_project(tmp_path, MIN_TEST_WORDS, 30)
    found = compare_with_active(project, "new", "cpu", ignore_events)
    assert found == ModelComparison("old", MIN_TEST_WORDS, True, MIN_TEST_WORDS - 5, MIN_TEST_WORDS - 2, True)
    kept = [read_words(get_model(project, name)) for name in ("old", "new")]
    right = (MIN_TEST_WORDS - 5, MIN_TEST_WORDS - 2)
    assert kept == [ReadWords(MIN_TEST_WORDS, right[0], "new"), ReadWords(MIN_TEST_WORDS, right[1], "old")]
    keep_read_words(project, "new", ReadWords(9, 8))
    assert compare_with_active(project, "new", "cpu", ignore_events) == found
    assert read_words(get_model(project, "new")) == ReadWords(9, 8), "a measurement says more"


def test_else_training_words_that_both_may_read(tmp_path: Path, answers: dict[str, list[str | None]]) -> None:
    answers |= {"old": [None, "?", "?"], "new": ["?", None, "?"]}
    found = compare_with_active(new_project(tmp_path, 3, 30), "new", "cpu", ignore_events)
    assert found == ModelComparison("old", 28, False, 27, 27, True)


def test_test_words_that_a_model_learnt_from_are_not_compared(
    tmp_path: Path, answers: dict[str, list[str | None]]
) -> None:
    project = new_project(tmp_path, MIN_TEST_WORDS + 20, 30)
    ids = [word for word, _ in labelled_words(project, Role.TEST)]
    digests = image_hashes(load_all_images(project, ids, ignore_events).images)
    left = int((digests != digests[0]).sum())  # some images are equal
    assert MIN_TEST_WORDS <= left < len(ids)
    whole = ensemble()
    members = tuple(replace(member, trained_on=digests[:1]) for member in whole.members)
    save_ensemble(model_path(project, "new"), replace(whole, members=members), replace=True)
    found = compare_with_active(project, "new", "cpu", ignore_events)
    assert found is not None and (found.words, found.test_words) == (left, True)


def test_a_model_is_not_compared_with_itself_or_none(tmp_path: Path, answers: dict[str, list[str | None]]) -> None:
    project = new_project(tmp_path, 0, 3)
    assert compare_with_active(project, "old", "cpu", ignore_events) is None
    assert activate_unless_worse(project, "new", None)
    assert active_model(project).name == "new"  # type: ignore[union-attr]


@pytest.mark.parametrize("better", [True, False])
def test_a_worse_or_unmeasured_model_does_not_take_over(tmp_path: Path, better: bool) -> None:
    project = new_project(tmp_path, 0, 1)
    assert activate_unless_worse(project, "new", ModelComparison("old", 10, True, 5, 5, better)) is better
    assert active_model(project).name == ("new" if better else "old")  # type: ignore[union-attr]


def test_a_reader_does_not_judge_images_that_it_was_trained_on() -> None:
    images, words = word_images(range(4)), list(CLASSES[:4])
    hashes = Samples.of(images, words).image_hashes()
    whole = ensemble(2)
    first, second = whole.members
    members = replace(first, trained_on=np.sort(hashes[:2])), replace(second, trained_on=np.sort(hashes[1:3]))
    model: Any = SimpleNamespace(
        ensemble=replace(whole, members=members), lexicon=lexicon(), embed=lambda images, emit: embed_all(whole, images)
    )
    texts = model_comparison._read(model, images)
    assert [text is None for text in texts] == [False, True, False, False], "both were trained on the second image"
    alone: Any = SimpleNamespace(
        ensemble=replace(whole, members=(replace(second, trained_on=np.zeros(0, np.uint64)),)),
        lexicon=lexicon(),
        embed=lambda images, emit: embed_all(whole, images)[1:],
    )
    assert texts[0] == model_comparison._read(alone, images)[0], "the first is read by the second reader alone"


def test_many_words_are_sampled(tmp_path: Path, answers: dict[str, list[str | None]], monkeypatch: Any) -> None:
    monkeypatch.setattr(model_comparison, "MOST_WORDS", 25)
    found = compare_with_active(new_project(tmp_path, 60, 1), "new", "cpu", ignore_events)
    assert found is not None and found.words == 25 and MOST_WORDS == 400
