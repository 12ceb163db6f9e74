"""Training for real from the button: curves grow, stop and keep, resume, discard, a killed child."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from train_helpers import button, shown_buttons, training_place, until

from app.context import ProjectContext
from app.session.jobs import Job
from app.train.view import TrainView
from core.project.content.models import list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.runs import get_run, list_runs, run_folder
from core.project.content.words import WordFilter, word_ids

CLICK = Qt.MouseButton.LeftButton
LONG = 100_000


@pytest.fixture
def place(context: ProjectContext, qtbot, monkeypatch) -> Iterator[TrainView]:
    place = training_place(context, qtbot, monkeypatch)
    until(qtbot, lambda: place.set_up.start.isEnabled())
    place.set_up.cards.choose("quick")
    yield place
    place.leave()


def start(place: TrainView, qtbot, *, steps: int, gates: int = 6) -> None:
    form = place.set_up.advanced.form
    for name, value in (("steps", steps), ("gates", gates), ("gate_epochs", 2), ("batch", 8)):
        form.editors[name].setValue(value)
    QTest.mouseClick(place.set_up.start, CLICK)
    until(qtbot, lambda: place.live is not None and bool(place.live.story.members[0].epochs))


def test_a_model_is_trained_reads_the_unread_words_and_is_active(place: TrainView, qtbot) -> None:
    ended: list[Job] = []
    place.session.jobs.finished.connect(ended.append)
    start(place, qtbot, steps=16)
    live = place.live
    assert live is not None and place.first.currentWidget() is live
    assert not place.set_up.start.isEnabled() and "under way" in place.set_up.why_not.text()
    until(qtbot, lambda: not live.running)
    assert "is now the active one" in live.told.text.text(), live.told.text.text()
    model = place.session.active_model()
    assert model is not None and model.name.startswith("quick-")
    assert get_run(place.session.project, live.run).params["preset"]["steps"] == 16
    assert [m.state for m in live.story.members] == ["finished", "finished"]
    drawn = [list(lines["loss"].getOriginalDataset()[0]) for lines in live.view.charts._lines]
    assert drawn == [m.epochs for m in live.story.members]
    assert "Run 1 begins" in live.view.log.toPlainText()
    until(qtbot, lambda: place.session.jobs.current is None)
    assert [job.kind for job in ended] == ["train", "recognise"], [job.outcome.text for job in ended]
    unread = word_ids(place.session.project, WordFilter(read=False))
    until(qtbot, lambda: all(model.name in predictions_by_model(place.session.project, w) for w in unread))


def test_stopped_and_resumed_the_curves_go_on(place: TrainView, qtbot) -> None:
    start(place, qtbot, steps=LONG)
    live = place.live
    assert live is not None
    # the shortest run that a resume can finish would not be stopped in time: this one is only gone on with
    QTest.mouseClick(button(place, "Stop and keep"), CLICK)
    until(qtbot, lambda: not live.running)
    assert "was stopped" in live.told.text.text() and "Kept:" in live.told.text.text()
    before = live.story.members[0].learn_done
    run = live.run
    assert run is not None and get_run(place.session.project, run).state == "stopped"
    QTest.mouseClick(button(place, "Resume"), CLICK)
    until(qtbot, lambda: live.running and live.run == run and live.story.members[0].learn_done > before)
    assert live.story.members[0].epochs == list(range(1, live.story.members[0].learn_done + 1))
    assert [r.id for r in list_runs(place.session.project, "train")] == [run]
    place.session.jobs.current.kill()
    until(qtbot, lambda: not live.running)


def test_a_killed_child_is_told_of_with_what_was_kept(place: TrainView, qtbot) -> None:
    start(place, qtbot, steps=LONG)
    live = place.live
    assert live is not None
    os.kill(place.session.jobs.current.pid, signal.SIGKILL)
    until(qtbot, lambda: not live.running)
    assert "memory ran out" in live.told.text.text() and "Kept: reader 1 after epoch" in (live.told.text.text())
    assert button(place, "Resume")
    place.tabs.setCurrentIndex(1)
    until(qtbot, lambda: [row.cells[3] for row in place.runs_panel.table.rows] == ["Broken off"])
    until(qtbot, lambda: bool(place.runs_panel.view.charts._shown))


def test_a_discarded_training_leaves_nothing(place: TrainView, qtbot) -> None:
    start(place, qtbot, steps=LONG)
    live = place.live
    assert live is not None and live.run is not None
    folder = run_folder(place.session.project, live.run)
    QTest.mouseClick(button(place, "Discard"), CLICK)
    QTest.mouseClick(button(place, "Go on training"), CLICK)
    assert live.running
    QTest.mouseClick(button(place, "Discard"), CLICK)
    QTest.mouseClick(button(place, "Discard the training"), CLICK)
    until(qtbot, lambda: not list_runs(place.session.project, "train") and not folder.exists())
    assert len(list_models(place.session.project)) == 1
    until(qtbot, lambda: place.first.currentWidget() is place.set_up)


def test_a_silent_child_may_hang_and_can_be_ended(place: TrainView, qtbot) -> None:
    start(place, qtbot, steps=LONG)
    live = place.live
    assert live is not None
    live.job.stalled.emit(True)
    assert "or hang" in live.told.text.text() and "Kept:" in live.told.text.text()
    QTest.mouseClick(live.told.find_button("End it now"), CLICK)
    until(qtbot, lambda: not live.running)
    # the run counts as at work until its process has let go of the run's lock
    until(qtbot, lambda: "Resume" in shown_buttons(place))
