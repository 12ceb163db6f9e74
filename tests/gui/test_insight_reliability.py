"""Whether the confidence keeps its word: bands of a measurement, and what is said of each."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.insight.model.reliability_table import ReliabilityTable
from app.insight.model.results import parse

SHARES = {"A_s": 0.9, "A_u": 0.8, "h": 0.847, "A_b": 0.8, "n_seen": 300, "n_unseen": 100}


def bin_of(words: int, confidence: float, right: int) -> dict[str, Any]:
    return {"words": words, "confidence": confidence, "right": right / words}


def measured(*bins: dict[str, Any]) -> dict[str, Any]:
    return SHARES | {"confidence": {"ece_seen": 0.02, "ece_unseen": 0.05, "augrc": 0.01, "curve": list(bins)}}


def test_bins_are_put_together_to_bands() -> None:
    results = parse(
        measured(
            bin_of(10, 0.05, 0), bin_of(10, 0.45, 5), bin_of(30, 0.72, 20), bin_of(10, 0.85, 9), bin_of(50, 0.95, 49)
        )
    )
    assert results is not None
    assert [(band.low, band.words) for band in results.bands] == [(0.9, 50), (0.7, 40), (0.0, 20)]
    middle = results.bands[1]
    assert middle.told == pytest.approx((30 * 0.72 + 10 * 0.85) / 40) and middle.right.value == pytest.approx(29 / 40)


@pytest.mark.parametrize("confidence", [None, {}, {"curve": []}, {"curve": None}])
def test_a_measurement_without_confidence_has_no_bands(confidence: Any) -> None:
    results = parse(SHARES | {"confidence": confidence})
    assert results is not None and results.bands == ()


@pytest.mark.parametrize(
    "odd", [{"words": "x", "confidence": 0.5, "right": 1}, {"words": 5}, {"words": 5, "confidence": 0.5, "right": 7}, 3]
)
def test_what_no_evaluation_writes_is_no_measurement(odd: Any) -> None:
    assert parse(SHARES | {"confidence": {"curve": [odd]}}) is None


def test_each_band_is_judged_by_its_interval(qtbot: QtBot) -> None:
    trust = ReliabilityTable()
    qtbot.addWidget(trust)
    results = parse(measured(bin_of(100, 0.4, 80), bin_of(100, 0.75, 75), bin_of(1000, 0.97, 800)))
    assert results is not None
    trust.put(results.bands)
    model = trust.table.model()
    rows = [
        [model.data(model.index(r, c), Qt.ItemDataRole.DisplayRole) for c in range(model.columnCount())]
        for r in range(model.rowCount())
    ]
    assert rows[0] == ["90 % and more", "1,000", "97 %", "80.0 % (77–82)", "too sure: check these words"]
    assert rows[1][0] == "70 to 90 %" and rows[1][-1] == "as sure as it may be"
    assert rows[2][0] == "0 to 50 %" and rows[2][-1] == "more often right than it says"
    assert not trust.isHidden()
    trust.put(())
    assert trust.isHidden()
