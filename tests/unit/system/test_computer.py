"""Memory, processor and folders, by system."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.system import computer, folders


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
    assert folders.config_folder() == tmp_path / config
    assert folders.cache_folder() == tmp_path / cache
