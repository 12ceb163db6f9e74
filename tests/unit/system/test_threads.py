"""Threads without work sleep, in every command, unless a person has chosen otherwise."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from core.system.computer import let_waiting_threads_sleep
from core.system.platforms import is_linux


def test_a_persons_choice_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_WAIT_POLICY", "ACTIVE")
    monkeypatch.delenv("KMP_BLOCKTIME", raising=False)
    let_waiting_threads_sleep()
    assert os.environ["OMP_WAIT_POLICY"] == "ACTIVE" and os.environ["KMP_BLOCKTIME"] == "0"


@pytest.mark.skipif(not is_linux(), reason="only GNU's OpenMP prints its settings")
def test_pytorch_has_met_the_setting_in_a_command() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    command = [sys.executable, "-m", "core.cli.main", "devices", "--json"]
    environment |= {"OMP_DISPLAY_ENV": "true"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "OMP_WAIT_POLICY = 'PASSIVE'" in done.stderr
