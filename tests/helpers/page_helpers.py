"""The page view of the project of the helpers, with functions that click, drag and type in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gui_helpers import is_writing, opened
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from shiboken6 import isValid

from app.context import NavigationTarget, ProjectContext
from app.page.page_queries import PageWord
from app.page.view import PageView
from core.project.content.pages import list_pages
from core.project.content.words import get_words

LEFT, SHIFT, CTRL = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)
NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def open_third_page(context: ProjectContext, qtbot: Any) -> Iterator[PageView]:
    """Yield the view without a window, on the third page, which is not transcribed."""
    yield from open_page(context, qtbot, 2)


def open_page(context: ProjectContext, qtbot: Any, number: int) -> Iterator[PageView]:
    """Yield the view without a window, on the page ``number``, counted from 0."""
    view = opened(PageView, context, qtbot, NavigationTarget(page_id=list_pages(context.session.project)[number].id))
    context.session.undone.connect(
        lambda edit: view.enter(NavigationTarget(word_id=edit.word_ids[0])) if edit.word_ids else None
    )
    qtbot.waitUntil(lambda: view.page_model.content is not None and view.canvas.tiles._pyramid is not None)
    view.canvas.setFocus()
    yield view
    view.leave()
    wait_until_written(view, qtbot)


def wait_until_written(view: PageView, qtbot: Any) -> None:
    """Wait until all edits are written and shown; after a test qtbot has closed the view, and nothing is shown."""
    qtbot.waitUntil(lambda: not is_writing(view.session))
    qtbot.wait(60)
    qtbot.waitUntil(lambda: not isValid(view) or not view.page_model.is_stale)


def point_in(view: PageView, word: PageWord, dx: float = 0.5, dy: float = 0.5) -> QPoint:
    """Return a point in a word, given as shares of its box, in pixels of the window."""
    x, y, w, h = word.box
    return QPointF(*view.canvas.view.to_window(x + w * dx, y + h * dy)).toPoint()


def drag(view: PageView, start: QPoint, end: QPoint, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    viewport = view.canvas.viewport()
    QTest.mousePress(viewport, LEFT, modifiers, start)
    QTest.mouseMove(viewport, (start + end) / 2)
    QTest.mouseMove(viewport, end)
    QTest.mouseRelease(viewport, LEFT, modifiers, end)


def click(view: PageView, point: QPoint, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    QTest.mouseClick(view.canvas.viewport(), LEFT, modifiers, point)


def press(view: PageView, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
    QTest.keyClick(view.canvas, key, modifiers)


def transcription(view: PageView, word: PageWord) -> tuple[str | None, str | None]:
    """Return the transcription of a word and its source."""
    row = get_words(view.session.project, [word.id])[0]
    return row.text, row.source


def undo(view: PageView, qtbot: Any) -> None:
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    wait_until_written(view, qtbot)
