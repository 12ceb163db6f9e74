"""The figures of a model in Insight: its card by group, the reliability of its confidence, and the line's part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui_helpers import MODEL, opened
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.context import NavigationTarget, ProjectContext
from app.insight.explanation_text import ExplanationText
from app.insight.model import line_part_switch
from app.insight.model.reliability_plot import ReliabilityTable
from app.insight.model.results import parse_results
from app.insight.view import InsightView
from app.insight.vote_explanation import explain_vote
from app.review.review_queries import read_cards
from app.review.review_text import ReviewText
from core.evaluation.group_figures import GroupFigure
from core.evaluation.model_card import FIGURES
from core.model.decision import NO_GATE, STACKING, Decision
from core.project.changes import MODELS
from core.project.content.line_words import is_line_part_wanted
from core.project.content.models import get_model, give_title, save_evaluation
from core.project.content.predictions import predictions_by_model, save_predictions
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition.vote_details import Candidate, MemberVote
from core.store.model_file import load_ensemble, save_ensemble

SHARE = (0.934, 0.911, 0.956)


def figure(kind: str, group: str, images: int) -> dict[str, Any]:
    return GroupFigure(kind, group, images, SHARE, (0.0, 0.0, 0.03), SHARE, (0.2, 0.1, 0.3)).to_json()


def card_tab(context: ProjectContext, qtbot):
    view = opened(InsightView, context, qtbot, NavigationTarget(query="card"))
    qtbot.waitUntil(lambda: "card" in view.built_tabs, timeout=20_000)
    figures = view.built_tabs["card"].figures
    qtbot.waitUntil(lambda: bool(figures.sentences["use"].text()))
    return view, figures


@pytest.fixture
def measured(context: ProjectContext) -> ProjectContext:
    """A model with figures by group in its file, measured on test words; it began with the starter model."""
    model = get_model(context.session.project)
    ensemble = load_ensemble(model.file)
    held = [figure("status", "unseen", 31), figure("writer", "1", 20), figure("length", "10-", 4)]
    preset = ensemble.card["preset"] | {"starter": True, "lacking": 5}
    changed = replace(ensemble, card=ensemble.card | {FIGURES: held, "preset": preset})
    save_ensemble(model.file, changed, replace=True)
    groups = [figure("status", "seen", 1400), figure("starter", "not_met", 12), figure("frequency", "2-5", 9)]
    save_evaluation(model, {"n_seen": 1400, "n_unseen": 12, "groups": groups})
    return context


def rows(table) -> list[tuple[str, ...]]:
    return [tuple(row.cells) for row in table.rows]


def test_figures_stand_with_number_and_interval(measured: ProjectContext, qtbot) -> None:
    _, shown = card_tab(measured, qtbot)
    interval = "93.4 % (91–96)"
    assert rows(shown.tested) == [
        ("Words trained on", "1,400", interval, interval, "0.0 % (0–3)"),
        ("New words that it did not meet", "12", interval, interval, "0.0 % (0–3)"),
        ("Images trained on: 2 to 5", "9", interval, interval, "0.0 % (0–3)"),
    ]
    assert [row[:2] for row in rows(shown.set_aside)] == [
        ("New words", "31"),
        ("Writer: 1", "20"),
        ("Length in letters: 10 or more", "4"),
    ]
    assert rows(shown.calibration) == [
        ("test words", "Words trained on", "1,400", "0.200 (0.100–0.300)"),
        ("images set aside", "New words", "31", "0.200 (0.100–0.300)"),
    ]
    assert "5 % of the words" in shown.sentences["calibration"].text()
    assert "By writer: not known" in shown.sentences["tested"].text()
    assert "By writer" not in shown.sentences["set_aside"].text()


def test_what_decides_stands_with_what_other_rules_would_have_done(context: ProjectContext, qtbot) -> None:
    model = get_model(context.session.project)
    ensemble = load_ensemble(model.file)
    decision = Decision(STACKING, {NO_GATE: 0.91, STACKING: 0.94}, {NO_GATE: 0.0, STACKING: 0.004}, 0.12)
    members = tuple(replace(member, decision=decision) for member in ensemble.members)
    save_ensemble(model.file, replace(ensemble, members=members), replace=True)
    _, shown = card_tab(context, qtbot)
    row = ("1", "One offset (stacking)", "91.0 % (± 0.0 %)", "94.0 % (± 0.4 %)", "–")
    assert rows(shown.decision)[0] == row and len(shown.decision.rows) == len(members)
    assert "12.0 % of them new" in shown.sentences["decision"].text()


@pytest.mark.parametrize("language", ["en", "de", "fr"], indirect=True)
def test_figures_need_no_scrolling_to_the_side(language: str, measured: ProjectContext, qtbot) -> None:
    """Not even beside a scroll bar, nor in a small window, where the properties stand above and are seen as a whole.

    With the longer texts of other languages they stand above in a window of middle width, too. In a narrow one the bar
    below lies over no row.
    """
    groups = [figure("starter", "not_met", 1200), *(figure("writer", str(number), 900) for number in range(20))]
    save_evaluation(get_model(measured.session.project), {"n_seen": 1400, "n_unseen": 12, "groups": groups})
    view, shown = card_tab(measured, qtbot)
    qtbot.waitUntil(lambda: len(shown.tested.rows) == 21)
    card = view.built_tabs["card"]
    tables = (shown.tested, shown.set_aside, shown.calibration, card.members, card.properties)
    sizes = [(1400, True), (1184, language == "en"), (928, False)]
    for width, is_beside in [*sizes, *([(757, False)] if language == "en" else [])]:
        view.resize(width, 628)
        qtbot.waitUntil(lambda beside=is_beside: (shown.tested.mapTo(card, QPoint()).x() > 100) == beside)
        qtbot.wait(100)
        assert shown.tested.verticalScrollBar().maximum() > 0
        sideways = [(width, t.accessibleName(), t.width()) for t in tables if t.horizontalScrollBar().maximum()]
        assert sideways == []
        assert card.properties.columnWidth(1) >= card.properties.sizeHintForColumn(1)
        assert card.properties.verticalScrollBar().maximum() == 0

    view.resize(600, 728)
    qtbot.waitUntil(lambda: shown.set_aside.horizontalScrollBar().maximum() > 0)
    qtbot.wait(100)
    assert shown.set_aside.verticalScrollBar().maximum() == 0


def test_collections_of_the_starter_are_named_with_their_licences(measured: ProjectContext, qtbot) -> None:
    _, shown = card_tab(measured, qtbot)
    assert "100,000 pictures" in shown.sentences["data"].text()
    assert len(rows(shown.collections)) == 11 and {row[1] for row in rows(shown.collections)} == {"CC BY 4.0"}


def test_what_is_not_known_is_said(context: ProjectContext, qtbot) -> None:
    view, shown = card_tab(context, qtbot)
    assert shown.sentences["tested"].text() == "Not measured. Measure the model in Results."
    assert "made by an earlier version" in shown.sentences["set_aside"].text()
    assert shown.sentences["calibration"].text().startswith("Not recorded")
    assert "random weights" in shown.sentences["data"].text()
    assert not any(t.isVisible() for t in (shown.tested, shown.set_aside, shown.calibration, shown.collections))
    # a measurement by an earlier version has no groups
    save_evaluation(get_model(context.session.project), {"n_seen": 3, "n_unseen": 3})
    context.session.execute(lambda project: None, changes=[MODELS])
    qtbot.waitUntil(lambda: "did not record groups" in shown.sentences["tested"].text())
    assert view.isVisible()


def test_the_model_that_training_continued_from_has_its_title(context: ProjectContext, qtbot) -> None:
    model = get_model(context.session.project)
    ensemble = load_ensemble(model.file)
    save_ensemble(model.file, replace(ensemble, card=ensemble.card | {"parent": MODEL}), replace=True)
    with Project.open(context.session.folder) as project:
        give_title(project, MODEL, "Letters of 1755")
    view, _ = card_tab(context, qtbot)
    assert ("Continues from", "Letters of 1755") in rows(view.built_tabs["card"].properties)


def test_button_and_key_copy_the_card_as_markdown(context: ProjectContext, qtbot) -> None:
    view, _ = card_tab(context, qtbot)
    clipboard = QGuiApplication.clipboard()
    clipboard.clear()
    QTest.mouseClick(view.built_tabs["card"].copy, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: clipboard.text().startswith(f"# Model card: {MODEL}"))
    clipboard.clear()
    qtbot.waitUntil(view.isActiveWindow)
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    view.show_tab("word")
    QTest.keyClick(view, Qt.Key.Key_C, both)
    qtbot.waitUntil(lambda: "## Limits" in clipboard.text())


@pytest.mark.parametrize("is_starter", [True, False])
def test_an_adapted_starter_is_named_with_its_images(context: ProjectContext, qtbot, is_starter: bool) -> None:
    """As the model itself, and as the beginning of a trained one."""
    project = context.session.project
    model = get_model(project)
    ensemble = load_ensemble(model.file)
    preset = ensemble.card["preset"] | {"starter": True}
    card = ensemble.card | {"preset": preset, "adapted": {"images": 1832}}
    save_ensemble(model.file, replace(ensemble, card=card), replace=True)
    if is_starter:

        def write(own: Project) -> None:
            with own.transaction() as connection:
                info = json.dumps({"preset": "starter", "adapted": 1832})
                connection.execute("UPDATE model SET info = ?", (info,))

        context.session.execute(write, changes=[MODELS])
        qtbot.waitUntil(lambda: "adapted" in get_model(project).info)
    view, shown = card_tab(context, qtbot)
    found = dict(row.cells for row in view.built_tabs["card"].properties.rows)
    if is_starter:
        assert found["Trained on"] == "1,832 word images, by its own readings" and "Begins with" not in found
        assert view.model_text.text().startswith("Model “Starter model, adapted to this handwriting”")
    else:
        assert found["Begins with"] == "the starter model, adapted by 1,832 images"
    assert "read 1,832 word images of this project and learnt from the surest" in shown.sentences["data"].text()


SHARES = {"A_s": 0.9, "A_u": 0.8, "h": 0.847, "A_b": 0.8, "n_seen": 300, "n_unseen": 100}


def measured_bin(words: int, confidence: float, correct: int) -> dict[str, Any]:
    return {"words": words, "confidence": confidence, "right": correct / words}


def evaluation(*bins: dict[str, Any]) -> dict[str, Any]:
    return SHARES | {"confidence": {"ece_seen": 0.02, "ece_unseen": 0.05, "augrc": 0.01, "curve": list(bins)}}


@pytest.mark.usefixtures("qapp")
def test_bins_are_merged_into_bands() -> None:
    bins = [(10, 0.05, 0), (10, 0.45, 5), (30, 0.72, 20), (10, 0.85, 9), (50, 0.95, 49)]
    results = parse_results(evaluation(*(measured_bin(*one) for one in bins)))
    assert results is not None
    assert [(band.low, band.words) for band in results.bands] == [(0.9, 50), (0.7, 40), (0.0, 20)]
    middle = results.bands[1]
    assert middle.confidence == pytest.approx((30 * 0.72 + 10 * 0.85) / 40)
    assert middle.accuracy.value == pytest.approx(29 / 40)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("confidence", [None, {}, {"curve": []}, {"curve": None}])
def test_evaluation_without_confidence_has_no_bands(confidence: Any) -> None:
    results = parse_results(SHARES | {"confidence": confidence})
    assert results is not None and results.bands == ()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "odd", [{"words": "x", "confidence": 0.5, "right": 1}, {"words": 5}, {"words": 5, "confidence": 0.5, "right": 7}, 3]
)
def test_invalid_bins_give_no_results(odd: Any) -> None:
    assert parse_results(SHARES | {"confidence": {"curve": [odd]}}) is None


@pytest.mark.usefixtures("qapp")
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


@pytest.mark.usefixtures("qapp")
def test_the_switch_stores_the_choice(
    insight: InsightView, context: ProjectContext, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch = show_switch(insight, qtbot, object(), monkeypatch)
    assert switch.box.isEnabled() and switch.box.isChecked() and "next reading" in switch.about.text()
    switch.box.click()
    qtbot.waitUntil(lambda: not is_line_part_wanted(context.session.project))


@pytest.mark.usefixtures("qapp")
def test_the_switch_is_disabled_with_the_reason_where_the_model_reads_no_lines(
    insight: InsightView, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch = show_switch(insight, qtbot, None, monkeypatch)
    assert not switch.box.isEnabled() and not switch.box.isChecked()
    assert "too few transcribed words" in switch.about.text() and switch.box.toolTip() == switch.about.text()


@pytest.mark.usefixtures("qapp")
def test_review_says_when_the_line_has_changed_a_word(project_folder: Path) -> None:
    with Project.open(project_folder) as project:
        word_id = word_ids(project, transcribed=False)[0]
        before = predictions_by_model(project, word_id)[MODEL]
        save_predictions(project, MODEL, [replace(before, text="was", votes=0)])
        card = read_cards(project, [word_id], MODEL)[word_id]
    text = ReviewText().vote(card)
    assert text == f"Alone the word image reads “{before.text}”; with its line it reads “was”."


@pytest.mark.usefixtures("qapp")
def test_insight_says_it_first() -> None:
    votes = [MemberVote(5, 6, 3, True, (Candidate("war", 1.0), Candidate("was", 1.1)), ())] * 2
    first, *_ = ExplanationText().sentences(explain_vote("was", votes))
    assert first == "Alone the word image reads “war”; with its line it reads “was”."
    assert not any("beside it" in text for text in ExplanationText().sentences(explain_vote("war", votes)))


@pytest.mark.usefixtures("qapp")
def test_stored_results_with_and_without_lines() -> None:
    stored: dict[str, Any] = {"n_seen": 1, "n_unseen": 1, "A_u": 1.0, "A_s": 1.0, "h": 1.0, "A_b": 1.0}
    plain, with_lines = (
        parse_results(stored | more) for more in ({}, {"context": {"right_before": 7, "right_after": 9, "changed": 3}})
    )
    assert plain is not None and plain.line_part is None
    assert with_lines is not None and with_lines.line_part == (9, 7, 3)
    assert parse_results(stored | {"context": {"changed": 3}}) is None
