"""Memory is freed: a closed project leaves no panels behind, nor does a closed help."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from gui_helpers import delete_now
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.page.view import PageView
from app.review.filter_help import FilterHelp
from app.review.view import ReviewView
from app.shell.window import MainWindow


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
