"""Test the calls of Slurm's commands and the parsing of their output with small scripts in their place.

Tests with a real Slurm are in tests/robustness/cluster/test_slurm.py.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.errors import DuctusError, InputError
from core.executors.submitit_clusters import SlurmCluster, slurm_parameters
from core.jobs.executor_settings import ExecutorSettings, load_settings

pytest.importorskip("submitit", reason="the extra slurm is not installed", exc_type=ImportError)


class Commands:
    """Scripts named sbatch, squeue, scancel and srun that log their arguments."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        folder.mkdir()
        for name in ("sbatch", "squeue", "scancel", "srun"):
            self.set_answer(name, "")

    def set_answer(self, name: str, out: str, error: str = "", code: int = 0) -> None:
        script = self.folder / name
        script.write_text(
            f"#!/bin/sh\necho {name} \"$@\" >>'{self.log}'\n"
            f"cat <<'END'\n{out}\nEND\ncat >&2 <<'END'\n{error}\nEND\nexit {code}\n"
        )
        script.chmod(0o755)

    def calls(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    scripts = Commands(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{scripts.folder}{os.pathsep}{os.environ['PATH']}")
    return scripts


def create_cluster(tmp_path: Path, **options: object) -> SlurmCluster:
    folder = tmp_path / "jobs"
    folder.mkdir()
    return SlurmCluster(ExecutorSettings("slurm", **options), folder, "ductus-0f", 2, 0)  # type: ignore[arg-type]


def test_jobs_are_submitted_as_one_array_with_the_given_name(commands: Commands, tmp_path: Path) -> None:
    commands.set_answer("sbatch", "Submitted batch job 41")
    cluster = create_cluster(tmp_path, partition="long", time=90, max_parallel=2, setup=("module load cuda",))
    assert cluster.submit(tmp_path / "train.h5", [0, 1, 4]) == ["41_0", "41_1", "41_2"]
    folder = tmp_path / "jobs"
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
    assert cluster.submit(tmp_path / "train.h5", [4]) == ["41"]


def test_variables_of_an_enclosing_job_are_removed_for_sbatch(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = {"SLURM_JOB_ID": "7", "SLURM_CONF": "/etc/slurm/slurm.conf", "SBATCH_ACCOUNT": "archive"}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    script = commands.folder / "sbatch"
    script.write_text(f"#!/bin/sh\nenv >'{tmp_path}/env'\necho Submitted batch job 1\n")
    create_cluster(tmp_path).submit(tmp_path / "train.h5", [0])
    environment = (tmp_path / "env").read_text()
    assert (
        "SLURM_JOB_ID" not in environment
        and "SLURM_CONF=/etc" in environment
        and "SBATCH_ACCOUNT=archive" in environment
    )
    assert os.environ["SLURM_JOB_ID"] == "7"


def test_refused_submission_raises_error_with_slurms_message(commands: Commands, tmp_path: Path) -> None:
    commands.set_answer("sbatch", "", "sbatch: error: invalid partition specified: long", 1)
    with pytest.raises(DuctusError, match=r"Slurm refused the jobs: .*invalid partition specified: long"):
        create_cluster(tmp_path).submit(tmp_path / "train.h5", [0])


def test_ended_reads_states_from_squeue(commands: Commands, tmp_path: Path) -> None:
    cluster = create_cluster(tmp_path)
    states = "7_0|RUNNING\n7_1|NODE_FAIL\n7_2|REQUEUED\n7_3|CANCELLED\n8|PENDING\nunrelated line"
    commands.set_answer("squeue", states)
    jobs = ["7_0", "7_1", "7_2", "7_3", "7_4", "8"]
    assert cluster.ended(jobs) == {"7_1", "7_3", "7_4"} and "--jobs=7,8" in commands.calls()[-1]
    # jobs that ended long ago are unknown to squeue
    commands.set_answer("squeue", "", "slurm_load_jobs error: Invalid job id specified", 1)
    assert cluster.ended(["9_0"]) == {"9_0"} and cluster.ended([]) == set()
    # without an answer of the controller no job counts as ended
    commands.set_answer("squeue", "", "slurm_load_jobs error: Unable to contact slurm controller", 1)
    assert cluster.ended(["9_0"]) == set()


def test_cancel_names_only_our_jobs(commands: Commands, tmp_path: Path) -> None:
    cluster = create_cluster(tmp_path)
    cluster.cancel([])
    cluster.cancel(["7_1", "7_0"])
    cluster.cancel_former()
    assert commands.calls() == ["scancel --quiet 7_0 7_1", "scancel --quiet --me --name=ductus-0f"]


def test_command_that_hangs_counts_as_no_answer(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = create_cluster(tmp_path)
    (commands.folder / "squeue").write_text("#!/bin/sh\nexec sleep 20\n")
    monkeypatch.setattr("core.executors.submitit_clusters._COMMAND_TIMEOUT_S", 0.2)
    assert cluster.ended(["7"]) == set()


def test_log_tail_returns_the_last_lines_of_the_error_log(commands: Commands, tmp_path: Path) -> None:
    cluster = create_cluster(tmp_path)
    folder = tmp_path / "jobs"
    (folder / "7_1_0_log.err").write_text("one\ntwo\nout of memory\n")
    assert cluster.log_tail("7_1") == "one two out of memory" and cluster.log_tail("7_2") == ""


def test_unset_parameters_are_left_out() -> None:
    plain = slurm_parameters(ExecutorSettings("slurm"), "n", 1, 0)
    assert not {"partition", "mem", "gpus_per_node", "setup", "account"} & set(plain)
    assert slurm_parameters(ExecutorSettings("slurm", memory_gb=1.5), "n", 1, 2)["mem"] == "1536MB"
    assert slurm_parameters(ExecutorSettings("slurm"), "n", 1, 2)["gpus_per_node"] == 2


def test_inline_returns_the_defaults() -> None:
    assert load_settings("inline") == ExecutorSettings()
    assert load_settings("inline", None, partition=None).name == "inline"


def test_options_override_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cluster.toml"
    file.write_text(
        'partition = "long"\ngpus_per_job = 1\ntime = 90\nmemory_gb = 8\nsetup = ["module load cuda"]\n'
        'account = "archive"\nwords_per_job = 500\n'
    )
    settings = load_settings("slurm", file, partition="short", time=None, max_parallel=3)
    assert settings == ExecutorSettings(
        "slurm", "short", 1, 90, 3, None, 8, "archive", setup=("module load cuda",), words_per_job=500
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time = ", "is not TOML"),
        ("colour = 1", "'colour' is not known.*partition"),
        ("time = '1:00'", "wrong kind"),
        ("time = 0", "time = 0 is out of range"),
        ("time = true", "wrong kind"),
        ("setup = [1]", "shell lines"),
        ("\udc80", "is not TOML"),
        (f"time = {'9' * 5000}", "is not TOML"),
        (f"time = {'[' * 5000}", "is not TOML"),
    ],
)
def test_invalid_file_raises_input_error_with_its_name(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "cluster.toml"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(InputError, match=rf"cluster\.toml.*{message}"):
        load_settings("slurm", file)


def test_missing_file_unknown_engine_and_options_without_engine_raise_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        load_settings("slurm", tmp_path / "none.toml")
    with pytest.raises(InputError, match="no engine 'cloud'"):
        load_settings("cloud")
    with pytest.raises(InputError, match=r"^gpus_per_job = 99 is out of range"):
        load_settings("slurm", gpus_per_job=99)
    with pytest.raises(InputError, match="--gpus-per-job, --time is an option for jobs"):
        load_settings("inline", gpus_per_job=1, time=9)
    with pytest.raises(InputError, match="--slurm is an option"):
        load_settings("inline", tmp_path / "cluster.toml")
