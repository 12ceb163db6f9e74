"""The output of a command for people."""

from __future__ import annotations

import io
import sys
import time

import pytest

from core.cli.console import TextConsole
from core.events import JobPart, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_that_something_happens_before_there_is_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    console = TextConsole()
    deadline = time.monotonic() + 20
    while "Preparing …" not in terminal.getvalue():  # shown by a thread, so that quick commands do not flicker
        assert time.monotonic() < deadline, terminal.getvalue()
        time.sleep(0.01)
    console.emit(Progress(JobPart.READING, 1, 2))
    console.close()
    assert "Reading" in terminal.getvalue().rpartition("Preparing …")[2]


def test_a_file_gets_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    console = TextConsole()
    console.print("done")
    console.close()
    assert not file.getvalue()
