"""After a training the aligned lines that fit better are offered, shown on the Page, and moved as one edit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from line_helpers import aligned_project, first_line
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from view_helpers import open_page, wait_until_written

from app.context import ProjectContext
from app.page.view import PageView
from app.realignment import Realignment
from app.session.changes import Changed
from core.project.changes import MODELS
from core.project.content.models import model_path, register_model
from core.project.project import Project

SECONDS = 60_000


@pytest.fixture
def project_folder(tmp_path: Path) -> Path:
    with aligned_project(tmp_path) as project:
        return project.folder


@pytest.fixture
def view(context: ProjectContext, qtbot: QtBot) -> Iterator[PageView]:
    yield from open_page(context, qtbot, 0)


def train(context: ProjectContext) -> None:
    """Register a model as a training does. Its file cannot be read, so that the starter model aligns the lines."""
    with Project.open(context.session.folder) as writer:
        path = model_path(writer, "new")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"no model")
        register_model(writer, "new", info={"preset": "quick", "seed": 1})
    context.session.changed.emit(Changed(frozenset({MODELS}), None))


def test_lines_that_fit_better_are_offered_shown_and_moved(view: PageView, qtbot: QtBot) -> None:
    context, project = view.context, view.session.project
    realignment = Realignment.for_context(context)
    before = [row.box for row in first_line(project)]
    train(context)
    qtbot.waitUntil(lambda: bool(realignment.lines), timeout=SECONDS)
    offer = context.notifications.history[-1]
    assert (offer.text, offer.action) == ("1 line fits better now.", "See it")
    assert [row.box for row in first_line(project)] == before and not view.canvas.outlines.proposed
    assert offer.on_action is not None
    with qtbot.waitSignal(context.view_requested) as asked:
        offer.on_action()
    assert asked.args[0] == "page" and asked.args[1].word_id == first_line(project)[0].id
    assert len(view.canvas.outlines.proposed) == len(before)
    assert view.banner.text.text().startswith("1 line of this page, 1 in all")
    QTest.mouseClick(view.banner.find_button("Move the words of all"), Qt.MouseButton.LeftButton)
    wait_until_written(view, qtbot)
    qtbot.waitUntil(lambda: not view.canvas.outlines.proposed)
    moved = [row.box for row in first_line(project)]
    assert moved != before and not view.banner.isVisible()
    qtbot.waitUntil(lambda: [word.box for word in view.page_model.words[: len(moved)]] == moved)
    with qtbot.waitSignal(view.session.undone):
        view.session.undo()
    assert [row.box for row in first_line(project)] == before


def test_what_was_found_is_kept_until_it_is_refused(context: ProjectContext, qtbot: QtBot) -> None:
    realignment = Realignment.for_context(context)
    train(context)
    qtbot.waitUntil(lambda: bool(realignment.lines), timeout=SECONDS)
    realignment.setParent(None)
    again = Realignment.for_context(context)
    qtbot.waitUntil(lambda: len(again.lines) == 1)
    again.dismiss()
    assert again.lines == [] and not again.is_shown
