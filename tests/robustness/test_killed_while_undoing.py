"""The window is killed while a person undoes and redoes: the project is at one step of its history and keeps all."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from child_window import count_done_edits
from gui_helpers import make_project
from robustness_helpers import Child, Killer, assert_intact, kill_count, read_transcriptions
from tally import Harm, tally

from core.project.content.history import redo, undo
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

CHILD_WINDOW = Path(__file__).with_name("child_window.py")
EDITS = 40
pytestmark = pytest.mark.timeout(900)


def test_window_killed_while_undoing_keeps_every_step(tmp_path: Path) -> None:
    kills = kill_count(1 / 30, 1)
    folder = make_project(tmp_path / "letters", model=False)
    with Project.open(folder) as project:
        lowest = count_done_edits(project)
        ids = word_ids(project)[:10]
        for number in range(EDITS):
            set_transcription(project, ids[number % len(ids)], f"word{number}")
        steps = {count_done_edits(project): read_transcriptions(folder)}
        while count_done_edits(project) > lowest:
            undo(project)
            steps[count_done_edits(project)] = read_transcriptions(folder)
        while redo(project):
            pass
    assert len(steps) == EDITS + 1
    killer = Killer("undo", start_s=1.0, run_s=2.0)
    printed = 0
    for number in range(kills):
        child = killer.kill(
            lambda number=number: Child([CHILD_WINDOW, "undo", folder, lowest, number]),  # type: ignore[misc]
            lambda: None,
        )
        counts = [int(line.split()[1]) for line in child.lines if line.startswith("done ")]
        printed += len(counts)
        with Project.open(folder) as project:
            now = count_done_edits(project)
            # one more step may have been written but not yet printed
            assert not counts or abs(now - counts[-1]) <= 1
            assert_intact(folder, steps[now])
            while undo(project) and count_done_edits(project) > lowest:
                assert read_transcriptions(folder) == steps[count_done_edits(project)]
            while redo(project):
                pass
            assert count_done_edits(project) == lowest + EDITS
        assert_intact(folder, steps[lowest + EDITS])
    assert printed > 0, "no step was undone before a kill"
    print(f"undoing: {kills} kills, {printed} steps printed")
    outcome = "every step complete, none lost"
    tally(Harm.KILLED_WINDOW, "kill -9 of the window while undoing and redoing", kills, outcome)
