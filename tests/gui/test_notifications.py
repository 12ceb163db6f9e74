"""Messages as toasts and in the list of past messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from gui_helpers import is_writing
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from view_states import settle

from app.main import VIEW_CLASSES
from app.shell.dialogs.notification_history import NotificationHistory
from app.shell.toasts import _VISIBLE_MS, Toast
from core.project.changes import WORDS
from core.project.content.word_edits import mark_not_a_word
from core.project.content.words import word_ids


def open_history(window) -> NotificationHistory:
    return next(dialog for dialog in window.findChildren(NotificationHistory) if dialog.isVisible())


def toasts(window: Any) -> list[str]:
    """Return the texts in the corner, the newest last."""
    return [toast.text.text() for toast in window.toasts.shown]


def test_repeated_message_is_counted_in_one_toast(window, qtbot) -> None:
    window.notifications.error("The disk is full.")
    window.notifications.info("Done.")
    window.notifications.error("The disk is full.")
    window.notifications.error("The disk is full.")
    assert toasts(window) == ["Done.", "The disk is full. (3)"], "repeated, it is the newest"
    toast = window.toasts.shown[-1]
    assert toast.isVisible() and toast.accessibleName() == "The disk is full. (3)"
    window.notifications.warning("The disk is full.")
    assert toasts(window)[-2:] == ["The disk is full. (3)", "The disk is full."], "a warning is no error"
    window.window_actions.show_history()
    dialog = open_history(window)
    texts = [text.split("\n", 1)[1] for text in dialog.shown()]
    assert texts == ["The disk is full.", "The disk is full. (3)", "Done."]
    window.notifications.error("The disk is full.")
    texts = [text.split("\n", 1)[1] for text in dialog.shown()]
    assert texts == ["The disk is full. (4)", "The disk is full.", "Done."]
    dialog.close()
    toast.closed()
    window.notifications.error("The disk is full.")
    assert toasts(window)[-1] == "The disk is full.", "a closed message appears anew"
    assert [message.count for message in window.notifications.history if message.level == "error"] == [4, 1]


def test_repeated_message_stays_as_long_as_new_one(window, qtbot, monkeypatch) -> None:
    monkeypatch.setitem(_VISIBLE_MS, "info", 600)
    window.notifications.info("Saved.")
    qtbot.wait(400)
    window.notifications.info("Saved.")
    qtbot.wait(400)
    assert toasts(window) == ["Saved. (2)"]
    qtbot.waitUntil(lambda: not toasts(window), timeout=2000)
    window.notifications.info("Saved.")
    assert toasts(window) == ["Saved."]


def test_button_of_repeated_message_runs_each_action(window, qtbot) -> None:
    """Two edits of the same kind: each can be undone from the corner, the latest first."""
    undone: list[int] = []
    for number in (1, 2):
        window.notifications.info("1 word was added.", "Undo", lambda number=number: undone.append(number))
    (toast,) = window.toasts.shown
    (button,) = toast.findChildren(QPushButton)
    assert toasts(window) == ["1 word was added. (2)"]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert undone == [2] and toasts(window) == ["1 word was added."]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert undone == [2, 1] and toasts(window) == []


def test_message_of_an_edit_ends_with_it(window, qtbot) -> None:
    """Undone, it is taken back; after another edit it has no button, which would undo that one."""
    session, words = window.session, word_ids(window.session.project)

    def mark(word_id: int) -> None:
        session.execute(
            lambda project: mark_not_a_word(project, [word_id]),
            changes=[WORDS],
            owner=window,
            on_result=lambda _: window.context.report_edit("Marked."),
        )
        qtbot.waitUntil(lambda: not is_writing(session), timeout=5000)

    def buttons() -> list[bool]:
        return [button.isVisible() for toast in window.toasts.shown for button in toast.findChildren(QPushButton)]

    mark(words[0])
    mark(words[1])
    assert toasts(window) == ["Marked. (2)"] and buttons() == [True]
    session.undo()
    qtbot.waitUntil(lambda: toasts(window) == ["Marked."], timeout=5000)
    session.execute(lambda project: mark_not_a_word(project, [words[2]]), changes=[WORDS])
    qtbot.waitUntil(lambda: buttons() == [False], timeout=5000)
    session.undo()
    qtbot.waitUntil(lambda: buttons() == [True], timeout=5000)
    (button,) = window.toasts.shown[0].findChildren(QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.toasts.shown, timeout=5000)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700), (840, 480)])
def test_toasts_cover_no_control_and_no_counter(window, size: tuple[int, int], qtbot) -> None:
    window.toasts._timer.setInterval(50)
    window.resize(*size)
    for name in VIEW_CLASSES:
        window.show_view(name)
        window.notifications.error("The transcription is kept with the old box.", "Undo", lambda: None)
        window.notifications.error("Nothing was changed: there is no word after this one in its line.")
        settle(qtbot, window)
        with qtbot.waitSignal(window.toasts._timer.timeout):
            pass
        for toast in window.toasts.shown:
            place = QRect(toast.mapTo(window, QPoint()), toast.size())
            covered = [rect for rect in window.toasts._in_use() if rect.intersects(place)]
            assert not toast.isVisible() or not covered, (name, covered)
            assert window.rect().contains(place)
        assert window.toasts.shown[-1].isVisible()
        for toast in list(window.toasts.shown):
            toast.closed()


def test_closed_toast_is_in_history(window, qtbot) -> None:
    window.notifications.info("First message.")
    window.notifications.error("Then it failed.")
    for toast in list(window.toasts.shown):
        toast.closed()
    assert not [toast for toast in window.findChildren(Toast) if toast.isVisible()]
    QTest.mouseClick(window.header.buttons["messages"], Qt.MouseButton.LeftButton)
    dialog = open_history(window)
    assert [text.split("\n", 1)[1] for text in dialog.shown()][:2] == ["Then it failed.", "First message."]
    time = dialog.shown()[0].split("\n")[0]
    assert any(character.isdigit() for character in time)
    window.notifications.warning("New message.")
    assert dialog.shown()[0].endswith("New message.")
    dialog.list.setCurrentRow(1)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().endswith("Then it failed.")
    dialog.list.clearSelection()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().count("\n\n") == len(dialog.shown()) - 1
    dialog.close()


def test_empty_history_has_hint(window, qtbot) -> None:
    window.notifications.history = []
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    dialog = open_history(window)
    assert dialog.nothing.isVisible() and dialog.list.isHidden() and not dialog.copy.isEnabled()
    window.notifications.info("Now there is one.")
    assert dialog.nothing.isHidden() and len(dialog.shown()) == 1
    dialog.close()


def test_message_of_another_day_has_date(window, qtbot) -> None:
    window.notifications.info("Message of today.")
    today = window.notifications.history[-1]
    window.notifications.history = [replace(today, time=today.time - timedelta(days=2)), today]
    window.window_actions.show_history()
    now, before = (text.split("\n")[0] for text in open_history(window).shown())
    assert now in before or len(before) > len(now)
    open_history(window).close()
