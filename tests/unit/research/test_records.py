"""Records of a benchmark, word by word, from which its tables are made again."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from competing_gates_helpers import synthetic_benchmark

import research.benchmark.run as benchmark_run
from core.errors import InputError
from core.evaluation.metrics import SCORES
from core.events import ignore_events
from core.training.presets import preset
from research.__main__ import main
from research.benchmark.measurement import measure
from research.benchmark.record_archive import pack_records
from research.benchmark.record_report import record_rows
from research.benchmark.records import load_records, save_record
from research.benchmark.training_time import TrainingMinutes
from research.benchmark.variants import parse_variants, run_variants


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the results of two seeds on the synthetic benchmark, beside their records."""
    folder = tmp_path_factory.mktemp("records")
    run, ensemble = synthetic_benchmark(2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("research.commands.benchmark.load_gw", lambda path, fold: run.data)
        patch.setattr(benchmark_run, "train_ensemble", lambda *_: ensemble)
        arguments = ["benchmark", "gw", "--data", str(folder), "--preset", "quick", "--device", "cpu", "--seeds", "0,1"]
        assert main([*arguments, "--run", str(folder / "run"), "--out", str(folder / "out.json")]) == 0
    return folder / "out.json"


@pytest.fixture
def folder(out: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(out.with_suffix(".records"), tmp_path / "records"))


def test_the_rows_are_those_of_the_run(out: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runs = json.loads(out.read_text(encoding="utf-8"))["runs"]
    records = load_records(folder)
    assert sorted(records) == [Path(run["record"]).stem for run in runs] and len(records) == 2
    for run in runs:
        rows = record_rows(records[Path(run["record"]).stem])
        for rule, row in run["baselines"].items():
            assert {name: rows["baselines"][rule][name] for name in SCORES} == {name: row[name] for name in SCORES}
        for name in ("ece_seen", "ece_unseen", "augrc"):
            assert rows["confidence"][name] == pytest.approx(run["confidence"][name])
    capsys.readouterr()
    assert main(["benchmark", "report", str(folder), "--json"]) == 0
    printed: dict[str, Any] = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert printed["summary"]["runs"] == 2
    assert main(["benchmark", "report", str(folder)]) == 0
    assert "vote, gates" in capsys.readouterr().out


def test_a_record_has_every_word_with_the_members_votes(folder: Path) -> None:
    run, _ = synthetic_benchmark(2)
    record = load_records(folder)["synthetic-seed-0-quick"]
    columns = record.columns
    assert [columns["words"][at] for at in columns["truth"]] == list(run.data.test.words)
    assert columns["image"].tolist() == run.data.test.image_hashes().tolist()
    for name in ("votes", "seen_word", "seen_distance", "unseen_word", "unseen_distance", "rule_one_m1"):
        assert columns[name].shape == (len(run.data.test.words), 2)
    assert ((columns["confidence"] >= 0) & (columns["confidence"] <= 1)).all()


def test_a_card_says_which_model_gave_the_words(tmp_path: Path) -> None:
    run, ensemble = synthetic_benchmark(1)
    run = replace(run, records=tmp_path)
    card = {"preset": run.preset.to_json(), "starter": "5eed", "versions": {"ductus": "1"}, "data": {"images": 420}}
    ensemble = replace(ensemble, card=card)
    measure(run, ensemble, TrainingMinutes(2.0, 0.5), began_with_starter=False)
    quick = {"preset": preset("quick").to_json(), "starter": "5eed", "versions": {"ductus": "1"}}
    kept = load_records(tmp_path)["synthetic-seed-0-quick"].card
    assert (kept["model"], kept["train_minutes"]) == (quick, 2.5)
    # a variant has gates of its own on the same embedders
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("research.benchmark.variants._convert_learner", lambda learner, *_: learner)
        run_variants(run, ensemble, TrainingMinutes(), parse_variants("quick:gates=6"), ignore_events, lambda: False)
    kept = load_records(tmp_path)["synthetic-seed-0-quick_gates_6"].card
    assert kept["model"] == quick | {"preset": {**quick["preset"], "gates": 6}, "embedders_by": quick["preset"]}


def test_a_changed_file_is_refused(folder: Path) -> None:
    file = folder / "synthetic-seed-1-quick.npz"
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    with pytest.raises(InputError, match=r"quick\.npz: it is not the file that its card describes"):
        load_records(folder)


def test_an_archive_has_the_same_records(folder: Path, tmp_path: Path) -> None:
    for archive in (tmp_path / "one.tar.xz", tmp_path / "again.tar.xz"):
        pack_records(folder, archive)
    assert (tmp_path / "one.tar.xz").read_bytes() == (tmp_path / "again.tar.xz").read_bytes()
    plain, packed = load_records(folder), load_records(tmp_path / "one.tar.xz")
    assert packed.keys() == plain.keys()
    for name, record in packed.items():
        assert record.card == plain[name].card | {"sha256": record.card["sha256"]}
        assert record.columns.keys() == plain[name].columns.keys()
        for column, values in record.columns.items():
            assert values.dtype == plain[name].columns[column].dtype
            assert values.tobytes() == plain[name].columns[column].tobytes()


@pytest.mark.parametrize("damage", [b"no archive", None])
def test_a_damaged_archive_is_refused(folder: Path, tmp_path: Path, damage: bytes | None) -> None:
    archive = tmp_path / "a.tar.xz"
    pack_records(folder, archive)
    archive.write_bytes(damage or archive.read_bytes()[:-200])
    with pytest.raises(InputError, match="archive of records is damaged"):
        load_records(archive)


def test_words_that_do_not_follow_from_the_votes_are_refused(folder: Path) -> None:
    record = load_records(folder)["synthetic-seed-0-quick"]
    columns = record.columns | {"votes": np.zeros_like(record.columns["votes"])}
    columns["thres"] = np.full(2, 3, np.int32)
    save_record(folder, "forged", {"name": "forged"}, columns)
    with pytest.raises(InputError, match="'forged' is inconsistent"):
        record_rows(load_records(folder)["forged"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["report"], "Name the folder"),
        (["report", "nowhere"], "there is no record of a benchmark"),
        (["gw"], "--data names the folder"),
    ],
)
def test_what_is_missing_is_said(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", *arguments]) == 2
    assert message in capsys.readouterr().err
