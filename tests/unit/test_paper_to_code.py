"""README's table from the paper to the code: each function exists, and it is the one that runs."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pytest
from executor_helpers import WORDS, handwriting, labelled_project, request, small_net

from core.evaluation.bounds.report import report_bounds
from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.jobs.training.train import train
from core.model.ensemble import Ensemble
from core.project.content.models import get_model
from core.project.importing.import_sources import import_contents
from core.store.model_file import load_ensemble

__all__ = ["small_net"]

README = Path(__file__).resolve().parents[2] / "README.md"
ROWS = re.findall(r"^\| .+ \| \[`([\w.]+)`\]\(([\w/.]+)\) \|", README.read_text(encoding="utf-8"), re.MULTILINE)


def load(name: str) -> Callable[..., Any]:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def code_of(function: Callable[..., Any]) -> CodeType:
    return (function.__init__ if isinstance(function, type) else function).__code__


def with_perfect_gates(ensemble: Ensemble) -> Ensemble:
    """Return the ensemble as if all its gates had voted right on X and X'."""
    members = []
    for member in ensemble.members:
        votes = np.where(member.calibration.is_seen, member.n_gates, 0).astype(np.float32)
        members.append(replace(member, thres=1, calibration=replace(member.calibration, votes=votes)))
    return replace(ensemble, members=tuple(members))


def test_table_names_twelve_functions_and_links_to_their_files() -> None:
    assert len(ROWS) == 12
    for name, link in ROWS:
        assert callable(load(name)), name
        file = README.parent / link
        assert (
            file.is_file()
            and Path(load(name).__code__.co_filename if hasattr(load(name), "__code__") else file) == file
        )
        assert link == name.rpartition(".")[0].replace(".", "/") + ".py"


@pytest.mark.usefixtures("small_net")
def test_training_recognition_and_evaluation_run_all_twelve(tmp_path: Path) -> None:
    project = labelled_project(tmp_path)
    test_words = handwriting(tmp_path / "test", WORDS * 2, seed=9)
    import_contents(project, replace(test_words, crops=tuple(replace(crop, role="test") for crop in test_words.crops)))
    missing = {code_of(load(name)): name for name, _ in ROWS}

    def record(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            missing.pop(frame.f_code, None)

    sys.setprofile(record)
    try:
        train(project, request("model", classifier="lr", synthetic=True), ignore_events, lambda: False)
        recognise(project, RecogniseRequest(), ignore_events, lambda: False)
        evaluate(project, EvaluateRequest(bounds=True), ignore_events, lambda: False)
        # the theorems need gates that are better than chance, which gates trained for a second may not be
        report_bounds(with_perfect_gates(load_ensemble(get_model(project).file)))
    finally:
        sys.setprofile(None)
    assert not missing.values(), "not called"
