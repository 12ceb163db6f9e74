"""A training is killed at random moments: the next run ends as if nothing had been."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from robustness_helpers import (
    KillTrial,
    assert_intact,
    long_run_only,
    read_transcriptions,
    run_in_process,
    start_ductus,
)
from tally import Harm, tally

from core.project.content.models import list_models
from core.project.content.runs import list_runs
from core.project.project import Project

pytestmark = [pytest.mark.timeout(1800), long_run_only]


def test_killed_training_resumes_to_the_same_model(
    untrained: Path, trained: tuple[Path, list[str]], train_options: tuple[str, ...], tmp_path: Path
) -> None:
    trial = KillTrial("training", untrained, tmp_path, 1 / 6)
    command = ("train", trial.project, *train_options)
    start = partial(start_ductus, *command)
    before = read_transcriptions(untrained)
    trial.measure(start)
    moments: Counter[str] = Counter()
    for child in trial.kills(start):
        moments[child.moment] += 1
        assert_intact(trial.project, before)
        with Project.open(trial.project) as project:
            runs, models = list_runs(project), [model.name for model in list_models(project)]
        if runs and runs[0].state == "done":
            assert models == ["m"]
            continue
        result = run_in_process(*(("train", trial.project, "--resume", runs[0].id) if runs else command))
        assert result["members"] == result["asked"] == 2 and result["manifest"] == trained[1]
        assert_intact(trial.project, before)
        with Project.open(trial.project) as project:
            assert [model.name for model in list_models(project)] == ["m"]
            assert [run.state for run in list_runs(project)] == ["done"]
    print(f"training: {trial.count} kills, {dict(moments)}")
    outcome = "no partial model listed, resumed to the same model (same manifest)"
    tally(Harm.KILLED_COMMANDS, "kill -9 while training", trial.count, outcome)
