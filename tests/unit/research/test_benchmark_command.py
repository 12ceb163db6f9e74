"""`python -m research benchmark`: folders, summary, stopped runs, and baselines that learn from all training images."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from competing_gates_helpers import synthetic_benchmark
from ensemble_helpers import CLASSES, word_images
from executor_helpers import SmallNet
from job_helpers import json_into

import research.benchmark.measurement as measurement
import research.benchmark.run as benchmark_run
from core.errors import InputError, Stopped
from core.events import ignore_events
from core.model.nets.base import SignatureNet
from core.model.signature_learner import NETS
from core.store.model_file import member_from_tree
from core.store.tree import read_tree
from core.training.job import TrainingJob
from core.training.presets import preset
from core.training.samples import Samples
from research.__main__ import main
from research.benchmark.job import BenchmarkData, BenchmarkRun
from research.benchmark.run import run_benchmark
from research.benchmark.summary import COLUMNS, COST_HEADERS, HEADERS, cost_cell, format_count, summarise, summary_rows
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


def result(fold: int, h: float | None, **more: Any) -> dict[str, Any]:
    row = {"about": "vote, gates", "h": h, "h_interval": [0.1, 0.2], "parameters": 7_200_000, "ms_per_word": 10.0}
    return {"benchmark": f"gw fold {fold}", "seed": 0, "preset": "compact-15", "baselines": {"gate": {**row, **more}}}


def test_mean_and_standard_deviation_by_hand() -> None:
    summary = summarise([result(1, 0.8), result(2, 0.9), result(3, 0.7)])
    assert summary["runs"] == 3 and summary["benchmarks"] == ["gw fold 1", "gw fold 2", "gw fold 3"]
    row = summary["sections"]["compact-15"]["gate"]
    assert row["h"] == {"mean": pytest.approx(0.8), "sd": pytest.approx(0.1), "n": 3}
    assert row["parameters"]["sd"] == 0 and "h_interval" not in row and "auroc" not in row
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary


def test_single_run_has_no_standard_deviation() -> None:
    row = summarise([result(1, 0.8)])["sections"]["compact-15"]["gate"]
    assert row["h"] == {"mean": 0.8, "sd": None, "n": 1}
    assert summary_rows({"gate": row})[0][3] == ".800"


def test_missing_values_are_not_counted() -> None:
    row = summarise([result(1, 0.8, auroc=0.9), result(2, None, auroc=None)])["sections"]["compact-15"]["gate"]
    assert row["h"]["n"] == row["auroc"]["n"] == 1 and row["ms_per_word"]["n"] == 2


def test_variants_and_competing_gates_have_their_own_sections() -> None:
    row = {"about": "vote, Gaussian mixture", "h": 0.5}
    first = result(1, 0.8) | {
        "variants": {
            "compact-15": {"baselines": {"gate": {"about": "vote, gates", "h": 0.6}}},
            "compact-15:dims=0": {"baselines": {"gate": {"about": "vote, gates", "h": 0.7}}},
        },
        "other_rules": {"gmm": row},
    }
    sections = summarise([first, result(2, 0.9)])["sections"]
    assert list(sections) == ["compact-15", "compact-15 (again)", "compact-15:dims=0", "other_rules"]
    assert sections["compact-15:dims=0"]["gate"]["h"]["n"] == 1 and sections["other_rules"]["gmm"]["h"]["mean"] == 0.5


def test_cells_match_the_headers_of_the_results_table() -> None:
    rows = summarise([result(1, 0.8, train_minutes=30.0), result(2, 0.9, train_minutes=40.0)])["sections"]
    line = summary_rows(rows["compact-15"])[0]
    assert len(line) == len(HEADERS) == 1 + len(COLUMNS)
    cells = dict(zip(HEADERS, line, strict=True))
    assert cells["row"] == "vote, gates" and cells["h"] == ".850 ± .071" and cells["A_u"] == "–"
    assert cells["minutes"] == "35.0 ± 7.1" and cells["parameters"] == "7.2 M" and cells["gate AUROC"] == "–"


def test_summary_without_results_raises_value_error() -> None:
    with pytest.raises(ValueError, match="no results"):
        summarise([])


TEST_WORDS = (*CLASSES[:3], "gold", "hat", "gold")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


@pytest.fixture(scope="module")
def run(folder: Path) -> BenchmarkRun:
    labels = np.arange(48) % len(CLASSES)
    train = Samples.of(word_images(labels), [CLASSES[label] for label in labels])
    test = Samples.of(word_images([0, 1, 2, 6, 7, 6], seed=9), TEST_WORDS)
    settings = preset("quick").changed(members=2, steps=9, gates=4, gate_epochs=1)
    return BenchmarkRun.create(BenchmarkData("bars", train, test), settings, 0, "cpu", folder)


@pytest.fixture(scope="module")
def whole_result(run: BenchmarkRun) -> Iterator[dict[str, Any]]:
    kept: type[SignatureNet] = NETS["compact"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(NETS, "compact", SmallNet)
        yield run_benchmark(run, ignore_events, lambda: False, whole=2)
    assert NETS["compact"] is kept


def test_there_are_rows_of_readers_trained_on_all_images(whole_result: dict[str, Any], run: BenchmarkRun) -> None:
    rows = whole_result["baselines"]
    assert {"one_m1_all", "vote_all"} <= set(rows)
    assert len(rows["one_m1_all"]["members"]) == 2 and rows["vote_all"]["A_u_interval"] is not None
    assert rows["vote_all"]["n_seen"] == 3 and rows["vote_all"]["n_unseen"] == 3
    hashes = np.unique(run.data.train.image_hashes())
    for k in range(2):
        card, arrays = read_tree(run.folder / "all-images" / f"member-{k:02d}.h5")
        reader = member_from_tree(card["member"], arrays, run.alphabet, len(CLASSES), "reader")
        np.testing.assert_array_equal(reader.trained_on, hashes)
        np.testing.assert_array_equal(reader.seen, np.arange(len(CLASSES)))
        # members that hold images back have fewer steps in an epoch; the readers take no fewer steps in all
        assert reader.curves["epoch"][-1] * -(-48 // run.preset.batch) >= 9


def test_finished_readers_are_not_trained_again(whole_result: dict[str, Any], run: BenchmarkRun) -> None:
    events: list[dict[str, Any]] = []
    again = run_benchmark(run, json_into(events), lambda: False, whole=2)
    assert not [event for event in events if event["event"] == "progress"]
    assert again["baselines"]["vote_all"]["h"] == whole_result["baselines"]["vote_all"]["h"]
    assert again["baselines"]["vote_all"]["train_minutes"] is None


def test_new_words_are_told_by_whether_the_starter_met_them(
    run: BenchmarkRun, monkeypatch: pytest.MonkeyPatch, whole_result: dict[str, Any]
) -> None:
    assert "starter" not in whole_result  # these readers did not begin with it
    monkeypatch.setattr(
        measurement, "met_by_starter_of", lambda card, words: np.array([word in ("gold", "and") for word in words])
    )
    monkeypatch.setattr("research.benchmark.run.train_ensemble", _without_starter(run))
    with_starter = run.with_preset(run.preset.changed(starter=True))
    found = run_benchmark(with_starter, ignore_events, lambda: False)["starter"]
    assert found["images"] == {"met": 2, "not_met": 1}
    assert set(found["rules"]) == {"one_m1", "vote", "stacking", "gate", "oracle_gate"}
    json.dumps(found)


def _without_starter(run: BenchmarkRun) -> Any:
    from core.training.ensemble_training import train_ensemble

    return lambda job, folder, emit, should_stop: train_ensemble(run.job(), folder, emit, should_stop)


def test_the_command_takes_no_more_readers_than_members(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "gw", "--data", str(tmp_path), "--preset", "quick", "--whole", "3"]) == 2
    assert "--whole takes a number of readers from 0 to 2, not 3" in capsys.readouterr().err
