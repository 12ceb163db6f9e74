"""A model whose word list has changed is calibrated again before it reads; the model file stays as it is."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from executor_helpers import WORDS, handwriting, labelled_project, request, small_net
from job_helpers import json_into

from core.cli.main import main
from core.errors import InputError, ModelFileError
from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.recognition.loaded_model import open_model
from core.jobs.recognition.recalibrate import recalibrate_model
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.jobs.training.train import train
from core.model.nets.base import SignatureNet
from core.model.signature_learner import SignatureLearner
from core.project.content.calibrations import CalibrationState, calibration_state
from core.project.content.lexicon import add_words, remove_words
from core.project.content.models import (
    PostponedRecalibration,
    calibrated_file,
    choose_thresholds,
    chosen_thresholds,
    delete_model,
    get_model,
    postpone_recalibration,
    recalibrated_file,
)
from core.project.content.word_edits import set_role
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store import summary
from core.store.model_file import load_ensemble, member_digest
from core.store.summary import model_summary

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")

MORE = ["gold", "harbour", "island", "journey", "kingdom", "ladder", "mountain", "number"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, small_net: type[SignatureNet]) -> Path:
    """Return the folder of a project with a model, which every test copies."""
    project = labelled_project(tmp_path_factory.mktemp("trained"), copies=8)
    train(project, request("m", min_gate_images=1, gate_distances=True, synthetic=False), ignore_events, lambda: False)
    folder = project.folder
    project.close()
    return folder


@pytest.fixture
def project(trained: Path, tmp_path: Path) -> Iterator[Project]:
    shutil.copytree(trained, tmp_path / trained.name)
    with Project.open(tmp_path / trained.name) as project:
        yield project


def read_all(project: Project) -> list[str]:
    """Read all words; return the texts of the notes."""
    events: list[dict[str, Any]] = []
    recognise(project, RecogniseRequest(words="all"), json_into(events), lambda: False)
    return [event["text"] for event in events if event["event"] == "note"]


def test_reading_with_another_list_calibrates_once(project: Project) -> None:
    model = get_model(project, "m")
    before = model.file.read_bytes()
    assert not any("calibrated again" in text for text in read_all(project))
    add_words(project, MORE)
    assert not open_model(project, None, "cpu", ignore_events).is_calibrated
    assert any("calibrated again" in text for text in read_all(project))
    assert model.file.read_bytes() == before
    opened = open_model(project, None, "cpu", ignore_events)
    assert opened.is_calibrated and opened.file == recalibrated_file(project, model, opened.lexicon.digest())
    assert calibrated_file(project, model) == opened.file
    assert not any("calibrated again" in text for text in read_all(project))
    # with the earlier list the model's own calibration is right again, at once
    remove_words(project, MORE)
    assert open_model(project, None, "cpu", ignore_events).file == model.file
    # the predictions are still those of the longer list, until the words are read again
    assert calibrated_file(project, model) == opened.file
    read_all(project)
    assert calibrated_file(project, model) == model.file


def test_a_changed_list_needs_no_pass_through_the_networks(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    read_all(project)
    passes: list[int] = []
    inner = SignatureLearner.embed

    def embed(self: SignatureLearner, images: np.ndarray, *more: Any) -> np.ndarray:
        passes.append(len(images))
        return inner(self, images, *more)

    monkeypatch.setattr(SignatureLearner, "embed", embed)
    add_words(project, MORE)
    assert any("calibrated again" in text for text in read_all(project))
    assert passes == [], "training kept the embeddings of X and X', reading those of all words"
    file = recalibrated_file(
        project, get_model(project, "m"), open_model(project, None, "cpu", ignore_events).lexicon.digest()
    )
    kept = [member_digest(member) for member in load_ensemble(file).members]
    shutil.rmtree(project.folder / "cache" / "embeddings")
    file.unlink()
    read_all(project)
    assert passes and [member_digest(member) for member in load_ensemble(file).members] == kept, "it can be made again"


def test_a_damaged_recalibration_is_made_again(project: Project) -> None:
    add_words(project, MORE)
    read_all(project)
    (file,) = (project.folder / "cache" / "recalibrated").iterdir()
    sound = file.stat().st_size
    file.write_bytes(file.read_bytes()[: sound // 2])
    assert any("calibrated again" in text for text in read_all(project))
    assert file.stat().st_size >= sound // 2 and open_model(project, None, "cpu", ignore_events).is_calibrated


def test_words_that_cannot_be_encoded_are_reported_once(project: Project) -> None:
    add_words(project, [*MORE, "漢字"])
    events: list[dict[str, Any]] = []
    recognise(project, RecogniseRequest(words="all"), json_into(events), lambda: False)
    assert [event["word"] for event in events if event["event"] == "unencodable"] == ["漢字"]


def test_evaluation_does_not_mix_lists(project: Project, tmp_path: Path) -> None:
    import_contents(project, handwriting(tmp_path / "test", WORDS, seed=2, role="test"))
    add_words(project, MORE)
    events: list[dict[str, Any]] = []
    evaluate(project, EvaluateRequest(), json_into(events), lambda: False)
    assert any("calibrated again" in str(event.get("text")) for event in events)


def test_thresholds_of_a_person_are_for_the_gates_they_were_chosen_for(project: Project) -> None:
    model = get_model(project, "m")
    choose_thresholds(project, model, [2, 2])
    add_words(project, MORE)
    recalibrate_model(project, None, "cpu", ignore_events, lambda: False)
    assert chosen_thresholds(project, model) is None


def test_a_model_whose_images_are_gone_is_used_as_it_is_with_a_note(project: Project) -> None:
    set_role(project, word_ids(project), "none")
    add_words(project, MORE)
    with pytest.raises(InputError, match="Train a new model"):
        recalibrate_model(project, None, "cpu", ignore_events, lambda: False)
    assert any("those of the earlier word list" in text for text in read_all(project))


def test_the_command_and_deleting(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    add_words(project, MORE)
    assert main(["recalibrate", str(project.folder), "--device", "cpu"]) == 0
    assert "is calibrated for 14 words, on 48 images" in capsys.readouterr().out
    (file,) = (project.folder / "cache" / "recalibrated").iterdir()
    assert file.name.startswith("m.")
    delete_model(project, "m")
    assert not file.exists()


def state_of(project: Project) -> CalibrationState:
    state = calibration_state(project)
    assert state is not None
    return state


def test_single_words_that_are_added_later_do_not_need_another_one(project: Project) -> None:
    add_words(project, [f"word{letter}{other}" for letter in "abcdefghijkl" for other in "abcdefghijkl"])
    recalibrate_model(project, None, "cpu", ignore_events, lambda: False)
    file = open_model(project, None, "cpu", ignore_events).file
    add_words(project, ["yonder"])
    opened = open_model(project, None, "cpu", ignore_events)
    assert opened.is_calibrated and opened.file == file and file is not None and opened.recalibrated_for in file.name
    assert not any("calibrated again" in text for text in read_all(project))
    assert calibrated_file(project, get_model(project)) == file


def test_the_state_tells_what_fits_and_what_the_predictions_were_made_with(project: Project) -> None:
    read_all(project)
    state = state_of(project)
    assert (state.model, state.words, state.calibrated_words) == ("m", 6, 6)
    assert state.fits and state.predictions_fit and state.has_predictions
    add_words(project, [*MORE, "漢字"])
    state = state_of(project)
    assert (state.words, state.calibrated_words) == (14, 6), "the alphabet cannot encode one of them"
    assert not state.fits and not state.predictions_fit
    recalibrate_model(project, None, "cpu", ignore_events, lambda: False)
    assert state_of(project).fits and not state_of(project).predictions_fit
    read_all(project)
    assert state_of(project).predictions_fit and state_of(project).calibrated_words == 14
    remove_words(project, [*MORE, "漢字"])
    assert state_of(project).fits and not state_of(project).predictions_fit


def test_the_state_reads_the_model_file_again_only_when_it_has_changed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The app reads the state after every edit."""
    read: list[Path] = []
    monkeypatch.setattr(summary, "model_summary", lambda file: (read.append(file), model_summary(file))[1])
    first = state_of(project)
    add_words(project, MORE)
    assert first.words == 6 and state_of(project).words == 14
    file = get_model(project).file
    assert read == [file]
    os.utime(file, ns=(1, 1))
    assert state_of(project).words == 14 and read == [file, file]
    file.unlink()
    with pytest.raises(ModelFileError, match="there is no such model file"):
        calibration_state(project)


def test_it_is_postponed_until_the_list_changes_again(project: Project) -> None:
    add_words(project, MORE)
    assert not state_of(project).is_postponed
    postpone_recalibration(project, get_model(project), PostponedRecalibration(14, False))
    assert state_of(project).is_postponed and not state_of(project).was_impossible
    add_words(project, ["yonder"])
    assert not state_of(project).is_postponed
    delete_model(project, "m")
    assert calibration_state(project) is None


def test_words_that_the_model_cannot_tell_apart_are_reported_when_they_are_added_later(project: Project) -> None:
    assert not any("tell apart" in text for text in read_all(project))
    add_words(project, ["Fir", "Some", "some"])
    (told,) = [text for text in read_all(project) if "tell apart" in text]
    assert "2 groups of words" in told and "'Fir' and 'fir'" in told


def test_steps_that_are_no_whole_epochs_are_said(tmp_path: Path) -> None:
    project = labelled_project(tmp_path, copies=8)
    events: list[dict[str, Any]] = []
    train(project, request("m", steps=10, min_gate_images=1, gate_distances=True, synthetic=False), json_into(events),
          lambda: False)  # fmt: skip
    (told,) = [str(event["text"]) for event in events if "no whole number" in str(event.get("text"))]
    steps = [event["total"] for event in events if event["event"] == "progress" and event["part"] == "embedder"]
    assert told.startswith("10 steps") and f"{steps[0]} epochs of" in told
