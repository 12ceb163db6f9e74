"""Memory, processor, graphics card and folders, by system; devices that can be used here, and errors for others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from core.cli.main import main
from core.device import DEVICE_NAMES, devices, resolve_device
from core.errors import InputError
from core.jobs import doctor
from core.jobs.doctor import check_computer, qt_problem
from core.system import computer, graphics, platforms
from core.system.computer import let_waiting_threads_sleep
from core.system.graphics import AMD, APPLE, INTEL, NVIDIA, GraphicsCard, find_card
from core.system.platforms import data_folder, is_linux, system_name


def test_memory_is_known_here() -> None:
    size = computer.memory_size()
    assert size is not None and 2**28 < size < 2**46
    assert 10_000_000 < computer.peak_memory() < size


def test_peak_memory_is_in_bytes_on_macos(monkeypatch: pytest.MonkeyPatch) -> None:
    here = computer.peak_memory()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert here / 2000 < computer.peak_memory() < here / 500


def test_without_the_module_resource_nothing_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not computer.limit_process(2**30, 10)
    assert computer.peak_memory() == 0


def test_a_limited_process_gets_no_more_memory() -> None:
    code = "from core.system.computer import limit_process; limit_process(2**27, 5); bytearray(2**28)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "MemoryError" in done.stderr


def test_a_display_is_asked_for_on_linux_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not computer.has_display()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert computer.has_display()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    for system in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", system)
        assert computer.has_display()


@pytest.mark.parametrize(
    ("system", "variable", "config", "cache"),
    [
        ("linux", "", ".config/ductus", ".cache/ductus"),
        ("linux", "XDG", "X/ductus", "X/ductus"),
        ("darwin", "", "Library/Application Support/ductus", "Library/Caches/ductus"),
        ("win32", "", "AppData/Roaming/ductus", "AppData/Local/ductus/cache"),
        ("win32", "APPDATA", "X/ductus", "X/ductus/cache"),
    ],
)
def test_each_system_has_its_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, variable: str, config: str, cache: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
        if variable and variable in name:
            monkeypatch.setenv(name, str(tmp_path / "X"))
    monkeypatch.setattr(sys, "platform", system)
    assert platforms.config_folder() == tmp_path / config
    assert platforms.cache_folder() == tmp_path / cache


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


ALLOCATE = """
import ctypes, json, resource, sys
from core.system.computer import keep_freed_memory
kept = keep_freed_memory() if sys.argv[1] == "kept" else False
c = ctypes.CDLL(None)
c.malloc.restype, c.malloc.argtypes, c.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
size = 48 * 2**20
def fill():
    block = c.malloc(size)
    ctypes.memset(block, 1, size)
    c.free(block)
fill()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    fill()
print(json.dumps({"kept": kept, "faults": resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before}))
"""


def _allocate(how: str) -> dict[str, int]:
    run = subprocess.run([sys.executable, "-c", ALLOCATE, how], capture_output=True, text=True, check=True)
    answer: dict[str, int] = json.loads(run.stdout)
    return answer


@pytest.mark.skipif(not is_linux(), reason="only glibc has mallopt")
def test_a_large_block_is_used_again_without_the_system_clearing_it() -> None:
    kept, returned = _allocate("kept"), _allocate("returned")
    if not kept["kept"]:
        pytest.skip("the C library has no mallopt")
    largest_page = 2 * 2**20  # one fault clears 4 KiB, or as much as this where the system gives out huge pages
    assert kept["faults"] < 100 < 5 * 48 * 2**20 // largest_page <= returned["faults"]


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "is_linux", lambda: False)
    assert computer.keep_freed_memory() is False


@pytest.mark.skipif(not is_linux(), reason="only glibc has mallopt")
def test_a_c_library_without_the_call_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer.ctypes, "CDLL", lambda name: object())
    assert computer.keep_freed_memory() is False


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


def test_the_cpu_is_usable_and_auto_is_the_best_device() -> None:
    found = devices()
    assert {device.name for device in found} == set(DEVICE_NAMES) - {"auto"} and all(device.about for device in found)
    assert resolve_device("cpu") == "cpu" and resolve_device() == next(d.name for d in found if d.usable)


def test_an_unusable_or_unknown_device_raises_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match=r"'cuda' cannot be used: .*--device auto"):
        resolve_device("cuda")
    with pytest.raises(InputError, match="no device 'tpu'"):
        resolve_device("tpu")


def test_usable_graphics_processors_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    card = type("Card", (), {"name": "Graphics", "total_memory": 8 * 2**30})
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda number: card)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert devices()[0].about == "Graphics, 8 GiB" and resolve_device() == "cuda" and resolve_device("mps") == "mps"


def test_denormal_numbers_are_zero_in_every_thread_and_only_within_the_context() -> None:
    code = (
        "import torch; from core.device import denormals_as_zero; torch.set_num_threads(2);\n"
        "def left(size): return int((torch.full((size,), 1e-30) * 1e-9).count_nonzero())\n"
        "with denormals_as_zero(): print(left(4_000_000))\n"
        "print(left(8))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "8"]


@pytest.fixture
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


@pytest.mark.usefixtures("no_devices")
def test_the_driver_describes_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "NVIDIA T4, 580.65.06, 15360, 7.5\n")
    assert find_card() == GraphicsCard(NVIDIA, "NVIDIA T4", "580.65.06", 15360 * 2**20, 7.5)


@pytest.mark.usefixtures("no_devices")
def test_the_best_of_several_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "A, 580.1, 8000, 6.1\nB, 580.1, 16000, 8.9\nC, 580.1, 24000, 8.9\nno card\n")
    assert (card := find_card()) is not None and card.name == "C"


@pytest.mark.usefixtures("no_devices")
@pytest.mark.parametrize(
    "answer", ["", "NVIDIA-SMI has failed because it could not communicate with the driver\n", "a, b, c, d\n", ",,,\n"]
)
def test_answers_without_a_card(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    answers(monkeypatch, answer)
    assert find_card() is None
    answers(monkeypatch, "A, 580.1, 1, 8.9\n", code=9)
    assert find_card() is None


@pytest.mark.usefixtures("no_devices")
def test_figures_that_the_driver_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "Old, 470.1, [N/A], [N/A]\n")
    assert find_card() == GraphicsCard(NVIDIA, "Old", "470.1", 0, 0.0)


@pytest.mark.usefixtures("no_devices")
def test_a_driver_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, subprocess.TimeoutExpired("nvidia-smi", 20))
    assert find_card() is None


@pytest.mark.usefixtures("no_devices")
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


@pytest.mark.usefixtures("no_devices")
def test_windows_has_no_such_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(tmp_path, 1, "0x030000", "0x10de")
    monkeypatch.setattr(sys, "platform", "win32")
    assert find_card() is None


@pytest.mark.usefixtures("no_devices")
def test_a_mac_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(graphics.platform, "machine", lambda: "arm64")
    assert (card := find_card()) is not None and card.maker == APPLE
    monkeypatch.setattr(graphics.platform, "machine", lambda: "x86_64")
    assert find_card() is None


@pytest.mark.usefixtures("no_devices")
def test_the_fingerprint_changes_with_the_driver() -> None:
    one, other = (GraphicsCard(NVIDIA, "A", driver) for driver in ("580.1", "580.2"))
    assert one.fingerprint != other.fingerprint


@pytest.mark.usefixtures("no_devices")
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
