"""Terms are explained where they stand."""

from __future__ import annotations

from gui_helpers import opened
from PySide6.QtWidgets import QLabel

from app.context import NavigationTarget, ProjectContext
from app.insight.view import InsightView
from app.review.view import ReviewView
from app.text.names import state_meanings, state_names
from app.train.view import TrainView


def test_state_and_candidates_are_explained_in_review(context: ProjectContext, qtbot) -> None:
    view = opened(ReviewView, context, qtbot, NavigationTarget(query=""))
    qtbot.waitUntil(lambda: view.review.is_ready)
    assert view.word_view.state.toolTip() in state_meanings().values()
    rows = [row for row in view.word_view.candidates.rows if row.word]
    assert rows and all(row.toolTip() for row in rows)
    assert len({row.toolTip() for row in rows}) > 1, "words trained on and new words differ"


def test_every_state_has_a_meaning() -> None:
    assert set(state_names()) < set(state_meanings())


def test_tabs_of_insight_say_what_they_show(context: ProjectContext, qtbot) -> None:
    tabs = opened(InsightView, context, qtbot).tabs
    meanings = [tabs.tabToolTip(number) for number in range(tabs.count())]
    assert all(meanings) and len(set(meanings)) == tabs.count()


def test_readers_and_missing_words_are_explained_in_train(context: ProjectContext, qtbot) -> None:
    setup = opened(TrainView, context, qtbot).setup
    assert all("vote" in card.toolTip() for card in setup.cards.cards.values())
    assert any("only once" in label.toolTip() for label in setup.data.findChildren(QLabel))
