"""The submitting side: results as they come, what was lost again, faults told, a stop that leaves nothing running."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from executor_helpers import Fake, hurry

from core.errors import DuctusError, InputError, Stopped
from core.executors.paths import events_file, fault_file
from core.executors.submitter import ATTEMPTS, JobSpec, Submitter

__all__ = ["hurry"]
pytestmark = pytest.mark.usefixtures("hurry")


class Bench:
    """An errand whose results are small text files."""

    def __init__(self, folder: Path, cluster: Fake) -> None:
        self.job_file, self.cluster = folder / "job.h5", cluster
        self.heard: list[tuple[int, Any]] = []
        self.notes: list[str] = []
        self.signs: list[dict[str, Any]] = []
        self.stop = False
        cluster.work = self.work

    def work(self, job_file: Path, number: int) -> None:
        self.result(number).write_text(f"whole {number}")

    def result(self, number: int) -> Path:
        return self.job_file.with_name(f"{number}.txt")

    def take(self, number: int) -> str | None:
        text = self.result(number).read_text()
        return text if text.startswith("whole") else None

    def emit(self, event: dict[str, Any]) -> None:
        if event["event"] == "note":
            self.notes.append(event["text"])
        else:
            self.signs.append(event)

    def collector(self) -> Submitter[str]:
        errand = JobSpec(
            self.job_file, self.result, self.take, lambda n: f"part {n}", lambda n, e: self.heard.append((n, e))
        )
        return Submitter(self.cluster, errand, self.emit, lambda: self.stop)

    def results(self, *numbers: int) -> dict[int, str]:
        return dict(self.collector().results(numbers))


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    return lambda **how: Bench(tmp_path, Fake(**how))


def test_every_number_comes_once_and_the_cluster_is_not_given_more_than_it_takes(bench: Any) -> None:
    at = bench(most=2)
    assert at.results(4, 0, 2) == {n: f"whole {n}" for n in (0, 2, 4)}
    assert at.cluster.submitted == [[4, 0], [2]] and at.notes == [] and at.cluster.cancelled == []


def test_a_lost_job_is_submitted_again_and_told_of(bench: Any) -> None:
    at = bench(dies=lambda number, attempt: "lost" if number == 1 and attempt < 3 else "")
    assert at.results(0, 1) == {0: "whole 0", 1: "whole 1"}
    assert at.cluster.submitted == [[0, 1], [1], [1]]
    assert at.signs == [{"event": "jobs", "open": 1}]
    assert len(at.notes) == 2 and "Job 1.1 of part 1 " in at.notes[0]


def test_a_job_that_always_dies_is_given_up_with_what_it_said_last(bench: Any) -> None:
    at = bench(dies=lambda number, attempt: "lost" if number == 1 else "")
    with pytest.raises(DuctusError, match=rf"part 1 ended {ATTEMPTS} times .* the log of 1.{ATTEMPTS}"):
        at.results(1)
    assert at.cluster.attempts[1] == ATTEMPTS


def test_a_job_that_comes_further_each_time_is_never_given_up(bench: Any) -> None:
    at = bench()

    def work(job_file: Path, number: int) -> None:
        attempt = at.cluster.attempts[number]
        with events_file(job_file, number).open("a") as file:
            file.write(json.dumps({"event": "progress", "part": "embedder", "done": attempt, "total": 9}) + "\n")
        if attempt == 9:
            at.result(number).write_text("whole 0")

    at.cluster.work = work
    assert at.results(0) == {0: "whole 0"} and len(at.notes) == 8
    assert [event["done"] for _, event in at.heard] == list(range(1, 10))


def test_a_result_that_is_not_whole_counts_as_none(bench: Any) -> None:
    at = bench()

    def work(job_file: Path, number: int) -> None:
        at.result(number).write_text("whole 0" if at.cluster.attempts[number] == 2 else "torn")

    at.cluster.work = work
    assert at.results(0) == {0: "whole 0"} and at.cluster.attempts[0] == 2


@pytest.mark.parametrize(("code", "kind"), [(2, InputError), (1, DuctusError)])
def test_a_fault_that_another_node_would_have_too_ends_the_run(bench: Any, code: int, kind: type) -> None:
    at = bench()
    fault = {"text": "It cannot be.", "exit_code": code, "final": True}
    at.cluster.work = lambda job_file, number: fault_file(job_file, number).write_text(json.dumps(fault))
    with pytest.raises(DuctusError, match=r"^It cannot be\.$") as told:
        at.results(0, 1)
    assert type(told.value) is kind and at.cluster.attempts == {0: 1, 1: 1}


@pytest.mark.parametrize("text", ['{"text": "no card", "final": false}', "[]", "torn {"])
def test_a_fault_of_the_node_is_tried_elsewhere_and_told_in_the_end(bench: Any, text: str) -> None:
    at = bench()
    at.cluster.work = lambda job_file, number: fault_file(job_file, number).write_text(text)
    with pytest.raises(DuctusError, match="no card" if "card" in text else "the log of"):
        at.results(0)
    assert at.cluster.attempts[0] == ATTEMPTS


def test_what_lies_there_from_elsewhere_is_not_believed(bench: Any) -> None:
    at = bench()
    events_file(at.job_file, 0).write_text('{"event": "note", "text": "old"}\n')
    fault_file(at.job_file, 0).write_text('{"text": "old", "final": true}')
    assert at.results(0) == {0: "whole 0"} and at.heard == []


def test_events_are_passed_on_once_and_only_known_ones(bench: Any) -> None:
    at = bench()

    def work(job_file: Path, number: int) -> None:
        lines = ['{"event": "note", "text": "a"}', '{"event": "result"}', "[1]", "torn", '{"event": "began"}']
        events_file(job_file, number).write_text("\n".join(lines) + '\n{"event": "note", "te')
        at.result(number).write_text("whole 0")

    at.cluster.work = work
    at.results(0)
    assert [event["event"] for _, event in at.heard] == ["note", "began"]


def test_a_stop_cancels_the_jobs_and_gives_what_was_finished(bench: Any) -> None:
    at = bench()
    at.cluster.ended = lambda jobs: set()
    done: list[int] = []
    told: list[str] = []

    def work(job_file: Path, number: int) -> None:
        if number == 0:
            at.result(0).write_text("whole 0")

    at.cluster.work = work
    with pytest.raises(Stopped):
        for number, _ in at.collector().results([0, 1, 2]):
            done.append(number)
            at.stop = True
            # what is finished while the others are told to end is not thrown away
            at.cluster.cancel = lambda jobs: told.extend(jobs) or at.result(2).write_text("whole 2")
    assert done == [0, 2] and sorted(told) == ["1.1", "2.1"]


def test_jobs_are_cancelled_when_nobody_wants_the_rest(bench: Any) -> None:
    at = bench()
    at.cluster.ended = lambda jobs: set()
    at.cluster.work = lambda job_file, number: number or at.result(0).write_text("whole 0")
    results = at.collector().results([0, 1])
    assert next(results)[0] == 0
    results.close()
    assert at.cluster.cancelled == ["1.1"]
