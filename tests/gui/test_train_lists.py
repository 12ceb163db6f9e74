"""Earlier trainings and models: looked at, compared, deleted after a question; retraining offered in time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from train_helpers import add_run, button, training_place

from app.context import NavigationTarget, ProjectContext
from app.session.changes import RUNS, WORDS
from app.settings import OFFER_RETRAINING_AFTER
from app.train.retraining_offer import RETRAIN, RetrainingOffer
from app.train.view import TrainView
from core.project.content.models import (
    evaluation_file,
    get_model,
    list_models,
    model_path,
    register_model,
    save_evaluation,
)
from core.project.content.runs import list_runs, run_folder
from core.project.content.transcriptions import set_transcription
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project

CLICK = Qt.MouseButton.LeftButton


@pytest.fixture
def filled(context: ProjectContext) -> ProjectContext:
    """Two ended runs, one that a killed process left behind, and a second, older model."""
    context.session.project  # noqa: B018
    with Project.open(context.session.folder) as project:
        add_run(project, "done", 1, [4.0, 2.0, 1.0, 0.5], "trial")
        add_run(project, "stopped", 2, [5.0, 3.0])
        add_run(project, "running", 3, [6.0])
        path = model_path(project, "other")
        path.write_bytes(model_path(project, "trial").read_bytes())
        register_model(project, "other", info={"preset": "quick", "seed": 2}, activate=False)
        save_evaluation(get_model(project, "trial"), {"A_s": 0.75, "n_seen": 8, "A_u": 0.5, "n_unseen": 4})
    return context


@pytest.fixture
def place(filled: ProjectContext, qtbot, monkeypatch) -> Iterator[TrainView]:
    place = training_place(filled, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: len(place._lists.models) == 2)
    yield place
    place.leave()


def show_runs(place: TrainView, qtbot) -> None:
    place.tabs.setCurrentIndex(1)
    assert place.runs_panel is not None
    qtbot.waitUntil(lambda: len(place.runs_panel.table.rows) == 3)


def test_runs_tell_how_they_ended_and_what_was_broken_off(place: TrainView, qtbot) -> None:
    show_runs(place, qtbot)
    panel = place.runs_panel
    assert [row.cells[3] for row in panel.table.rows] == ["Broken off", "Stopped", "Finished"]
    panel.select(3)
    qtbot.waitUntil(lambda: "broken off" in panel.hint.text())
    assert panel.resume.isEnabled()
    panel.select(1)
    qtbot.waitUntil(lambda: not panel.resume.isEnabled())


def test_the_curves_of_an_earlier_run_come_back_from_its_log(place: TrainView, qtbot) -> None:
    show_runs(place, qtbot)
    place.runs_panel.select(1)
    charts = place.runs_panel.view.charts
    qtbot.waitUntil(lambda: [len(c.member.loss) for c in charts._shown] == [4, 4])
    xs, ys = charts._lines[0]["loss"].getOriginalDataset()
    assert list(xs) == [1, 2, 3, 4] and list(ys) == [4.0, 2.0, 1.0, 0.5]
    assert charts.loss.getPlotItem().getAxis("left").logMode
    best, _ = charts._lines[0]["best"].getOriginalDataset()
    assert list(best) == [4]
    assert "60 percent at epoch 4" in charts.accuracy.accessibleDescription()


def test_two_runs_are_laid_over_one_another_with_what_differs(place: TrainView, qtbot) -> None:
    show_runs(place, qtbot)
    place.runs_panel.select(1, 2)
    compare = place.runs_panel.compare
    qtbot.waitUntil(lambda: place.runs_panel.details.currentWidget() is compare)
    assert compare.table.titles == ["", "Run 2", "Run 1"]
    cells = {row.cells[0]: row.cells[1:] for row in compare.table.rows}
    assert cells["Random seed"] == ("2", "1") and cells["New words, read rightly"] == ("not measured", "50.0 %")
    assert {curve.stroke for curve in compare.charts._shown} == {0, 1}


def test_a_run_is_deleted_after_a_question_and_kept_without_the_answer(place: TrainView, qtbot) -> None:
    show_runs(place, qtbot)
    panel = place.runs_panel
    panel.select(2)
    QTest.mouseClick(panel.delete, CLICK)
    QTest.mouseClick(panel.asking.find_button("Keep"), CLICK)
    assert not panel.asking.isVisible() and len(list_runs(place.session.project)) == 3
    QTest.mouseClick(panel.delete, CLICK)
    QTest.mouseClick(panel.asking.find_button("Delete for good"), CLICK)
    qtbot.waitUntil(lambda: [row.key for row in panel.table.rows] == [3, 1])
    assert not run_folder(place.session.project, 2).exists()


def test_another_model_is_made_active_and_one_deleted(place: TrainView, qtbot) -> None:
    place.tabs.setCurrentIndex(2)
    panel = place.models_panel
    told = {row.key: row.cells for row in panel.table.rows}
    assert "active" in told["trial"][1] and told["other"][1] == ""
    assert told["trial"][5] == "Read rightly: 75 % of 8 words it was trained on and 50 % of 4 new words"
    assert told["other"][5] == "not measured yet"
    panel.table.selectRow([row.key for row in panel.table.rows].index("other"))
    QTest.mouseClick(panel.activate, CLICK)
    qtbot.waitUntil(lambda: place.session.active_model().name == "other")
    panel.table.selectRow([row.key for row in panel.table.rows].index("trial"))
    file = get_model(place.session.project, "trial")
    QTest.mouseClick(panel.delete, CLICK)
    QTest.mouseClick(panel.asking.find_button("Delete for good"), CLICK)
    qtbot.waitUntil(lambda: [row.key for row in panel.table.rows] == ["other"])
    assert [m.name for m in list_models(place.session.project)] == ["other"]
    assert not file.file.exists() and not evaluation_file(file).exists()


def correct(place_or_desk: TrainView | ProjectContext, count: int) -> None:
    session = place_or_desk.session
    ids = word_ids(session.project, WordFilter(transcribed=False))[:count]

    def type_all(project: Project) -> None:
        for word_id in ids:
            set_transcription(project, word_id, "regiment")

    session.execute(type_all, changes=[WORDS], word_ids=ids)


def test_retraining_is_offered_when_enough_was_corrected_and_set_up_by_the_button(place: TrainView, qtbot) -> None:
    place.context.settings.set(OFFER_RETRAINING_AFTER, 4)
    correct(place, 3)
    qtbot.waitUntil(lambda: place.offer.count == 3, timeout=10000)
    assert not place.notice.isVisible() and not place.context.notifications.history
    correct(place, 2)
    qtbot.waitUntil(place.notice.isVisible, timeout=10000)
    assert "5 words" in place.notice.text.text()
    assert [notice.action for notice in place.context.notifications.history] == ["Set up retraining"]
    QTest.mouseClick(place.notice.find_button("Set up retraining"), CLICK)
    choice = place.set_up.choice()
    assert choice.parent == "trial" and choice.preset.name == "quick"
    assert button(place, "Start training").isEnabled()


def test_the_offer_needs_no_open_place_and_leads_to_it(filled: ProjectContext, qtbot) -> None:
    filled.settings.set(OFFER_RETRAINING_AFTER, 1)
    offer = RetrainingOffer.for_context(filled)
    assert RetrainingOffer.for_context(filled) is offer
    correct(filled, 1)
    qtbot.waitUntil(lambda: bool(filled.notifications.history), timeout=10000)
    with qtbot.waitSignal(filled.going) as went:
        filled.notifications.history[0].on_action()
    assert went.args == ["train", NavigationTarget(query=RETRAIN)]


def test_a_model_of_another_kind_cannot_be_gone_on_from(place: TrainView, qtbot) -> None:
    place.set_up.cards.choose("paper-15")
    place.set_up.advanced.choose_parent("trial")
    assert not place.set_up.start.isEnabled() and "another kind of reader" in place.set_up.why_not.text()


def test_a_project_without_runs_and_models_says_what_belongs_there(place: TrainView, qtbot) -> None:
    show_runs(place, qtbot)

    def forget(project: Project) -> None:
        from core.project.content.models import delete_model
        from core.project.content.runs import delete_run

        for run in list_runs(project):
            delete_run(project, run.id)
        for model in list_models(project):
            delete_model(project, model.name)

    place.session.execute(forget, changes=[RUNS, "models"])
    qtbot.waitUntil(lambda: place.runs_panel.pages.currentIndex() == 0)
    QTest.mouseClick(button(place, "Set up a training"), CLICK)
    assert place.tabs.currentIndex() == 0
    place.tabs.setCurrentIndex(2)
    assert place.models_panel.pages.currentIndex() == 0
    assert place.models_panel.table.selected_keys() == []
