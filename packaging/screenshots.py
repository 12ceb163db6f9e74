"""Pictures of every place, light and dark, from a project: `make screenshots` makes them from the demo."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.context import NavigationTarget
from app.main import make_window
from app.settings import Settings
from app.shell.views import VIEWS
from app.style.theme import Theme
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project

SETTLE_S = 2.5
"""Pictures, plots and answers of the reader threads arrive within so many seconds."""


def main() -> int:
    """Write ``OUT/PLACE-LOOK.png`` for every place and look, and the start page's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("project", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--looks", default="light,dark")
    parser.add_argument("--only", help="places, separated by commas")
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))
    options.out.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as aside:
        theme = Theme(app, "light")
        window = make_window(Settings(Path(aside) / "settings.json"), theme)
        window.resize(width, height)
        window.show()
        wanted = options.only.split(",") if options.only else ["start", *VIEWS]
        for look in options.looks.split(","):
            theme.set_mode(look)
            for name in wanted:
                if name == "start":
                    window.close_project()
                else:
                    if window.session is None and not window.open_project(options.project):
                        return 1
                    window.show_view(name, _target(name, options.project))
                _settle(app)
                window.grab().save(str(options.out / f"{name}-{look}.png"))
        window.close()
    return 0


def _target(place: str, folder: Path) -> NavigationTarget:
    """Something worth seeing: an unread word on which the readers did not agree."""
    with Project.open(folder, read_only=True) as project:
        unread = word_ids(project, WordFilter(read=False)) or word_ids(project)
        split = project.query(
            "SELECT word_id FROM prediction AS p JOIN word AS w ON w.id = p.word_id WHERE w.reading_id IS NULL"
            " AND votes < members AND votes > 1 ORDER BY confidence DESC, word_id"
        )
        word_id = split[0][0] if split else unread[min(5, len(unread) - 1)]
    if place in ("page", "review", "insight"):
        return NavigationTarget(word_id=word_id)
    return NavigationTarget(query="the") if place == "search" else NavigationTarget()


def _settle(app: QApplication) -> None:
    end = time.monotonic() + SETTLE_S
    while time.monotonic() < end:
        app.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main())
