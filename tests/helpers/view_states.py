"""Every state in which the six views and their tabs can be shown, for tests that walk through all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gui_helpers import MODEL
from insight_helpers import open_tab
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.review.state import ReviewMode
from app.shell.window import MainWindow
from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.requests import EvaluateRequest
from core.project.content.models import get_model, save_evaluation
from core.project.project import Project

TABS = ("thresholds", "votes", "spectrum", "results", "ensemble_size", "card", "progress")


def measure_model(folder: Path) -> None:
    """Store the results of the project's model on the test words: every tab of Insight has something to show."""
    with Project.open(folder) as project:
        stored = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
        save_evaluation(get_model(project, MODEL), stored)


def settle(qtbot: Any, window: MainWindow) -> None:
    """Wait until what a view reads has arrived and is laid out."""
    session = window.session
    assert session is not None
    qtbot.wait(40)
    qtbot.waitUntil(lambda: all(worker.pending == 0 for worker in session._workers()), timeout=20_000)
    qtbot.wait(20)
    for _ in range(3):  # a slow first paint uses up the wait; a label, its column and the scroll area follow in turn
        QApplication.processEvents()


def insight_tab(window: MainWindow, name: str, qtbot: Any) -> None:
    window.show_view("insight")
    view: Any = window.current_view()
    qtbot.waitUntil(lambda: view.active_model.current is not None)
    if name == "word":
        view.show_tab(name)
    else:
        open_tab(view, qtbot, name)


def view_states(window: MainWindow, qtbot: Any) -> dict[str, Callable[[], object]]:
    """Return how each part of the window that can be shown is shown."""

    def current() -> Any:
        return window.current_view()

    def show(view: str) -> Callable[[], object]:
        return lambda: window.show_view(view)

    def train(index: int, page: int = 0) -> Callable[[], object]:
        def run() -> None:
            window.show_view("train")
            current().tabs.setCurrentIndex(index)
            current().setup.show_advanced(bool(page))

        return run

    def groups() -> None:
        window.show_view("review")
        current().set_mode(ReviewMode.GROUPS)

    def single() -> None:
        window.show_view("review")
        current().set_mode(ReviewMode.SINGLE)
        qtbot.waitUntil(lambda: current().review.is_ready)

    def found(kind: int) -> None:
        window.show_view("search")
        current().kinds.setCurrentIndex(kind)
        current().box.setText("th")
        QTest.keyClick(current().box, Qt.Key.Key_Return)

    return {
        "collection": show("collection"),
        "page": show("page"),
        "review": single,
        "review in groups": groups,
        "presets": train(0),
        "all parameters": train(0, 1),
        "earlier trainings": train(1),
        "models": train(2),
        "search by image": lambda: found(0),
        "search in the text": lambda: found(1),
        "word": lambda: insight_tab(window, "word", qtbot),
        **{name: (lambda name=name: insight_tab(window, name, qtbot)) for name in TABS},
    }
