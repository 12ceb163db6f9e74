"""Starting up imports little, and the engine stays free of what it must not need."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from core.project.project import Project

HEAVY = ("torch", "sklearn", "cv2", "lxml", "h5py", "numpy", "PySide6", "rich")

NOT_FOR_THE_FIRST_WINDOW = (
    *("cv2", "h5py", "importlib.metadata", "lxml", "numpy", "PIL", "sqlite3", "subprocess", "tomllib"),
    *("pyqtgraph", "PySide6.QtNetwork", "PySide6.QtOpenGL", "PySide6.QtSvg", "qtawesome", "qtpy"),
    *("app.collection", "app.page", "app.recalibration", "app.review", "app.session.jobs", "app.session.session"),
    *("app.shell.guide", "app.shell.dialogs.job_dialog", "app.adaptation", "app.starter_offer", "app.train"),
    *("core.formats", "core.jobs", "core.lexicon", "core.model", "core.project.content", "core.project.project"),
)
NOT_FOR_A_PROJECT = (
    *("cv2", "h5py", "importlib.metadata", "lxml", "numpy", "PIL", "pyqtgraph", "qtawesome", "qtpy"),
    *("app.collection.import_dialog", "app.collection.iiif_dialog", "app.page", "app.review", "app.insight"),
    *("core.formats.mets", "core.formats.sources", "core.imaging", "core.model", "core.store.summary"),
)
_SHOW = """
import json, pathlib, sys
from PySide6.QtWidgets import QApplication
import app.main, app.settings
from app.style.theme import Theme
app.main.require_toolkit()
qt = QApplication([])
window = app.main.make_window(app.settings.Settings(pathlib.Path(sys.argv[1])), Theme(qt, "light"))
window.show()
qt.processEvents()
window.grab()
shown = sorted(sys.modules)
window.open_project(pathlib.Path(sys.argv[2]))
assert window.current_view().name == "collection"
opened = sorted(sys.modules)
window.close()
print(json.dumps([shown, opened]))
"""


@pytest.fixture(scope="module")
def modules_of_window(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """The modules imported when the first window shows, and when a project has been opened in it."""
    folder = tmp_path_factory.mktemp("window")
    Project.create(folder / "a.ductus").close()
    arguments = [sys.executable, "-c", _SHOW, str(folder / "settings.json"), str(folder / "a.ductus")]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    run = subprocess.run(arguments, capture_output=True, text=True, check=True, env=environment)
    shown, opened = json.loads(run.stdout.splitlines()[-1])
    return shown, opened


def among(names: list[str], unwanted: tuple[str, ...]) -> list[str]:
    return [name for name in names if any(name == one or name.startswith(f"{one}.") for one in unwanted)]


def test_the_first_window_imports_nothing_that_only_a_project_needs(
    modules_of_window: tuple[list[str], list[str]],
) -> None:
    shown, _ = modules_of_window
    assert among(shown, NOT_FOR_THE_FIRST_WINDOW) == []
    assert "app.shell.start.start_page" in shown


def test_a_project_opens_without_the_formats_the_plots_and_the_files_of_models(
    modules_of_window: tuple[list[str], list[str]],
) -> None:
    _, opened = modules_of_window
    assert among(opened, NOT_FOR_A_PROJECT) == []
    assert {"app.collection.view", "app.session.session"} <= set(opened)


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(*(n for n in {HEAVY!r} if n in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_import_core_loads_nothing_heavy() -> None:
    assert loaded_by("import core") == set()


def test_the_command_line_is_built_without_anything_heavy() -> None:
    assert loaded_by("import core.cli.main; core.cli.main.build_parser()") == set()


def test_help_needs_nothing_heavy() -> None:
    code = (
        "import contextlib, sys, core.cli.main\n"
        "with contextlib.suppress(SystemExit):\n"
        "    core.cli.main.main(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "train" in run.stdout and "recognise" in run.stdout
    assert run.stderr.strip() == "[]"


def test_the_engine_never_imports_qt() -> None:
    code = (
        "import pkgutil, importlib, sys, core\n"
        "for m in pkgutil.walk_packages(core.__path__, 'core.'):\n"
        "    importlib.import_module(m.name)\n"
        "assert not [n for n in sys.modules if n.startswith(('PySide', 'shiboken', 'pyqtgraph'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
