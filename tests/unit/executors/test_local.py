"""Test jobs as real child processes of submitit's local executor: killed, stopped, with the same result."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from event_helpers import json_into
from executor_helpers import hurry, labelled_project, request

from core.errors import Stopped
from core.events import Event, JobPart, Note, Progress
from core.executors.local import LocalCluster
from core.executors.submitter import create_cluster
from core.executors.training_jobs import cluster_trainer
from core.jobs.executor_settings import ExecutorSettings
from core.jobs.training.train import train
from core.project.content.runs import get_run, run_folder

__all__ = ["hurry"]
pytestmark = pytest.mark.usefixtures("hurry")
pytest.importorskip("submitit", reason="the extra slurm is not installed", exc_type=ImportError)

LOCAL = ExecutorSettings("local", cpus_per_job=1, max_parallel=2)
STEPS = {"steps": 12, "batch": 4, "peak_rate": 0.003}


def pid_of(run: Path, k: int) -> int:
    """Return the process id in the first event of member k."""
    first = (run / "jobs" / f"train-{k:04d}.events.jsonl").read_text().splitlines()[0]
    return int(json.loads(first)["pid"])


def test_killed_worker_continues_and_the_model_is_identical(tmp_path: Path) -> None:
    project = labelled_project(tmp_path, copies=4)
    inline = train(project, request("inline", **STEPS), lambda event: None, lambda: False)
    killed: list[int] = []
    notes: list[str] = []

    def kill_one(event: Event) -> None:
        if isinstance(event, Note):
            notes.append(event.text)
        if isinstance(event, Progress) and (event.part, event.member) == (JobPart.EMBEDDER, 1) and not killed:
            killed.append(pid_of(run_folder(project, 2), 1))
            os.kill(killed[0], signal.SIGKILL)

    jobs = train(project, request("jobs", **STEPS), kill_one, lambda: False, trainer=cluster_trainer(LOCAL))
    assert any("of reader 2 ended without a result and is submitted again" in note for note in notes)
    assert any(note.startswith("Reader 2 continues after epoch") for note in notes)
    assert jobs.manifest == inline.manifest and jobs.members == 2
    assert get_run(project, 2).state == "done" and not (run_folder(project, 2) / "jobs").exists()


def test_stop_ends_the_workers_and_keeps_their_checkpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.executors.submitter.CANCEL_TIMEOUT_S", 30.0)
    project = labelled_project(tmp_path, copies=4)
    events: list[dict[str, Any]] = []

    def stop() -> bool:
        return any(event.get("part") == "embedder" for event in events)

    with pytest.raises(Stopped):
        train(
            project,
            request("jobs", steps=6000, batch=4, members=1),
            json_into(events),
            stop,
            trainer=cluster_trainer(LOCAL),
        )
    run = run_folder(project, 1)
    assert get_run(project, 1).state == "stopped" and list(run.glob("checkpoint-*.h5"))
    with pytest.raises(ProcessLookupError):
        os.kill(pid_of(run, 0), 0)


def test_max_jobs_depends_on_the_processors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)

    def max_jobs(threads: int, gpus: int, **options: Any) -> int:
        cluster = create_cluster(ExecutorSettings("local", **options), tmp_path, "n", threads, gpus)
        assert isinstance(cluster, LocalCluster)
        return cluster.max_jobs

    assert (max_jobs(2, 0), max_jobs(16, 0), max_jobs(2, 1), max_jobs(2, 0, max_parallel=7)) == (4, 1, 1, 7)
