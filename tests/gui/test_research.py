"""Research off: one button to train, the results and the vote on a word; what is hidden can be found and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import MODEL, opened
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabWidget, QWidget
from shiboken6 import isValid
from view_helpers import shown_buttons, training_view

from app.context import NavigationTarget, ProjectContext
from app.insight.view import InsightView
from app.notifications import NotificationCenter
from app.research import Research
from app.settings import RECENT, RESEARCH, Settings
from app.shell.dialogs.palette import Palette
from app.shell.dialogs.preferences import Preferences
from app.train.view import TrainView
from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.requests import EvaluateRequest
from core.project.content.models import get_model, save_evaluation
from core.project.content.words import word_ids
from core.project.project import Project
from core.training.presets import DEFAULT, preset
from core.training.train_request import TrainRequest


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The settings of a new user."""
    return Settings(tmp_path / "settings.json")


@pytest.fixture
def insight(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    view = opened(InsightView, context, qtbot, NavigationTarget(word_id=word_ids(context.session.project)[3]))
    qtbot.waitUntil(lambda: view.word.facts is not None and bool(view.word.vote.sentences))
    yield view
    view.leave()


def shown_tabs(tabs: QTabWidget) -> list[str]:
    return [tabs.tabText(i) for i in range(tabs.count()) if tabs.isTabVisible(i)]


def shown_texts(view: QWidget) -> str:
    return " ".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def test_it_is_off_for_new_users_and_on_for_those_who_had_it_all(tmp_path: Path, qapp) -> None:
    new = Settings(tmp_path / "new.json")
    assert not Research(new, NotificationCenter(qapp)).is_on
    new.set(RECENT, ["/a/project"])
    assert not Research(new, NotificationCenter(qapp)).is_on, "the first project does not switch it on"
    earlier = Settings(tmp_path / "earlier.json")
    earlier.set(RECENT, ["/a/project"])
    assert Research(earlier, NotificationCenter(qapp)).is_on
    assert Settings(tmp_path / "earlier.json").get(RESEARCH) is True


def test_train_has_one_button_and_nothing_to_choose(context: ProjectContext, qtbot, monkeypatch) -> None:
    started: list[TrainRequest] = []
    monkeypatch.setattr(TrainView, "start", lambda self, options: started.append(options))
    view = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: view.setup.start.isEnabled() and bool(view._lists.models))
    assert view.setup.start.text() == "Train"
    assert shown_tabs(view.tabs) == ["Train a model", "Models"]
    assert set(shown_buttons(view)) == {"Train", "Show the results", "Explain the suggestion for a word"}
    assert not view.setup.cards.isVisible() and not view.setup.advanced.isVisible()
    texts = shown_texts(view)
    assert MODEL in texts and "reader" not in texts and "gate" not in texts
    assert "about" in view.setup.cost.text() and "reader" not in view.setup.cost.text()
    QTest.mouseClick(view.setup.start, Qt.MouseButton.LeftButton)
    assert [(options.preset.name, options.parent) for options in started] == [(DEFAULT, None)]
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(view.setup.simple.results, Qt.MouseButton.LeftButton)
    assert requested.args == ["insight", NavigationTarget(query="results")]
    view.leave()


def test_hidden_choices_have_no_effect_and_come_back(context: ProjectContext, qtbot, monkeypatch) -> None:
    context.research.switch(True)
    view = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: view.setup.readiness is not None and bool(view._lists.models))
    view.setup.choose_preset("compact-15")
    view.setup.advanced.form.editors["gates"].setValue(7)
    view.setup.advanced.seed.setValue(5)
    context.research.switch(False)
    options = view.setup.options()
    assert options == TrainRequest(preset(DEFAULT), device=options.device, skip_unencodable=options.skip_unencodable)
    context.research.switch(True)
    options = view.setup.options()
    assert (options.preset.name, options.preset.gates, options.seed) == ("compact-15", 7, 5)
    assert "Earlier trainings" in shown_tabs(view.tabs) and view.setup.cards.isVisible()
    view.leave()


def test_retraining_continues_from_the_model_without_research(context: ProjectContext, qtbot, monkeypatch) -> None:
    started: list[TrainRequest] = []
    monkeypatch.setattr(TrainView, "start", lambda self, options: started.append(options))
    view = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: view.setup.start.isEnabled() and bool(view._lists.models))
    view.prepare_retraining()
    assert MODEL in view.setup.cost.text()
    view.setup.press_start()
    assert [options.parent for options in started] == [MODEL]
    assert view.setup.options().parent is None, "the next training begins anew"
    view.leave()


def test_insight_shows_the_vote_on_the_word_the_results_and_the_progress(insight: InsightView) -> None:
    assert shown_tabs(insight.tabs) == ["This word", "Results", "Progress"]
    assert not insight.word.vote.members.isVisible() and insight.word.vote.counts.isVisible()
    assert "reader" not in insight.model_text.text()
    insight.context.research.switch(True)
    assert len(shown_tabs(insight.tabs)) == 8 and insight.word.vote.members.isVisible()
    assert "reader" in insight.model_text.text()
    insight.show_tab("thresholds")
    insight.context.research.switch(False)
    assert insight.tabs.tabText(insight.tabs.currentIndex()) == "Results"


def test_results_show_this_model_its_letters_and_the_reliability(
    context: ProjectContext, project_folder: Path, qtbot
) -> None:
    with Project.open(project_folder) as project:
        stored = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
        save_evaluation(get_model(project), stored)
    view = opened(InsightView, context, qtbot, NavigationTarget(query="results"))
    qtbot.waitUntil(lambda: "results" in view.built_tabs and view.built_tabs["results"].results is not None)
    tab = view.built_tabs["results"]
    rate = stored["characters"]
    assert f"{100 * rate['value']:.1f} %" in tab.characters.text() and tab.characters.isVisible()
    assert [row.cells[0] for row in tab.table.rows] == ["This model"] and tab.table.isColumnHidden(3)
    assert not tab._explanations.isVisible() and tab.reliability_plot.isVisible()
    figure = tab.reliability_plot.figure
    points = figure.series[1]
    assert list(points.labels) == [f"{one['words']:,}" for one in stored["confidence"]["curve"]]
    assert points.low is not None and points.high is not None
    assert all(points.low <= points.y) and all(points.y <= points.high)
    context.research.switch(True)
    assert len(tab.table.rows) == 5 and not tab.table.isColumnHidden(3)
    view.leave()


def test_switch_after_the_project_is_closed_reaches_no_view_of_it(window, qtbot) -> None:
    window.show_view("insight")
    insight = window.current_view()
    qtbot.waitUntil(lambda: insight.active_model.current is not None)
    window.close_project()
    qtbot.waitUntil(lambda: not isValid(insight))
    window.research.switch(True)
    window.research.switch(False)


def test_palette_finds_what_is_hidden_and_switches_research_on(window, qtbot) -> None:
    window.show_view("insight")
    insight = window.current_view()
    qtbot.waitUntil(lambda: insight.active_model.current is not None)
    palette = Palette(window, window.app_actions, insight)
    palette.view_requested.connect(window.show_view)
    palette.open()
    palette.field.setText("spectrum")
    assert palette.shown() == ["Show tab: Spectrum"]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.research.is_on and window.settings.get(RESEARCH)
    assert insight.tabs.tabText(insight.tabs.currentIndex()) == "Spectrum"
    told = window.notifications.history[-1]
    assert "Spectrum" in told.text and told.on_action is not None
    told.on_action()
    assert not window.research.is_on and "Spectrum" not in shown_tabs(insight.tabs)


def test_command_of_another_view_switches_research_on_too(window, qtbot) -> None:
    window.show_view("train")
    assert isinstance(window.current_view(), TrainView)
    window.show_view("collection")
    palette = Palette(window, window.app_actions, window.current_view())
    palette.view_requested.connect(window.show_view)
    palette.open()
    palette.field.setText("all parameters")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.research.is_on and isinstance(window.current_view(), TrainView)
    assert window.current_view().setup.page_buttons.button(0).isVisible()


def test_settings_and_menu_switch_it(window, qtbot) -> None:
    dialog = Preferences(window, window.settings, window.theme, window.research)
    dialog.research.setChecked(True)
    action = next(a for a in window.window_actions.menu.actions() if a.text().startswith("Research"))
    assert window.research.is_on and action.isChecked()
    action.trigger()
    assert not window.research.is_on and not action.isChecked()
