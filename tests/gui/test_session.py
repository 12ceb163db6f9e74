"""The session: edits are saved and undone, word images are loaded, jobs run and fail."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter
from pathlib import Path

import pytest
from gui_helpers import delete_now
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app import settings as keys
from app.export_dialog import ExportDialog
from app.page.view import PageView
from app.review.filter_bar import FilterHelp
from app.review.view import ReviewView
from app.session.changes import Changed
from app.session.session import Session
from app.shell.window import MainWindow
from core.errors import InputError
from core.jobs.requests import CheckRequest, CutAgainRequest, RecogniseRequest
from core.jobs.results import Recognised
from core.project.changes import PREDICTIONS, WORDS
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project


def test_edit_is_saved_announced_and_undone(session: Session, qtbot) -> None:
    word = word_ids(session.project, transcribed=False)[0]
    with qtbot.waitSignal(session.changed) as changed:
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word])
    assert changed.args[0].concerns(word)
    with Project.open(session.folder, read_only=True) as elsewhere:
        assert get_words(elsewhere, [word])[0].text == "Regiment"
    with qtbot.waitSignal(session.undone) as undone:
        session.undo()
    assert word in undone.args[0].word_ids
    assert get_words(session.project, [word])[0].text is None


def test_edits_are_made_and_announced_after_the_view_that_asked_for_them_is_gone(project_folder: Path, qtbot) -> None:
    """As when the language is switched: all views are made again."""
    session = Session(project_folder)
    word = word_ids(session.project, transcribed=False)[0]
    view = QLabel()

    def wrong(project: Project) -> None:
        raise InputError.of("No such word.")

    calls = {
        "owner": view,
        "on_result": lambda _: view.setText("saved"),
        "on_error": lambda error: view.setText("failed"),
    }
    with qtbot.waitSignals([session.changed, session.failed]):
        session.execute(lambda p: set_transcription(p, word, "Regiment"), changes=[WORDS], word_ids=[word], **calls)
        session.execute(wrong, changes=[WORDS], **calls)
        view.deleteLater()
        delete_now()
    assert get_words(session.project, [word])[0].text == "Regiment"
    session.close()


def test_only_latest_query_with_a_key_is_reported(session: Session, qtbot) -> None:
    results: list[int] = []
    for number in range(20):
        session.query(lambda p, n=number: n, results.append, owner=session, key="same")
    qtbot.waitUntil(lambda: 19 in results)
    assert results == sorted(results) and len(results) <= 2


def test_word_images_are_loaded_and_cached(session: Session, qtbot) -> None:
    word = word_ids(session.project)[0]
    assert session.crops.get(word) is None
    qtbot.waitUntil(lambda: session.crops.get(word) is not None)
    image = session.crops.get(word)
    assert not image.isNull() and image.height() <= 96
    assert (session.folder / "cache" / "crops.sqlite").exists()


def test_killed_job_has_error_message(session: Session, qtbot, caplog: pytest.LogCaptureFixture) -> None:
    job = session.jobs.start(RecogniseRequest(words="all"))
    qtbot.waitUntil(lambda: job.pid > 0)
    with qtbot.waitSignal(session.jobs.finished, timeout=20000):
        os.kill(job.pid, signal.SIGKILL)
    assert not job.outcome.ok and "kept" in job.outcome.text
    assert "Job recognise failed" in [
        record.getMessage()[:20] for record in caplog.records if record.levelname == "ERROR"
    ]


def test_what_a_job_says_in_a_sentence_is_no_fault_of_the_program(
    session: Session, qtbot, caplog: pytest.LogCaptureFixture
) -> None:
    with qtbot.waitSignal(session.jobs.finished, timeout=60_000):
        job = session.jobs.start(RecogniseRequest(model="none of this name"))
    assert not job.outcome.ok and "none of this name" in job.outcome.text
    levels = {record.levelname for record in caplog.records if record.getMessage().startswith("Job recognise failed")}
    assert levels == {"WARNING"} and "none of this name" not in caplog.text


def test_short_job_does_not_wait_for_a_long_one(session: Session, qtbot) -> None:
    long = session.jobs.start(RecogniseRequest(words="all"))
    qtbot.waitUntil(lambda: long.pid > 0)
    os.kill(long.pid, signal.SIGSTOP)
    try:
        with qtbot.waitSignal(session.jobs.finished, timeout=60_000) as finished:
            short = session.jobs.start_beside(CheckRequest())
        assert finished.args[0] is short and short.outcome.ok, short.outcome
        assert session.jobs.current is long and session.jobs.unfinished == [long]
    finally:
        os.kill(long.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: session.jobs.current is None, timeout=20_000)


def test_closing_ends_a_short_job_too(session: Session, qtbot) -> None:
    job = session.jobs.start_beside(CutAgainRequest((1,)))
    qtbot.waitUntil(lambda: job.pid > 0)
    session.jobs.close()
    assert not job.is_running


def test_recognition_runs_as_job(session: Session, qtbot) -> None:
    with qtbot.waitSignal(session.jobs.finished, timeout=60000) as finished:
        session.jobs.start(RecogniseRequest())
    outcome = finished.args[0].outcome
    assert outcome.ok, outcome.text
    assert isinstance(outcome.result, Recognised)
    assert outcome.result.words == len(word_ids(session.project, transcribed=False))


def settle() -> None:
    """Free what is to be deleted in the next turn of the event loop."""
    delete_now()
    QApplication.processEvents()


def top_level_kinds() -> Counter[str]:
    return Counter(type(widget).__name__ for widget in QApplication.topLevelWidgets())


def test_closed_project_leaves_no_panels(empty_window: MainWindow, project_folder: Path, qtbot: QtBot) -> None:
    settle()
    before = top_level_kinds()
    assert empty_window.open_project(project_folder)
    for name in ("train", "page", "review"):
        empty_window.show_view(name)
    review = empty_window.current_view()
    assert isinstance(review, ReviewView)
    review.filter_bar.adjust_scan()
    empty_window.show_view("page")
    page = empty_window.current_view()
    assert isinstance(page, PageView)
    page.adjust_scan()
    assert top_level_kinds()["FilterPanel"] == 1 and top_level_kinds()["ScanPanel"] == 2
    empty_window.close_project()
    settle()
    left = top_level_kinds() - before
    del left["QMenu"]  # pyqtgraph's, which live a little longer
    assert not left


def test_what_was_set_aside_while_a_project_was_open_can_be_collected_afterwards(
    empty_window: MainWindow, project_folder: Path
) -> None:
    assert empty_window.open_project(project_folder)
    gc.freeze()
    assert gc.get_freeze_count() > 0
    empty_window.close_project()
    assert gc.get_freeze_count() == 0


def test_closed_filter_help_is_freed(window: MainWindow) -> None:
    window.show_view("review")
    review = window.current_view()
    assert isinstance(review, ReviewView)
    for _ in range(2):
        review.filter_bar.help.click()
        (help_window,) = window.findChildren(FilterHelp)
        help_window.reject()
        settle()
        assert not window.findChildren(FilterHelp)


SECONDS = 60_000


def review_of(window: MainWindow, qtbot: QtBot) -> ReviewView:
    window.show_view("review")
    view = window.current_view()
    assert isinstance(view, ReviewView)
    qtbot.waitUntil(lambda: view.review.is_ready, timeout=SECONDS)
    return view


def session_of(window: MainWindow) -> Session:
    assert window.session is not None
    return window.session


def test_an_export_brings_no_suggestions(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    review, changes = review_of(window, qtbot), []
    session_of(window).changed.connect(changes.append)
    (tmp_path / "out").mkdir()
    window.settings.set(keys.LAST_EXPORT, str(tmp_path / "out"))
    window.export()
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: bool(dialog.amount.text()), timeout=SECONDS)
    with qtbot.waitSignal(session_of(window).jobs.finished, timeout=SECONDS) as finished:
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    assert list((tmp_path / "out").iterdir())
    assert changes == [] and "New suggestions" not in review.banner.text.text()


def test_new_suggestions_are_announced_once(window: MainWindow, qtbot: QtBot) -> None:
    review, changes = review_of(window, qtbot), []
    session_of(window).changed.connect(changes.append)
    with qtbot.waitSignal(session_of(window).jobs.finished, timeout=SECONDS) as finished:
        review.review.suggest()
    assert finished.args[0].outcome.ok, finished.args[0].outcome.text
    (change,) = changes
    assert isinstance(change, Changed) and change.touches(PREDICTIONS) and change.word_ids is None
    assert "New suggestions" in review.banner.text.text()


@pytest.mark.parametrize(
    ("request_", "is_ok"), [(RecogniseRequest("none such"), False), (RecogniseRequest(ids=(10**6,)), True)]
)
def test_a_recognition_that_read_no_word_brings_no_suggestions(
    window: MainWindow, request_: RecogniseRequest, is_ok: bool, qtbot: QtBot
) -> None:
    review, changes = review_of(window, qtbot), []
    session_of(window).changed.connect(changes.append)
    with qtbot.waitSignal(session_of(window).jobs.finished, timeout=SECONDS) as finished:
        session_of(window).jobs.start(request_)
    assert finished.args[0].outcome.ok == is_ok and not getattr(finished.args[0].outcome.result, "words", 0)
    assert not any(change.touches(PREDICTIONS) for change in changes)
    assert "New suggestions" not in review.banner.text.text()
