"""`python -m research benchmark` over seeds and folds: folders, summary, and the results of a stopped run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from competing_gates_helpers import synthetic_benchmark

import research.benchmark.run as benchmark_run
from core.errors import InputError, Stopped
from core.training.job import TrainingJob
from research.__main__ import main
from research.benchmark.cost_table import COST_HEADERS, cost_cell, format_count
from research.commands.benchmark import distinct_numbers


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Return the trainings as (seed, folder) as they start; nothing is trained, and seed 9 is stopped."""
    run, ensemble = synthetic_benchmark(1)
    started: list[tuple[int, str]] = []

    def train(job: TrainingJob, folder: Path, *_: Any) -> Any:
        started.append((job.seed, folder.name))
        if job.seed == 9:
            raise Stopped("Stopped.")
        return ensemble

    monkeypatch.setattr("research.commands.benchmark.load_gw", lambda path, fold: run.data)
    monkeypatch.setattr(benchmark_run, "train_ensemble", train)
    return started


def command(tmp_path: Path, *more: str) -> list[str]:
    return [
        "benchmark",
        "gw",
        "--data",
        str(tmp_path),
        "--preset",
        "quick",
        "--device",
        "cpu",
        "--out",
        str(tmp_path / "out.json"),
        "--run",
        str(tmp_path / "run"),
        *more,
    ]


def test_seeds_and_folds_have_their_own_folders_and_one_summary(
    runs: list[tuple[int, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command(tmp_path, "--seeds", "0,3", "--folds", "1,2")) == 0
    assert runs == [(0, "fold-1-seed-0"), (3, "fold-1-seed-3"), (0, "fold-2-seed-0"), (3, "fold-2-seed-3")]
    content = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [(run["fold"], run["seed"]) for run in content["runs"]] == [(1, 0), (1, 3), (2, 0), (2, 3)]
    row = content["summary"]["sections"]["quick"]["gate"]
    h = [run["baselines"]["gate"]["h"] for run in content["runs"]]
    assert row["h"] == {"mean": pytest.approx(sum(h) / 4), "sd": 0.0, "n": 4}
    assert "mean and standard deviation of 4 runs" in capsys.readouterr().out


def test_single_run_has_no_summary(
    runs: list[tuple[int, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command(tmp_path, "--seeds", "4")) == 0
    assert runs == [(4, "run")]
    content = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert content["seed"] == 4 and content["train_minutes"] is None and "summary" not in content
    output = capsys.readouterr().out
    assert "Training was not timed" in output and "standard deviation" not in output


def test_results_before_a_stop_are_kept(runs: list[tuple[int, str]], tmp_path: Path) -> None:
    assert main(command(tmp_path, "--seeds", "0,9,1")) == 130
    assert [seed for seed, _ in runs] == [0, 9]
    content = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert len(content["runs"]) == content["summary"]["runs"] == 1


def test_json_output_has_runs_and_summary(
    runs: list[tuple[int, str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command(tmp_path, "--folds", "1,2"), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["event"] == "result" and len(last["runs"]) == 2 and last["summary"]["runs"] == 2


def test_numbers_parses_comma_separated_lists() -> None:
    assert distinct_numbers("0,1, 2,1", "--seeds", []) == [0, 1, 2] and distinct_numbers(None, "--folds", [7]) == [7]
    for text in ("", "a", "1,,2", "1.5"):
        with pytest.raises(InputError, match="--seeds takes whole numbers separated by commas"):
            distinct_numbers(text, "--seeds", [])
    with pytest.raises(InputError, match="numbers from 0 on"):
        distinct_numbers("1,-2", "--seeds", [])


def test_cost_cells() -> None:
    row = {"ausuc": 0.9514, "auroc": 0.99, "ms_per_word": 12.345, "parameters": 7_234_567, "train_minutes": None}
    assert [cost_cell(row, name) for name in COST_HEADERS] == [".951", ".990", "12.3", "7.2 M", "–"]
    assert [format_count(n) for n in (950, 12_300, 999_400, 999_600)] == ["950", "12 k", "999 k", "1.0 M"]
