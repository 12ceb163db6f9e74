"""The reliability of the confidence: bands of a stored evaluation, and the verdict on each."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.insight.model.reliability_plot import ReliabilityTable
from app.insight.model.results import parse_results

SHARES = {"A_s": 0.9, "A_u": 0.8, "h": 0.847, "A_b": 0.8, "n_seen": 300, "n_unseen": 100}


def measured_bin(words: int, confidence: float, correct: int) -> dict[str, Any]:
    return {"words": words, "confidence": confidence, "right": correct / words}


def evaluation(*bins: dict[str, Any]) -> dict[str, Any]:
    return SHARES | {"confidence": {"ece_seen": 0.02, "ece_unseen": 0.05, "augrc": 0.01, "curve": list(bins)}}


def test_bins_are_merged_into_bands() -> None:
    bins = [(10, 0.05, 0), (10, 0.45, 5), (30, 0.72, 20), (10, 0.85, 9), (50, 0.95, 49)]
    results = parse_results(evaluation(*(measured_bin(*one) for one in bins)))
    assert results is not None
    assert [(band.low, band.words) for band in results.bands] == [(0.9, 50), (0.7, 40), (0.0, 20)]
    middle = results.bands[1]
    assert middle.confidence == pytest.approx((30 * 0.72 + 10 * 0.85) / 40)
    assert middle.accuracy.value == pytest.approx(29 / 40)


@pytest.mark.parametrize("confidence", [None, {}, {"curve": []}, {"curve": None}])
def test_evaluation_without_confidence_has_no_bands(confidence: Any) -> None:
    results = parse_results(SHARES | {"confidence": confidence})
    assert results is not None and results.bands == ()


@pytest.mark.parametrize(
    "odd", [{"words": "x", "confidence": 0.5, "right": 1}, {"words": 5}, {"words": 5, "confidence": 0.5, "right": 7}, 3]
)
def test_invalid_bins_give_no_results(odd: Any) -> None:
    assert parse_results(SHARES | {"confidence": {"curve": [odd]}}) is None


def test_verdict_on_a_band_follows_its_interval(qtbot: QtBot) -> None:
    reliability = ReliabilityTable()
    qtbot.addWidget(reliability)
    bins = measured_bin(100, 0.4, 80), measured_bin(100, 0.75, 75), measured_bin(1000, 0.97, 800)
    results = parse_results(evaluation(*bins))
    assert results is not None
    reliability.show_bands(results.bands)
    model = reliability.table.model()
    rows = [
        [model.data(model.index(r, c), Qt.ItemDataRole.DisplayRole) for c in range(model.columnCount())]
        for r in range(model.rowCount())
    ]
    assert rows[0] == ["90 % and more", "1,000", "97 %", "80.0 % (77–82)", "too high: check these words"]
    assert rows[1][0] == "70 to 90 %" and rows[1][-1] == "well calibrated"
    assert rows[2][0] == "0 to 50 %" and rows[2][-1] == "too low"
    assert not reliability.isHidden()
    reliability.show_bands(())
    assert reliability.isHidden()
