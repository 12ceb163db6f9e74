"""Training on a cluster from the window: offered where Slurm is, and no time told that is not known."""

from __future__ import annotations

from pathlib import Path

from train_helpers import training_place

from app.context import ProjectContext
from app.train.run_progress import RunProgress
from app.train.time_remaining import TimeRemaining
from app.train.train_options import TrainOptions
from core.cli.commands.executor import chosen_executor
from core.cli.main import parser
from core.jobs.training.estimate import Estimate
from core.training.presets import preset


def test_without_slurm_nothing_is_offered(context: ProjectContext, qtbot, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    place = training_place(context, qtbot, monkeypatch)
    advanced = place.set_up.advanced
    assert advanced.where.parent() is None and place.set_up.choice().engine == "inline"
    assert "--engine" not in place.set_up.choice().arguments()
    place.leave()


def test_where_slurm_is_a_training_can_be_sent_to_it(
    context: ProjectContext, qtbot, monkeypatch, tmp_path: Path
) -> None:
    (tmp_path / "sbatch").write_text("#!/bin/sh\n")
    (tmp_path / "sbatch").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    place = training_place(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: place.set_up.outlook is not None)
    place.set_up.show_advanced(True)
    where = place.set_up.advanced.where
    assert where.isVisible() and where.accessibleName() == "Where it runs"
    assert "about" in place.set_up.cost.text() or "more than" in place.set_up.cost.text()
    where.setCurrentIndex(1)
    assert place.set_up.cost.text() == "Runs on the cluster; how long it takes there is not measured."
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(place.session.jobs, "start", lambda *told: started.append(told))
    monkeypatch.setattr(place, "_follow", lambda job, story, estimate: started.append((repr(estimate),)))
    place.set_up.press_start()
    assert started[0][-2:] == ("--engine", "slurm") and started[1] == ("None",)
    # a run that is taken up goes where the next one would
    place._resume(4, RunProgress())
    assert started[2] == ("train", "--resume", "4", "--engine", "slurm")
    place.leave()


def test_the_arguments_are_those_of_the_command_line() -> None:
    choice = TrainOptions(preset("quick"), engine="slurm")
    options = parser().parse_args(["train", "letters.ductus", *choice.arguments()])
    assert chosen_executor(options).name == "slurm"


def test_while_readers_learn_beside_each_other_no_time_is_told() -> None:
    story, clock = RunProgress(), TimeRemaining(Estimate(2, 10.0, 5.0, 0))
    now = 0.0
    for done in (1, 2):
        for member in (0, 1):
            event = {"event": "progress", "part": "embedder", "member": member, "done": done, "total": 9, "loss": 1.0}
            story.take(event)
            clock.update(event, now)
        now += 1
        assert clock.seconds_left(story, now) is None
    assert story.busy == [0, 1]
    end = {"event": "member", "member": 0, "members": 2, "state": "finished", "thres": 1, "gates": 2}
    story.take(end)
    # what was heard of both together tells nothing of the one that is left either
    assert story.busy == [1] and clock.seconds_left(story, now) is None
