"""A training writes the model's card into its file; an evaluation adds figures by group and by the starter's words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from executor_helpers import WORDS, handwriting, request, small_net

from app.insight.model.vote_data import read_block
from core.cli.main import main
from core.evaluation.model_card import CARD_TEXT, FIGURES
from core.events import ignore_events
from core.jobs.evaluation import measured_groups
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.recognition.recalibrate import recalibrate_model
from core.jobs.requests import EvaluateRequest
from core.jobs.training.train import train
from core.project.content.lexicon import add_words
from core.project.content.models import calibrated_file, get_model, recalibrated_files, save_evaluation
from core.project.content.predictions import predictions_by_model, voted_words
from core.project.content.words import Role, labelled_words
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.word_images import load_all_images
from core.store import starter_sources
from core.store.starter import starter_digest
from core.store.summary import model_summary
from core.store.tree import read_tree
from core.training.samples import image_hashes
from research.__main__ import main as research
from research.benchmark.record_report import record_rows, unlisted_images
from research.benchmark.records import load_records

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, small_net: object) -> Path:
    """Return the folder of a project with a model, five test words of its words and three of new words."""
    folder = tmp_path_factory.mktemp("figures")
    project = Project.create(folder / "archive")
    source = handwriting(folder / "source", WORDS * 8)
    crops = [replace(crop, writer=("Bob", "Ann", "Ann")[n // 2 % 3]) for n, crop in enumerate(source.crops)]
    import_contents(project, replace(source, crops=tuple(crops)))
    train(project, request("m", min_gate_images=1, gate_distances=True, synthetic=False), ignore_events, lambda: False)
    test_words = [*WORDS[:5], "zebra", "yes", "qua"]
    import_contents(project, handwriting(folder / "test", test_words, seed=2, role="test"))
    project.close()
    return project.folder


@pytest.fixture
def project(trained: Path, tmp_path: Path) -> Iterator[Project]:
    with Project.open(Path(shutil.copytree(trained, tmp_path / trained.name))) as project:
        yield project


def test_the_file_holds_the_card_without_names_of_writers(project: Project) -> None:
    about = read_tree(get_model(project).file)[0]["about"]
    kinds = {(one["kind"], one["group"]) for one in about[FIGURES]}
    assert {("status", "seen"), ("status", "unseen"), ("writer", "1"), ("writer", "2")} <= kinds
    assert about[CARD_TEXT].startswith("# Model card: m") and "| Writer | images |" in about[CARD_TEXT]
    assert "Ann" not in str(about) and "Bob" not in str(about)
    assert sum(about["data"]["word_images"]) == about["data"]["images"]
    assert "starter" not in about, "it began with random weights"


def test_an_evaluation_tells_its_figures_by_group(project: Project) -> None:
    result = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
    groups = {(group["kind"], group["group"]): group for group in result["groups"]}
    assert groups["status", "seen"]["images"] == result["n_seen"] == 5
    assert groups["status", "seen"]["right"][0] == pytest.approx(result["A_s"])
    assert groups["status", "unseen"]["right"][0] == pytest.approx(result["A_u"])
    # only the test words brought these three into the list, so without them they are in none
    assert groups["status", "unlisted"]["images"] == result["unread"]["outside"] == 3
    assert groups["frequency", "0"]["images"] == 3 and groups["frequency", "6-20"]["images"] == 5
    assert "starter" not in result


def test_measuring_keeps_the_votes_on_test_words(project: Project) -> None:
    def measure(*options: str) -> None:
        assert main(["evaluate", str(project.folder), "--device", "cpu", "--baselines", *options]) == 0

    ids = [word_id for word_id, _ in labelled_words(project, Role.TEST)]
    measure("--thres", "0")
    assert voted_words(project, "m") == set(), "votes at thresholds that are not in force would mislead"
    measure()
    data, _ = read_block(project, "m", len(model_summary(get_model(project).file).members), -1)
    assert data.ids == tuple(sorted(ids)) and None not in data.test_words
    kept = {word_id: predictions_by_model(project, word_id) for word_id in ids}
    with project.edit("read with its line") as connection:
        connection.execute("UPDATE prediction SET text = 'chosen' WHERE word_id = ?", (ids[0],))
    measure()
    assert predictions_by_model(project, ids[0])["m"].text == "chosen", "what was read before stays"
    assert all(predictions_by_model(project, word_id) == kept[word_id] for word_id in ids[1:])


def test_an_evaluation_keeps_its_answers_word_by_word(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    command = ["evaluate", str(project.folder), "--device", "cpu", "--records", str(folder)]
    assert research(command) == 0
    result = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
    (record,) = load_records(folder).values()
    words = record.columns["words"][record.columns["truth"]].tolist()
    assert sorted(words) == sorted([*WORDS[:5], "zebra", "yes", "qua"])
    ids = dict(labelled_words(project, Role.TEST))
    hashes = load_all_images(project, list(ids), ignore_events)
    by_digest = dict(zip(image_hashes(hashes.images).tolist(), (ids[one] for one in hashes.ids), strict=True))
    assert [by_digest[digest] for digest in record.columns["image"].tolist()] == words
    rows = record_rows(record)["baselines"]
    assert {rule: row["A_s"] for rule, row in rows.items()} == {
        rule: row["A_s"] for rule, row in result["baselines"].items()
    }
    # the project's list lacks them, and a record tells them from new words of the list
    assert unlisted_images(record).sum() == result["outside_lexicon"] == 3
    assert (record.card["name"], record.card["data"], record.card["seed"]) == ("m", "archive", 3)
    assert record.card["model"]["preset"]["name"] == "quick"


def test_new_words_are_told_apart_by_whether_the_starter_met_them(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def met(card: object, words: list[str]) -> np.ndarray:
        return np.array([word in ("zebra", *WORDS) for word in words])

    monkeypatch.setattr(measured_groups, "met_by_starter_of", met)
    assert main(["evaluate", str(project.folder), "--device", "cpu", "--baselines"]) == 0
    out = capsys.readouterr().out
    assert "New words by whether the starter model met them" in out and "not met (2 images)" in out
    assert main(["model", "card", str(project.folder)]) == 0
    out = capsys.readouterr().out
    assert "| met | 1 |" in out and "| not met | 2 |" in out


def test_the_words_of_a_starter_are_known_for_models_that_began_with_a_shipped_one() -> None:
    preset = {"preset": {"starter": True}}
    assert starter_sources.met_by_starter_of(preset, ["a"]) is not None
    assert starter_sources.met_by_starter_of(preset | {"starter": starter_digest()}, ["a"]) is not None
    assert starter_sources.met_by_starter_of(preset | {"starter": "another"}, ["a"]) is None
    assert starter_sources.met_by_starter_of({"preset": {"starter": False}}, ["a"]) is None


def test_a_recalibration_has_figures_of_its_own(project: Project) -> None:
    before = model_summary(get_model(project).file).card
    add_words(project, [f"{word}e" for word in WORDS], added_by="test")
    recalibrate_model(project, None, "cpu", ignore_events, lambda: False)
    (file,) = recalibrated_files(project, get_model(project))
    after = model_summary(file).card
    assert after[FIGURES] != before[FIGURES] and {one["kind"] for one in after[FIGURES]} == {
        one["kind"] for one in before[FIGURES]
    }
    save_evaluation(get_model(project), {"n_seen": 1, "n_unseen": 1})
    assert calibrated_file(project, get_model(project)) == get_model(project).file, "not in use before a recognition"
