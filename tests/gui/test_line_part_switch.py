"""The line's part in the app: the switch in Insight, and the sentence about a word that its line has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gui_helpers import MODEL, opened

from app.context import ProjectContext
from app.insight.explanation_text import ExplanationText
from app.insight.model import line_part_switch
from app.insight.model.results import parse_results
from app.insight.view import InsightView
from app.insight.vote_explanation import explain_vote
from app.review.review_queries import read_cards
from app.review.review_text import ReviewText
from core.project.content.line_words import is_line_part_wanted
from core.project.content.predictions import predictions_by_model, save_predictions
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project
from core.recognition.vote_details import Candidate, MemberVote

pytestmark = pytest.mark.usefixtures("qapp")


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
        word_id = word_ids(project, WordFilter(transcribed=False))[0]
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
