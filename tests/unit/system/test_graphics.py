"""The graphics card is found by its driver's program, else by what Linux lists; the platform is made up."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.system import graphics
from core.system.graphics import AMD, APPLE, INTEL, NVIDIA, GraphicsCard, find_card
from core.system.platforms import data_folder, system_name


@pytest.fixture(autouse=True)
def no_devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(graphics, "_PCI_DEVICES", tmp_path / "devices")
    answers(monkeypatch, FileNotFoundError())


def answers(monkeypatch: pytest.MonkeyPatch, answer: str | Exception, code: int = 0) -> None:
    """Let the program of the driver print this, or fail."""

    def run(command: list[str], **more: object) -> subprocess.CompletedProcess[str]:
        assert command[0] == "nvidia-smi"
        if isinstance(answer, Exception):
            raise answer
        return subprocess.CompletedProcess(command, code, answer, "")

    monkeypatch.setattr(graphics.subprocess, "run", run)


def plug_in(tmp_path: Path, number: int, kind: str, vendor: str) -> None:
    device = tmp_path / "devices" / f"0000:0{number}:00.0"
    device.mkdir(parents=True)
    (device / "class").write_text(f"{kind}\n")
    (device / "vendor").write_text(f"{vendor}\n")


def test_the_driver_describes_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "NVIDIA T4, 580.65.06, 15360, 7.5\n")
    assert find_card() == GraphicsCard(NVIDIA, "NVIDIA T4", "580.65.06", 15360 * 2**20, 7.5)


def test_the_best_of_several_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "A, 580.1, 8000, 6.1\nB, 580.1, 16000, 8.9\nC, 580.1, 24000, 8.9\nno card\n")
    assert (card := find_card()) is not None and card.name == "C"


@pytest.mark.parametrize(
    "answer", ["", "NVIDIA-SMI has failed because it could not communicate with the driver\n", "a, b, c, d\n", ",,,\n"]
)
def test_answers_without_a_card(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    answers(monkeypatch, answer)
    assert find_card() is None
    answers(monkeypatch, "A, 580.1, 1, 8.9\n", code=9)
    assert find_card() is None


def test_figures_that_the_driver_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "Old, 470.1, [N/A], [N/A]\n")
    assert find_card() == GraphicsCard(NVIDIA, "Old", "470.1", 0, 0.0)


def test_a_driver_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, subprocess.TimeoutExpired("nvidia-smi", 20))
    assert find_card() is None


def test_linux_lists_cards_without_a_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    plug_in(tmp_path, 1, "0x020000", "0x10de")  # no display
    assert find_card() is None
    plug_in(tmp_path, 2, "0x030000", "0x8086")
    assert find_card() == GraphicsCard(INTEL)
    plug_in(tmp_path, 3, "0x030000", "0x1002")
    assert find_card() == GraphicsCard(AMD)
    plug_in(tmp_path, 4, "0x030200", "0x10de")
    assert find_card() == GraphicsCard(NVIDIA)


def test_windows_has_no_such_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(tmp_path, 1, "0x030000", "0x10de")
    monkeypatch.setattr(sys, "platform", "win32")
    assert find_card() is None


def test_a_mac_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(graphics.platform, "machine", lambda: "arm64")
    assert (card := find_card()) is not None and card.maker == APPLE
    monkeypatch.setattr(graphics.platform, "machine", lambda: "x86_64")
    assert find_card() is None


def test_the_fingerprint_changes_with_the_driver() -> None:
    one, other = (GraphicsCard(NVIDIA, "A", driver) for driver in ("580.1", "580.2"))
    assert one.fingerprint != other.fingerprint


@pytest.mark.parametrize(
    ("platform", "variable", "expected", "name"),
    [
        ("linux", "XDG_DATA_HOME", "ductus", "linux-x86_64"),
        ("win32", "LOCALAPPDATA", "ductus/data", "windows-x86_64"),
        ("darwin", "HOME", "Library/Application Support/ductus", "macos-arm64"),
    ],
)
def test_each_system_has_a_folder_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variable: str, expected: str, name: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    machine = {"linux": "x86_64", "win32": "AMD64", "darwin": "arm64"}[platform]
    monkeypatch.setattr(graphics.platform, "machine", lambda: machine)
    monkeypatch.setenv(variable, str(tmp_path))
    assert data_folder() == tmp_path / expected
    assert system_name() == name
