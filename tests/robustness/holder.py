"""Other programs on a project: ``holder.py KIND FOLDER`` holds its database or its window until it is ended."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path


def lock(folder: Path) -> None:
    """Change the database and never come to an end with it."""
    connection = sqlite3.connect(folder / "project.sqlite", isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    print("held", flush=True)
    time.sleep(600)


def window(folder: Path) -> None:
    """The real window with the project open; says whether it may write, and what its strip says."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from app.main import make_window
    from app.settings import Settings
    from app.style.theme import Theme

    app = QApplication(sys.argv[:1])
    shown = make_window(Settings(folder.parent / f"settings-{os.getpid()}.json"), Theme(app, "light"))
    shown.show()
    opened = shown.open_project(folder)
    session = shown.session
    if not opened or session is None:
        print("refused", shown.notifications.history[-1].text, flush=True)
    else:
        print("reads" if session.read_only else "writes", shown.banner.text.text(), flush=True)
    app.exec()


if __name__ == "__main__":
    {"lock": lock, "window": window}[sys.argv[1]](Path(sys.argv[2]))
