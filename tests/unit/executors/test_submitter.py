"""The submitting process: results as they arrive, lost jobs, errors, stopping; and jobs as real child processes."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from executor_helpers import FakeCluster, hurry, labelled_project, request
from job_helpers import json_into

from core.errors import DuctusError, InputError, Stopped
from core.events import Event, JobPart, Note, OpenJobs, Progress
from core.executors.cluster import events_file, fault_file
from core.executors.submitit_clusters import LocalCluster
from core.executors.submitter import MAX_ATTEMPTS, Submitter, create_cluster
from core.executors.training_jobs import cluster_trainer
from core.jobs.executor_settings import ExecutorSettings
from core.jobs.training.train import train
from core.project.content.runs import get_run, run_folder

__all__ = ["hurry"]
pytestmark = pytest.mark.usefixtures("hurry")
pytest.importorskip("submitit", reason="the extra slurm is not installed", exc_type=ImportError)
LOCAL = ExecutorSettings("local", cpus_per_job=1, max_parallel=2)
STEPS = {"steps": 12, "batch": 4, "peak_rate": 0.003}


class Jobs:
    """A job specification whose results are small text files, and what its submitter reported."""

    def __init__(self, folder: Path, cluster: FakeCluster) -> None:
        self.job_file, self.cluster = folder / "job.h5", cluster
        self.worker_events: list[tuple[int, Any]] = []
        self.notes: list[str] = []
        self.other_events: list[dict[str, Any]] = []
        self.stop = False
        cluster.run = self.run

    def run(self, job_file: Path, number: int) -> None:
        self.result(number).write_text(f"complete {number}")

    def result(self, number: int) -> Path:
        return self.job_file.with_name(f"{number}.txt")

    def load(self, number: int) -> str | None:
        text = self.result(number).read_text()
        return text if text.startswith("complete") else None

    def emit(self, event: Event) -> None:
        if isinstance(event, Note):
            self.notes.append(event.text)
        else:
            self.other_events.append(event)

    def submitter(self) -> Submitter[str]:
        return Submitter(
            self.cluster,
            self.job_file,
            self.result,
            self.load,
            lambda n: f"part {n}",
            lambda n, e: self.worker_events.append((n, e)),
            self.emit,
            lambda: self.stop,
        )

    def results(self, *numbers: int) -> dict[int, str]:
        return dict(self.submitter().results(numbers))


@pytest.fixture
def create_jobs(tmp_path: Path) -> Callable[..., Jobs]:
    return lambda **options: Jobs(tmp_path, FakeCluster(**options))


def test_every_number_yields_one_result_and_max_jobs_limits_submission(create_jobs: Any) -> None:
    jobs = create_jobs(max_jobs=2)
    assert jobs.results(4, 0, 2) == {n: f"complete {n}" for n in (0, 2, 4)}
    assert jobs.cluster.submitted == [[4, 0], [2]] and jobs.notes == [] and jobs.cluster.cancelled == []


def test_lost_job_is_submitted_again_with_a_note(create_jobs: Any) -> None:
    jobs = create_jobs(fails=lambda number, attempt: number == 1 and attempt < 3)
    assert jobs.results(0, 1) == {0: "complete 0", 1: "complete 1"}
    assert jobs.cluster.submitted == [[0, 1], [1], [1]]
    assert jobs.other_events == [OpenJobs(1)]
    assert len(jobs.notes) == 2 and "Job 1.1 of part 1 " in jobs.notes[0]


def test_job_that_always_fails_raises_error_with_the_end_of_its_log(create_jobs: Any) -> None:
    jobs = create_jobs(fails=lambda number, attempt: number == 1)
    with pytest.raises(DuctusError, match=rf"part 1 ended {MAX_ATTEMPTS} times .* the log of 1.{MAX_ATTEMPTS}"):
        jobs.results(1)
    assert jobs.cluster.attempts[1] == MAX_ATTEMPTS


def test_job_with_progress_in_each_attempt_is_never_given_up(create_jobs: Any) -> None:
    jobs = create_jobs()

    def run(job_file: Path, number: int) -> None:
        attempt = jobs.cluster.attempts[number]
        with events_file(job_file, number).open("a") as file:
            file.write(json.dumps({"event": "progress", "part": "embedder", "done": attempt, "total": 9}) + "\n")
        if attempt == 9:
            jobs.result(number).write_text("complete 0")

    jobs.cluster.run = run
    assert jobs.results(0) == {0: "complete 0"} and len(jobs.notes) == 8
    assert [event.done for _, event in jobs.worker_events] == list(range(1, 10))


def test_incomplete_result_counts_as_lost(create_jobs: Any) -> None:
    jobs = create_jobs()

    def run(job_file: Path, number: int) -> None:
        jobs.result(number).write_text("complete 0" if jobs.cluster.attempts[number] == 2 else "incomplete")

    jobs.cluster.run = run
    assert jobs.results(0) == {0: "complete 0"} and jobs.cluster.attempts[0] == 2


@pytest.mark.parametrize(("code", "kind"), [(2, InputError), (1, DuctusError)])
def test_final_error_of_a_worker_ends_the_run(create_jobs: Any, code: int, kind: type) -> None:
    jobs = create_jobs()
    fault = {"text": "No memory.", "exit_code": code, "final": True}
    jobs.cluster.run = lambda job_file, number: fault_file(job_file, number).write_text(json.dumps(fault))
    with pytest.raises(DuctusError, match=r"^No memory\.$") as raised:
        jobs.results(0, 1)
    assert type(raised.value) is kind and jobs.cluster.attempts == {0: 1, 1: 1}


@pytest.mark.parametrize("text", ['{"text": "no card", "final": false}', "[]", "torn {"])
def test_other_error_of_a_worker_is_raised_after_the_last_attempt(create_jobs: Any, text: str) -> None:
    jobs = create_jobs()
    jobs.cluster.run = lambda job_file, number: fault_file(job_file, number).write_text(text)
    with pytest.raises(DuctusError, match="no card" if "card" in text else "the log of"):
        jobs.results(0)
    assert jobs.cluster.attempts[0] == MAX_ATTEMPTS


def test_earlier_events_and_faults_are_deleted(create_jobs: Any) -> None:
    jobs = create_jobs()
    events_file(jobs.job_file, 0).write_text('{"event": "note", "text": "old"}\n')
    fault_file(jobs.job_file, 0).write_text('{"text": "old", "final": true}')
    assert jobs.results(0) == {0: "complete 0"} and jobs.worker_events == []


def test_only_known_complete_events_are_forwarded(create_jobs: Any) -> None:
    jobs = create_jobs()

    def run(job_file: Path, number: int) -> None:
        lines = [
            '{"event": "note", "text": "a"}',
            '{"event": "result"}',
            "[1]",
            "incomplete",
            '{"event": "began", "host": "h", "pid": 1}',
        ]
        events_file(job_file, number).write_text("\n".join(lines) + '\n{"event": "note", "te')
        jobs.result(number).write_text("complete 0")

    jobs.cluster.run = run
    jobs.results(0)
    assert [event.kind for _, event in jobs.worker_events] == ["note", "began"]


def test_stop_cancels_jobs_and_yields_finished_results(create_jobs: Any) -> None:
    jobs = create_jobs()
    jobs.cluster.ended = lambda jobs: set()
    done: list[int] = []
    cancelled: list[str] = []

    def run(job_file: Path, number: int) -> None:
        if number == 0:
            jobs.result(0).write_text("complete 0")

    jobs.cluster.run = run
    with pytest.raises(Stopped):
        for number, _ in jobs.submitter().results([0, 1, 2]):
            done.append(number)
            jobs.stop = True
            # a result that is finished during the cancellation is used too
            jobs.cluster.cancel = lambda ids: cancelled.extend(ids) or jobs.result(2).write_text("complete 2")
    assert done == [0, 2] and sorted(cancelled) == ["1.1", "2.1"]


def test_closing_the_iterator_cancels_the_jobs(create_jobs: Any) -> None:
    jobs = create_jobs()
    jobs.cluster.ended = lambda jobs: set()
    jobs.cluster.run = lambda job_file, number: number or jobs.result(0).write_text("complete 0")
    results = jobs.submitter().results([0, 1])
    assert next(results)[0] == 0
    results.close()
    assert jobs.cluster.cancelled == ["1.1"]


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
