"""The start of the app: `ductus-app [PROJECT]`, or `ductus app [PROJECT]`."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.language import IN_APP
from core.language import tr as engine_text
from core.system.platforms import is_linux
from core.system.programs import is_bundled, load_bundled_libraries

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.context import ProjectContext
    from app.settings import Settings
    from app.shell.window import MainWindow
    from app.style.theme import Theme
    from app.view import View

SYSTEM_LIBRARIES = "packaging/system-libraries.sh"
VIEW_CLASSES = {
    "collection": "CollectionView",
    "page": "PageView",
    "review": "ReviewView",
    "train": "TrainView",
    "insight": "InsightView",
    "search": "SearchView",
}
"""The class of each view in ``app.NAME.view``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the window until it is closed, with ``PROJECT`` or else the last project if the settings have it so."""
    parser = argparse.ArgumentParser(prog="ductus-app", description="The Ductus window.")
    parser.add_argument("project", nargs="?", type=Path)
    options = parser.parse_args(arguments)

    os.environ[IN_APP] = "1"
    require_toolkit()
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    import core
    from app import settings as keys
    from app.background.main_thread_gc import MainThreadGc
    from app.background.threads import favour_main_thread
    from app.settings import Settings, default_file, log_file
    from app.shell import crash_log
    from app.style.theme import Theme
    from app.text import translations
    from app.widgets.progress_bar import reduce_motion
    from core import logs
    from core.project.project_files import DATABASE

    app = QApplication(sys.argv[:1])
    app.setApplicationName("Ductus")
    app.setOrganizationName("Ductus")
    app.setDesktopFileName("ductus")
    app.setWindowIcon(QIcon(str(files("resources").joinpath("icons", "ductus.png"))))
    logs.configure(log_file())
    logging.getLogger(__name__).info("Ductus %s started", core.__version__)
    settings = Settings(default_file())
    translations.install(app, settings.get(keys.LANGUAGE))
    previous_crash = crash_log.start(settings.file.parent)
    theme = Theme(app, settings.get(keys.THEME), settings.get(keys.TEXT_PERCENT))
    reduce_motion(settings.get(keys.REDUCE_MOTION))
    MainThreadGc(app)
    favour_main_thread()
    window = make_window(settings, theme)
    crash_log.report_to(window.notifications)
    window.fit_screen()
    window.show()
    if previous_crash is not None:
        crash_log.offer(window.notifications, previous_crash)
    project = options.project
    if project is None and settings.get(keys.REOPEN) and settings.get(keys.LAST_PROJECT):
        last = Path(settings.get(keys.LAST_PROJECT))
        project = last if (last / DATABASE).exists() else None
    if project is not None:
        window.open_project(project)
    code = app.exec()
    crash_log.stop(settings.file.parent)
    logging.getLogger(__name__).info("Ductus ended")
    logs.close()
    return code


def require_toolkit() -> None:
    """Raise DuctusError, naming the remedy, when Qt or the icons cannot be loaded on this computer."""
    load_bundled_libraries()
    try:
        import PySide6.QtWidgets  # noqa: F401

        from app.style.icons import font_file

        font_file()
    except ImportError as error:
        if is_bundled():
            hint = engine_text("Run `ductus doctor` to see what is missing")
        elif is_linux():
            hint = engine_text("Run {script} to list or install the system libraries it needs", script=SYSTEM_LIBRARIES)
        else:
            hint = engine_text("Reinstall Ductus with all its dependencies")
        problem = engine_text("The app's toolkit cannot be loaded ({error}).", error=error)
        raise DuctusError(problem, hint=hint) from error


def make_window(settings: Settings, theme: Theme) -> MainWindow:
    """Return the main window with its views, the export dialog and the suggestion to retrain plugged in."""
    from app import settings as keys
    from app.shell.views import WindowParts
    from app.shell.window import MainWindow
    from core.project.db.author import set_author

    if name := settings.get(keys.AUTHOR):
        set_author(name)
    return MainWindow(settings, theme, WindowParts(make_view, _open_export, _offer_retraining))


def make_view(name: str, context: ProjectContext) -> View:
    """Build a view. Its module is imported only now: those with plots take long to import."""
    view: View = getattr(importlib.import_module(f"app.{name}.view"), VIEW_CLASSES[name])(context)
    return view


def _offer_retraining(context: ProjectContext) -> None:
    from app.train.retraining_offer import RetrainingOffer

    RetrainingOffer.for_context(context)


def _open_export(context: ProjectContext, parent: QWidget, page_ids: Sequence[int]) -> None:
    from app.export_dialog import ExportDialog

    dialog = ExportDialog(context, parent, page_ids)
    context.help_on(dialog, "export.md", "which-format")
    dialog.open()


if __name__ == "__main__":
    sys.exit(main())
