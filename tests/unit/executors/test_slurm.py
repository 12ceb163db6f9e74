"""What is asked of Slurm and how its answers are read; the commands are small scripts here.

A real Slurm is in tests/robustness/test_slurm.py.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.errors import DuctusError
from core.executors.settings import ExecutorSettings
from core.executors.slurm import SlurmCluster, parameters

pytest.importorskip("submitit", reason="the extra slurm is not installed", exc_type=ImportError)


class Commands:
    """Scripts called sbatch, squeue, scancel and srun, and what they were given."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        folder.mkdir()
        for name in ("sbatch", "squeue", "scancel", "srun"):
            self.answers(name, "")

    def answers(self, name: str, out: str, error: str = "", code: int = 0) -> None:
        script = self.folder / name
        script.write_text(
            f"#!/bin/sh\necho {name} \"$@\" >>'{self.log}'\n"
            f"cat <<'END'\n{out}\nEND\ncat >&2 <<'END'\n{error}\nEND\nexit {code}\n"
        )
        script.chmod(0o755)

    def given(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    made = Commands(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{made.folder}{os.pathsep}{os.environ['PATH']}")
    return made


def cluster(tmp_path: Path, **told: object) -> SlurmCluster:
    return SlurmCluster(ExecutorSettings("slurm", **told), tmp_path / "jobs", "ductus-0f", 2, 0)  # type: ignore[arg-type]


def test_members_go_out_as_one_array_under_our_name(commands: Commands, tmp_path: Path) -> None:
    commands.answers("sbatch", "Submitted batch job 41")
    at = cluster(tmp_path, partition="long", time=90, max_parallel=2, setup=("module load cuda",))
    assert at.submit(tmp_path / "train.h5", [0, 1, 4]) == ["41_0", "41_1", "41_2"]
    [folder] = (tmp_path / "jobs").iterdir()
    text = (folder / "41_submission.sh").read_text()
    for line in (
        "--array=0-2%2",
        "--partition=long",
        "--time=90",
        "--job-name=ductus-0f",
        "--requeue",
        "--cpus-per-task=2",
    ):
        assert f"#SBATCH {line}\n" in text
    assert "\nmodule load cuda\n" in text and len(list(folder.glob("41_*_submitted.pkl"))) == 3
    assert at.submit(tmp_path / "train.h5", [4]) == ["41"]


def test_a_person_inside_a_job_submits_as_from_outside(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {"SLURM_JOB_ID": "7", "SLURM_CONF": "/etc/slurm/slurm.conf", "SBATCH_ACCOUNT": "archive"}
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    script = commands.folder / "sbatch"
    script.write_text(f"#!/bin/sh\nenv >'{tmp_path}/env'\necho Submitted batch job 1\n")
    cluster(tmp_path).submit(tmp_path / "train.h5", [0])
    seen = (tmp_path / "env").read_text()
    assert "SLURM_JOB_ID" not in seen and "SLURM_CONF=/etc" in seen and "SBATCH_ACCOUNT=archive" in seen
    assert os.environ["SLURM_JOB_ID"] == "7"


def test_a_refusal_is_told_in_slurms_words(commands: Commands, tmp_path: Path) -> None:
    commands.answers("sbatch", "", "sbatch: error: invalid partition specified: long", 1)
    with pytest.raises(DuctusError, match=r"Slurm did not take the jobs: .*invalid partition specified: long"):
        cluster(tmp_path).submit(tmp_path / "train.h5", [0])


def test_the_states_of_jobs_are_read_from_squeue(commands: Commands, tmp_path: Path) -> None:
    at = cluster(tmp_path)
    states = "7_0|RUNNING\n7_1|NODE_FAIL\n7_2|REQUEUED\n7_3|CANCELLED\n8|PENDING\nchatter"
    commands.answers("squeue", states)
    jobs = ["7_0", "7_1", "7_2", "7_3", "7_4", "8"]
    assert at.ended(jobs) == {"7_1", "7_3", "7_4"} and "--jobs=7,8" in commands.given()[-1]
    # all of them forgotten: they ended long ago
    commands.answers("squeue", "", "slurm_load_jobs error: Invalid job id specified", 1)
    assert at.ended(["9_0"]) == {"9_0"} and at.ended([]) == set()
    # a controller that does not answer says nothing of the jobs
    commands.answers("squeue", "", "slurm_load_jobs error: Unable to contact slurm controller", 1)
    assert at.ended(["9_0"]) == set()


def test_only_our_own_jobs_are_cancelled(commands: Commands, tmp_path: Path) -> None:
    at = cluster(tmp_path)
    at.cancel([])
    at.cancel(["7_1", "7_0"])
    at.cancel_former()
    assert commands.given() == ["scancel --quiet 7_0 7_1", "scancel --quiet --me --name=ductus-0f"]


def test_a_command_that_hangs_is_no_answer(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = cluster(tmp_path)
    (commands.folder / "squeue").write_text("#!/bin/sh\nexec sleep 20\n")
    monkeypatch.setattr("core.executors.slurm._PATIENCE_S", 0.2)
    assert at.ended(["7"]) == set()


def test_what_a_job_said_last_is_in_its_log(commands: Commands, tmp_path: Path) -> None:
    at = cluster(tmp_path)
    [folder] = (tmp_path / "jobs").iterdir()
    (folder / "7_1_0_log.err").write_text("one\ntwo\nout of memory\n")
    assert at.last_words("7_1") == "one two out of memory" and at.last_words("7_2") == ""


def test_what_is_not_wanted_is_left_to_the_cluster() -> None:
    plain = parameters(ExecutorSettings("slurm"), "n", 1, 0)
    assert not {"partition", "mem", "gpus_per_node", "setup", "account"} & set(plain)
    assert parameters(ExecutorSettings("slurm", memory_gb=1.5), "n", 1, 2)["mem"] == "1536MB"
    assert parameters(ExecutorSettings("slurm"), "n", 1, 2)["gpus_per_node"] == 2
