"""A screen reader hears what an action did, though the focus stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from view_states import settle, view_states

from app.session.jobs import Job, Outcome
from app.shell.window import MainWindow
from app.widgets import builders
from app.widgets.accessibility import announce
from app.widgets.empty_state import EmptyState
from app.widgets.message_bar import MessageBar
from core.jobs.requests import CheckRequest

Heard = list[tuple[str, bool]]
"""The texts, each with whether it interrupts what is being said."""


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Return what is announced from now on, as if a screen reader ran."""
    texts: Heard = []

    def update(event: object) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            texts.append((event.message(), event.politeness() == QAccessible.AnnouncementPoliteness.Assertive))

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", update)
    return texts


def said(heard: Heard, text: str) -> Callable[[], bool]:
    return lambda: any(text in each for each, _ in heard)


def test_saved_word_and_the_next_one_are_said(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    view = window.current_view()
    heard.clear()
    QTest.keyClicks(view.word_view.field, "Anno")
    QTest.keyClick(view.word_view.field, Qt.Key.Key_Return)
    qtbot.waitUntil(said(heard, "Saved: Anno"))
    qtbot.waitUntil(lambda: view.review.card is not None)
    card = view.review.card
    qtbot.waitUntil(said(heard, f"{card.text}. {view.word_view.state.text()}"))
    heard.clear()
    window.session.undo()
    qtbot.waitUntil(said(heard, "Undone: "))


def test_word_transcribed_on_the_page_is_said(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["page"]()
    settle(qtbot, window)
    canvas = window.current_view().canvas
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    line = window.current_view().transcription.editor.line
    QTest.keyClicks(line, "Domini")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(said(heard, "Saved: Domini"))


def test_words_that_were_found_are_said(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["search in the text"]()
    count = window.current_view().panels["text"].count
    qtbot.waitUntil(lambda: bool(count.text()) and (count.text(), False) in heard)
    assert count.text().split()[0].isdigit()


def test_filter_says_how_many_words_and_what_is_wrong(window: MainWindow, heard: Heard, qtbot) -> None:
    view_states(window, qtbot)["review"]()
    settle(qtbot, window)
    view = window.current_view()
    heard.clear()
    view.filter_bar.set_filter("page:1")
    view.refresh()
    qtbot.waitUntil(lambda: bool(heard))
    view.filter_bar.set_filter("conf<many")
    view.refresh()
    qtbot.waitUntil(lambda: any(urgent for _, urgent in heard))
    assert (view.filter_bar.error.text(), True) in heard


def test_messages_are_said_and_errors_interrupt(window: MainWindow, heard: Heard) -> None:
    window.notifications.info("Three words were deleted.", "Undo", lambda: None)
    window.notifications.error("The disk is full.")
    assert heard == [("Three words were deleted. (Undo: F6)", False), ("The disk is full.", True)]
    window.notifications.error("The disk is full.")
    assert heard[-1] == ("The disk is full. (2)", True)


def test_end_of_a_training_is_said(window: MainWindow, heard: Heard) -> None:
    job = Job(CheckRequest(), None)
    job.outcome = Outcome(True, False, None, "")
    window._job_finished(job)
    assert heard == [(window.status_label.text(), False)] and "done" in heard[0][0]


def test_text_is_said_once_and_only_if_it_is_seen(heard: Heard, theme, qtbot) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    column = QVBoxLayout(whole)
    bar, empty, warning = MessageBar(), EmptyState(theme, "review"), builders.label("", "warn")
    for widget in (bar, empty, warning):
        column.addWidget(widget)
    announce(whole, "nobody sees this")
    warning.setText("Half of the words are missing")
    assert heard == []
    whole.show()
    bar.show_message("A model is ready")
    bar.show_message("A model is ready")
    empty.show_message("Nothing here", "Import pages first.")
    bar.dismiss()
    bar.show_message("A model is ready")
    texts = [text for text, _ in heard]
    assert texts.count("A model is ready") == 2
    assert texts.count("Half of the words are missing") == 1 and texts.count("Nothing here. Import pages first.") == 1


def test_nothing_is_sent_without_a_screen_reader(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[object] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: False)
    monkeypatch.setattr(QAccessible, "updateAccessibility", sent.append)
    window.notifications.error("The disk is full.")
    assert sent == []
