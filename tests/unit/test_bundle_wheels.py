"""The pinned packages exist as wheels for the systems that bundles are made for. Needs the package index."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name, parse_wheel_filename
from pins import pinned_versions

from core.licences import libraries

ROOT = Path(__file__).resolve().parents[2]
OLDEST_MACOS = 14


@dataclass(frozen=True)
class System:
    name: str
    """As ``sys.platform`` has it."""
    platforms: tuple[str, ...]
    """Tags of the wheels that it takes."""
    own_packages: tuple[str, ...]
    """Packages that other systems do not need."""


def macos(newest: int) -> System:
    """Return the system of Macs with ARM that run a version of macOS."""
    platforms = [f"macosx_{version}_0_{kind}" for version in range(newest, 10, -1) for kind in ("arm64", "universal2")]
    return System("darwin", (*platforms, "macosx_10_9_universal2", "macosx_10_13_universal2"), ("macholib",))


SYSTEMS = {
    "Windows x64": System("win32", ("win_amd64",), ("colorama", "pefile", "pywin32-ctypes")),
    f"macOS {OLDEST_MACOS} arm64": macos(OLDEST_MACOS),
}

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("DUCTUS_RESOLVE"), reason="needs the package index; `make bundle` sets DUCTUS_RESOLVE=1"
    ),
    pytest.mark.timeout(1200),
]


def chosen_wheels(system: System, folder: Path) -> list[str]:
    """Return the file names of the wheels that pip takes for a system; nothing is installed."""
    # pip evaluates the markers of dependencies for the system that it runs on, so they are all named here
    pins = pinned_versions(system.name)
    needed = [library.name for root in ("ductus", "pyinstaller", "submitit") for library in libraries(root)]
    names = {name for name in pins for other in needed if canonicalize_name(name) == canonicalize_name(other)}
    names |= {"pyinstaller", "submitit", *system.own_packages}
    assert {"torch", "numba", "pyside6-essentials", "lxml", "pikepdf"} <= names
    report = folder / "report.json"
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed", "--no-deps"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--target", str(folder)]
    command += ["--report", str(report), "--implementation", "cp", "--python-version", "3.11"]
    command += [part for name in ("cp311", "abi3", "none") for part in ("--abi", name)]
    command += [part for name in system.platforms for part in ("--platform", name)]
    command += [f"{name}=={pins[name]}" for name in sorted(names)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    installs = json.loads(report.read_text(encoding="utf-8"))["install"]
    return [install["download_info"]["url"].rpartition("/")[2].replace("%2B", "+") for install in installs]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_pins_resolve_to_wheels(system: str, tmp_path: Path) -> None:
    chosen_wheels(SYSTEMS[system], tmp_path)


def test_a_bundle_made_on_a_newer_macos_runs_on_the_oldest(tmp_path: Path) -> None:
    """The runner has macOS 15, and takes a wheel for that where there is one beside the one for 14."""
    workflow = (ROOT / ".github" / "workflows" / "bundle.yml").read_text(encoding="utf-8")
    runner = re.search(r"runner: macos-(\d+)", workflow)
    assert runner
    wheels = chosen_wheels(macos(int(runner[1])), tmp_path)
    tags = [tag.platform for wheel in wheels for tag in parse_wheel_filename(wheel)[3]]
    versions = [int(match[1]) for tag in tags if (match := re.match(r"macosx_(\d+)_", tag))]
    assert versions and max(versions) == OLDEST_MACOS
    specification = (ROOT / "packaging" / "bundle" / "ductus.spec").read_text(encoding="utf-8")
    assert f'"LSMinimumSystemVersion": "{OLDEST_MACOS}.0"' in specification
