"""The summary of several runs: means and standard deviations by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from research.benchmark.cost_table import HEADERS
from research.benchmark.summary import COLUMNS, summarise, summary_rows


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
