"""What a training learns from, and that no measurement counts images that the model learnt from."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import ensemble
from executor_helpers import WORDS, handwriting, labelled_project, request, small_net
from job_helpers import json_into
from PIL import Image

from core.cli.main import main
from core.errors import InputError, ModelFileError
from core.events import ignore_events
from core.formats.records import CropRecord, SourceContents
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.requests import EvaluateRequest
from core.jobs.training.train import train
from core.jobs.training.training_data import gather_training_data
from core.lexicon.alphabet import load_alphabet
from core.project.content.models import get_model
from core.project.content.word_edits import set_role
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.word_images import load_all_images
from core.store.model_file import load_ensemble, save_ensemble
from core.store.starter import load_starter, starter_digest, starter_path
from core.store.starter_sources import load_starter_sources, starter_sources_path
from core.store.summary import images_learnt_from
from core.training.presets import preset
from core.training.samples import are_known, image_hashes, is_blank
from core.training.starter_init import starter_ensemble

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")

SETTINGS = {"min_gate_images": 1, "gate_distances": True, "synthetic": False}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, small_net: object) -> Path:
    """Return the folder of a project with a model and five test words that it never met."""
    project = labelled_project(tmp_path_factory.mktemp("learnt"), copies=8)
    train(project, request("m", **SETTINGS), ignore_events, lambda: False)
    import_contents(project, handwriting(project.folder.parent / "test", WORDS[:5], seed=2, role="test"))
    project.close()
    return project.folder


@pytest.fixture
def project(trained: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(Path(shutil.copytree(trained, tmp_path / trained.name))) as project:
        yield project


def measure(project: Project, model: str = "m") -> dict:
    return evaluate(project, EvaluateRequest(model), ignore_events, lambda: False)


def test_training_words_with_the_role_test_are_left_out(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    before = measure(project)
    moved = word_ids(project)[:12]
    set_role(project, moved, "test")
    after = measure(project)
    assert after["n_seen"] + after["n_unseen"] == 5 and sorted(after["learnt"]) == sorted(moved)
    assert (before["learnt"], before["baselines"]) == ([], after["baselines"])
    assert main(["evaluate", str(project.folder), "--device", "cpu"]) == 0
    assert "12 of 17 test words are left out: this model, or the starter model" in capsys.readouterr().out


def test_where_none_remain_one_sentence_says_so(project: Project) -> None:
    ids = word_ids(project)
    set_role(project, ids[-5:], "train")
    set_role(project, ids[:12], "test")
    with pytest.raises(InputError, match="'m' learnt from the images of all 12 test words") as raised:
        measure(project)
    assert "\n" not in str(raised.value)


def test_images_that_the_starter_learnt_from_are_left_out_too(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    tested = word_ids(project)[-5:]
    images = load_all_images(project, tested[:2], ignore_events).images
    monkeypatch.setattr("core.store.summary.images_learnt_before", lambda card: image_hashes(images))
    after = measure(project)
    assert sorted(after["learnt"]) == sorted(tested[:2]) and after["n_seen"] + after["n_unseen"] == 3


def test_a_model_continued_from_another_remembers_what_that_one_learnt_from(project: Project) -> None:
    first = load_ensemble(get_model(project, "m").file)
    moved = word_ids(project)[:6]
    set_role(project, moved, "test")
    continued = replace(request("n", **SETTINGS), parent="m")
    train(project, continued, ignore_events, lambda: False)
    second = load_ensemble(get_model(project, "n").file)
    for before, after in zip(first.members, second.members, strict=True):
        assert np.isin(before.trained_on, after.trained_on).all()
    # all but those that no reader's weights learnt from: they were reserved or held out by every one of them
    assert 5 <= measure(project, "n")["n_seen"] + measure(project, "n")["n_unseen"] < 5 + len(moved)


def test_the_digests_in_a_file_are_those_of_all_members_and_sets(tmp_path: Path) -> None:
    whole = ensemble()
    save_ensemble(tmp_path / "m.h5", whole)
    expected = set()
    for member in whole.members:
        assert member.outcomes is not None
        expected |= set(member.trained_on.tolist()) | set(member.outcomes.image.tolist())
    assert set(images_learnt_from(tmp_path / "m.h5").tolist()) == expected
    members = tuple(replace(member, outcomes=None) for member in whole.members)
    save_ensemble(tmp_path / "older.h5", replace(whole, members=members))
    assert images_learnt_from(tmp_path / "older.h5").tolist() == np.unique([m.trained_on for m in members]).tolist()
    (tmp_path / "broken.h5").write_bytes(b"no model")
    with pytest.raises(ModelFileError, match=r"broken\.h5"):
        images_learnt_from(tmp_path / "broken.h5")


def test_the_digests_in_a_file_are_also_those_of_the_starter_that_it_began_with(tmp_path: Path) -> None:
    sources = load_starter_sources(starter_sources_path(), starter_digest())
    assert sources is not None
    card = {"preset": preset("phosc-ctc").to_json(), "starter": starter_digest()}
    save_ensemble(tmp_path / "m.h5", replace(ensemble(), card=card))
    assert np.isin(sources.images, images_learnt_from(tmp_path / "m.h5")).all()
    itself = starter_ensemble(load_starter(starter_path()), load_alphabet("latin-extended"))
    save_ensemble(tmp_path / "starter.h5", itself)
    assert images_learnt_from(tmp_path / "starter.h5").tolist() == sources.images.tolist()
    save_ensemble(tmp_path / "other.h5", replace(ensemble(), card={"preset": preset("compact-15").to_json()}))
    assert not np.isin(sources.images, images_learnt_from(tmp_path / "other.h5")).any()


def test_blank_images_are_all_alike_and_never_known() -> None:
    blank, word = np.full((1, 50, 250), 255, np.uint8), np.full((1, 50, 250), 200, np.uint8)
    images = np.concatenate([blank, word, blank])
    assert are_known(images, image_hashes(images)).tolist() == [False, True, False]
    assert not are_known(images, image_hashes(blank)).any()


def test_images_without_ink_teach_nothing(tmp_path: Path) -> None:
    project = labelled_project(tmp_path, copies=1)
    import_contents(project, handwriting(tmp_path / "more", WORDS[:2], seed=2))
    crops = []
    for number, level in enumerate((180, 200)):
        path = tmp_path / f"blank-{number}.png"
        Image.fromarray(np.full((40, 120), level, np.uint8)).save(path)
        crops.append(CropRecord(path, WORDS[0], role="train"))
    events: list[dict[str, Any]] = []
    before = gather_training_data(project, request("m"), None, json_into(events))[0].samples
    assert not any("no ink" in str(event.get("text")) for event in events)
    import_contents(project, SourceContents(crops=tuple(crops)))
    after = gather_training_data(project, request("m"), None, json_into(events))[0].samples
    assert after.words == before.words and not is_blank(after.images).any()
    assert [event["text"] for event in events if "no ink" in str(event.get("text"))] == [
        "2 word images show no ink and are left out."
    ]
