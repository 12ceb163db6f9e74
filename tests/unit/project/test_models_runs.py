"""Models and runs: deletion, evaluations, and transcriptions made since."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from project_helpers import filled_project

from core.errors import InputError
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
