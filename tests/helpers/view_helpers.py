"""Page, Review and Insight with the project of the helpers, opened without a window, and worked as by a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gui_helpers import is_writing, opened
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView
from shiboken6 import isValid

from app.context import NavigationTarget, ProjectContext
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from app.page.page_queries import PageWord
from app.page.view import PageView
from app.review.view import ReviewView
from core.project.content.pages import list_pages
from core.project.content.words import get_words, word_ids

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


def open_review(context: ProjectContext, qtbot: Any) -> ReviewView:
    """Return the view with its first word shown; undo shows the word that changed, as in the window."""
    view = opened(ReviewView, context, qtbot)
    context.session.undone.connect(lambda change: view.enter(NavigationTarget(word_id=change.word_ids[0])))
    qtbot.waitUntil(lambda: view.review.is_ready, timeout=20000)
    return view


def review_view(context: ProjectContext, qtbot: Any) -> Iterator[ReviewView]:
    """Yield the view of :func:`open_review`, and leave it after the test."""
    view = open_review(context, qtbot)
    yield view
    view.leave()


def open_insight(context: ProjectContext, qtbot) -> InsightView:
    """Open the view without a window, at a word with a prediction."""
    view = opened(InsightView, context, qtbot, NavigationTarget(word_id=word_ids(context.session.project)[3]))
    qtbot.waitUntil(view.isActiveWindow)  # shortcuts work in the active window only
    qtbot.waitUntil(lambda: view.word.facts is not None)
    return view


def open_tab(view: InsightView, qtbot, name: str):
    """Show a tab, built."""
    view.show_tab(name)
    qtbot.waitUntil(lambda: name in view.built_tabs, timeout=20_000)
    return view.built_tabs[name]


def thresholds_tab(view: InsightView, qtbot) -> ThresholdsTab:
    """Show the tab of the thresholds with its first trial."""
    built = open_tab(view, qtbot, "thresholds")
    qtbot.waitUntil(lambda: bool(built.panel.changes.text()))
    return built


def cells(table: QAbstractItemView) -> list[list[str]]:
    """Return the texts of a table, row by row."""
    model = table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]
