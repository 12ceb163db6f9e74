"""Training on a cluster from the Train view: offered where Slurm is installed, without an estimate of the time."""

from __future__ import annotations

from pathlib import Path

from train_helpers import training_view

from app.context import ProjectContext
from app.session.run_progress import RunProgress
from app.session.time_left import TimeRemaining
from core.events import JobPart, MemberChanged, Progress
from core.jobs.executor_settings import ExecutorSettings
from core.jobs.requests import TrainModelRequest
from core.jobs.training.estimate import Estimate


def test_without_slurm_no_cluster_is_offered(context: ProjectContext, qtbot, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    view = training_view(context, qtbot, monkeypatch)
    advanced = view.setup.advanced
    assert advanced.executor_box.isHidden() and view.setup.executor == "inline"
    view.leave()


def test_with_slurm_a_training_can_be_submitted(context: ProjectContext, qtbot, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "sbatch").write_text("#!/bin/sh\n")
    (tmp_path / "sbatch").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    view = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: view.setup.readiness is not None)
    view.setup.show_advanced(True)
    where = view.setup.advanced.executor_box
    assert not where.isHidden()
    assert where.isVisible() and where.accessibleName() == "Where it runs"
    assert "about" in view.setup.cost.text() or "more than" in view.setup.cost.text()
    where.setCurrentIndex(1)
    assert view.setup.cost.text() == "Runs on the cluster; the time there is not measured."
    started: list[TrainModelRequest] = []
    estimates: list[Estimate | None] = []
    monkeypatch.setattr(view.session.jobs, "start", started.append)
    monkeypatch.setattr(view, "_follow", lambda job, progress, estimate: estimates.append(estimate))
    view.setup.press_start()
    assert started[0].executor == ExecutorSettings("slurm") and started[0].keep_active and estimates == [None]
    # a resumed run uses the executor that is chosen now
    view._resume(4, RunProgress())
    assert started[1] == TrainModelRequest(resume=4, keep_active=True, executor=ExecutorSettings("slurm"))
    view.leave()


def test_parallel_members_give_no_time_left() -> None:
    progress, clock = RunProgress(), TimeRemaining(Estimate(2, 10.0, 5.0, 0))
    now = 0.0
    for done in (1, 2):
        for member in (0, 1):
            event = Progress(JobPart.EMBEDDER, done, 9, member, 1.0)
            progress.add(event)
            clock.update(event, now)
        now += 1
        assert clock.seconds_left(progress, now) is None
    assert progress.in_training == [0, 1]
    end = MemberChanged(0, 2, "finished", 1, 2)
    progress.add(end)
    # the speed of both together does not give that of the remaining one either
    assert progress.in_training == [1] and clock.seconds_left(progress, now) is None
