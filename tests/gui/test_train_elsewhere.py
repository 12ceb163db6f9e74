"""A training of another process is shown as running elsewhere, and as interrupted once that process is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from train_helpers import add_run, training_view

from app.context import ProjectContext
from app.train import runs_panel
from app.train.train_messages import is_resumable, state_name
from app.train.view import TrainView
from core.project.content.runs import end_run, get_run, run_folder
from core.project.project import Project

REPOSITORY = Path(__file__).resolve().parents[2]
OTHER = """
import sys
from core.project.project import Project
from core.project.content.runs import hold_run
with Project.open(sys.argv[1]) as project, hold_run(project, 1):
    print("working", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def other(context: ProjectContext) -> Iterator[subprocess.Popen[str]]:
    """Another process that works on run 1."""
    with Project.open(context.session.folder) as project:
        add_run(project, "running", 1, [6.0])
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(context.session.folder)],
        cwd=REPOSITORY,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stdout.readline() == "working\n"
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def view(context: ProjectContext, other, qtbot, monkeypatch) -> Iterator[TrainView]:
    monkeypatch.setattr(runs_panel, "POLL_MS", 100)
    view = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: len(view._lists.runs) == 1)
    view.tabs.setCurrentIndex(1)
    yield view
    view.leave()


def state_shown(view: TrainView) -> str:
    assert view.runs_panel is not None
    rows = view.runs_panel.table.rows
    return rows[0].cells[3] if rows else ""


def test_run_of_another_process_is_running_elsewhere_until_the_process_is_gone(
    view: TrainView, other: subprocess.Popen[str], context: ProjectContext, qtbot
) -> None:
    qtbot.waitUntil(lambda: state_shown(view) == "Running elsewhere")
    panel = view.runs_panel
    qtbot.waitUntil(lambda: "Another program" in panel.hint.text())
    assert not panel.resume.isEnabled() and not panel.delete.isEnabled()
    panel.ask_delete()
    assert panel.question.isHidden()
    log = run_folder(context.session.project, 1) / "events.jsonl"
    event = {"event": "progress", "part": "embedder", "member": 1, "done": 2, "total": 4, "loss": 3.0}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")
    qtbot.waitUntil(lambda: any("epoch 2 of 4" in text for text in member_texts(view)))
    other.kill()
    other.wait()
    qtbot.waitUntil(lambda: state_shown(view) == "Interrupted")
    assert "interrupted" in panel.hint.text() and panel.resume.isEnabled() and panel.delete.isEnabled()


def test_run_that_ends_elsewhere_is_read_again(view: TrainView, context: ProjectContext, qtbot) -> None:
    qtbot.waitUntil(lambda: state_shown(view) == "Running elsewhere")
    with Project.open(context.session.folder) as project:
        end_run(project, 1, "stopped", message="stopped early")
    qtbot.waitUntil(lambda: state_shown(view) == "Stopped")
    assert view._lists.runs[0].state == "stopped"


def test_run_of_another_process_cannot_be_resumed(context: ProjectContext, other) -> None:
    run = get_run(context.session.project, 1)
    assert state_name("running", ours=False, elsewhere=True) == "Running elsewhere"
    assert not is_resumable(run, ours=False, elsewhere=True) and is_resumable(run, ours=False, elsewhere=False)


def member_texts(view: TrainView) -> list[str]:
    """Return the texts in the details of the selected run."""
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in view.runs_panel.view.findChildren(QLabel)]
