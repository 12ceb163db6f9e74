"""Build the wheel, install it into an empty environment, and use it there: `make wheel-test`.

The environment gets the libraries of this one through a path file, so nothing is downloaded; but not the repository.
Every file that its processes open is checked: one of the repository is a failure. Prints what was done; exits with 1
if something fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = Path(sysconfig.get_paths()["purelib"])
WATCH = """
import os, sys
_roots = {roots!r}
_libraries, _log = {libraries!r}, {log!r}
def _watch(event, arguments):
    if event != "open" or not isinstance(arguments[0], (str, bytes)):
        return
    path = os.path.abspath(os.fsdecode(arguments[0]))
    if path.startswith(_roots) and not path.startswith(_libraries) and path != _log:
        with open(_log, "a", encoding="utf-8") as file:
            file.write(path + "\\n")
sys.addaudithook(_watch)
"""
"""Run at the start of every Python process of the environment."""


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="ductus-wheel-") as folder:
        work = Path(folder).resolve()
        wheel = _build(work)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        program = _install(wheel, work)
        read = work / "read-from-repository.txt"
        _call([program / "python", "-c", f"open({str(ROOT / 'pyproject.toml')!r}).close()"], work)
        if not read.exists():
            print("Reading from the repository is not noticed: this test proves nothing.")
            return 1
        read.unlink()
        smoke = work / "smoke.py"
        shutil.copy(Path(__file__).with_name("smoke.py"), smoke)
        typed = work / "typed.py"
        typed.write_text("from core import api\n\nmodel: int = api.load('letters.h5')\n", encoding="utf-8")
        mypy = [sys.executable, "-m", "mypy", "--python-executable", program / "python", typed]
        found = subprocess.run(
            list(map(str, mypy)), cwd=work, env=_outside(), capture_output=True, text=True, check=False
        )
        if 'has type "Ensemble"' not in found.stdout or "import-untyped" in found.stdout:
            print(f"The types of the wheel are not found:\n{found.stdout}{found.stderr}")
            return 1
        done = _call([program / "python", smoke, program / "ductus"], work)
        if read.exists():
            print("Read from the repository:\n" + "\n".join(sorted(set(read.read_text("utf-8").splitlines()))[:20]))
            return 1
    print("Nothing was read from the repository." if done == 0 else "The smoke test failed.")
    return done


def _build(work: Path) -> Path:
    # setuptools would take files of earlier builds into the wheel
    source = work / "source"
    for name in ("app", "core", "resources"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    command = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", work / "dist", source]
    subprocess.run([sys.executable, "-m", "pip", *map(str, command)], check=True, cwd=work, env=_outside())
    shutil.rmtree(source)
    (wheel,) = (work / "dist").glob("ductus-*.whl")
    return wheel


def _install(wheel: Path, work: Path) -> Path:
    """Return the folder of the environment's programs."""
    folder = work / "environment"
    venv.create(folder, with_pip=False)
    program = folder / ("Scripts" if os.name == "nt" else "bin")
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)}, scheme="venv")
    target = Path(paths["purelib"])
    command = [sys.executable, "-m", "pip", "--python", str(program / "python"), "install", "--quiet", "--no-deps"]
    subprocess.run([*command, str(wheel)], check=True, cwd=work, env=_outside())
    # path files in that folder, such as that of an editable installation, are not read
    (target / "libraries.pth").write_text(f"{LIBRARIES}\n", encoding="utf-8")
    roots = (f"{ROOT}{os.sep}",)
    watch = WATCH.format(roots=roots, libraries=f"{ROOT / '.venv'}{os.sep}", log=str(work / "read-from-repository.txt"))
    (target / "sitecustomize.py").write_text(watch, encoding="utf-8")
    return program


def _call(command: list[Path | str], work: Path) -> int:
    own = {"QT_QPA_PLATFORM": "offscreen", "DUCTUS_SETTINGS": str(work / "settings.json"), "OMP_NUM_THREADS": "1"}
    return subprocess.run([str(part) for part in command], cwd=work, env=_outside() | own, check=False).returncode


def _outside() -> dict[str, str]:
    """Return the environment without ways into the repository; pip takes a Ductus on such a path for the wheel's."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


if __name__ == "__main__":
    sys.exit(main())
