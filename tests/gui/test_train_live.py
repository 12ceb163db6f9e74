"""Real trainings: growing curves, stop and keep, resume, discard, a killed child; and one of another process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import MODEL
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from view_helpers import add_run, button, shown_buttons, training_view, until

from app.context import ProjectContext
from app.session.jobs import Job
from app.shell.header import Header
from app.train import runs_panel
from app.train.train_messages import is_resumable, state_name
from app.train.view import TrainView
from core.jobs.recognition.starter import add_starter
from core.project.changes import MODELS
from core.project.content.models import STARTER_PRESET, delete_model, list_models
from core.project.content.predictions import predictions_by_model
from core.project.content.runs import end_run, get_run, list_runs, run_folder
from core.project.content.words import word_ids
from core.project.project import Project

CLICK = Qt.MouseButton.LeftButton
LONG = 100_000
STARTER = "Starter model (first suggestions)"
REPOSITORY = Path(__file__).resolve().parents[2]
OTHER = """
import sys
from core.project.project import Project
from core.project.content.runs import hold_run
with Project.open(sys.argv[1]) as project, hold_run(project, 1):
    print("working", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def view(context: ProjectContext, qtbot, monkeypatch) -> Iterator[TrainView]:
    view = training_view(context, qtbot, monkeypatch)
    until(qtbot, lambda: view.setup.start.isEnabled())
    view.setup.choose_preset("quick")
    yield view
    view.leave()


def start(view: TrainView, qtbot, *, steps: int, gates: int = 6) -> None:
    form = view.setup.advanced.form
    for name, value in (("steps", steps), ("gates", gates), ("gate_epochs", 2), ("batch", 8)):
        form.editors[name].setValue(value)
    QTest.mouseClick(view.setup.start, CLICK)
    until(qtbot, lambda: view.live is not None and bool(view.live.progress.members[0].epochs))


def test_trained_model_is_active_and_recognises_unchecked_words(view: TrainView, qtbot) -> None:
    view.session.execute(lambda project: delete_model(project, MODEL), changes=[MODELS])
    until(qtbot, lambda: view.session.active_model() is None)
    ended: list[Job] = []
    view.session.jobs.finished.connect(ended.append)
    start(view, qtbot, steps=8)
    live = view.live
    assert live is not None and view.first.currentWidget() is live
    assert not view.setup.start.isEnabled() and "under way" in view.setup.reason.text()
    until(qtbot, lambda: not live.is_running)
    assert "is now active" in live.message.text.text(), live.message.text.text()
    model = view.session.active_model()
    assert model is not None and model.name.startswith("quick-")
    assert get_run(view.session.project, live.run_id).params["preset"]["steps"] == 8
    assert [m.state for m in live.progress.members] == ["finished", "finished"]
    drawn = [list(lines["loss"].getOriginalDataset()[0]) for lines in live.view.charts._lines]
    assert drawn == [m.epochs for m in live.progress.members] and len(drawn[0]) > 1
    assert "Run 1 started" in live.view.log.toPlainText()
    until(qtbot, lambda: view.session.jobs.current is None)
    assert [job.kind for job in ended] == ["train", "recognise"], [job.outcome.text for job in ended]
    unread = word_ids(view.session.project, transcribed=False)
    until(qtbot, lambda: all(model.name in predictions_by_model(view.session.project, w) for w in unread))


def test_a_new_model_does_not_take_over_unasked(view: TrainView, qtbot) -> None:
    """The starter model is active and better than a model of a few steps: nothing changes until a person says so."""
    session = view.session
    session.execute(add_starter, changes=[MODELS])
    ids = word_ids(session.project)
    until(qtbot, lambda: session.active_model() is not None)
    start(view, qtbot, steps=4)
    live = view.live
    assert live is not None
    until(qtbot, lambda: not live.is_running and session.jobs.current is None)
    new = next(model.name for model in list_models(session.project) if model.name != STARTER_PRESET)
    assert session.active_model().name == STARTER_PRESET
    assert not any(new in predictions_by_model(session.project, word) for word in ids), "it has read nothing"
    question = live.message.text.text()
    assert f"the active model '{STARTER}' suggests" in question and "the new one" in question and "Use it" in question
    buttons = {button.text(): button for button in live.message.buttons}
    assert {"Use it", f"Keep '{STARTER}'"} <= set(buttons)

    buttons["Use it"].setFocus()
    QTest.keyClick(buttons["Use it"], Qt.Key.Key_Space)
    until(qtbot, lambda: session.active_model().name == new)
    until(qtbot, lambda: session.jobs.current is None)
    unread = word_ids(session.project, transcribed=False)
    until(qtbot, lambda: all(new in predictions_by_model(session.project, word) for word in unread))
    back = next(button for button in live.message.buttons if button.text() == f"Back to '{STARTER}'")
    back.setFocus()
    QTest.keyClick(back, Qt.Key.Key_Space)
    until(qtbot, lambda: session.active_model().name == STARTER_PRESET)
    assert f"'{STARTER}' is active again" in live.message.text.text()
    until(qtbot, lambda: view._lists.active_model.name == STARTER_PRESET)
    view.models_panel.activate_model(new)
    until(qtbot, lambda: "is the active model" in live.message.text.text())
    assert live.message.text.text().startswith("'Second training, ") and "suggestions" not in live.message.text.text()


def test_keeping_the_active_model_changes_nothing(view: TrainView, qtbot) -> None:
    session = view.session
    session.execute(add_starter, changes=[MODELS])
    start(view, qtbot, steps=4)
    live = view.live
    assert live is not None
    until(qtbot, lambda: not live.is_running and session.jobs.current is None)
    QTest.mouseClick(button(view, f"Keep '{STARTER}'"), CLICK)
    assert session.active_model().name == STARTER_PRESET and "stays active" in live.message.text.text()


def test_resumed_training_continues_its_curves(view: TrainView, qtbot) -> None:
    start(view, qtbot, steps=LONG)
    live = view.live
    assert live is not None
    assert live.view.log.hasFocus(), "the button that started it is hidden"
    # a run short enough to be finished could not be stopped in time: this one is only resumed
    live.stop.setFocus()
    QTest.keyClick(live.stop, Qt.Key.Key_Space)
    assert live.view.log.hasFocus(), "the next button would discard the training"
    until(qtbot, lambda: not live.is_running)
    assert button(view, "Resume").hasFocus()
    assert "was stopped" in live.message.text.text() and "Kept:" in live.message.text.text()
    before = live.progress.members[0].epochs_done
    run = live.run_id
    assert run is not None and get_run(view.session.project, run).state == "stopped"
    QTest.mouseClick(button(view, "Resume"), CLICK)
    until(qtbot, lambda: live.is_running and live.run_id == run and live.progress.members[0].epochs_done > before)
    assert live.progress.members[0].epochs == list(range(1, live.progress.members[0].epochs_done + 1))
    assert [r.id for r in list_runs(view.session.project)] == [run]
    view.session.jobs.current.kill()
    until(qtbot, lambda: not live.is_running)


def test_header_shows_the_same_progress_as_the_view(view: TrainView, qtbot, theme) -> None:
    header = Header(theme)
    qtbot.addWidget(header)
    header.set_session(view.session)
    start(view, qtbot, steps=LONG)
    live, chip = view.live, header.chip
    assert live is not None
    until(qtbot, lambda: live.progress.share > 0 and chip.bar.maximum() == 1000)
    assert live.progress is view.session.jobs.current.training.run
    assert chip.bar.value() == round(1000 * live.progress.share), "not that of one reader's part"
    chip._show_left()
    assert "left" in chip.left.text() or not chip.left.text()
    seconds = live._training.seconds_left(0.0)
    assert seconds is None or seconds[0] > 0
    view.session.jobs.current.kill()
    until(qtbot, lambda: not live.is_running)


def test_killed_child_is_reported_with_what_was_kept(view: TrainView, qtbot) -> None:
    start(view, qtbot, steps=LONG)
    live = view.live
    assert live is not None
    os.kill(view.session.jobs.current.pid, signal.SIGKILL)
    until(qtbot, lambda: not live.is_running)
    assert "ran out of memory" in live.message.text.text() and "Kept: reader 1 after epoch" in live.message.text.text()
    assert button(view, "Resume")
    view.tabs.setCurrentIndex(1)
    until(qtbot, lambda: [row.cells[3] for row in view.runs_panel.table.rows] == ["Interrupted"])
    until(qtbot, lambda: bool(view.runs_panel.view.charts._curves))


def test_discarded_training_leaves_nothing(view: TrainView, qtbot) -> None:
    start(view, qtbot, steps=LONG)
    live = view.live
    assert live is not None and live.run_id is not None
    folder = run_folder(view.session.project, live.run_id)
    QTest.mouseClick(button(view, "Discard"), CLICK)
    QTest.mouseClick(button(view, "Continue training"), CLICK)
    assert live.is_running
    QTest.mouseClick(button(view, "Discard"), CLICK)
    QTest.mouseClick(button(view, "Discard the training"), CLICK)
    until(qtbot, lambda: not list_runs(view.session.project) and not folder.exists())
    assert len(list_models(view.session.project)) == 1
    until(qtbot, lambda: view.first.currentWidget() is view.setup)


def test_stalled_child_can_be_ended(view: TrainView, qtbot) -> None:
    start(view, qtbot, steps=LONG)
    live = view.live
    assert live is not None
    live.job.stalled.emit(True)
    assert "or hang" in live.message.text.text() and "Kept:" in live.message.text.text()
    QTest.mouseClick(live.message.find_button("End it now"), CLICK)
    until(qtbot, lambda: not live.is_running)
    # the run counts as running until its process has released the run's lock
    until(qtbot, lambda: "Resume" in shown_buttons(view))


@pytest.fixture
def other(context: ProjectContext) -> Iterator[subprocess.Popen[str]]:
    """Another process that works on run 1."""
    with Project.open(context.session.folder) as project:
        add_run(project, "running", 1, [6.0])
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(context.session.folder)],
        cwd=REPOSITORY,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stdout.readline() == "working\n"
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def beside(context: ProjectContext, other, qtbot, monkeypatch) -> Iterator[TrainView]:
    monkeypatch.setattr(runs_panel, "POLL_MS", 100)
    beside = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: len(beside._lists.runs) == 1)
    beside.tabs.setCurrentIndex(1)
    yield beside
    beside.leave()


def state_shown(beside: TrainView) -> str:
    assert beside.runs_panel is not None
    rows = beside.runs_panel.table.rows
    return rows[0].cells[3] if rows else ""


def test_run_of_another_process_is_running_elsewhere_until_the_process_is_gone(
    beside: TrainView, other: subprocess.Popen[str], context: ProjectContext, qtbot
) -> None:
    qtbot.waitUntil(lambda: state_shown(beside) == "Running elsewhere")
    panel = beside.runs_panel
    qtbot.waitUntil(lambda: "Another program" in panel.hint.text())
    assert not panel.resume.isEnabled() and not panel.delete.isEnabled()
    panel.ask_delete()
    assert panel.question.isHidden()
    log = run_folder(context.session.project, 1) / "events.jsonl"
    event = {"event": "progress", "part": "embedder", "member": 1, "done": 2, "total": 4, "loss": 3.0}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")
    qtbot.waitUntil(lambda: any("epoch 2 of 4" in text for text in member_texts(beside)))
    other.kill()
    other.wait()
    qtbot.waitUntil(lambda: state_shown(beside) == "Interrupted")
    assert "interrupted" in panel.hint.text() and panel.resume.isEnabled() and panel.delete.isEnabled()


def test_run_that_ends_elsewhere_is_read_again(beside: TrainView, context: ProjectContext, qtbot) -> None:
    qtbot.waitUntil(lambda: state_shown(beside) == "Running elsewhere")
    with Project.open(context.session.folder) as project:
        end_run(project, 1, "stopped", message="stopped early")
    qtbot.waitUntil(lambda: state_shown(beside) == "Stopped")
    assert beside._lists.runs[0].state == "stopped"


def test_run_of_another_process_cannot_be_resumed(context: ProjectContext, other) -> None:
    run = get_run(context.session.project, 1)
    assert state_name("running", ours=False, elsewhere=True) == "Running elsewhere"
    assert not is_resumable(run, ours=False, elsewhere=True) and is_resumable(run, ours=False, elsewhere=False)


def member_texts(beside: TrainView) -> list[str]:
    """Return the texts in the details of the selected run."""
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in beside.runs_panel.view.findChildren(QLabel)]
