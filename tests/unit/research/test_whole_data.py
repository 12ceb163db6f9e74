"""Baselines without gates learn from all training images, and results separate the words that the starter met."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import CLASSES, word_images
from executor_helpers import SmallNet
from job_helpers import json_into

import research.benchmark.measurement as measurement
from core.events import ignore_events
from core.model.nets.base import SignatureNet
from core.model.signature_learner import NETS
from core.store.model_file import member_from_tree
from core.store.tree import read_tree
from core.training.presets import preset
from core.training.samples import Samples
from research.__main__ import main
from research.benchmark.job import BenchmarkData, BenchmarkRun
from research.benchmark.run import run_benchmark

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
def result(run: BenchmarkRun) -> Iterator[dict[str, Any]]:
    kept: type[SignatureNet] = NETS["compact"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(NETS, "compact", SmallNet)
        yield run_benchmark(run, ignore_events, lambda: False, whole=2)
    assert NETS["compact"] is kept


def test_there_are_rows_of_readers_trained_on_all_images(result: dict[str, Any], run: BenchmarkRun) -> None:
    rows = result["baselines"]
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


def test_finished_readers_are_not_trained_again(result: dict[str, Any], run: BenchmarkRun) -> None:
    events: list[dict[str, Any]] = []
    again = run_benchmark(run, json_into(events), lambda: False, whole=2)
    assert not [event for event in events if event["event"] == "progress"]
    assert again["baselines"]["vote_all"]["h"] == result["baselines"]["vote_all"]["h"]
    assert again["baselines"]["vote_all"]["train_minutes"] is None


def test_new_words_are_told_by_whether_the_starter_met_them(
    run: BenchmarkRun, monkeypatch: pytest.MonkeyPatch, result: dict[str, Any]
) -> None:
    assert "starter" not in result  # these readers did not begin with it
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
