"""Models, runs and settings of a project: registered, deleted, evaluated; and transcriptions made since."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from project_helpers import crop_source, filled_project

from core.errors import InputError
from core.language import IN_APP
from core.project.content import history, models, runs
from core.project.content.models import (
    choose_thresholds,
    delete_model,
    evaluation_file,
    get_model,
    list_models,
    load_evaluation,
    model_path,
    register_model,
    save_evaluation,
    transcriptions_since,
)
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.runs import create_run, delete_run, end_run, get_run, list_runs, run_folder, start_run
from core.project.content.transcriptions import accept_predictions, list_transcriptions, set_transcription
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


def add_model(project: Project, name: str, run_id: int | None = None) -> None:
    path = model_path(project, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"weights")
    register_model(project, name, run_id=run_id)


def test_deleting_a_model_keeps_only_accepted_predictions(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        add_model(project, "old")
        add_model(project, "new")
        unread = word_ids(project, transcribed=False)
        for name in ("old", "new"):
            save_predictions(project, name, [Prediction(w, "King", "seen", 1, 1, 0.1) for w in unread])
        accept_predictions(project, [unread[0]], "new")
        model = get_model(project, "new")
        save_evaluation(model, {"A_s": 0.5})
        for name in ("old", "new"):
            choose_thresholds(project, get_model(project, name), [3])
        delete_model(project, "new")
        assert [m.name for m in list_models(project)] == ["old"]
        assert not model.file.exists() and not evaluation_file(model).exists()
        assert set(predictions_by_model(project, unread[1])) == {"old"}
        is_unset = [project.get_setting(f"thres:{name}") is None for name in ("old", "new")]
        assert is_unset == [False, True]
        assert list_transcriptions(project, unread[0])[-1].text == "King"
        with pytest.raises(InputError, match="no model"):
            delete_model(project, "new")


def test_deleting_a_run_deletes_its_folder_and_keeps_its_model(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        run = create_run(project, {"preset": {}}, 1)
        start_run(project, run.id)
        (run_folder(project, run.id) / "events.jsonl").write_text("{}\n", encoding="utf-8")
        add_model(project, "made", run.id)
        end_run(project, run.id, "done", model="made")
        delete_run(project, run.id)
        assert list_runs(project) == [] and not run_folder(project, run.id).exists()
        assert get_model(project, "made").run_id is None
        assert project.check_integrity() == []
        with pytest.raises(InputError, match="no run"):
            get_run(project, run.id)
        assert create_run(project, {}, 1).id != run.id


def test_an_evaluation_is_saved_beside_the_model_and_replaced(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        add_model(project, "made")
        model = get_model(project)
        assert load_evaluation(model) is None
        save_evaluation(model, {"A_s": np.float64(0.5), "counts": np.arange(2)})
        save_evaluation(model, {"A_s": np.float64(0.75)})
        kept = load_evaluation(model)
        assert kept is not None and kept["A_s"] == 0.75 and "measured_at" in kept and "counts" not in kept
        assert [p.name for p in model.file.parent.iterdir() if "evaluation" in p.name] == ["made.evaluation.json"]
        for text in ("{", "[" * 200_000, f"[{'9' * 5000}]"):
            evaluation_file(model).write_text(text, encoding="utf-8")
            assert load_evaluation(model) is None


def test_transcriptions_since_counts_typed_training_words_only(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        add_model(project, "made")
        model = get_model(project)
        assert transcriptions_since(project, model) == 0
        unread = word_ids(project, transcribed=False)
        set_transcription(project, unread[0], "typed")
        set_transcription(project, unread[0], "again")
        set_transcription(project, unread[1], "imported", "imported")
        assert transcriptions_since(project, model) == 1
        with project.edit("role") as connection:
            connection.execute("UPDATE word SET role = 'test' WHERE id = ?", (unread[0],))
        assert transcriptions_since(project, model) == 0


def test_runs_change_state_in_order(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        run = runs.create_run(project, {"gates": 5}, seed=7)
        assert (run.id, run.state, run.params, run.seed) == (1, "queued", {"gates": 5}, 7)
        assert runs.run_folder(project, run.id).is_dir()
        with pytest.raises(InputError, match="is queued; it cannot become done"):
            runs.end_run(project, run.id, "done")
        runs.start_run(project, run.id)
        assert runs.get_run(project, run.id).started_at is not None
        runs.end_run(project, run.id, "stopped", message="You stopped it.")
        stopped = runs.get_run(project, run.id)
        assert (stopped.state, stopped.message) == ("stopped", "You stopped it.")
        runs.start_run(project, run.id)
        again = runs.get_run(project, run.id)
        assert (again.ended_at, again.message) == (None, None)
        runs.end_run(project, run.id, "done", model="m")
        assert runs.get_run(project, run.id).model == "m"
        with pytest.raises(InputError, match="is done"):
            runs.start_run(project, run.id)
        other = runs.create_run(project, {})
        assert [r.id for r in runs.list_runs(project)] == [other.id, run.id]
        with pytest.raises(InputError, match="no run 9"):
            runs.get_run(project, 9)


def test_models_are_registered_once_and_one_is_active(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(IN_APP, raising=False)
    with Project.create(tmp_path / "a") as project:
        with pytest.raises(InputError, match=r"no model yet.*ductus begin"):
            models.get_model(project)
        with pytest.raises(InputError, match="no model file"):
            models.register_model(project, "first")
        for name in ("first", "second"):
            models.model_path(project, name).write_bytes(b"weights")
        run = runs.create_run(project, {})
        first = models.register_model(project, "first", run_id=run.id, info={"members": 5})
        assert (first.active, first.run_id, first.info) == (True, run.id, {"members": 5})
        assert first.file.read_bytes() == b"weights"
        models.register_model(project, "second", activate=False)
        assert models.get_model(project).name == "first"
        models.activate_model(project, "second")
        assert models.get_model(project).name == "second"
        assert [(m.name, m.active) for m in models.list_models(project)] == [("second", True), ("first", False)]
        with pytest.raises(InputError, match="already"):
            models.register_model(project, "first")
        with pytest.raises(InputError, match="Models of the project: second, first"):
            models.activate_model(project, "third")
        assert models.get_model(project).name == "second"


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a\\b", "end.", "x" * 100])
def test_invalid_model_names_are_refused(tmp_path: Path, name: str) -> None:
    with Project.create(tmp_path / "a") as project, pytest.raises(InputError, match="cannot be a model's name"):
        models.model_path(project, name)


def test_settings_are_stored_as_json(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        assert project.get_setting("alphabet", "latin") == "latin"
        project.set_setting("alphabet", {"name": "latin-extended", "é": [1, None]})
        project.set_setting("thres", 0.5)
        with pytest.raises(ValueError, match="JSON"):
            project.set_setting("thres", float("nan"))
    with Project.open(tmp_path / "a", read_only=True) as project:
        assert project.get_setting("alphabet") == {"name": "latin-extended", "é": [1, None]}
        assert project.get_setting("thres") == 0.5


def test_settings_are_not_part_of_the_history(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, crop_source(tmp_path, ["a"]))
        project.set_setting("k", 1)
        history.undo(project)
        assert project.get_setting("k") == 1
