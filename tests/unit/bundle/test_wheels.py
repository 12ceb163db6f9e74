"""The pinned packages exist as wheels for the systems that bundles are made for. Needs the package index."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from core.licences import libraries

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = {
    "Windows x64": ["win_amd64"],
    "macOS 15 arm64": [f"macosx_{version}_0_arm64" for version in range(15, 10, -1)],
}
ONLY_THERE = {"Windows x64": ["colorama", "pefile", "pywin32-ctypes"], "macOS 15 arm64": ["macholib"]}
"""Packages that other systems do not need."""

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("DUCTUS_RESOLVE"), reason="needs the package index; `make bundle` sets DUCTUS_RESOLVE=1"
    ),
    pytest.mark.timeout(1200),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_pins_resolve_to_wheels(system: str, tmp_path: Path) -> None:
    # pip evaluates the markers of dependencies for the system that it runs on, so they are all named here
    pins = dict(line.split("==") for line in (ROOT / "packaging" / "constraints.txt").read_text().split())
    needed = [library.name for root in ("ductus", "pyinstaller", "submitit") for library in libraries(root)]
    names = {name for name in pins for other in needed if canonicalize_name(name) == canonicalize_name(other)}
    names |= {"pyinstaller", "submitit", *ONLY_THERE[system]}
    assert {"torch", "numba", "pyside6-essentials", "lxml"} <= names
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed", "--no-deps"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--target", str(tmp_path)]
    command += ["--implementation", "cp", "--python-version", "3.11"]
    command += [part for name in ("cp311", "abi3", "none") for part in ("--abi", name)]
    command += [part for name in SYSTEMS[system] for part in ("--platform", name)]
    command += [f"{name}=={pins[name]}" for name in sorted(names)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
