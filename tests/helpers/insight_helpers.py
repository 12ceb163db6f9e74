"""Insight in tests: the view at a word with a prediction, its tabs, and the texts of its tables."""

from __future__ import annotations

from gui_helpers import opened
from PySide6.QtWidgets import QAbstractItemView

from app.context import NavigationTarget, ProjectContext
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from core.project.content.words import word_ids


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
