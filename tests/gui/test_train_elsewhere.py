"""A training that another process is at work on is shown as running there, and as broken off once it is not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from train_helpers import add_run, training_place

from app.context import ProjectContext
from app.train import runs_panel
from app.train.train_messages import resumable, state_name
from app.train.view import TrainView
from core.project.content.runs import end_run, get_run, run_folder
from core.project.project import Project

REPOSITORY = Path(__file__).resolve().parents[2]
OTHER = """
import sys
from core.project.project import Project
from core.project.content.runs import working_on
with Project.open(sys.argv[1]) as project, working_on(project, 1):
    print("at work", flush=True)
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
    assert process.stdout is not None and process.stdout.readline() == "at work\n"
    yield process
    process.kill()
    process.communicate()


@pytest.fixture
def place(context: ProjectContext, other, qtbot, monkeypatch) -> Iterator[TrainView]:
    monkeypatch.setattr(runs_panel, "LOOK_MS", 100)
    place = training_place(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: len(place._lists.runs) == 1)
    place.tabs.setCurrentIndex(1)
    yield place
    place.leave()


def state_shown(place: TrainView) -> str:
    assert place.runs_panel is not None
    rows = place.runs_panel.table.rows
    return rows[0].cells[3] if rows else ""


def test_a_run_of_a_terminal_is_shown_as_running_until_its_process_is_gone(
    place: TrainView, other: subprocess.Popen[str], context: ProjectContext, qtbot
) -> None:
    qtbot.waitUntil(lambda: state_shown(place) == "Running elsewhere")
    panel = place.runs_panel
    qtbot.waitUntil(lambda: "Another program" in panel.hint.text())
    assert not panel.resume.isEnabled() and not panel.delete.isEnabled()
    panel.ask_delete()
    assert panel.asking.isHidden()
    log = run_folder(context.session.project, 1) / "events.jsonl"
    event = {"event": "progress", "part": "embedder", "member": 1, "done": 2, "total": 4, "loss": 3.0}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")
    qtbot.waitUntil(lambda: any("epoch 2 of 4" in text for text in member_texts(place)))
    other.kill()
    other.wait()
    qtbot.waitUntil(lambda: state_shown(place) == "Broken off")
    assert "broken off" in panel.hint.text() and panel.resume.isEnabled() and panel.delete.isEnabled()


def test_a_run_that_ends_elsewhere_is_read_anew(place: TrainView, context: ProjectContext, qtbot) -> None:
    qtbot.waitUntil(lambda: state_shown(place) == "Running elsewhere")
    with Project.open(context.session.folder) as project:
        end_run(project, 1, "stopped", message="stopped early")
    qtbot.waitUntil(lambda: state_shown(place) == "Stopped")
    assert place._lists.runs[0].state == "stopped"


def test_only_what_nobody_works_on_can_be_resumed(context: ProjectContext, other) -> None:
    run = get_run(context.session.project, 1)
    assert state_name("running", ours=False, elsewhere=True) == "Running elsewhere"
    assert not resumable(run, ours=False, elsewhere=True) and resumable(run, ours=False)


def member_texts(place: TrainView) -> list[str]:
    """What is told of the readers of the run shown."""
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in place.runs_panel.view.findChildren(QLabel)]
