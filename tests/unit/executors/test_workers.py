"""What goes to a node and comes back: plain data, the same result as in one process, nothing believed unseen."""

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
from executor_helpers import Fake, SmallNet, hurry, labelled_project, request
from project_helpers import crops

from core.errors import DuctusError, InputError, ModelFileError, Stopped
from core.executors import worker as node
from core.executors.base import log_tail, new_folder, work_name
from core.executors.factory import create_cluster
from core.executors.paths import events_file, fault_file
from core.executors.recognition_worker import read_result, write_result
from core.executors.settings import ExecutorSettings
from core.executors.training_worker import read_training
from core.executors.word_codec import from_bytes, to_bytes
from core.executors.worker import PARENT, WorkerCall, run_job
from core.jobs.recognition.recognise import recognise
from core.jobs.training.train import train
from core.model.signature_learner import NETS
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.runs import get_run, run_folder
from core.project.content.words import WordFilter, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.store.tree import write_tree

__all__ = ["hurry"]
pytestmark = pytest.mark.usefixtures("hurry")

ENGINE = ExecutorSettings("local", cpus_per_job=1, words_per_job=16)


def never() -> bool:
    return False


@pytest.fixture(scope="module", autouse=True)
def small_network() -> Iterator[None]:
    """Fakes work in this process, so that a network of a few thousand weights can stand in for the real one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(NETS, "compact", SmallNet)
        yield


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, small_network: None) -> Project:
    """A labelled project with the model "inline", trained in one process."""
    project = labelled_project(tmp_path_factory.mktemp("engine"))
    train(project, request("inline"), lambda event: None, never)
    return project


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Fake]:
    def put(**how: Any) -> Fake:
        fake = Fake(**how)
        for where in ("submit_training", "submit_shards"):
            monkeypatch.setattr(f"core.executors.{where}.create_cluster", lambda *_: fake)
        return fake

    return put


def manifest(project: Project, run: int) -> list[str]:
    model = get_run(project, run).model
    assert model is not None
    from core.store.model_file import load_ensemble

    return list(load_ensemble(project.folder / "models" / f"{model}.h5").card["manifest"])


def test_members_trained_as_jobs_are_those_of_one_process(archive: Project, cluster: Any) -> None:
    fake, heard = cluster(dies=lambda k, attempt: "lost" if (k, attempt) == (1, 1) else ""), []
    told = train(archive, request("jobs"), heard.append, never, engine=ENGINE)
    assert fake.submitted == [[0, 1], [1]]
    assert told["manifest"] == manifest(archive, 1) == manifest(archive, told["run"])
    states = [(event["member"], event["state"]) for event in heard if event["event"] == "member"]
    assert sorted(states) == [(0, "finished"), (0, "started"), (1, "finished"), (1, "started")]
    parts = {(event["part"], event["member"]) for event in heard if event["event"] == "progress"}
    assert parts == {("embedder", 0), ("embedder", 1), ("gates", 0), ("gates", 1)}
    # what submitit pickled goes with the folder
    assert not (run_folder(archive, told["run"]) / "jobs").exists()


def test_a_stopped_run_keeps_its_members_and_goes_on_in_another_engine(archive: Project, cluster: Any) -> None:
    fake, heard = cluster(most=1), []

    def emit(event: dict[str, Any]) -> None:
        heard.append(event)

    def stop() -> bool:
        return any(event.get("state") == "finished" for event in heard)

    first = train(archive, request("half"), emit, stop, engine=ENGINE)
    assert first["members"] == 1 and get_run(archive, first["run"]).state == "stopped"
    assert fake.submitted == [[0]]

    again = cluster()
    with pytest.raises(InputError, match="There is a model 'half' already"):
        train(archive, request("half"), emit, never, resume=first["run"], engine=ENGINE)
    (archive.folder / "models" / "half.h5").rename(archive.folder / "aside.h5")
    archive.query("SELECT 1")
    with archive.transaction() as connection:
        connection.execute("DELETE FROM model WHERE name = 'half'")
    whole = train(archive, request("half"), emit, never, resume=first["run"], engine=ENGINE)
    assert again.submitted == [[1]] and whole["manifest"] == manifest(archive, 1)


def test_a_job_that_is_requeued_when_its_work_is_done_does_nothing(archive: Project, cluster: Any) -> None:
    fake = cluster()
    times: list[float] = []

    def twice(job_file: Path, k: int) -> None:
        member = job_file.parent.parent / f"member-{k:02d}.h5"
        for _ in range(2):
            run_job(job_file, k)
            times.append(member.stat().st_mtime_ns)

    fake.work = twice
    told = train(archive, request("twice"), lambda event: None, never, engine=ENGINE)
    assert times[0] == times[1] and told["manifest"] == manifest(archive, 1)


def test_a_model_gone_on_from_travels_with_the_job(archive: Project, cluster: Any) -> None:
    from dataclasses import replace

    inline = train(archive, replace(request("a"), parent="inline"), lambda event: None, never)
    cluster()
    jobs = train(archive, replace(request("b"), parent="inline"), lambda event: None, never, engine=ENGINE)
    assert jobs["manifest"] == inline["manifest"] != manifest(archive, 1)


def test_shards_read_as_jobs_give_the_same_predictions(archive: Project, cluster: Any, tmp_path: Path) -> None:
    import_contents(archive, crops(tmp_path, [None] * 9, shade=150))
    ids = word_ids(archive, WordFilter())

    def predicted() -> list[Prediction]:
        return list(iter_predictions(archive, "inline", ids))

    recognise(archive, "inline", "all", "cpu", lambda event: None, never)
    before = predicted()
    with archive.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    heard: list[dict[str, Any]] = []
    fake = cluster(dies=lambda n, attempt: "lost" if (n, attempt) == (1, 1) else "")
    told = recognise(archive, "inline", "all", "cpu", heard.append, never, engine=ENGINE)
    assert fake.submitted == [[0, 1, 2], [1]] and told["words"] == len(ids) == 39
    assert predicted() == before
    done = [event["done"] for event in heard if event["event"] == "progress"]
    assert done == sorted(done) and done[-1] == 39
    assert list((archive.folder / "cache" / "jobs").iterdir()) == []


def test_shards_that_were_read_before_a_stop_are_not_read_again(archive: Project, cluster: Any) -> None:
    fake, stopped = cluster(), []

    def emit(event: dict[str, Any]) -> None:
        if event["event"] == "progress":
            stopped.append(event["done"])

    with pytest.raises(Stopped, match="Stopped after 32 of 39 words"):
        recognise(archive, "inline", "all", "cpu", emit, lambda: bool(stopped), engine=ENGINE)
    assert stopped == [16] and fake.attempts == {0: 1, 1: 1, 2: 1}
    again = cluster()
    recognise(archive, "inline", "all", "cpu", lambda event: None, never, engine=ENGINE)
    # the first shard's result was taken into the project; the others still lay there
    assert again.submitted == [[0]]


def test_a_result_that_cannot_be_true_is_not_believed(tmp_path: Path) -> None:
    path, words = tmp_path / "key.read.h5", lexicon()
    from core.recognition.vote_details import reencode_votes

    fine = Prediction(7, "cat", "seen", 2, 3, 0.25, 0.5, reencode_votes([]))
    write_result(path, "key", [fine])
    assert read_result(path, "key", [6, 7], words) == [fine]
    # the starter model's readings have no confidence: nothing was held back to measure it on
    unsure = Prediction(7, "cat", "unseen", 0, 1, 0.25, None, reencode_votes([]))
    write_result(path, "key", [fine, unsure])
    assert read_result(path, "key", [7], words) == [fine, unsure]
    assert read_result(path, "other", [7], words) is None
    assert read_result(path, "key", [6], words) is None
    assert read_result(tmp_path / "none.h5", "key", [7], words) is None
    path.write_bytes(b"torn")
    assert read_result(path, "key", [7], words) is None
    good = [7, "cat", "seen", 2, 3, 0.25, 0.5, ""]
    for place, odd in (
        (1, "dodo"),
        (1, 5),
        (2, "maybe"),
        (5, float("nan")),
        (6, "much"),
        (6, float("nan")),
        (6, 1.5),
        (7, "%%"),
        (7, "AAAA"),
    ):
        row = list(good)
        row[place] = odd
        text = np.frombuffer(json.dumps([row]).encode(), np.uint8)
        write_tree(path, {"key": "key"}, {"predictions": text})
        assert read_result(path, "key", [7], words) is None, odd


def test_words_travel_as_bytes() -> None:
    assert from_bytes(to_bytes(["été", "b"])) == ["été", "b"] and from_bytes(to_bytes([])) == []
    with pytest.raises(ValueError, match="line break"):
        to_bytes(["a\nb"])
    with pytest.raises(ValueError, match="not text"):
        from_bytes(np.zeros(3, np.int64))


@pytest.mark.parametrize("kind", ["train", "read", "dance"])
def test_a_job_file_that_is_not_whole_is_a_fault_in_one_sentence(tmp_path: Path, kind: str) -> None:
    job_file = tmp_path / "jobs" / "job.h5"
    job_file.parent.mkdir()
    write_tree(job_file, {"kind": kind}, {"lexicon": np.zeros(1, np.uint8)})
    run_job(job_file, 3)
    fault = json.loads(fault_file(job_file, 3).read_text())
    assert fault["final"] is True and "not a" in fault["text"] and str(job_file) in fault["text"]
    with pytest.raises(ModelFileError):
        read_training(tmp_path / "none.h5")


def test_a_node_that_fails_says_so_and_a_stopped_one_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job_file = tmp_path / "job.h5"

    def breaks(*_: object) -> None:
        raise RuntimeError("no card")

    def stops(path: Path, number: int, emit: Any, should_stop: Callable[[], bool]) -> None:
        assert not should_stop()
        os.kill(os.getpid(), signal.SIGTERM)
        assert should_stop()
        raise Stopped("Stopped.")

    monkeypatch.setattr(node, "_doer", lambda path: breaks)
    with pytest.raises(RuntimeError):
        run_job(job_file, 0)
    assert json.loads(fault_file(job_file, 0).read_text()) == {"text": "RuntimeError: no card", "final": False}
    monkeypatch.setattr(node, "_doer", lambda path: stops)
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
    assert node._orphaned()
    monkeypatch.setenv(PARENT, str(os.getpid()))
    assert not node._orphaned()
    monkeypatch.setenv("SUBMITIT_EXECUTOR", "slurm")
    monkeypatch.setenv(PARENT, str(child))
    assert not node._orphaned()


def test_what_is_pickled_is_a_name_a_path_and_a_number() -> None:
    from submitit.core.utils import DelayedSubmission

    again = WorkerCall().checkpoint("job.h5", 4)
    assert isinstance(again, DelayedSubmission) and again.args == ("job.h5", 4)
    text = pickle.dumps(WorkerCall())
    assert len(text) < 80 and b"core.executors.worker" in text


def test_a_folder_for_submitit_is_new_secret_and_private(tmp_path: Path) -> None:
    one, two = new_folder(tmp_path / "jobs"), new_folder(tmp_path / "jobs")
    assert one != two and list(one.iterdir()) == [] and stat.S_IMODE(one.stat().st_mode) == 0o700
    assert work_name(tmp_path, "a") == work_name(tmp_path, "a") != work_name(tmp_path, "b")
    assert log_tail(tmp_path / "none") == ""


def test_where_a_cluster_cannot_be_had_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="a path with '%' in it"):
        create_cluster(ExecutorSettings("local"), tmp_path / "50%", "n", 1, 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="'sbatch' is not on this computer"):
        create_cluster(ExecutorSettings("slurm"), tmp_path, "n", 1, 0)
    monkeypatch.setitem(__import__("sys").modules, "submitit", None)
    with pytest.raises(InputError, match=r"needs the package submitit: install ductus\[slurm\]"):
        create_cluster(ExecutorSettings("local"), tmp_path, "n", 1, 0)


def test_a_fault_on_the_node_reaches_the_person(archive: Project, cluster: Any) -> None:
    fake = cluster()
    told = {"text": "The training has run away.", "exit_code": 1, "final": True}
    fake.work = lambda job_file, k: fault_file(job_file, k).write_text(json.dumps(told))
    with pytest.raises(DuctusError, match="run away"):
        train(archive, request("bad"), lambda event: None, never, engine=ENGINE)
