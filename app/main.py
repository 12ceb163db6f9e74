"""Starting the app: `ductus-app [PROJECT]`, or `ductus app [PROJECT]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the window; returns when it is closed. ``PROJECT`` is opened, else the last one if that is wanted."""
    parser = argparse.ArgumentParser(prog="ductus-app", description="The Ductus window.")
    parser.add_argument("project", nargs="?", type=Path)
    options = parser.parse_args(arguments)

    from PySide6.QtWidgets import QApplication

    from app import settings as keys
    from app.background.main_thread_gc import MainThreadGc
    from app.settings import Settings, default_file
    from app.shell import crash_log
    from app.shell.window import MainWindow
    from app.style.theme import Theme

    app = QApplication(sys.argv[:1])
    app.setApplicationName("Ductus")
    app.setOrganizationName("Ductus")
    settings = Settings(default_file())
    crash = crash_log.begin(settings.file.parent)
    theme = Theme(app, settings.get(keys.THEME))
    MainThreadGc(app)
    window = MainWindow(settings, theme)
    crash_log.tell(window.notifications)
    window.show()
    if crash is not None:
        crash_log.offer(window.notifications, crash)
    project = options.project
    if project is None and settings.get(keys.REOPEN) and settings.get(keys.LAST_PROJECT):
        last = Path(settings.get(keys.LAST_PROJECT))
        project = last if (last / "project.sqlite").exists() else None
    if project is not None:
        window.open_project(project)
    code = app.exec()
    crash_log.end(settings.file.parent)
    return code


if __name__ == "__main__":
    sys.exit(main())
