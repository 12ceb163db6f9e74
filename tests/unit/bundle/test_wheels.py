"""The pinned packages exist as wheels for the systems that bundles are made for. Asks the package index."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SYSTEMS = {
    "Windows x64": ["win_amd64"],
    "macOS 15 arm64": [f"macosx_{version}_0_arm64" for version in range(15, 10, -1)],
}
MARKED_FOR_WINDOWS = ["colorama"]
"""pip evaluates markers for the system that it runs on."""

pytestmark = [
    pytest.mark.skipif(
        not os.environ.get("DUCTUS_RESOLVE"), reason="asks the package index; `make bundle` sets DUCTUS_RESOLVE=1"
    ),
    pytest.mark.timeout(1200),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_pins_resolve_to_wheels(system: str, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["bundle"]]
    wanted += MARKED_FOR_WINDOWS if system.startswith("Windows") else []
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--ignore-installed"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--target", str(tmp_path)]
    command += [
        "--implementation",
        "cp",
        "--python-version",
        "3.11",
        "--abi",
        "cp311",
        "--abi",
        "abi3",
        "--abi",
        "none",
    ]
    command += [part for name in SYSTEMS[system] for part in ("--platform", name)]
    command += ["--constraint", str(ROOT / "packaging" / "constraints.txt"), *wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
