"""Rows of a project that no version of Ductus wrote end jobs with the sentence of a damaged project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from adaptation_helpers import add_model, make_bare_project

from core.errors import DamagedError
from core.events import ignore_events
from core.jobs.training.adaptation_readiness import adaptation_readiness
from core.jobs.training.train import train
from core.project.content.adapted_starter import ADAPTED
from core.project.content.models import STARTER_PRESET
from core.project.content.runs import create_run, get_run
from core.project.project import Project
from core.training.presets import preset
from core.training.train_request import TrainRequest


@pytest.mark.parametrize("count", ["many", [], {}, None, float("inf")])
def test_number_of_words_an_adapted_starter_learnt_from(tmp_path: Path, count: Any) -> None:
    with Project.open(make_bare_project(tmp_path, 1)) as project:
        add_model(project, "own")
        with project.transaction() as connection:
            info = {"preset": STARTER_PRESET, ADAPTED: count}
            connection.execute("UPDATE model SET info = ?", (json.dumps(info),))
        with pytest.raises(DamagedError, match=r"invalid models.*run: ductus check"):
            adaptation_readiness(project)


@pytest.mark.parametrize(
    "change", [{"preset": None}, {"preset": []}, {"preset": "quick"}, {"seed": None}, {"colour": "red"}]
)
def test_parameters_of_a_run_that_is_resumed(tmp_path: Path, change: dict[str, Any]) -> None:
    whole = TrainRequest(preset("quick"), 0, "cpu")
    with Project.open(make_bare_project(tmp_path, 1)) as project:
        params = {name: value for name, value in (whole.to_json() | change).items() if value is not None}
        run = create_run(project, params)
        with pytest.raises(DamagedError, match=r"invalid runs.*run: ductus check"):
            train(project, whole, ignore_events, lambda: False, run.id)
        assert get_run(project, run.id).state == "failed"
