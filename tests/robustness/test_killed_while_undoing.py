"""The window is killed while a person undoes and redoes: the project is at one step of its history, and all remain."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from gui_helpers import make_project
from harm_helpers import Child, Killer, assert_whole, kills, readings_of
from tally import Harm, tally
from undoer import standing

from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.db.history import redo, undo
from core.project.project import Project

UNDOER = Path(__file__).with_name("undoer.py")
EDITS = 40
pytestmark = pytest.mark.timeout(900)


def test_every_step_of_the_history_remains(tmp_path: Path) -> None:
    times = kills(0.1, 1)
    folder = make_project(tmp_path / "letters", model=False)
    with Project.open(folder) as project:
        lowest = standing(project)
        ids = word_ids(project)[:10]
        for number in range(EDITS):
            set_transcription(project, ids[number % len(ids)], f"word{number}")
        steps = {standing(project): readings_of(folder)}
        while standing(project) > lowest:
            undo(project)
            steps[standing(project)] = readings_of(folder)
        while redo(project):
            pass
    assert len(steps) == EDITS + 1
    killer = Killer("undo")
    killer.work_s, killer.begin_s = 2.0, 1.0
    told = 0
    for turn in range(times):
        child = killer.kill(lambda turn=turn: Child([UNDOER, folder, lowest, turn]), lambda: None)
        said = [int(line.split()[1]) for line in child.lines if line.startswith("stands ")]
        told += len(said)
        with Project.open(folder) as project:
            now = standing(project)
            # one more step may have been written before its end was told
            assert not said or abs(now - said[-1]) <= 1
            assert_whole(folder, steps[now])
            while undo(project) and standing(project) > lowest:
                assert readings_of(folder) == steps[standing(project)]
            while redo(project):
                pass
            assert standing(project) == lowest + EDITS
        assert_whole(folder, steps[lowest + EDITS])
    assert told > 0, "nothing was undone, so nothing was shown"
    print(f"undoing: {times} kills, {told} steps told of")
    tally(
        Harm.KILLED_WINDOW, "kill -9 of the window while undoing and redoing", times, "every step complete, none lost"
    )
