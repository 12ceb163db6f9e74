"""Earlier trainings and models: details, comparison, deletion after a question; the offer to train again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import add_run, button, shown_buttons, training_view

from app.context import NavigationTarget, ProjectContext, train_action
from app.session.changes import Changed
from app.session.jobs import Job, Outcome
from app.settings import OFFER_RETRAINING_AFTER
from app.train.compare_view import comparison
from app.train.live import LiveRun
from app.train.retraining_offer import RETRAIN, RetrainingOffer
from app.train.view import TrainView
from core.jobs.requests import TrainModelRequest
from core.jobs.results import ModelComparison, Trained
from core.project.changes import MODELS, RUNS, WORDS
from core.project.content.models import (
    ReadWords,
    activate_model,
    evaluation_file,
    get_model,
    give_title,
    keep_read_words,
    list_models,
    model_path,
    register_model,
    save_evaluation,
)
from core.project.content.runs import list_runs, run_folder
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

CLICK = Qt.MouseButton.LeftButton


@pytest.fixture
def filled(context: ProjectContext) -> ProjectContext:
    """Return a context with two ended runs, one of a killed process, and a second, older model."""
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
def view(filled: ProjectContext, qtbot, monkeypatch) -> Iterator[TrainView]:
    view = training_view(filled, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: len(view._lists.models) == 2)
    yield view
    view.leave()


def show_runs(view: TrainView, qtbot) -> None:
    view.tabs.setCurrentIndex(1)
    assert view.runs_panel is not None
    qtbot.waitUntil(lambda: len(view.runs_panel.table.rows) == 3)


def test_runs_are_listed_with_their_states(view: TrainView, qtbot) -> None:
    show_runs(view, qtbot)
    panel = view.runs_panel
    assert [row.cells[3] for row in panel.table.rows] == ["Interrupted", "Stopped", "Finished"]
    panel.select(3)
    qtbot.waitUntil(lambda: "interrupted" in panel.hint.text())
    assert panel.resume.isEnabled()
    panel.select(1)
    qtbot.waitUntil(lambda: not panel.resume.isEnabled())


def test_curves_of_an_earlier_run_are_read_from_its_log(view: TrainView, qtbot) -> None:
    show_runs(view, qtbot)
    view.runs_panel.select(1)
    charts = view.runs_panel.view.charts
    qtbot.waitUntil(lambda: [len(c.member.loss) for c in charts._curves] == [4, 4])
    xs, ys = charts._lines[0]["loss"].getOriginalDataset()
    assert list(xs) == [1, 2, 3, 4] and list(ys) == [4.0, 2.0, 1.0, 0.5]
    assert charts.loss.getPlotItem().getAxis("left").logMode
    best, _ = charts._lines[0]["best"].getOriginalDataset()
    assert list(best) == [4]
    assert "60 percent at epoch 4" in charts.accuracy.accessibleDescription()


def test_two_selected_runs_are_compared(view: TrainView, qtbot, tmp_path: Path) -> None:
    show_runs(view, qtbot)
    view.runs_panel.select(1, 2)
    compare = view.runs_panel.compare
    qtbot.waitUntil(lambda: view.runs_panel.details.currentWidget() is compare)
    assert compare.table.titles == ["", "Run 2", "Run 1"]
    cells = {row.cells[0]: row.cells[1:] for row in compare.table.rows}
    assert cells["Random seed"] == ("2", "1") and cells["Correct, new words"] == ("not measured", "50.0 %")
    assert {curve.number for curve in compare.charts._curves} == {0, 1}
    with qtbot.waitSignal(view.context.notifications.added) as told:
        compare.charts.save("loss", tmp_path / "loss.csv")
    assert str(tmp_path / "loss.csv") in told.args[0].text


def test_run_is_deleted_only_after_confirmation(view: TrainView, qtbot) -> None:
    show_runs(view, qtbot)
    panel = view.runs_panel
    panel.select(2)
    QTest.mouseClick(panel.delete, CLICK)
    QTest.mouseClick(panel.question.find_button("Keep"), CLICK)
    assert not panel.question.isVisible() and len(list_runs(view.session.project)) == 3
    QTest.mouseClick(panel.delete, CLICK)
    QTest.mouseClick(panel.question.find_button("Delete permanently"), CLICK)
    qtbot.waitUntil(lambda: [row.key for row in panel.table.rows] == [3, 1])
    assert not run_folder(view.session.project, 2).exists()


def test_model_is_activated_and_another_deleted(view: TrainView, qtbot) -> None:
    view.tabs.setCurrentIndex(2)
    panel = view.models_panel
    cells = {row.key: row.cells for row in panel.table.rows}
    assert "active" in cells["trial"][1] and cells["other"][1] == ""
    assert cells["trial"][5] == "Correct: 75 % of 8 words it was trained on and 50 % of 4 new words"
    assert cells["other"][5] == "not measured yet"
    panel.table.selectRow([row.key for row in panel.table.rows].index("other"))
    QTest.mouseClick(panel.activate, CLICK)
    qtbot.waitUntil(lambda: view.session.active_model().name == "other")
    panel.table.selectRow([row.key for row in panel.table.rows].index("trial"))
    file = get_model(view.session.project, "trial")
    QTest.mouseClick(panel.delete, CLICK)
    QTest.mouseClick(panel.question.find_button("Delete permanently"), CLICK)
    qtbot.waitUntil(lambda: [row.key for row in panel.table.rows] == ["other"])
    assert [m.name for m in list_models(view.session.project)] == ["other"]
    assert not file.file.exists() and not evaluation_file(file).exists()


def transcribe(owner: TrainView | ProjectContext, count: int) -> None:
    session = owner.session
    ids = word_ids(session.project, transcribed=False)[:count]

    def type_all(project: Project) -> None:
        for word_id in ids:
            set_transcription(project, word_id, "regiment")

    session.execute(type_all, changes=[WORDS], word_ids=ids)


def test_retraining_is_offered_after_enough_transcriptions_and_set_up_by_the_button(view: TrainView, qtbot) -> None:
    view.context.settings.set(OFFER_RETRAINING_AFTER, 4)
    transcribe(view, 3)
    qtbot.waitUntil(lambda: view.offer.count == 3, timeout=10000)
    assert not view.message.isVisible() and not view.context.notifications.history
    transcribe(view, 2)
    qtbot.waitUntil(view.message.isVisible, timeout=10000)
    assert "5 words" in view.message.text.text()
    assert [notification.action for notification in view.context.notifications.history] == ["Set up retraining"]
    QTest.mouseClick(view.message.find_button("Set up retraining"), CLICK)
    options = view.setup.options()
    assert options.parent == "trial" and options.preset.name == "quick"
    assert view.setup.cards.group.checkedButton() is None, "that preset has no card"
    assert button(view, "Start training").isEnabled()


def test_no_retraining_is_offered_while_a_training_runs(view: TrainView, qtbot) -> None:
    jobs, notifications = view.session.jobs, view.context.notifications
    view.context.settings.set(OFFER_RETRAINING_AFTER, 1)
    jobs.current = Job(TrainModelRequest(resume=3), None)
    jobs.changed.emit()
    assert train_action(view.context).text == "Show the training"
    transcribe(view, 2)
    qtbot.waitUntil(lambda: view.offer.count == 2, timeout=10000)
    assert not view.message.isVisible() and not notifications.history
    jobs.current = None
    jobs.changed.emit()
    assert train_action(view.context).text == "Train a model"
    qtbot.waitUntil(view.message.isVisible)
    assert view.message.find_button("Set up retraining").isVisible()
    jobs.current = Job(TrainModelRequest(resume=3), None)
    jobs.changed.emit()
    assert not view.message.isVisible()
    jobs.current = None


def test_offer_without_the_view_leads_to_it(filled: ProjectContext, qtbot) -> None:
    filled.settings.set(OFFER_RETRAINING_AFTER, 1)
    offer = RetrainingOffer.for_context(filled)
    assert RetrainingOffer.for_context(filled) is offer
    transcribe(filled, 1)
    qtbot.waitUntil(lambda: bool(filled.notifications.history), timeout=10000)
    with qtbot.waitSignal(filled.view_requested) as requested:
        filled.notifications.history[0].on_action()
    assert requested.args == ["train", NavigationTarget(query=RETRAIN)]


def test_training_cannot_continue_from_a_model_with_another_kind_of_reader(view: TrainView, qtbot) -> None:
    view.setup.cards.choose("paper-15")
    view.setup.advanced.choose_parent("trial")
    assert not view.setup.start.isEnabled() and "another kind of reader" in view.setup.reason.text()


def ask_about(view: TrainView, new: str, active: str) -> LiveRun:
    """Let the view ask whether the new model is to be used, as at the end of a training."""
    live = view._live_run()
    comparison = ModelComparison(active, 8, True, active_right=4, new_right=6, better=True)
    result = Trained(1, new, 2, 2, "latin", 40, 9, 9, 0, (3, 3), (), False, comparison)
    live._finished(Outcome(True, False, result, ""))
    view.first.setCurrentWidget(live)
    return live


def test_question_about_a_new_model_is_taken_back_once_another_is_active(view: TrainView, qtbot) -> None:
    live = ask_about(view, "other", "trial")
    view._show_lists()
    assert "Use it?" in live.message.text.text() and button(view, "Keep 'trial'")
    view.models_panel.activate_model("other")
    qtbot.waitUntil(lambda: live.message.text.text() == "'other' is the active model.")
    assert "Keep 'trial'" not in shown_buttons(view) and "Use it" not in shown_buttons(view)


def test_a_model_that_is_not_active_cannot_stay_active(view: TrainView, qtbot) -> None:
    """The person presses "Keep" before the lists are read again."""
    live = ask_about(view, "other", "trial")
    keep = button(view, "Keep 'trial'")
    with Project.open(view.session.folder) as project:
        activate_model(project, "other")
    QTest.mouseClick(keep, CLICK)
    assert live.message.text.text() == "'other' is the active model."


def test_trainings_name_models_by_their_titles(view: TrainView, qtbot) -> None:
    view.session.execute(lambda project: give_title(project, "trial", "Letters of 1755"), changes=[MODELS], word_ids=())
    show_runs(view, qtbot)
    qtbot.waitUntil(lambda: view.runs_panel.table.rows[2].cells[6] == "Letters of 1755")
    view.runs_panel.select(1, 2)
    compare = view.runs_panel.compare
    qtbot.waitUntil(lambda: view.runs_panel.details.currentWidget() is compare)
    assert ("Model", "none", "Letters of 1755") in [row.cells for row in compare.table.rows]
    view.setup.prepare_retraining("trial", "quick")
    qtbot.waitUntil(lambda: "Continues from the model 'Letters of 1755'." in view.setup.cost.text())
    view.setup.cards.choose("paper-15")
    assert "'Letters of 1755' has another kind of reader" in view.setup.reason.text()
    runs = [
        replace(run, params=run.params | {"parent": parent})
        for run, parent in zip(list_runs(view.session.project)[:2], ("trial", None), strict=True)
    ]
    assert ("Continues from", ["Letters of 1755", "none"]) in comparison(
        runs, [None, None], {"trial": "Letters of 1755"}
    )


def test_empty_lists_of_runs_and_models_lead_to_the_setup(view: TrainView, qtbot) -> None:
    show_runs(view, qtbot)

    def forget(project: Project) -> None:
        from core.project.content.models import delete_model
        from core.project.content.runs import delete_run

        for run in list_runs(project):
            delete_run(project, run.id)
        for model in list_models(project):
            delete_model(project, model.name)

    view.session.execute(forget, changes=[RUNS, "models"])
    qtbot.waitUntil(lambda: view.runs_panel.pages.currentIndex() == 0)
    QTest.mouseClick(button(view, "Set up a training"), CLICK)
    assert view.tabs.currentIndex() == 0
    view.tabs.setCurrentIndex(2)
    assert view.models_panel.pages.currentIndex() == 0
    assert view.models_panel.table.selected_keys() == []


def test_models_have_titles_and_can_be_renamed(view: TrainView, qtbot) -> None:
    session, name = view.session, "phosc-ctc-20261127-202744"
    with Project.open(session.folder) as project:
        path = model_path(project, name)
        path.write_bytes(model_path(project, "trial").read_bytes())
        register_model(project, name, info={"preset": "phosc-ctc", "number": 2}, activate=False)
        keep_read_words(project, name, ReadWords(400, 384, "trial"))
    session.changed.emit(Changed(frozenset({MODELS}), frozenset()))
    panel = view.models_panel
    qtbot.waitUntil(lambda: len(panel.table.rows) == 3)
    view.tabs.setCurrentIndex(2)
    row = panel.table.rows[0]
    made = get_model(session.project, name).created_at
    assert (
        row.cells[0].startswith("Second training, ")
        and row.cells[0].endswith(": 96 %")
        and made[:4] not in row.cells[0]
    )
    assert row.cells[5] == "Correct: 96 % of 400 words compared"
    panel.table.select_keys([name])
    QTest.mouseClick(panel.rename, CLICK)
    panel.title.setText("Letters of 1755")
    QTest.keyClick(panel.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.table.rows[0].cells[0] == "Letters of 1755")
    assert not panel.title.isVisible()
    QTest.mouseClick(panel.rename, CLICK)
    panel.title.setText("")
    QTest.keyClick(panel.title, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.table.rows[0].cells[0].startswith("Second training, "))
