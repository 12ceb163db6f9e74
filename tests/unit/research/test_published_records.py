"""The published rows follow from the records published with them, word by word."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from research.benchmark.records import load_records
from research.results.make_tables import AGAINST, RECORDS, write_rows
from research.results.rows import RESULTS
from research.results.starter_rows import SUMMARIES, write_starter_rows

GW = {"gw usual": 4}
"""The number of folds of each data set and split."""
FOLDS: dict[str, dict[str, int]] = {
    "gw-nine-rounds": GW,
    "gw-decisions": GW,
    "gw-from-nothing": GW,
    "splits": {"gw pages": 5, "dhsd unmet": 1, "copiste unmet": 1},
}
"""The benchmarks in each folder of records; the preset phosc-ctc is in all of them."""
SEEDS: dict[str, tuple[int, ...]] = {"gw-nine-rounds": (0, 1, 2), "gw-decisions": (1,)}
"""Seeds of the benchmarks, where they are others than 0 alone."""
CONDITIONS: dict[str, tuple[str, ...]] = {
    "annotation-simulation": ("order", "words", "start", "steps", "seed"),
    "open-lists": ("list",),
    "demo": (),
    "peraire": (),
    "paper-network": (),
    "starter-pair": (),
    "foreign-digits": (),
    "foreign-words": (),
}
"""What distinguishes the records in each of the other folders."""


@pytest.mark.parametrize("folder", [*FOLDS, *CONDITIONS])
def test_rows_and_comparisons_are_those_of_the_records(
    folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert write_rows(RECORDS / folder, tmp_path)
    assert capsys.readouterr() == ("", "")
    is_compared = AGAINST.get(folder) != "none"
    files = [f"{folder}.csv", f"{folder}-paired.csv"] if is_compared else [f"{folder}.csv"]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(files)
    for name in files:
        assert (tmp_path / name).read_text("utf-8") == (RESULTS / name).read_text("utf-8")


def test_rows_of_starters_before_training_are_those_of_their_answers(tmp_path: Path) -> None:
    write_starter_rows(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(f"{name}.csv" for name in SUMMARIES)
    for file in tmp_path.iterdir():
        assert file.read_text("utf-8") == (RESULTS / file.name).read_text("utf-8")


@pytest.mark.parametrize("folder", FOLDS)
def test_records_are_of_each_fold_and_seed(folder: str) -> None:
    """Each is checked against the SHA-256 on its card when it is read."""
    cards = [record.card for record in load_records(RECORDS / folder).values()]
    expected = [
        (split, fold, seed)
        for split, folds in FOLDS[folder].items()
        for fold, seed in product(range(1, folds + 1), SEEDS.get(folder, (0,)))
    ]

    def runs(cards: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
        return [(f"{card['data']} {card['split']}", card["fold"], card["seed"]) for card in cards]

    assert set(runs(cards)) == set(expected)
    assert sorted(runs([card for card in cards if card["name"] == "phosc-ctc"])) == sorted(expected)


@pytest.mark.parametrize("folder", CONDITIONS)
def test_records_in_other_conditions_name_these_and_the_program(folder: str) -> None:
    for record in load_records(RECORDS / folder).values():
        assert set(CONDITIONS[folder]) <= set(record.card.get("conditions", {}))
        assert {"preset", "job", "versions"} <= set(record.card["model"])


def test_each_folder_of_records_is_known() -> None:
    assert {folder.name for folder in RECORDS.iterdir()} == {*FOLDS, *CONDITIONS}
