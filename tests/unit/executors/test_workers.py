"""Test the jobs of workers: plain data in and out, the same result as in one process, results checked when read."""

from __future__ import annotations

import json
import os
import pickle
import signal
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import lexicon
from executor_helpers import FakeCluster, SmallNet, hurry, labelled_project, request
from job_helpers import json_into
from project_helpers import crop_source

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.events import Event, Progress, ignore_events
from core.executors import worker
from core.executors.cluster import events_file, fault_file, new_folder, read_log_tail, work_name
from core.executors.recognition_jobs import ClusterExecutor
from core.executors.recognition_worker import read_result, write_result
from core.executors.submitter import create_cluster
from core.executors.training_jobs import cluster_trainer
from core.executors.training_worker import read_job
from core.executors.worker import PARENT, WorkerCall, run_job
from core.jobs.executor_settings import ExecutorSettings
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import RecogniseRequest
from core.jobs.training.train import train
from core.model.signature_learner import NETS
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.runs import get_run, run_folder
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store.tree import decode_words, encode_words, write_tree

__all__ = ["hurry"]
pytestmark = pytest.mark.usefixtures("hurry")

ENGINE = ExecutorSettings("local", cpus_per_job=1, words_per_job=16)
REQUEST = RecogniseRequest("inline", "all")


def never() -> bool:
    return False


@pytest.fixture(scope="module", autouse=True)
def small_network() -> Iterator[None]:
    """Replace the compact network: FakeCluster trains in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(NETS, "compact", SmallNet)
        yield


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, small_network: None) -> Project:
    """A labelled project with the model "inline", trained in one process."""
    project = labelled_project(tmp_path_factory.mktemp("engine"))
    train(project, request("inline"), ignore_events, never)
    return project


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeCluster]:
    def create(**options: Any) -> FakeCluster:
        fake = FakeCluster(**options)
        for module in ("training_jobs", "recognition_jobs"):
            monkeypatch.setattr(f"core.executors.{module}.create_cluster", lambda *_: fake)
        return fake

    return create


def manifest(project: Project, run: int) -> list[str]:
    model = get_run(project, run).model
    assert model is not None
    from core.store.model_file import load_ensemble

    return list(load_ensemble(project.folder / "models" / f"{model}.h5").card["manifest"])


def test_members_trained_as_jobs_equal_those_of_one_process(archive: Project, cluster: Any) -> None:
    fake, events = cluster(fails=lambda k, attempt: (k, attempt) == (1, 1)), []
    result = train(archive, request("jobs"), json_into(events), never, trainer=cluster_trainer(ENGINE))
    assert fake.submitted == [[0, 1], [1]]
    assert result.manifest == manifest(archive, 1) == manifest(archive, result.run)
    states = [(event["member"], event["state"]) for event in events if event["event"] == "member"]
    assert sorted(states) == [(0, "finished"), (0, "started"), (1, "finished"), (1, "started")]
    parts = {(event["part"], event["member"]) for event in events if event["event"] == "progress"}
    assert parts == {("embedder", 0), ("embedder", 1), ("gates", 0), ("gates", 1)}
    # the pickled files of submitit are deleted with the folder
    assert not (run_folder(archive, result.run) / "jobs").exists()


def test_stopped_run_keeps_its_members_and_continues_with_jobs(archive: Project, cluster: Any) -> None:
    fake, events = cluster(max_jobs=1), []

    def emit(event: Event) -> None:
        events.append(event.to_json())

    def stop() -> bool:
        return any(event.get("state") == "finished" for event in events)

    first = train(archive, request("half"), emit, stop, trainer=cluster_trainer(ENGINE))
    assert first.members == 1 and get_run(archive, first.run).state == "stopped"
    assert fake.submitted == [[0]]

    second = cluster()
    with pytest.raises(InputError, match="There is a model 'half' already"):
        train(archive, request("half"), emit, never, resume=first.run, trainer=cluster_trainer(ENGINE))
    (archive.folder / "models" / "half.h5").rename(archive.folder / "other.h5")
    archive.query("SELECT 1")
    with archive.transaction() as connection:
        connection.execute("DELETE FROM model WHERE name = 'half'")
    complete = train(archive, request("half"), emit, never, resume=first.run, trainer=cluster_trainer(ENGINE))
    assert second.submitted == [[1]] and complete.manifest == manifest(archive, 1)


def test_requeued_job_with_a_result_does_nothing(archive: Project, cluster: Any) -> None:
    fake = cluster()
    times: list[float] = []

    def twice(job_file: Path, k: int) -> None:
        member = job_file.parent.parent / f"member-{k:02d}.h5"
        for _ in range(2):
            run_job(job_file, k)
            times.append(member.stat().st_mtime_ns)

    fake.run = twice
    result = train(archive, request("twice"), ignore_events, never, trainer=cluster_trainer(ENGINE))
    assert times[0] == times[1] and result.manifest == manifest(archive, 1)


def test_the_parent_model_is_sent_with_the_job(archive: Project, cluster: Any) -> None:
    from dataclasses import replace

    inline = train(archive, replace(request("a"), parent="inline"), ignore_events, never)
    cluster()
    jobs = train(archive, replace(request("b"), parent="inline"), ignore_events, never, trainer=cluster_trainer(ENGINE))
    assert jobs.manifest == inline.manifest != manifest(archive, 1)


def test_shards_predicted_as_jobs_give_the_same_predictions(archive: Project, cluster: Any, tmp_path: Path) -> None:
    import_contents(archive, crop_source(tmp_path, [None] * 9, shade=150))
    ids = word_ids(archive)

    def predicted() -> list[Prediction]:
        return list(iter_predictions(archive, "inline", ids))

    recognise(archive, REQUEST, ignore_events, never)
    before = predicted()
    with archive.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    events: list[dict[str, Any]] = []
    fake = cluster(fails=lambda n, attempt: (n, attempt) == (1, 1))
    result = recognise(archive, REQUEST, json_into(events), never, ClusterExecutor(ENGINE))
    assert fake.submitted == [[0, 1, 2], [1]] and result.words == len(ids) == 39
    assert predicted() == before
    done = [event["done"] for event in events if event["event"] == "progress"]
    assert done == sorted(done) and done[-1] == 39
    assert list((archive.folder / "cache" / "jobs").iterdir()) == []


def test_shards_predicted_before_a_stop_are_not_predicted_again(archive: Project, cluster: Any) -> None:
    fake, stopped = cluster(), []

    def emit(event: Event) -> None:
        if isinstance(event, Progress) and event.done:
            stopped.append(event.done)

    with pytest.raises(Stopped, match="Stopped after 16 of 39 words"):
        recognise(archive, REQUEST, emit, lambda: bool(stopped), ClusterExecutor(ENGINE))
    assert stopped == [16] and fake.attempts == {0: 1, 1: 1, 2: 1}
    second = cluster()
    recognise(archive, REQUEST, ignore_events, never, ClusterExecutor(ENGINE))
    assert second.submitted == [], "the results of all shards were still there"


def test_impossible_result_is_ignored(tmp_path: Path) -> None:
    path, words = tmp_path / "key.read.h5", lexicon()
    from core.recognition.vote_details import encode_votes

    certain = Prediction(7, "cat", "seen", 2, 3, 0.25, 0.5, encode_votes([]))
    write_result(path, "key", [certain])
    assert read_result(path, "key", [6, 7], words) == [certain]
    # predictions of the starter model have no confidence
    without_confidence = Prediction(7, "cat", "unseen", 0, 1, 0.25, None, encode_votes([]))
    write_result(path, "key", [certain, without_confidence])
    assert read_result(path, "key", [7], words) == [certain, without_confidence]
    in_no_list = Prediction(7, "dodo", "unlisted", 2, 3, 0.25, 0.5, encode_votes([]))
    write_result(path, "key", [in_no_list])
    assert read_result(path, "key", [7], words) == [in_no_list]
    write_result(path, "key", [certain])
    assert read_result(path, "other", [7], words) is None
    assert read_result(path, "key", [6], words) is None
    assert read_result(tmp_path / "none.h5", "key", [7], words) is None
    path.write_bytes(b"incomplete")
    assert read_result(path, "key", [7], words) is None
    valid = [7, "cat", "seen", 2, 3, 0.25, 0.5, ""]
    for column, invalid in (
        (1, "dodo"),
        (1, 5),
        (2, "maybe"),
        (2, "unlisted"),
        (5, float("nan")),
        (6, "much"),
        (6, float("nan")),
        (6, 1.5),
        (7, "%%"),
        (7, "AAAA"),
    ):
        row = list(valid)
        row[column] = invalid
        text = np.frombuffer(json.dumps([row]).encode(), np.uint8)
        write_tree(path, {"key": "key"}, {"predictions": text})
        assert read_result(path, "key", [7], words) is None, invalid


def test_words_are_encoded_as_bytes() -> None:
    assert decode_words(encode_words(["été", "b"])) == ["été", "b"] and decode_words(encode_words([])) == []
    with pytest.raises(ValueError, match="line break"):
        encode_words(["a\nb"])
    with pytest.raises(ValueError, match="not text"):
        decode_words(np.zeros(3, np.int64))


@pytest.mark.parametrize("kind", ["train", "read", "dance"])
def test_incomplete_job_file_leaves_a_fault_file(tmp_path: Path, kind: str) -> None:
    job_file = tmp_path / "jobs" / "job.h5"
    job_file.parent.mkdir()
    write_tree(job_file, {"kind": kind}, {"lexicon": np.zeros(1, np.uint8)})
    run_job(job_file, 3)
    fault = json.loads(fault_file(job_file, 3).read_text())
    assert fault["final"] is True and "job file" in fault["text"] and str(job_file) in fault["text"]
    with pytest.raises(ModelFileError):
        read_job(tmp_path / "none.h5")


def test_failed_worker_leaves_a_fault_file_and_stopped_worker_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_file = tmp_path / "job.h5"

    def fail(*_: object) -> None:
        raise RuntimeError("no card")

    def stop(path: Path, number: int, emit: Any, should_stop: Callable[[], bool]) -> None:
        assert not should_stop()
        os.kill(os.getpid(), signal.SIGTERM)
        assert should_stop()
        raise Stopped("Stopped.")

    monkeypatch.setattr(worker, "_handler", lambda path: fail)
    with pytest.raises(RuntimeError):
        run_job(job_file, 0)
    assert json.loads(fault_file(job_file, 0).read_text()) == {"text": "RuntimeError: no card", "final": False}
    monkeypatch.setattr(worker, "_handler", lambda path: stop)
    run_job(job_file, 1)
    assert not fault_file(job_file, 1).exists()
    assert json.loads(events_file(job_file, 1).read_text())["event"] == "began"


def test_a_local_job_ends_with_the_process_that_submitted_it(monkeypatch: pytest.MonkeyPatch) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    monkeypatch.setenv("SUBMITIT_EXECUTOR", "local")
    monkeypatch.setenv(PARENT, str(child))
    assert worker._is_orphaned()
    monkeypatch.setenv(PARENT, str(os.getpid()))
    assert not worker._is_orphaned()
    monkeypatch.setenv("SUBMITIT_EXECUTOR", "slurm")
    monkeypatch.setenv(PARENT, str(child))
    assert not worker._is_orphaned()


def test_only_a_name_a_path_and_a_number_are_pickled() -> None:
    from submitit.core.utils import DelayedSubmission

    submission = WorkerCall().checkpoint("job.h5", 4)
    assert isinstance(submission, DelayedSubmission) and submission.args == ("job.h5", 4)
    text = pickle.dumps(WorkerCall())
    assert len(text) < 80 and b"core.executors.worker" in text


def test_a_folder_for_submitit_is_new_unpredictable_and_private(tmp_path: Path) -> None:
    first, second = new_folder(tmp_path / "jobs"), new_folder(tmp_path / "jobs")
    assert first != second and list(first.iterdir()) == [] and stat.S_IMODE(first.stat().st_mode) == 0o700
    assert work_name(tmp_path, "a") == work_name(tmp_path, "a") != work_name(tmp_path, "b")
    assert read_log_tail(tmp_path / "none") == ""


def test_an_unavailable_cluster_raises_input_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="a path with '%' in it"):
        create_cluster(ExecutorSettings("local"), tmp_path / "50%", "n", 1, 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="'sbatch' is not on this computer"):
        create_cluster(ExecutorSettings("slurm"), tmp_path, "n", 1, 0)
    monkeypatch.setitem(__import__("sys").modules, "submitit", None)
    with pytest.raises(InputError, match=r"needs the package submitit\. Install ductus\[slurm\]"):
        create_cluster(ExecutorSettings("local"), tmp_path, "n", 1, 0)


def test_a_fault_of_the_worker_is_raised(archive: Project, cluster: Any) -> None:
    fake = cluster()
    result = {"text": "The training diverged.", "exit_code": 1, "final": True}
    fake.run = lambda job_file, k: fault_file(job_file, k).write_text(json.dumps(result))
    with pytest.raises(DuctusError, match="diverged"):
        train(archive, request("bad"), ignore_events, never, trainer=cluster_trainer(ENGINE))
