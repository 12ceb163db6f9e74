"""Notices that have gone from the corner can be read again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.shell.notices import Notices
from app.shell.toasts import Toast


def listed(window) -> Notices:
    return next(dialog for dialog in window.findChildren(Notices) if dialog.isVisible())


def test_a_closed_toast_is_read_again_from_the_bell(window, qtbot) -> None:
    window.hub.info("First told.")
    window.hub.error("Then it failed.")
    for toast in list(window.toasts.shown):
        toast.closed()
    assert not [toast for toast in window.findChildren(Toast) if toast.isVisible()]
    QTest.mouseClick(window.header.buttons["notices"], Qt.MouseButton.LeftButton)
    dialog = listed(window)
    assert [text.split("\n", 1)[1] for text in dialog.shown()][:2] == ["Then it failed.", "First told."]
    time = dialog.shown()[0].split("\n")[0]
    assert any(character.isdigit() for character in time)
    window.hub.warning("Told meanwhile.")
    assert dialog.shown()[0].endswith("Told meanwhile.")
    dialog.list.setCurrentRow(1)
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().endswith("Then it failed.")
    dialog.list.clearSelection()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text().count("\n\n") == len(dialog.shown()) - 1
    dialog.close()


def test_without_notices_it_says_what_belongs_there(window, qtbot) -> None:
    window.hub.notices = []
    QTest.keyClick(
        window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    dialog = listed(window)
    assert dialog.nothing.isVisible() and dialog.list.isHidden() and not dialog.copy.isEnabled()
    window.hub.info("Now there is one.")
    assert dialog.nothing.isHidden() and len(dialog.shown()) == 1
    dialog.close()


def test_a_notice_of_another_day_has_its_date(window, qtbot) -> None:
    window.hub.info("Of today.")
    today = window.hub.notices[-1]
    window.hub.notices = [replace(today, at=today.at - timedelta(days=2)), today]
    window.show_notices()
    now, before = (text.split("\n")[0] for text in listed(window).shown())
    assert now in before or len(before) > len(now)
    listed(window).close()
