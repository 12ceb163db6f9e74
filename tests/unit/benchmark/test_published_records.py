"""The published rows of the starter of five rounds follow from the records published with them, word by word."""

from __future__ import annotations

from pathlib import Path

from core.benchmark.records import load_records
from core.cli.main import main

RESULTS = Path(__file__).parents[3] / "docs" / "results"


def test_rows_and_comparisons_are_those_of_the_records(tmp_path: Path) -> None:
    out = tmp_path / "gw-five-rounds.csv"
    command = ["benchmark", "report", str(RESULTS / "records"), "--cluster", "page", "--against", "phosc-ctc/gate"]
    assert main([*command, "--out", str(out)]) == 0
    for name in ("gw-five-rounds.csv", "gw-five-rounds-paired.csv"):
        assert (tmp_path / name).read_text("utf-8") == (RESULTS / name).read_text("utf-8")


def test_records_are_of_each_fold_and_seed() -> None:
    """Each is checked against the SHA-256 on its card when it is read."""
    cards = [record.card for record in load_records(RESULTS / "records").values()]
    assert sorted((card["fold"], card["seed"]) for card in cards) == [(f, s) for f in range(1, 5) for s in range(3)]
