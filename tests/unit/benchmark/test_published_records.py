"""The published rows follow from the records published with them, word by word."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from core.benchmark.records import load_records
from core.cli.main import main

RESULTS = Path(__file__).parents[3] / "docs" / "results"
RECORDS = RESULTS / "records"
FOLDS = {"gw usual": range(1, 5), "gw pages": range(1, 6), "dhsd unmet": range(1, 2), "copiste unmet": range(1, 2)}
"""The folds of each data set and split; together they test every image."""
SEEDS = {"gw-nine-rounds": (0, 1, 2), "gw-decisions": (1,), "splits": (0,)}
"""The seeds of each folder of records."""


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
    runs = Counter((f"{card['data']} {card['split']}", card["fold"], card["seed"]) for card in cards)
    splits = {split for split, _, _ in runs}
    assert set(runs) == {(split, fold, seed) for split in splits for fold in FOLDS[split] for seed in SEEDS[folder]}
    main_rows = [card for card in cards if card["name"] == "phosc-ctc"]
    assert len(main_rows) == len(runs)


def test_each_folder_of_records_is_known() -> None:
    assert {folder.name for folder in RECORDS.iterdir()} == set(SEEDS)
