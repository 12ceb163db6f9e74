"""Results in Insight: the reliability of the confidence by bands, and the line's part with its switch and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui_helpers import MODEL, opened
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.context import ProjectContext
from app.insight.explanation_text import ExplanationText
from app.insight.model import line_part_switch
from app.insight.model.reliability_plot import ReliabilityTable
from app.insight.model.results import parse_results
from app.insight.view import InsightView
from app.insight.vote_explanation import explain_vote
from app.review.review_queries import read_cards
from app.review.review_text import ReviewText
from core.project.content.line_words import is_line_part_wanted
from core.project.content.predictions import predictions_by_model, save_predictions
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition.vote_details import Candidate, MemberVote

SHARES = {"A_s": 0.9, "A_u": 0.8, "h": 0.847, "A_b": 0.8, "n_seen": 300, "n_unseen": 100}
pytestmark = pytest.mark.usefixtures("qapp")


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


@pytest.fixture
def insight(context: ProjectContext, qtbot: Any) -> Iterator[InsightView]:
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.active_model.current is not None)
    yield view
    view.leave()


def show_switch(view: InsightView, qtbot: Any, figures: object, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(line_part_switch, "line_figures", lambda summary: figures)
    view.show_tab("results")
    qtbot.waitUntil(lambda: "results" in view.built_tabs)
    switch = view.built_tabs["results"].line_part_switch
    switch.about.setText("")
    switch.refresh()
    qtbot.waitUntil(lambda: bool(switch.about.text()))
    return switch


def test_the_switch_stores_the_choice(
    insight: InsightView, context: ProjectContext, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch = show_switch(insight, qtbot, object(), monkeypatch)
    assert switch.box.isEnabled() and switch.box.isChecked() and "next reading" in switch.about.text()
    switch.box.click()
    qtbot.waitUntil(lambda: not is_line_part_wanted(context.session.project))


def test_the_switch_is_disabled_with_the_reason_where_the_model_reads_no_lines(
    insight: InsightView, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch = show_switch(insight, qtbot, None, monkeypatch)
    assert not switch.box.isEnabled() and not switch.box.isChecked()
    assert "too few transcribed words" in switch.about.text() and switch.box.toolTip() == switch.about.text()


def test_review_says_when_the_line_has_changed_a_word(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        word_id = word_ids(project, transcribed=False)[0]
        before = predictions_by_model(project, word_id)[MODEL]
        save_predictions(project, MODEL, [replace(before, text="was", votes=0)])
        card = read_cards(project, [word_id], MODEL)[word_id]
    text = ReviewText().vote(card)
    assert text == f"Alone the word image reads “{before.text}”; with its line it reads “was”."


def test_insight_says_it_first() -> None:
    votes = [MemberVote(5, 6, 3, True, (Candidate("war", 1.0), Candidate("was", 1.1)), ())] * 2
    first, *_ = ExplanationText().sentences(explain_vote("was", votes))
    assert first == "Alone the word image reads “war”; with its line it reads “was”."
    assert not any("beside it" in text for text in ExplanationText().sentences(explain_vote("war", votes)))


def test_stored_results_with_and_without_lines() -> None:
    stored: dict[str, Any] = {"n_seen": 1, "n_unseen": 1, "A_u": 1.0, "A_s": 1.0, "h": 1.0, "A_b": 1.0}
    plain, with_lines = (
        parse_results(stored | more) for more in ({}, {"context": {"right_before": 7, "right_after": 9, "changed": 3}})
    )
    assert plain is not None and plain.line_part is None
    assert with_lines is not None and with_lines.line_part == (9, 7, 3)
    assert parse_results(stored | {"context": {"changed": 3}}) is None
