"""Screenshots of every view in the light and the dark theme: `make screenshots` takes them from the demo."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from picture_digests import note
from PySide6.QtWidgets import QApplication

from app.context import NavigationTarget
from app.main import make_window
from app.settings import RESEARCH, Settings
from app.shell.views import VIEWS
from app.style.theme import Theme
from app.text import translations
from core.project.content.words import word_ids
from core.project.project import Project

_SETTLE_S = 2.5


def main() -> int:
    """Write ``OUT/VIEW-THEME.png`` for every view and theme, and for the start page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--looks", default="light,dark", help="themes, separated by commas")
    parser.add_argument("--only", help="views, separated by commas")
    parser.add_argument("--research", action="store_true", help="with the parts for researchers")
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))
    options.out.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    translations.install(app)
    with tempfile.TemporaryDirectory() as folder:
        theme = Theme(app, "light")
        settings = Settings(Path(folder) / "settings.json")
        settings.set(RESEARCH, options.research)
        window = make_window(settings, theme)
        window.resize(width, height)
        window.show()
        names = options.only.split(",") if options.only else ["start", *VIEWS]
        for mode in options.looks.split(","):
            theme.set_mode(mode)
            for name in names:
                if name == "start":
                    window.close_project()
                else:
                    if window.session is None and not window.open_project(options.project):
                        return 1
                    window.show_view(name, _target(name, options.project))
                settle(app)
                file = options.out / f"{name}-{mode}.png"
                window.grab().save(str(file))
                note([file])
        window.close()
    return 0


def review_target(folder: Path) -> NavigationTarget:
    """Return an unchecked word on which the readers disagree: it shows much."""
    with Project.open(folder, read_only=True) as project:
        unchecked = word_ids(project, transcribed=False) or word_ids(project)
        disputed = project.query(
            "SELECT word_id FROM prediction AS p JOIN word AS w ON w.id = p.word_id WHERE w.transcription_id IS NULL"
            " AND votes < members AND votes > 1 ORDER BY confidence DESC, word_id"
        )
    return NavigationTarget(word_id=disputed[0][0] if disputed else unchecked[min(5, len(unchecked) - 1)])


def _target(view: str, folder: Path) -> NavigationTarget:
    if view in ("page", "review", "insight"):
        return review_target(folder)
    return NavigationTarget(query="the") if view == "search" else NavigationTarget()


def settle(app: QApplication) -> None:
    """Wait until images, plots and query results have arrived."""
    end = time.monotonic() + _SETTLE_S
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main())
