"""Restores against a loop of commands: always a sound database, and every acknowledged edit in one of the states."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from project_helpers import NOW, filled_project
from robustness_helpers import TIMEOUT_S, Child, assert_intact
from tally import Harm, tally

from core.errors import DuctusError
from core.project.backup.restore import restore
from core.project.content.lexicon import lexicon_words
from core.project.db.database_copy import find_faults, open_immutable
from core.project.project import Project

ROUNDS = int(os.environ.get("DUCTUS_RESTORES", "5"))
"""Restores; 200 in `make robustness`."""

ADD_WORDS = """
import sys
from core.errors import DuctusError
from core.project.content.lexicon import add_words
from core.project.project import Project
number = 0
while True:
    try:
        with Project.open(sys.argv[1], wait_seconds=1) as project:
            add_words(project, [f"w{number}"])
        print("added", number, flush=True)
        number += 1
    except DuctusError as error:
        print("refused", error, flush=True)
"""
READ_WORDS = """
import sys
from core.errors import DuctusError
from core.project.content.lexicon import lexicon_words
from core.project.project import Project
while True:
    try:
        with Project.open(sys.argv[1], read_only=True, wait_seconds=1) as project:
            print("read", len(list(lexicon_words(project))), flush=True)
    except DuctusError as error:
        print("refused", error, flush=True)
"""


def _added(writer: Child) -> list[int]:
    return [int(line.removeprefix("added ")) for line in list(writer.lines) if line.startswith("added ")]


def _wait_for_more(child: Child, seen: int) -> None:
    end = time.monotonic() + TIMEOUT_S
    while len(child.lines) < seen + 3:
        assert child.process.poll() is None and time.monotonic() < end, child.lines[-3:]
        time.sleep(0.005)


def _restore_between_commands(folder: Path, name: str, number: int) -> Path:
    end = time.monotonic() + TIMEOUT_S
    while True:
        try:
            return restore(folder, name, NOW + timedelta(seconds=number))
        except DuctusError as error:
            assert "another program is using this project" in str(error) and time.monotonic() < end, error


def _numbers(database: Path) -> set[int]:
    connection = open_immutable(database)
    try:
        words = [row[0] for row in connection.execute("SELECT word FROM lexicon")]
    finally:
        connection.close()
    return {int(word[1:]) for word in words if word[0] == "w" and word[1:].isdigit()}


@pytest.mark.timeout(3600)
def test_restores_between_commands_lose_nothing(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        folder = project.folder
        (folder / "backups").mkdir()
        project.copy_database_to(folder / "backups" / "start.sqlite")
    writer, reader = (Child(["-c", code, folder]) for code in (ADD_WORDS, READ_WORDS))
    kept = []
    try:
        for number in range(ROUNDS):
            _wait_for_more(writer, len(writer.lines))
            kept.append(_restore_between_commands(folder, "start.sqlite", number))
            assert find_faults(kept[-1]) == []
        _wait_for_more(writer, len(writer.lines))
        _wait_for_more(reader, len(reader.lines))
    finally:
        writer.kill()
        reader.kill()
    refusals = {line for child in (writer, reader) for line in child.lines if line.startswith("refused")}
    assert all("another program has been changing this project for too long" in line for line in refusals), refusals
    with Project.open(folder) as project:
        present = {int(word[1:]) for word in lexicon_words(project) if word[0] == "w" and word[1:].isdigit()}
    states = [*map(_numbers, kept), present]
    assert set(_added(writer)) <= set().union(*states), "an acknowledged word is in none of the states"
    for earlier, later in pairwise(states):
        assert max(earlier, default=-1) < min(later, default=10**9), "a word came back after a restore"
    assert_intact(folder)
    outcome = "database sound, each acknowledged word in the kept or in the restored state, commands waited"
    tally(Harm.ENVIRONMENT, "backup restored while commands add and read words in a loop", ROUNDS, outcome)
