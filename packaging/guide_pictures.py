"""The pictures of the guide, in ``resources/guide/pictures``: `make screenshots` takes them from the demo.

They show the window in the light theme at 1024x700, and some dialogs; 128 colours keep them small.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from picture_digests import note
from PIL import Image
from PySide6.QtWidgets import QApplication, QWidget
from screenshots import review_target, settle

from app.collection.import_dialog import ImportDialog
from app.context import NO_TARGET, NavigationTarget
from app.export_dialog import ExportDialog
from app.main import make_window
from app.review.filter_bar import ReviewMode
from app.settings import Settings
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.text import translations
from core.project.project import Project

SIZE = (1024, 700)
_COLOURS = 128

Shot = Callable[[], QWidget]
"""Bring something onto the screen; return the widget to be taken."""


def main() -> int:
    """Write ``OUT/NAME.png`` for every picture, from a copy of the project."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", help="names of pictures, separated by commas")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    translations.install(app)
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "letters.ductus"
        shutil.copytree(options.project, project)
        with Project.open(project):
            pass  # opened for writing: a copy of an earlier version is updated
        window = make_window(Settings(Path(folder) / "settings.json"), Theme(app, "light"))
        window.resize(*SIZE)
        window.show()
        for name, shot in _shots(window, project):
            if options.only and name not in options.only.split(","):
                continue
            widget = shot()
            settle(app)
            file = options.out / f"{name}.png"
            widget.grab().save(str(file))
            _reduce(file)
            note([file])
            if widget.window() is not window:
                widget.close()
        window.close_project()
        window.close()
    return 0


def _shots(window: MainWindow, project: Path) -> Iterator[tuple[str, Shot]]:
    def view(name: str, target: NavigationTarget = NO_TARGET) -> QWidget:
        if window.session is None:
            window.open_project(project)
        window.show_view(name, target)
        return window

    def collection(tab: int) -> QWidget:
        view("collection")
        window.current_view().tabs.setCurrentIndex(tab)  # type: ignore[union-attr]
        return window

    def groups() -> QWidget:
        view("review", NavigationTarget(query=""))
        window.current_view().set_mode(ReviewMode.GROUPS)  # type: ignore[union-attr]
        return window

    def insight_tab(name: str) -> QWidget:
        view("insight", disputed)
        window.current_view().show_tab(name)  # type: ignore[union-attr]
        return window

    def preview() -> QWidget:
        view("collection")
        scans = project.parent / "scans"
        scans.mkdir(exist_ok=True)
        for number, image in enumerate(sorted((project / "pages").rglob("*.png"))[:3], 1):
            shutil.copy(image, scans / f"letter-{number:02}.png")
        dialog = ImportDialog([scans], window)
        dialog.show()
        return dialog

    def export() -> QWidget:
        view("collection")
        assert window.context is not None
        dialog = ExportDialog(window.context, window)
        dialog.target.setText("/home/ann/Documents/letters.csv")  # not the folder of who takes the picture
        dialog.show()
        return dialog

    disputed = review_target(project)
    yield "start", lambda: window
    yield "collection", lambda: collection(0)
    yield "page", lambda: view("page", disputed)
    yield "review", lambda: view("review", disputed)
    yield "groups", groups
    yield "train", lambda: view("train")
    yield "insight", lambda: view("insight", disputed)
    yield "progress", lambda: insight_tab("progress")
    yield "search", lambda: view("search", NavigationTarget(query="the"))
    yield "word-list", lambda: collection(1)
    yield "import", preview
    yield "export", export


def _reduce(file: Path) -> None:
    """Write the picture anew with few colours: it goes into every installation."""
    with Image.open(file) as picture:
        few = picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
