"""What a job changed is announced when it ends: exactly that, and once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app import settings as keys
from app.export.dialog import ExportDialog
from app.review.view import ReviewView
from app.session.changes import Changed
from app.session.session import Session
from app.shell.window import MainWindow
from core.jobs.requests import RecogniseRequest
from core.project.changes import PREDICTIONS

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
    assert finished.args[0].outcome.ok == is_ok and not finished.args[0].outcome.result.get("words")
    assert not any(change.touches(PREDICTIONS) for change in changes)
    assert "New suggestions" not in review.banner.text.text()
