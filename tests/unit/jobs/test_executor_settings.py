"""Test settings of executors: options override the TOML file, and invalid ones raise InputError."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.jobs.executor_settings import ExecutorSettings, load_settings


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
