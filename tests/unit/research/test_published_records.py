"""The published rows follow from the records published with them, word by word."""

from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from research.benchmark.records import SUFFIX, load_records
from research.measurements.bench_gate_gain import predict, rule_lines, settings_of, size_lines
from research.results.make_tables import AGAINST, COMPARED, RECORDS, write_rows
from research.results.picture_rows import CONFIDENCE, GAINS, READERS, write_picture_rows
from research.results.rows import RESULTS, read_csv, rows_of, shares_by_fold, shares_of_pair, write_csv

SEEDS = {"gw-nine-rounds": (0, 1, 2), "gw-decisions": (1,), "gw-from-nothing": (0,)}
"""Kept records of the four folds of GW, and their seeds; the preset phosc-ctc is in all of them."""
KEPT = (*SEEDS, "paper-network")
LISTED: dict[str, Any] = tomllib.loads((RESULTS / "records.toml").read_text("utf-8"))
"""Records that may lie beside the kept ones, by their digests."""


@pytest.mark.parametrize("name", [*KEPT, *LISTED])
def test_rows_and_comparisons_are_those_of_the_records(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = RECORDS / (f"{name}{SUFFIX}" if name in KEPT else name)
    if name in LISTED:
        if not records.exists():
            pytest.skip("these records are kept by digest only (records.toml)")
        files = {path.relative_to(records).with_suffix("").as_posix(): path for path in records.rglob("*.npz")}
        digests = {key: sha256(path.read_bytes()).hexdigest() for key, path in files.items()}
        assert digests == LISTED[name]["records"]
    others = [row for row in rows_of(COMPARED) if row["records"] != name]
    write_csv(tmp_path / f"{COMPARED}.csv", others[0], others)
    assert write_rows(records, tmp_path)
    assert capsys.readouterr() == ("", "")
    assert (AGAINST.get(name) != "none") == (rows_of(COMPARED) != others)
    written = [f"{name}.csv", f"{COMPARED}.csv"]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(written)
    for file in written:
        assert (tmp_path / file).read_text("utf-8") == (RESULTS / file).read_text("utf-8")


def test_rows_of_records_that_are_there_replace_their_own_comparisons_alone(tmp_path: Path) -> None:
    published = rows_of(COMPARED)
    changed = [row | {"p": "1.0000"} if row["records"] == KEPT[0] else row for row in published]
    write_csv(tmp_path / f"{COMPARED}.csv", changed[0], [row | {"verdict": "as it was"} for row in changed])
    assert write_rows(RECORDS / f"{KEPT[0]}{SUFFIX}", tmp_path)
    expected = [row if row["records"] == KEPT[0] else row | {"verdict": "as it was"} for row in published]
    assert read_csv(tmp_path / f"{COMPARED}.csv") == expected


def test_shares_of_starters_before_training_are_those_of_their_answers() -> None:
    """Each table is made from the answers; these are the figures that the documents name."""
    by_fold = {(row["fold"], row["words"]): row for row in shares_by_fold()}
    assert list(by_fold) == list(product(("1", "2", "3", "4", "all"), ("met", "not met")))
    shares = [[by_fold["all", words][f"right{end}"] for end in ("", "_low", "_high")] for words in ("met", "not met")]
    assert shares == [["0.914", "0.884", "0.936"], ["0.952", "0.920", "0.972"]]
    met, not_met = shares_of_pair()
    assert (met["images"], met["with"], met["without"], met["p"]) == ("201", "0.851", "0.816", "0.281")
    assert (not_met["images"], not_met["with"], not_met["without"], not_met["p"]) == ("523", "0.859", "0.843", "0.332")
    assert [(row["only_with"], row["only_without"]) for row in (met, not_met)] == [("19", "12"), ("30", "22")]


def test_rows_of_the_pictures_are_those_of_the_records(tmp_path: Path) -> None:
    write_picture_rows(RECORDS, tmp_path)
    assert sorted(file.stem for file in tmp_path.iterdir()) == sorted((GAINS, READERS, CONFIDENCE))
    for file in tmp_path.iterdir():
        assert file.read_text("utf-8") == (RESULTS / file.name).read_text("utf-8")


@pytest.mark.parametrize("name", SEEDS)
def test_kept_records_are_of_each_fold_and_seed(name: str) -> None:
    """Each is checked against the SHA-256 on its card when it is read."""
    cards = [record.card for record in load_records(RECORDS / f"{name}{SUFFIX}").values()]
    expected = list(product(range(1, 5), SEEDS[name]))
    assert {(card["data"], card["split"]) for card in cards} == {("gw", "usual")}
    assert {(card["fold"], card["seed"]) for card in cards} == set(expected)
    assert sorted((card["fold"], card["seed"]) for card in cards if card["name"] == "phosc-ctc") == expected


def test_every_file_of_records_is_known_and_has_rows() -> None:
    assert {path.name for path in RECORDS.iterdir()} <= {f"{name}{SUFFIX}" for name in KEPT} | LISTED.keys()
    assert all((RESULTS / f"{name}.csv").exists() for name in (*KEPT, *LISTED))
    for about in LISTED.values():
        assert about["command"] and all(re.fullmatch("[0-9a-f]{64}", digest) for digest in about["records"].values())


def test_the_gain_of_votes_of_five_has_the_predicted_sign_on_the_other_folds() -> None:
    records = [
        record
        for archive in ("gw-from-nothing", "gw-decisions")
        for record in load_records(RECORDS / f"{archive}{SUFFIX}").values()
        if record.card["name"] in ("compact-15", "compact")
    ]
    by = predict([setting for record in records for setting in settings_of(record, 5)])
    both, bias = by["bias and AUROC"], by["bias"]
    assert [round(weight, 3) for weight in both.weights] == [0.397, 1.024]
    assert (both.signs, bias.signs) == (8, 6) and both.settings == bias.settings == 8


def test_the_rule_of_section_5_is_counted_and_bounded() -> None:
    records = load_records(RECORDS / f"gw-from-nothing{SUFFIX}").values()
    *rates, bounds = rule_lines([record for record in records if record.card["name"] == "compact"])
    assert rates[1] == "2\t0.025\t0.033\t0.002\t0.008\t0.020\t0.031" and len(rates) == 5
    assert bounds.endswith("Theorem 1: m = 1, 1, 1, 1, bounds 0.474 and 0.968")


def test_the_rule_is_shown_for_every_number_of_readers() -> None:
    records = load_records(RECORDS / f"gw-from-nothing{SUFFIX}").values()
    lines = [line.split("\t") for line in size_lines([one for one in records if one.card["name"] == "compact"])]
    assert [line[0] for line in lines] == ["1", "2", "3", "4", "5"]
    assert lines[0][1] == "0.879" and lines[0][3:5] == lines[0][5:7] == lines[0][7:9], "one reader agrees with itself"
    assert lines[4] == ["5", "0.925", "2", "0.025", "0.033", "0.002", "0.008", "0.020", "0.031", "0.474", "0.968"]
