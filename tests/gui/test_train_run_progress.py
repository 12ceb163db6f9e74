"""The progress of a run from its events, the time left, and the texts about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from view_helpers import training_view

from app.context import ProjectContext
from app.session.run_progress import MemberState, RunProgress, TrainingProgress, read_progress
from app.session.time_left import ProgressRate, WorkRate, format_duration
from app.train.compare_view import comparison, differing_parameters
from app.train.train_messages import is_resumable, kept_line, log_line, member_line, score_line, state_name
from core.events import Event, JobPart, MemberChanged, Progress, RunBegan
from core.jobs.executor_settings import ExecutorSettings
from core.jobs.requests import TrainModelRequest
from core.jobs.training.estimate import Estimate
from core.project.content.models import Model
from core.project.content.runs import Run
from core.project.project_files import ProjectFiles
from core.training.presets import preset


def epoch(member: int, done: int, loss: float, accuracy: float | None = None, total: int = 4) -> Progress:
    return Progress(JobPart.EMBEDDER, done, total, member, loss, accuracy)


def gates(member: int, done: int, total: int = 10) -> Progress:
    return Progress(JobPart.GATES, done, total, member, 0.1)


def progress_of(*events: Event, members: int = 2) -> RunProgress:
    progress = RunProgress()
    progress.add(RunBegan(7, "quick", 3))
    progress.add(MemberChanged(0, members, "started"))
    for event in events:
        progress.add(event)
    return progress


def finished(member: int, members: int = 2) -> MemberChanged:
    return MemberChanged(member, members, "finished", 5, 9)


def test_events_lead_members_from_waiting_to_finished() -> None:
    progress = progress_of(epoch(0, 1, 4.0, 0.1), epoch(0, 2, 2.0), epoch(0, 3, 1.0, 0.9), epoch(0, 4, 0.5, 0.8))
    assert [m.state for m in progress.members] == [MemberState.LEARNING, MemberState.WAITING]
    assert progress.members[0].loss == [4.0, 2.0, 1.0, 0.5] and progress.members[0].measured_epochs == [1, 3, 4]
    assert progress.members[0].best == (3, 0.9)
    progress.add(gates(0, 5))
    assert progress.members[0].state == MemberState.GATES and progress.share == pytest.approx(0.95 / 2)
    progress.add(finished(0))
    assert progress.members[0].state == MemberState.FINISHED and progress.finished == 1 and progress.current is None
    assert progress.share == 0.5


def test_epoch_reported_again_after_a_resume_replaces_the_later_ones() -> None:
    progress = progress_of(epoch(0, 1, 4.0, 0.1), epoch(0, 2, 3.0, 0.2), epoch(0, 3, 2.0, 0.3), epoch(0, 2, 2.5, 0.25))
    assert progress.members[0].epochs == [1, 2] and progress.members[0].loss == [4.0, 2.5]
    assert progress.members[0].accuracy == [0.1, 0.25]


def test_events_of_members_that_there_cannot_be_are_ignored() -> None:
    progress = progress_of(epoch(0, 1, 4.0))
    for odd in (epoch(-1, 1, 1.0), gates(10**9, 1), finished(0, 10**9), Progress(JobPart.EMBEDDER, 1, 4)):
        progress.add(odd)
    assert len(progress.members) == 2 and progress.members[0].epochs == [1]


def test_progress_is_read_from_a_log_that_was_cut_short(tmp_path: Path) -> None:
    lines = [json.dumps(e.to_json()) for e in (RunBegan(1, "quick", 0), epoch(0, 1, 2.0))]
    (tmp_path / "events.jsonl").write_text("\n".join(lines) + '\n{"event": "prog', encoding="utf-8")
    progress = read_progress(ProjectFiles(tmp_path), tmp_path)
    assert progress.run_id == 1 and progress.members[0].epochs == [1]
    assert read_progress(ProjectFiles(tmp_path), tmp_path / "nothing").members == []


def test_time_left_covers_all_members() -> None:
    training = TrainingProgress(progress_of())
    assert training.seconds_left(0.0) is None
    for done, at in ((1, 10.0), (2, 20.0), (4, 40.0)):
        training.add(epoch(0, done, 1.0), at)
    assert training.seconds_left(40.0) == (pytest.approx(40), False), "the time for the gates is not known yet"
    for done, at in ((1, 41.0), (2, 42.0)):
        training.add(gates(0, done), at)
    # this member still takes 8 passes of 1 s, the other one 4 epochs of 10 s and 10 passes
    assert training.seconds_left(42.0) == (pytest.approx(8 + 40 + 10), True)
    assert training.seconds_left(43.0) == (pytest.approx(57), True)


def test_estimate_is_used_for_parts_without_measurement() -> None:
    training = TrainingProgress(progress_of(), Estimate(2, learn=100, gates=20, memory_bytes=1))
    assert training.seconds_left(0.0) == (pytest.approx(240), True)


def test_time_left_covers_the_line_reader() -> None:
    training = TrainingProgress(progress_of(), Estimate(2, learn=100, gates=20, memory_bytes=1, lines=60))
    assert training.seconds_left(0.0) == (pytest.approx(300), True)
    for member in (0, 1):
        training.add(finished(member), 240.0)
    for done, at in ((0, 240.0), (1, 250.0), (2, 260.0)):
        training.add(Progress(JobPart.LINE_READER, done, 8), at)
    assert training.seconds_left(260.0) == (pytest.approx(60), True)


def run(number: int, state: str = "done", **params: object) -> Run:
    whole = {"preset": preset("quick").changed(**params).to_json(), "seed": number, "device": "cpu"}
    start = "2026-01-01T10:00:00.000+00:00"
    return Run(number, state, whole, number, start, start, "2026-01-01T10:05:00.000+00:00", None, "m")


def test_comparison_names_only_parameters_that_differ() -> None:
    lines = dict(comparison([run(1), run(2, steps=99)], [{"A_s": 0.5, "A_s_interval": [0.4, 0.6]}, None], {}))
    assert lines["Training steps"] == [str(preset("quick").steps), "99"]
    assert lines["Random seed"] == ["1", "2"] and "Processor" not in lines and "Number of readers" not in lines
    assert lines["Correct, words trained on"] == ["50.0 % (40.0 to 60.0)", "not measured"]
    assert lines["Duration"] == ["5 min", "5 min"]
    assert differing_parameters([run(1).params, {}])["seed"] == [1, None]


def test_running_run_of_a_dead_process_is_interrupted_and_can_be_resumed() -> None:
    running = run(1, "running")
    assert state_name("running", ours=False, elsewhere=False) == "Interrupted"
    assert state_name("running", ours=True, elsewhere=False) == "Running"
    assert is_resumable(running, ours=False, elsewhere=False)
    assert not is_resumable(running, ours=True, elsewhere=False)
    assert not is_resumable(run(1), ours=False, elsewhere=False)


def test_lines_about_progress_and_scores(qapp: QApplication) -> None:
    progress = progress_of(finished(0), epoch(1, 2, 1.0))
    assert kept_line(progress) == "Kept: 1 finished reader and reader 2 after epoch 2 of 4."
    assert kept_line(progress_of()) == "Nothing was finished yet."
    assert member_line(progress.members[1], running=False) == "stopped after epoch 2 of 4"
    assert [format_duration(s) for s in (5, 840, 11400, 86400 * 12)] == ["5 s", "14 min", "3 h 10 min", "12 days"]
    assert "5 of 9" in log_line(finished(0))
    model = Model("m", Path("m.h5"), True, 1, "2026-01-01T10:00:00.000+00:00", {})
    assert score_line(model, None) == "not measured yet"
    assert "50 % of 4 new words" in score_line(model, {"A_u": 0.5, "n_unseen": 4, "A_s": None})


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
    training = TrainingProgress(estimate=Estimate(2, 10.0, 5.0, 0))
    now = 0.0
    for done in (1, 2):
        for member in (0, 1):
            training.add(Progress(JobPart.EMBEDDER, done, 9, member, 1.0), now)
        now += 1
        assert training.seconds_left(now) is None
    assert training.run.in_training == [0, 1]
    training.add(MemberChanged(0, 2, "finished", 1, 2), now)
    # the speed of both together does not give that of the remaining one either
    assert training.run.in_training == [1] and training.seconds_left(now) is None


def test_rate_needs_some_steps_and_leaves_out_breaks() -> None:
    rate = WorkRate(0.0, window=40, break_s=120.0, min_steps=5)
    for now in (2, 4, 6, 8):
        rate.advance(1, now)
    assert rate.seconds_left(10) is None
    rate.advance(1, 3608)
    assert rate.seconds_left(10) is None, "the break does not count"
    rate.advance(1, 3610)
    assert rate.seconds_left(10) == pytest.approx(20)


def test_rate_with_a_window_follows_the_latest_steps() -> None:
    rate = WorkRate(0.0, window=2)
    for now in (100, 101, 102):
        rate.advance(1, now)
    assert rate.seconds_left(10) == pytest.approx(10)


def test_progress_rate_starts_anew_with_each_part_and_counts_down() -> None:
    rate = ProgressRate()
    for done, now in ((1, 10.0), (2, 20.0), (3, 30.0)):
        rate.update(Progress(JobPart.EMBEDDER, done, 10, 0), now)
    assert rate.seconds_left(30.0) == pytest.approx(70)
    assert rate.seconds_left(35.0) == pytest.approx(65)
    rate.update(Progress(JobPart.GATES, 1, 10, 0), 40.0)
    assert rate.seconds_left(41.0) is None


def test_durations_are_rounded() -> None:
    durations = [format_duration(seconds) for seconds in (0, 40, 840, 11400, 86400 * 12)]
    assert durations == ["1 s", "40 s", "14 min", "3 h 10 min", "12 days"]
