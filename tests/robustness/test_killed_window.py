"""The window is killed while a person types, undoes and redoes: nothing saved is lost, and the project always opens."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from child_window import count_done_edits
from gui_helpers import make_project
from robustness_helpers import Child, Killer, assert_intact, child_environment, kill_count, read_transcriptions
from tally import Harm, tally

from core.project.content.history import redo, undo
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words, word_ids
from core.project.project import Project

pytestmark = pytest.mark.timeout(900)
KILLS = kill_count(0.1, 2)
CHILD_WINDOW = Path(__file__).with_name("child_window.py")


def test_window_killed_while_typing_loses_no_transcription(tmp_path: Path) -> None:
    rng = Killer("typing").rng
    project = make_project(tmp_path / "letters")
    saved: dict[int, str] = {}
    count = 0
    for kill in range(KILLS):
        child = subprocess.Popen(
            [sys.executable, str(CHILD_WINDOW), "type", str(project), str(1000 * kill)],
            stdout=subprocess.PIPE,
            text=True,
            env=child_environment(),
        )
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        # one kill in ten comes while the window still looks for its words, the others while they are typed
        first = child.stdout.readline() if rng.random() < 0.9 else ""
        time.sleep(rng.uniform(0.0, 2.0))
        child.kill()
        lines = [first.strip(), *child.stdout.read().splitlines()]
        child.wait()
        for line in lines:
            if line.count(" ") == 2 and line.startswith("saved "):
                _, number, text = line.split()
                saved[int(number)] = text
                count += 1
        with Project.open(project) as opened:
            assert opened.check_integrity() == []
            now = {row.id: str(row.text) for row in get_words(opened, list(saved))}
        for word_id, text in saved.items():
            # a text that was written but not yet printed is newer, never older
            assert now[word_id] == text or _number(now[word_id]) > _number(text), (word_id, text, now[word_id])
        assert_intact(project)
        saved = {word_id: now[word_id] for word_id in saved}
    assert count > KILLS, "too little was typed before the kills"
    print(f"{KILLS} kills, {count} transcriptions saved, none lost")
    outcome = "no acknowledged transcription lost, project intact"
    tally(Harm.KILLED_WINDOW, "kill -9 of the window while typing", KILLS, outcome)


def _number(text: str) -> int:
    return int(text.removeprefix("word"))


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
