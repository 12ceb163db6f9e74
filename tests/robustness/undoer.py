"""A person who presses undo and redo in the real window without a pause, until somebody kills the process.

After each the number of edits that stand is said on standard output: ``stands N``.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.main import make_window
from app.settings import Settings
from app.style.theme import Theme
from core.project.project import Project


def standing(project: Project) -> int:
    """How many edits are done and not undone."""
    found = project.one("SELECT count(*) FROM change WHERE state = 'done'")
    assert found is not None
    return int(found[0])


def main(folder: Path, lowest: int, seed: int) -> int:
    """Never fewer than ``lowest`` edits are left standing: those made the project."""
    app = QApplication(sys.argv[:1])
    window = make_window(Settings(folder.parent / "settings.json"), Theme(app, "light"))
    window.show()
    assert window.open_project(folder) and window.session is not None
    session, chance = window.session, random.Random(seed)
    window.show_view("review")

    def go_on(*_: object) -> None:
        now = standing(session.project)
        print("stands", now, flush=True)
        if session.next_labels()[1] is None or (now > lowest and chance.random() < 0.5):
            session.undo()
        else:
            session.redo()

    session.undone.connect(go_on)
    session.undo()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
