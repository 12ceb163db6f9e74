"""Make the bundle: `build.py FOLDER` leaves the program in FOLDER/ductus, ready to be packed for this system."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import contents

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STRIPPED = ("libtorch_cpu.so", "libtorch_python.so", "libllvmlite.so", "libpython3*.so*", "lib-dynload/*.so")


def main() -> None:
    """Compile the search, draw the icons, run PyInstaller, and make the libraries smaller."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder.resolve()
    contents.require_processor_build()
    build = folder / "build"
    build.mkdir(parents=True, exist_ok=True)
    for name in ("search-code", "metadata", "share"):
        shutil.rmtree(build / name, ignore_errors=True)
    environment = os.environ | {
        "DUCTUS_BUNDLE_BUILD": str(build),
        "PYTHONPATH": str(ROOT),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONHASHSEED": "0",
    }
    code = build / "search-code"
    code.mkdir()
    _run([sys.executable, str(ROOT / "packaging" / "compile.py")], environment | {"DUCTUS_SEARCH_CODE": str(code)})
    _run([sys.executable, str(HERE / "icons.py"), str(build)], environment)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(folder), "--workpath", str(build / "work"), str(HERE / "ductus.spec")]
    _run(command, environment)
    if sys.platform == "linux":
        _strip(folder / "ductus")


def _strip(program: Path) -> None:
    """Remove the names of inner functions from the largest libraries, a tenth of the whole.

    Not from all: libraries that were rewritten for their wheel (auditwheel) no longer load when they are stripped.
    """
    for pattern in STRIPPED:
        for file in program.rglob(pattern):
            if not file.is_symlink():
                subprocess.run(["strip", "--strip-unneeded", str(file)], check=True)


def _run(command: list[str], environment: dict[str, str]) -> None:
    subprocess.run(command, env=environment, check=True, cwd=ROOT)


if __name__ == "__main__":
    main()
