"""Starting up stays quick, and the engine stays free of what it must not need."""

from __future__ import annotations

import subprocess
import sys
import time

HEAVY = ("torch", "sklearn", "cv2", "lxml", "h5py", "numpy", "PySide6", "rich")


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*(n for n in {HEAVY!r} if n in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_import_core_loads_nothing_heavy() -> None:
    assert loaded_by("import core") == set()


def test_the_command_line_is_built_without_anything_heavy() -> None:
    assert loaded_by("import core.cli.main; core.cli.main.build_parser()") == set()


def test_help_is_there_at_once() -> None:
    times = []
    for _ in range(3):
        started = time.perf_counter()
        run = subprocess.run(
            [sys.executable, "-m", "core.cli.main", "--help"], capture_output=True, text=True, check=True
        )
        times.append(time.perf_counter() - started)
        assert "train" in run.stdout and "recognise" in run.stdout
    # the best of three: what is measured is our start-up, not who else uses the machine
    assert min(times) < 0.5


def test_the_engine_never_imports_qt() -> None:
    code = (
        "import pkgutil, importlib, sys, core\n"
        "for m in pkgutil.walk_packages(core.__path__, 'core.'):\n"
        "    importlib.import_module(m.name)\n"
        "assert not [n for n in sys.modules if n.startswith(('PySide', 'shiboken', 'pyqtgraph'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
