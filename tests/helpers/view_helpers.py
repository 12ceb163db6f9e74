"""The views with the project of the helpers, opened without a window, and worked as by a person."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from gui_helpers import is_writing, opened
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QPushButton
from pytest import MonkeyPatch
from shiboken6 import isValid

from app.context import NavigationTarget, ProjectContext
from app.insight.model.thresholds_tab import ThresholdsTab
from app.insight.view import InsightView
from app.page.page_queries import PageWord
from app.page.view import PageView
from app.review.view import ReviewView
from app.train.devices import DeviceProbe
from app.train.view import TrainView
from core.device import DeviceFound
from core.jobs.rates import GateRates, LearnerRates, Rates
from core.jobs.training.estimate import save_rates
from core.project.content.pages import list_pages
from core.project.content.runs import create_run, end_run, run_folder, start_run
from core.project.content.words import get_words, word_ids
from core.project.project import Project
from core.training.presets import preset, presets

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


CPU = DeviceFound("cpu", True, "2 threads")
CUDA = DeviceFound("cuda", False, "no NVIDIA card or driver was found")


def rates(device: str = "cpu") -> Rates:
    """Return artificial rates of every learner and gate width of the presets."""
    all_presets = presets().values()
    return Rates(
        device,
        200_000_000,
        {p.learner: LearnerRates(0.004, 0.01, 0.001, 1e-6, 2_000_000, 2_000_000) for p in all_presets},
        {p.gate_width: GateRates(15, 10, 2e-4) for p in all_presets},
    )


def report_devices(probe: DeviceProbe) -> None:
    """List the processors without a child process."""
    probe.devices.emit([CPU, CUDA], "cpu")


def training_view(context: ProjectContext, qtbot: Any, monkeypatch: MonkeyPatch) -> TrainView:
    """Return the view, shown; its processors are listed and measured already."""
    save_rates(context.session.folder, rates())
    monkeypatch.setattr(DeviceProbe, "list_devices", report_devices)
    return opened(TrainView, context, qtbot)


def shown_buttons(view: TrainView) -> list[str]:
    """Return the texts of the visible and enabled buttons."""
    return [b.text() for b in view.findChildren(QPushButton) if b.isVisible() and b.isEnabled()]


def button(view: TrainView, text: str) -> QPushButton:
    """Return the visible and enabled button with this text."""
    shown = [b for b in view.findChildren(QPushButton) if b.text() == text and b.isVisible() and b.isEnabled()]
    assert shown, f"there is no button '{text}' to press"
    return shown[-1]


def until(qtbot: Any, condition: Callable[[], bool], seconds: int = 90) -> None:
    """Wait for a condition; the machine may be busy."""
    qtbot.waitUntil(condition, timeout=1000 * seconds)


def add_run(project: Project, state: str, seed: int, losses: list[float], model: str | None = None) -> int:
    """Add a run of two members with a log; returns its id."""
    params = {
        "preset": preset("quick").to_json(),
        "seed": seed,
        "device": "cpu",
        "alphabet": "auto",
        "skip_unencodable": False,
        "parent": None,
        "name": None,
    }
    run = create_run(project, params, seed)
    start_run(project, run.id)
    events: list[dict] = [{"event": "run", "run": run.id, "preset": "quick", "seed": seed}]
    for member in range(2):
        events += [
            {
                "event": "progress",
                "part": "embedder",
                "member": member,
                "done": number + 1,
                "total": 4,
                "loss": loss,
                "val_accuracy": 0.2 * number,
            }
            for number, loss in enumerate(losses)
        ]
    text = "".join(json.dumps(event) + "\n" for event in events)
    (run_folder(project, run.id) / "events.jsonl").write_text(text, encoding="utf-8")
    if state != "running":
        end_run(project, run.id, state, model=model)
    return run.id
