"""The project's file is removed under the window: nothing typed is lost, and it is saved as a new project."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from app.review.view import ReviewView
from app.session.session import Session
from app.shell.window import MainWindow
from core.project.content.words import get_words, word_ids
from core.project.project import DATABASE, Project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps an open file where it is")


def _texts(folder: Path) -> list[str | None]:
    with Project.open(folder, read_only=True) as project:
        return [row.text for row in get_words(project, word_ids(project))]


def _type(window: MainWindow, text: str, qtbot) -> None:
    view = window.current_view()
    assert isinstance(view, ReviewView) and window.session is not None
    qtbot.waitUntil(lambda: view.word_view.isVisible() and view.review.is_ready, timeout=20000)
    session, answers = window.session, []
    session.changed.connect(answers.append)
    session.lost.connect(answers.append)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)  # shortcuts need it, and a dialog took it away
    view.word_view.field.setFocus()
    QTest.keyClicks(view.word_view.field, text)
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(answers), timeout=20000)


def _choose(window: MainWindow, place: Path) -> None:
    place.mkdir()
    question = window.findChild(QFileDialog)
    question.filesSelected.emit([str(place)])
    question.reject()


@pytest.fixture
def reviewing(window: MainWindow, qtbot) -> tuple[MainWindow, Session]:
    """The window in Review, after one word was typed."""
    window.show_view("review")
    _type(window, "before", qtbot)
    assert window.session is not None
    return window, window.session


def test_words_typed_since_the_file_was_removed_are_saved_as_a_new_project(
    reviewing: tuple[MainWindow, Session], tmp_path: Path, qtbot
) -> None:
    window, session = reviewing
    folder = session.folder
    (folder / DATABASE).unlink()
    for text in ("sinceone", "sincetwo", "sincethree"):
        _type(window, text, qtbot)
    (message,) = [each for each in window.notifications.history if "removed or replaced" in each.text]
    assert message.level == "error" and message.count == 3
    assert "kept in memory until you save it as a new project" in message.text
    (button,) = [
        b for toast in window.toasts.shown for b in toast.findChildren(QPushButton) if b.text() == message.action
    ]
    assert message.action == "Save as a new project…"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    _choose(window, tmp_path / "safe")
    qtbot.waitUntil(lambda: window.session is not session, timeout=20000)
    assert window.session is not None and window.session.folder.parent == tmp_path / "safe"
    assert not window.session.read_only and not window.session.is_lost
    new = window.session.folder
    assert {"before", "sinceone", "sincetwo", "sincethree"} <= set(_texts(new))
    with Project.open(new) as project:
        assert project.check_integrity() == []
        assert all((new / path).is_file() for (path,) in project.query("SELECT path FROM file"))
    _type(window, "after", qtbot)
    assert "after" in _texts(new)


def test_words_typed_while_the_file_was_away_are_saved_once_it_is_back(
    reviewing: tuple[MainWindow, Session], tmp_path: Path, qtbot
) -> None:
    window, session = reviewing
    away = session.folder.rename(tmp_path / "away.ductus")
    _type(window, "since", qtbot)
    assert session.is_lost
    away.rename(session.folder)
    _type(window, "after", qtbot)
    assert not session.is_lost and {"since", "after"} <= set(_texts(session.folder))


def test_a_project_without_its_file_is_not_left_without_asking(
    reviewing: tuple[MainWindow, Session], tmp_path: Path, qtbot
) -> None:
    window, session = reviewing
    (session.folder / DATABASE).unlink()
    for leave in (window.close, window.ask_to_close_project):
        leave()
        question = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
        assert window.isVisible() and window.session is session and "only this window still has it" in question.text()
        next(b for b in question.buttons() if b.text() == "Stay").click()
        assert window.session is session
    window.ask_to_close_project()
    question = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
    next(b for b in question.buttons() if b.text() == "Save as a new project…").click()
    _choose(window, tmp_path / "safe")
    qtbot.waitUntil(lambda: window.session is not session, timeout=20000)
    assert window.session is not None and "before" in _texts(window.session.folder)


def test_undo_without_the_file_is_kept(reviewing: tuple[MainWindow, Session], tmp_path: Path, qtbot) -> None:
    _, session = reviewing
    word = next(w for w in word_ids(session.project, transcribed=True) if _text(session, w) == "before")
    (session.folder / DATABASE).unlink()
    with qtbot.waitSignal(session.lost):
        session.undo()
    saved = []
    session.save_as(tmp_path / "new.ductus", saved.append, saved.append)
    qtbot.waitUntil(lambda: bool(saved), timeout=20000)
    with Project.open(tmp_path / "new.ductus") as project:
        assert get_words(project, [word])[0].text is None


def _text(session: Session, word_id: int) -> str | None:
    return get_words(session.project, [word_id])[0].text
