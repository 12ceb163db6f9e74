"""The window is killed while a person types: no reading it took is lost, and the project opens every time."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from gui_helpers import make_project
from harm_helpers import Killer, assert_whole, environment, kills
from tally import Harm, tally

from core.project.content.words import get_words
from core.project.project import Project

TIMES = kills(0.3, 2)

TYPIST = Path(__file__).with_name("typist.py")


@pytest.mark.timeout(900)
def test_no_reading_is_lost_when_the_window_is_killed(tmp_path: Path) -> None:
    chance = Killer("typing").chance
    project = make_project(tmp_path / "letters")
    known: dict[int, str] = {}
    told = 0
    for turn in range(TIMES):
        child = subprocess.Popen(
            [sys.executable, str(TYPIST), str(project), str(1000 * turn)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        # one in ten while the window still finds its words, the others while they are typed
        first = child.stdout.readline() if chance.random() < 0.9 else ""
        time.sleep(chance.uniform(0.0, 2.0))
        child.kill()
        lines = [first.strip(), *child.stdout.read().splitlines()]
        child.wait()
        for line in lines:
            if line.count(" ") == 2 and line.startswith("kept "):
                _, word_id, text = line.split()
                known[int(word_id)] = text
                told += 1
        with Project.open(project) as opened:
            assert opened.check_integrity() == []
            now = {row.id: row.text for row in get_words(opened, list(known))}
        for word_id, text in known.items():
            # a reading written after the last word the parent heard is newer, never older
            assert now[word_id] == text or _number(now[word_id]) > _number(text), (word_id, text, now[word_id])
        assert_whole(project)
        known = {word_id: str(now[word_id]) for word_id in known}
    assert told > TIMES, "nothing was typed, so nothing was shown"
    print(f"{TIMES} kills, {told} readings told of, none lost")
    tally(
        Harm.KILLED_WINDOW,
        "kill -9 of the window while typing",
        TIMES,
        "no acknowledged transcription lost, project intact",
    )


def _number(text: str | None) -> int:
    return int(str(text).removeprefix("word"))
