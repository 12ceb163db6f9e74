"""`ductus adapt` uses the adapted starter model unless it is worse, or unless it is told to keep the active one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from adaptation_helpers import ADAPTED_MODEL, add_model

from core.cli.main import main
from core.jobs.evaluation.model_comparison import ModelComparison
from core.project.content.adapted_starter import adapted_starter
from core.project.content.models import active_model
from core.project.project import Project


@pytest.mark.parametrize(
    ("active", "right", "options", "used", "begins_trainings"),
    [
        ("starter", None, [], True, True),
        ("starter", (3, 4), [], True, True),
        ("starter", (4, 3), [], False, False),
        ("starter", None, ["--keep-active"], False, True),
        ("starter", (4, 3), ["--keep-active"], False, False),
        ("quick", None, [], False, True),
        ("quick", (4, 3), [], False, True),
        ("", None, ["--keep-active"], True, True),
    ],
)
def test_the_model_in_use_afterwards(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    active: str,
    right: tuple[int, int] | None,
    options: list[str],
    used: bool,
    begins_trainings: bool,
) -> None:
    def adapt(project: Project, *_: Any, **__: Any) -> dict[str, Any]:
        add_model(project, ADAPTED_MODEL, adapted=250, active=False)
        return {"model": ADAPTED_MODEL, "images": 250}

    comparison = ModelComparison("before", 0 if right is None else 10, True, *(right or (0, 0)))
    monkeypatch.setattr("core.cli.commands.train.adapt_starter", adapt)
    monkeypatch.setattr("core.cli.commands.train.compare_with_active", lambda *_: comparison if active else None)
    with Project.create(tmp_path / "p") as project:
        if active:
            add_model(project, "before", preset=active)
    assert main(["adapt", str(project.folder), *options]) == 0
    with Project.open(project.folder) as project:
        model = active_model(project)
        assert model is not None and model.name == (ADAPTED_MODEL if used else "before")
        assert (adapted_starter(project) is not None) == begins_trainings
