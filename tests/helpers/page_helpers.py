"""The Page place over the kit's project, and a hand that clicks, drags and types in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gui_helpers import opened
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from app.context import NavigationTarget, ProjectContext
from app.page.page_queries import PageWord
from app.page.view import PageView
from core.project.content.pages import pages
from core.project.content.words import rows

LEFT, SHIFT, CTRL = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
PLAIN = Qt.KeyboardModifier.NoModifier


def third_page(context: ProjectContext, qtbot: Any) -> Iterator[PageView]:
    """The place alone, on the third page, which nobody has read."""
    place = opened(PageView, context, qtbot, NavigationTarget(page_id=pages(context.session.reads)[2].id))
    context.session.undone.connect(lambda change: place.enter(NavigationTarget(word_id=change.word_ids[0])))
    qtbot.waitUntil(lambda: place.sheet.content is not None and place.canvas.tiles.is_sharp)
    place.canvas.setFocus()
    yield place
    place.leave()
    settled(place, qtbot)


def settled(place: PageView, qtbot: Any) -> None:
    """Wait until what was written is on the screen."""
    qtbot.waitUntil(lambda: not place.session.busy)
    qtbot.wait(60)


def at(place: PageView, word: PageWord, dx: float = 0.5, dy: float = 0.5) -> QPoint:
    """A point in a word, as shares of its box, on the screen."""
    x, y, w, h = word.box
    return QPointF(*place.canvas.view.to_window(x + w * dx, y + h * dy)).toPoint()


def drag(place: PageView, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    port = place.canvas.viewport()
    QTest.mousePress(port, LEFT, keys, start)
    QTest.mouseMove(port, (start + end) / 2)
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, LEFT, keys, end)


def click(place: PageView, point: QPoint, keys: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.mouseClick(place.canvas.viewport(), LEFT, keys, point)


def key(place: PageView, which: Qt.Key, keys: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(place.canvas, which, keys)


def text_of(place: PageView, word: PageWord) -> tuple[str | None, str | None]:
    row = rows(place.session.reads, [word.id])[0]
    return row.text, row.source


def undo(place: PageView, qtbot: Any) -> None:
    with qtbot.waitSignal(place.session.undone):
        place.session.undo()
    settled(place, qtbot)
