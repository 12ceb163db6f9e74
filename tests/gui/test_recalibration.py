"""The model is calibrated for the present word list by itself: started, reported, cancelled, and taken up again."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import executor_helpers
import pytest
from executor_helpers import handwriting, labelled_project, request
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.main import make_window
from app.page.status import StatusLine
from app.recalibration import Recalibration
from app.review.view import ReviewView
from app.session.changes import Changed
from app.session.jobs import Job
from app.session.session import Session
from app.settings import Settings
from app.shell.toasts import Toast
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.train.view import TrainView
from core.events import MemberChanged, ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import CheckRequest, EvaluateRequest, RecogniseRequest, TrainModelRequest
from core.jobs.results import Recognised
from core.jobs.training.train import train
from core.project.changes import LEXICON, MODELS, PREDICTIONS, WORDS
from core.project.content.lexicon import add_words, remove_words
from core.project.content.models import activate_model, get_model, save_evaluation, unfinished_recalibration
from core.project.content.word_edits import delete_words, set_role
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

MORE = ["gold", "harbour", "island", "journey", "kingdom", "ladder", "mountain", "number"]
GROWN = "The word list has grown by 8 words: adjusting the model to it…"
DONE = "The model is adjusted to the present word list."
CLICK = Qt.MouseButton.LeftButton
SECONDS = 60_000


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose words were recognised by a model of two readers, and measured on some."""
    folder = tmp_path_factory.mktemp("calibrated")
    project = labelled_project(folder, copies=8)
    parameters = {"steps": 8, "min_gate_images": 1, "gate_distances": True, "synthetic": False}
    parameters |= {"gate_epochs": 60, "gates": 20}
    train(project, request("m", **parameters), ignore_events, lambda: False)
    recognise(project, RecogniseRequest(words="all"), ignore_events, lambda: False)
    known = word_ids(project)
    import_contents(project, handwriting(folder / "test", executor_helpers.WORDS, seed=2, role="test"))
    save_evaluation(get_model(project), evaluate(project, EvaluateRequest(), ignore_events, lambda: False))
    delete_words(project, set(word_ids(project)) - set(known))
    project.close()
    return project.folder


@pytest.fixture
def open_window(
    template: Path, tmp_path: Path, theme: Theme, settings: Settings, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], MainWindow]]:
    """Opens the window on a copy of the project, the same one each time."""
    monkeypatch.setattr("app.recalibration.SETTLE_MS", 150)
    folder = tmp_path / template.name
    shutil.copytree(template, folder)
    windows: list[MainWindow] = []

    def make() -> MainWindow:
        windows.append(make_window(settings, theme))
        qtbot.addWidget(windows[-1])
        windows[-1].show()
        assert windows[-1].open_project(folder)
        return windows[-1]

    yield make
    for window in windows:
        window.close_project()
        window.close()


def recalibration(window: MainWindow) -> Recalibration:
    assert window.context is not None
    return Recalibration.for_context(window.context)


def session_of(window: MainWindow) -> Session:
    assert window.session is not None
    return window.session


def running(window: MainWindow, qtbot: QtBot) -> Job:
    """Wait for the recalibration and return its job."""
    qtbot.waitUntil(lambda: recalibration(window).is_running, timeout=SECONDS)
    job = session_of(window).jobs.current
    assert job is not None and job.kind == "recalibrate"
    return job


def change_list(window: MainWindow, change: Callable[[Project], object]) -> None:
    session_of(window).execute(change, changes=[LEXICON, WORDS], word_ids=None)


def messages(window: MainWindow) -> list[str]:
    return [notification.text for notification in window.notifications.history]


def press(window: MainWindow, text: str) -> None:
    """Press a button of a toast."""
    buttons = [button for toast in window.findChildren(Toast) for button in toast.findChildren(QPushButton)]
    QTest.mouseClick(next(button for button in buttons if button.text() == text), CLICK)


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Wait until the state was read again, and for longer than the word list needs to settle."""
    session, own = session_of(window), recalibration(window)
    session.changed.emit(Changed(frozenset({MODELS, PREDICTIONS}), None))
    assert own._timer.isActive()
    qtbot.waitUntil(lambda: not own._timer.isActive(), timeout=SECONDS)
    qtbot.waitUntil(lambda: all(worker.pending == 0 for worker in session._workers()), timeout=SECONDS)
    qtbot.wait(50)
    qtbot.waitUntil(lambda: not own._settle_timer.isActive(), timeout=SECONDS)
    qtbot.wait(50)


def test_added_words_are_adjusted_to_told_and_read_again(open_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_window()
    settle(window, qtbot)
    assert not messages(window) and session_of(window).jobs.current is None, "the calibration fits"
    assert window.header.model.text() == "Model: m"
    change_list(window, lambda project: add_words(project, MORE))
    running(window, qtbot)
    assert messages(window) == [GROWN]
    assert window.header.chip.isVisible() and window.header.chip.text.text() == "Adjusting the model"
    assert window.header.model.text() == "Model: m (for an earlier word list)"
    assert "had 6 words" in window.header.model.toolTip() and "is being adjusted" in window.header.model.toolTip()
    qtbot.waitUntil(lambda: window.header.chip.bar.maximum() > 0, timeout=SECONDS)
    qtbot.waitUntil(lambda: DONE in messages(window), timeout=SECONDS)
    assert "Suggest readings again" in window.header.model.toolTip(), "the suggestions are still those of before"
    press(window, "Suggest again")
    job = session_of(window).jobs.current
    assert job is not None and job.request == RecogniseRequest("m", "all")
    # the model counts as calibrated from the beginning of this job, which may be seen before its end
    qtbot.waitUntil(lambda: window.header.model.text() == "Model: m", timeout=SECONDS)
    qtbot.waitUntil(lambda: job.outcome is not None, timeout=SECONDS)
    assert job.outcome is not None and isinstance(job.outcome.result, Recognised) and job.outcome.result.words == 48
    change_list(window, lambda project: remove_words(project, MORE))
    qtbot.waitUntil(lambda: "had 14 words" in window.header.model.toolTip())
    settle(window, qtbot)
    assert messages(window) == [GROWN, DONE], "the model's own calibration is right again, at once"


def test_figures_and_confidences_of_the_earlier_list_are_marked(
    open_window: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.recalibration.SETTLE_MS", 10_000_000)
    monkeypatch.setattr("app.train.devices.DeviceProbe.measure", lambda self, *rest, **more: None)
    window = open_window()
    window.show_view("review")
    review = window.current_view()
    assert isinstance(review, ReviewView)
    review.filter_bar.unchecked_only.setChecked(False)
    qtbot.waitUntil(lambda: "Confidence" in review.word_view.vote.text(), timeout=SECONDS)
    assert "earlier" not in review.word_view.vote.text()
    window.show_view("train")
    view = window.current_view()
    assert isinstance(view, TrainView)
    view.tabs.setCurrentWidget(view.models_panel)
    score = view.models_panel.table.model()
    qtbot.waitUntil(lambda: score.rowCount() == 1 and "Correct" in str(score.index(0, 5).data()))
    assert "earlier" not in score.index(0, 5).data() and not view.models_panel.warning.isVisible()
    change_list(window, lambda project: add_words(project, MORE))
    qtbot.waitUntil(lambda: "(earlier word list)" in score.index(0, 5).data())
    assert view.models_panel.warning.isVisible()
    assert "had 6 words when this was measured and has 14 now" in view.models_panel.warning.text()
    window.show_view("review")
    qtbot.waitUntil(lambda: "with an earlier word list" in review.word_view.vote.text())
    assert "had 6 words" in review.word_view.vote.toolTip()


def test_cancelled_it_stays_so_until_the_list_changes_again(
    open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_window()
    change_list(window, lambda project: add_words(project, MORE))
    job = running(window, qtbot)
    press(window, "Cancel")
    qtbot.waitUntil(lambda: not job.is_running, timeout=SECONDS)
    assert len(messages(window)) == 2 and "stays as it was" in messages(window)[1]
    settle(window, qtbot)
    assert not recalibration(window).is_running and len(messages(window)) == 2
    window.close_project()
    again = open_window()
    settle(again, qtbot)
    assert not recalibration(again).is_running and not messages(again), "nor when the project is opened again"
    change_list(again, lambda project: add_words(project, ["yonder", "zither"]))
    running(again, qtbot)
    assert messages(again) == ["The word list has grown by 10 words: adjusting the model to it…"]


def test_it_waits_for_other_jobs_and_gives_way_to_them(open_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_window()
    jobs = session_of(window).jobs
    first = jobs.start(TrainModelRequest(request("long")))
    qtbot.waitUntil(lambda: first.pid > 0)
    change_list(window, lambda project: add_words(project, MORE))
    settle(window, qtbot)
    assert jobs.current is first and not recalibration(window).is_running and not messages(window)
    first.kill()
    recalibrating = running(window, qtbot)
    window.close_project()
    assert recalibrating.outcome is not None and window.session is None, "nobody is asked whether it may be stopped"
    window = open_window()
    recalibrating = running(window, qtbot)
    check = session_of(window).jobs.start(CheckRequest())
    assert recalibrating.has_given_way
    qtbot.waitUntil(lambda: check.outcome is not None, timeout=SECONDS)
    assert running(window, qtbot) is not recalibrating
    assert not any("stays as it was" in text for text in messages(window))


def test_a_killed_one_is_told_once_and_continues_at_the_next_opening(
    open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_window()
    change_list(window, lambda project: add_words(project, MORE))
    job = running(window, qtbot)
    with qtbot.waitSignal(
        job.event_received,
        timeout=SECONDS,
        check_params_cb=lambda event: isinstance(event, MemberChanged) and event.member == 1,
    ):
        pass
    os.kill(job.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: not job.is_running, timeout=SECONDS)
    settle(window, qtbot)
    assert not recalibration(window).is_running and len(messages(window)) == 2 and "killed" in messages(window)[1]
    with Project.open(session_of(window).folder, read_only=True) as project:
        assert unfinished_recalibration(project, get_model(project)).is_dir()
    window.close_project()
    window = open_window()
    started: list[int] = []
    running(window, qtbot).event_received.connect(
        lambda event: started.append(event.member) if getattr(event, "state", "") == "started" else None
    )
    qtbot.waitUntil(lambda: DONE in messages(window), timeout=SECONDS)
    assert started == [1], "the first reader was finished before"
    project = session_of(window).project
    assert not unfinished_recalibration(project, get_model(project)).exists()


def test_what_is_impossible_is_told_once_for_a_model(open_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_window()
    change_list(window, lambda project: set_role(project, word_ids(project)[6:], "none"))
    change_list(window, lambda project: add_words(project, MORE))
    running(window, qtbot)
    qtbot.waitUntil(lambda: any("Train a new model" in text for text in messages(window)), timeout=SECONDS)
    (told,) = [text for text in messages(window) if "images" in text]
    assert told.startswith("Only ") and "reader 1" in told
    settle(window, qtbot)
    assert "cannot be adjusted" in window.header.model.toolTip() and not recalibration(window).is_running
    change_list(window, lambda project: add_words(project, ["yonder", "zither"]))
    job = running(window, qtbot)
    qtbot.waitUntil(lambda: job.outcome is not None, timeout=SECONDS)
    settle(window, qtbot)
    assert [text for text in messages(window) if "images" in text] == [told]


def test_nothing_is_started_for_a_window_that_may_only_read_or_without_a_model(
    open_window: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_window()
    settle(window, qtbot)
    with Project.open(session_of(window).folder) as project:
        add_words(project, MORE)
    reader = open_window()
    assert session_of(reader).read_only
    settle(reader, qtbot)
    assert not recalibration(reader).is_running and not messages(reader)
    assert "(for an earlier word list)" in reader.header.model.text()
    with Project.open(session_of(window).folder) as project:
        from core.jobs.recognition.starter import add_starter

        add_starter(project)
        activate_model(project, "starter")
    settle(window, qtbot)
    assert recalibration(window).state is None and not messages(window)


def test_the_status_line_marks_the_confidence_of_the_earlier_list(qtbot: QtBot) -> None:
    from app.page.page_queries import PageWord

    line = StatusLine()
    qtbot.addWidget(line)
    fields = dict.fromkeys(PageWord.__dataclass_fields__)
    word = PageWord(**(fields | {"id": 1, "state": "seen", "confidence": 0.9, "votes": 2, "members": 3, "text": "a"}))
    line.show_words([word], 1, None, is_starter=False, is_outdated=False)
    assert line.text().endswith("confidence 90 %")
    line.show_words([word], 1, None, is_starter=False, is_outdated=True)
    assert line.text().endswith("confidence 90 % (earlier word list)")
