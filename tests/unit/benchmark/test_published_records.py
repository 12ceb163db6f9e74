"""The published rows follow from the records published with them, word by word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.benchmark.records import load_records
from core.cli.main import main

RESULTS = Path(__file__).parents[3] / "docs" / "results"
RECORDS = RESULTS / "records"
FOLDS = {"gw usual": 4, "gw pages": 5, "dhsd unmet": 1, "copiste unmet": 1}
"""The number of folds of each data set and split."""
SEEDS: dict[str, dict[str, tuple[int, ...]]] = {
    "gw-nine-rounds": {"gw usual": (0, 1, 2)},
    "gw-decisions": {"gw usual": (1,)},
    "gw-from-nothing": {"gw usual": (0,)},
    "splits": {"gw pages": (0,), "dhsd unmet": (0,), "copiste unmet": (0,)},
}
"""The splits in each folder of records, with their seeds."""


@pytest.mark.parametrize("folder", SEEDS)
def test_rows_and_comparisons_are_those_of_the_records(folder: str, tmp_path: Path) -> None:
    """`make tables` gives the same command."""
    command = ["benchmark", "report", str(RECORDS / folder), "--against", "gate,phosc-ctc/gate"]
    assert main([*command, "--out", str(tmp_path / f"{folder}.csv")]) == 0
    for name in (f"{folder}.csv", f"{folder}-paired.csv"):
        assert (tmp_path / name).read_text("utf-8") == (RESULTS / name).read_text("utf-8")


@pytest.mark.parametrize("folder", SEEDS)
def test_records_are_of_each_fold_and_seed(folder: str) -> None:
    """Each is checked against the SHA-256 on its card when it is read."""
    cards = [record.card for record in load_records(RECORDS / folder).values()]
    expected = [
        (split, fold, seed)
        for split, seeds in SEEDS[folder].items()
        for fold in range(1, FOLDS[split] + 1)
        for seed in seeds
    ]

    def runs(cards: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
        return [(f"{card['data']} {card['split']}", card["fold"], card["seed"]) for card in cards]

    assert set(runs(cards)) == set(expected)
    assert sorted(runs([card for card in cards if card["name"] == "phosc-ctc"])) == sorted(expected)


def test_each_folder_of_records_is_known() -> None:
    assert {folder.name for folder in RECORDS.iterdir()} == set(SEEDS)
