"""The published rows of George Washington follow from the records published with them, word by word."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmark.records import load_records
from core.cli.main import main

RESULTS = Path(__file__).parents[3] / "docs" / "results"
PUBLISHED = pytest.mark.parametrize(
    ("table", "records", "seeds"),
    [("gw-nine-rounds", "records-nine-rounds", (0, 1, 2)), ("gw-decisions", "records-decisions", (1,))],
    ids=["twelve runs", "decision rules"],
)


@PUBLISHED
def test_rows_and_comparisons_are_those_of_the_records(
    table: str, records: str, seeds: tuple[int, ...], tmp_path: Path
) -> None:
    command = ["benchmark", "report", str(RESULTS / records), "--cluster", "page", "--against", "phosc-ctc/gate"]
    assert main([*command, "--out", str(tmp_path / f"{table}.csv")]) == 0
    for name in (f"{table}.csv", f"{table}-paired.csv"):
        assert (tmp_path / name).read_text("utf-8") == (RESULTS / name).read_text("utf-8")


@PUBLISHED
def test_records_are_of_each_fold_and_seed(table: str, records: str, seeds: tuple[int, ...]) -> None:
    """Each is checked against the SHA-256 on its card when it is read."""
    cards = [record.card for record in load_records(RESULTS / records).values()]
    expected = [(fold, seed) for fold in range(1, 5) for seed in seeds]
    assert {(card["fold"], card["seed"]) for card in cards} == set(expected)
    assert sorted((card["fold"], card["seed"]) for card in cards if card["name"] == "phosc-ctc") == expected
