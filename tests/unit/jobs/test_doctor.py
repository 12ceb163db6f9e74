"""`ductus doctor`: what this computer lacks, in one sentence each."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from core.cli.main import main
from core.jobs.maintenance import doctor
from core.jobs.maintenance.doctor import check_computer, qt_problem


def test_the_computer_that_runs_the_tests_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    checks = {check.name: check for check in check_computer(tmp_path)}
    assert checks["PyTorch"].ok and checks["Disk"].ok and str(tmp_path) in checks["Disk"].text
    assert all(check.text.endswith(".") for check in checks.values())


def test_a_missing_library_is_named_with_its_package() -> None:
    error = "Traceback ...\nImportError: libEGL.so.1: cannot open shared object file: No such file or directory\n"
    assert "libEGL.so.1" in qt_problem(error) and "apt install libegl1" in qt_problem(error)
    error = "OSError: libxcb-icccm.so.4: cannot open shared object file: No such file or directory\n"
    assert "apt install libxcb-icccm4" in qt_problem(error)
    assert "command line works" in qt_problem("ModuleNotFoundError: No module named 'PySide6'")
    assert "segfault" in qt_problem("one\nsegfault\n")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    disk = next(check for check in check_computer(tmp_path / "missing") if check.name == "Disk")
    assert not disk.ok and "missing" in disk.text


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_no_display_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["doctor", "--folder", str(tmp_path), "--json"]) == 1
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert not result["ready"] and [c["ok"] for c in result["checks"] if c["name"] == "Display"] == [False]


def test_little_memory_and_a_full_disk_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_MEMORY", 2**60)
    monkeypatch.setattr(doctor, "LEAST_ROOM", 2**60)
    failing = {check.name for check in check_computer(tmp_path) if not check.ok}
    assert {"Disk", "Memory"} <= failing or sys.platform == "win32"


def test_licences_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--licences"]) == 0
    assert "LGPL-3.0" in capsys.readouterr().out
