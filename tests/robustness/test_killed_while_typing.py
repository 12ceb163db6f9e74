"""The window is killed while a person types: no saved transcription is lost, and the project always opens."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from gui_helpers import make_project
from robustness_helpers import Killer, assert_intact, child_environment, kill_count
from tally import Harm, tally

from core.project.content.words import get_words
from core.project.project import Project

KILLS = kill_count(0.1, 2)
CHILD_WINDOW = Path(__file__).with_name("child_window.py")


@pytest.mark.timeout(900)
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
