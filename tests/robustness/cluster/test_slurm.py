"""Training and recognition on a real Slurm of one node, whose jobs and node are lost.

`DUCTUS_SLURM=1` starts it with start_slurm.sh. Without it, or if Slurm cannot be started, the tests are skipped.
They mostly wait, so the name of their folder comes first: other tests run beside them.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tally import Harm, tally

from core.formats.records import CropRecord, SourceContents
from core.project.content.predictions import iter_predictions
from core.project.content.runs import list_runs, run_folder
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.recognition.vote_details import decode_votes

pytestmark = pytest.mark.timeout(1200)

SCRIPTS = Path(__file__).parent
WORDS = ("the", "of", "and", "to", "in", "for", "is", "on", "that", "by", "this", "with")
TIMEOUT_S = 300.0


class Slurm:
    """A running Slurm, and commands that use its configuration."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf"), "OMP_NUM_THREADS": "1"}

    def run(self, *command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment, timeout=60)
        return done.stdout.strip()

    def jobs(self, *options: str) -> list[str]:
        return self.run("squeue", "--noheader", "--array", "--format=%i", *options).split()

    def jobs_left(self) -> list[str]:
        """Return the jobs that do not end within a minute; one whose result is there has yet to leave its node."""
        until = time.monotonic() + 60
        while (jobs := self.jobs()) and time.monotonic() < until:
            time.sleep(1)
        return jobs

    def start_requeued(self, until: Ductus) -> None:
        """Start jobs that Slurm keeps back for two minutes after a requeue, until the program ends."""
        end = time.monotonic() + TIMEOUT_S
        while until.process.poll() is None and time.monotonic() < end:
            waiting = self.run("squeue", "--noheader", "--array", "--states=PENDING", "--format=%i %r").splitlines()
            for job in (line.split()[0] for line in waiting if line.endswith(" BeginTime")):
                self.run("scontrol", "update", f"JobId={job}", "StartTime=now")
            time.sleep(1)

    def lose_the_node(self, project: Path) -> None:
        """Kill all processes of the node at once, Slurm's and those of the jobs; then start the node again."""
        daemon = (self.folder / "slurmd.pid").read_text()
        steps = [pid for pid in self.run("pgrep", "slurmstepd").split() if self._is_ours(pid)]
        assert steps, "no job was running"
        jobs = self.run("pgrep", "--full", str(project / "runs" / "1" / "jobs"))
        for pid in (*daemon.split(), *steps, *jobs.split()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(2)
        node = self.run("sinfo", "--noheader", "--Node", "--format=%N").split()[0]
        subprocess.run(["slurmd", "-N", node], env=self.environment | _sbin(), check=True)

    def _is_ours(self, pid: str) -> bool:
        """Return whether a process belongs to this Slurm and not to another one on this machine."""
        try:
            return str(self.folder).encode() in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False


def _sbin() -> dict[str, str]:
    return {"PATH": f"{os.environ['PATH']}{os.pathsep}/usr/sbin"}


@pytest.fixture(scope="module")
def slurm() -> Iterator[Slurm]:
    if os.environ.get("DUCTUS_SLURM") != "1":
        pytest.skip("a real Slurm is only started with DUCTUS_SLURM=1")
    pytest.importorskip("submitit", reason="the extra slurm is not installed", exc_type=ImportError)
    # a short path, because the daemons create sockets in it
    folder = Path(tempfile.mkdtemp(prefix="ductus-slurm-"))
    try:
        started = subprocess.run(
            [str(SCRIPTS / "start_slurm.sh"), str(folder)], capture_output=True, text=True, timeout=600
        )
        if started.returncode == 77:
            print(started.stderr.strip())
            pytest.skip(started.stderr.strip())
        assert started.returncode == 0, started.stderr
        yield Slurm(folder)
    finally:
        subprocess.run([str(SCRIPTS / "stop_slurm.sh"), str(folder)], check=True, timeout=60)
        shutil.rmtree(folder, ignore_errors=True)


class Ductus:
    """A running `ductus COMMAND --json`, whose events are written to a file."""

    def __init__(self, slurm: Slurm, out: Path, *arguments: object) -> None:
        self.out = out
        with out.open("w") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "core.cli.main", *map(str, arguments), "--json"],
                stdout=file,
                stderr=file,
                env=slurm.environment,
            )

    def events(self) -> list[dict[str, Any]]:
        lines = self.out.read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]

    def wait_for(self, matches: Callable[[dict[str, Any]], bool]) -> None:
        end = time.monotonic() + TIMEOUT_S
        while not any(map(matches, self.events())):
            assert self.process.poll() is None and time.monotonic() < end, self.out.read_text()
            time.sleep(0.05)

    def result(self, code: int = 0) -> dict[str, Any]:
        assert self.process.wait(TIMEOUT_S) == code, self.out.read_text()
        return self.events()[-1]

    def notes(self) -> str:
        return "\n".join(event["text"] for event in self.events() if event["event"] == "note")


@pytest.fixture(scope="module")
def untrained(slurm: Slurm, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from executor_helpers import handwriting

    base = tmp_path_factory.mktemp("cluster")
    project = Project.create(base / "Bücher des Archivs")
    import_contents(project, handwriting(base / "source", WORDS * 6))
    unread = handwriting(base / "more", WORDS * 2, seed=2)
    import_contents(project, SourceContents(crops=tuple(CropRecord(crop.image) for crop in unread.crops)))
    project.close()
    return project.folder


TRAIN = ("--preset", "quick", "--steps", "40", "--seed", "3", "--device", "cpu", "--name", "m")


@pytest.fixture(scope="module")
def inline(slurm: Slurm, untrained: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return the project after a training in one process, and the manifest of the model."""
    folder = tmp_path_factory.mktemp("inline") / untrained.name
    shutil.copytree(untrained, folder)
    return folder, Ductus(slurm, folder.parent / "out", "train", folder, *TRAIN).result()["manifest"]


def epoch_done(member: int, at_least: int = 1) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event.get("part") == "embedder" and event["member"] == member and event["done"] >= at_least


def worker_pid(project: Path, member: int) -> int:
    events = project / "runs" / "1" / "jobs" / f"train-{member:04d}.events.jsonl"
    began = [json.loads(line) for line in events.read_text().splitlines() if '"began"' in line]
    return int(began[-1]["pid"])


def second_job(slurm: Slurm) -> str:
    return next(job for job in slurm.jobs() if job.endswith("_1"))


HARMS: dict[str, Callable[[Slurm, Path], object]] = {
    "job killed by scancel --signal=KILL": lambda slurm, _: slurm.run("scancel", "--signal=KILL", second_job(slurm)),
    "job's process killed by kill -9": lambda _, project: os.kill(worker_pid(project, 1), signal.SIGKILL),
    "job cancelled by an administrator": lambda slurm, _: slurm.run("scancel", second_job(slurm)),
    "job requeued by Slurm": lambda slurm, _: slurm.run("scontrol", "requeue", second_job(slurm)),
    "job preempted, or its time up (USR2)": lambda slurm, _: slurm.run("scancel", "--signal=USR2", second_job(slurm)),
    "node lost and back": lambda slurm, project: slurm.lose_the_node(project),
}


@pytest.mark.parametrize("harm", list(HARMS))
def test_harmed_run_completes_with_the_same_manifest(
    slurm: Slurm, untrained: Path, inline: tuple[Path, list[str]], tmp_path: Path, harm: str
) -> None:
    project = tmp_path / untrained.name
    shutil.copytree(untrained, project)
    run = Ductus(slurm, tmp_path / "out", "train", project, *TRAIN, "--engine", "slurm")
    run.wait_for(epoch_done(1, 2))
    HARMS[harm](slurm, project)
    slurm.start_requeued(run)
    result = run.result()
    print(run.notes())
    assert "continues after epoch" in run.notes()
    assert result["members"] == result["asked"] == 2 and result["manifest"] == inline[1]
    assert slurm.jobs_left() == [] and not (project / "runs" / "1" / "jobs").exists()
    tally(Harm.CLUSTER, f"training on Slurm: {harm}", 1, "run complete, manifest identical")


@pytest.mark.parametrize("how", ["Ctrl-C", "kill -9"])
def test_run_whose_submitting_process_ended_is_resumed(
    slurm: Slurm, untrained: Path, inline: tuple[Path, list[str]], tmp_path: Path, how: str
) -> None:
    project = tmp_path / untrained.name
    shutil.copytree(untrained, project)
    run = Ductus(slurm, tmp_path / "out", "train", project, *TRAIN, "--engine", "slurm")
    run.wait_for(epoch_done(0))
    run.process.send_signal(signal.SIGINT if how == "Ctrl-C" else signal.SIGKILL)
    run.process.wait(60)
    if how == "Ctrl-C":
        assert run.process.returncode == 130 and slurm.jobs_left() == [], run.out.read_text()
        with Project.open(project) as opened:
            assert list_runs(opened)[0].state == "stopped"
            assert list(run_folder(opened, 1).glob("checkpoint-*.h5"))
    again = Ductus(slurm, tmp_path / "again", "train", project, "--resume", 1, "--engine", "slurm")
    assert again.result()["manifest"] == inline[1] and slurm.jobs_left() == []
    assert "continues after epoch" in again.notes() or "was finished before" in again.notes()
    outcome = "run complete, manifest identical"
    tally(Harm.CLUSTER, f"training on Slurm: the submitting process ended by {how}, resumed", 1, outcome)


def test_jobs_predict_the_same_as_one_process(slurm: Slurm, inline: tuple[Path, list[str]], tmp_path: Path) -> None:
    local = inline[0]
    remote = tmp_path / local.name
    shutil.copytree(local, remote)
    settings = tmp_path / "cluster.toml"
    settings.write_text("words_per_job = 24\n")
    Ductus(slurm, tmp_path / "one", "recognise", local, "--words", "all", "--device", "cpu").result()
    command = ("recognise", remote, "--words", "all", "--engine", "slurm", "--slurm", settings)
    run = Ductus(slurm, tmp_path / "two", *command)
    end = time.monotonic() + TIMEOUT_S
    while not (killed := [job for job in slurm.jobs("--states=RUNNING") if job.endswith("_2")]):
        assert run.process.poll() is None and time.monotonic() < end, run.out.read_text()
        time.sleep(0.05)
    slurm.run("scancel", "--signal=KILL", killed[0])
    result = run.result()
    assert "of shard 3 of 4 ended without a result and is submitted again" in run.notes()
    assert result["words"] == 96
    found = []
    for folder in (local, remote):
        with Project.open(folder) as project:
            assert project.check_integrity() == []
            found.append(list(iter_predictions(project, "m", word_ids(project))))
    assert len(found[0]) == len(found[1]) == 96
    for here, there in zip(*found, strict=True):
        # bfloat16 with AMX rounds by the size of the batch: the last digits of distances may differ
        assert replace(here, distance=0, confidence=None, detail=None) == replace(
            there, distance=0, confidence=None, detail=None
        )
        assert there.distance == pytest.approx(here.distance, abs=1e-3)
        assert there.confidence == pytest.approx(here.confidence, abs=1e-2)
        sides = [[vote.seen for vote in decode_votes(word.detail or b"")] for word in (here, there)]
        assert sides[0] == sides[1]
    outcome = "all words recognised, the same words by the same votes"
    tally(Harm.CLUSTER, "recognition on Slurm: job killed by scancel --signal=KILL", 1, outcome)
