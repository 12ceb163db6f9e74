"""Every state of the views and their tabs, and every dialog over them, for tests that walk through all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gui_helpers import MODEL
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget
from view_helpers import open_tab

from app.collection.iiif_dialog import IiifDialog
from app.collection.import_dialog import ImportDialog
from app.collection.language_dialog import LanguageDialog
from app.collection.skipped_table import RemarksDialog, SkippedDialog
from app.export_dialog import ExportDialog
from app.look_alike_bar import LookAlikeDialog
from app.review.filter_bar import FilterHelp
from app.review.filter_panel import FilterPanel
from app.review.review_queries import ReviewQuery
from app.review.saved_views_menu import ManageDialog
from app.review.saved_views_menu import NameDialog as ViewNameDialog
from app.review.state import ReviewMode
from app.scan_display import ScanDisplay, ScanPanel
from app.session.jobs import Job
from app.shell.dialogs.about import About
from app.shell.dialogs.check_dialog import CheckDialog, RescueDialog
from app.shell.dialogs.graphics_card import GraphicsCardDialog
from app.shell.dialogs.name_dialog import NameDialog
from app.shell.dialogs.notification_history import NotificationHistory
from app.shell.dialogs.palette import Palette
from app.shell.dialogs.people_dialogs import AgreementDialog, PartDialog, TakeOutDialog
from app.shell.dialogs.preferences import Preferences
from app.shell.dialogs.report_dialog import LogDialog, ReportDialog
from app.shell.dialogs.restore_dialog import BackupChooser, BackupDialog, RestoreDialog
from app.shell.dialogs.shortcuts import Shortcuts
from app.shell.guide.guide_window import GuideWindow
from app.shell.project_window import StopQuestion
from app.shell.window import MainWindow
from app.widgets.special_characters import SpecialCharacters
from core.events import ignore_events
from core.formats.records import Skipped
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.look_alikes import LookAlikes
from core.jobs.requests import BeginRequest, EvaluateRequest, PartRequest
from core.project.content.models import get_model, save_evaluation
from core.project.content.pages import list_pages
from core.project.content.words import word_ids
from core.project.project import Project

TABS = ("thresholds", "votes", "spectrum", "results", "ensemble_size", "card", "progress")
Open = Callable[[], QWidget]


def measure_model(folder: Path) -> None:
    """Store the results of the project's model on the test words: every tab of Insight has something to show."""
    with Project.open(folder) as project:
        stored = evaluate(project, EvaluateRequest(), ignore_events, lambda: False)
        save_evaluation(get_model(project, MODEL), stored)


def settle(qtbot: Any, window: MainWindow) -> None:
    """Wait until what a view reads has arrived and is laid out."""
    session = window.session
    assert session is not None
    qtbot.wait(40)
    qtbot.waitUntil(lambda: all(worker.pending == 0 for worker in session._workers()), timeout=20_000)
    qtbot.wait(20)
    for _ in range(3):  # a slow first paint uses up the wait; a label, its column and the scroll area follow in turn
        QApplication.processEvents()


def insight_tab(window: MainWindow, name: str, qtbot: Any) -> None:
    window.show_view("insight")
    view: Any = window.current_view()
    qtbot.waitUntil(lambda: view.active_model.current is not None)
    if name == "word":
        view.show_tab(name)
    else:
        open_tab(view, qtbot, name)


def view_states(window: MainWindow, qtbot: Any) -> dict[str, Callable[[], object]]:
    """Return how each part of the window that can be shown is shown."""

    def current() -> Any:
        return window.current_view()

    def show(view: str) -> Callable[[], object]:
        return lambda: window.show_view(view)

    def train(index: int, page: int = 0) -> Callable[[], object]:
        def run() -> None:
            window.show_view("train")
            current().tabs.setCurrentIndex(index)
            current().setup.show_advanced(bool(page))

        return run

    def groups() -> None:
        window.show_view("review")
        current().set_mode(ReviewMode.GROUPS)

    def single() -> None:
        window.show_view("review")
        current().set_mode(ReviewMode.SINGLE)
        qtbot.waitUntil(lambda: current().review.is_ready)

    def found(kind: int) -> None:
        window.show_view("search")
        current().kinds.setCurrentIndex(kind)
        current().box.setText("th")
        QTest.keyClick(current().box, Qt.Key.Key_Return)

    return {
        "collection": show("collection"),
        "page": show("page"),
        "review": single,
        "review in groups": groups,
        "presets": train(0),
        "all parameters": train(0, 1),
        "earlier trainings": train(1),
        "models": train(2),
        "search by image": lambda: found(0),
        "search in the text": lambda: found(1),
        "word": lambda: insight_tab(window, "word", qtbot),
        **{name: (lambda name=name: insight_tab(window, name, qtbot)) for name in TABS},
    }


def dialog_states(window: MainWindow, folder: Path) -> dict[type[QWidget], Open]:
    """Return how each of them is made, by its class. ``folder`` may be written to; jobs are started."""
    session, context = window.session, window.context
    assert session is not None and context is not None
    project, words = session.project, word_ids(session.project)
    skipped = [Skipped(folder / "a.xml", "line 3", "The image is missing")]
    return {
        About: lambda: About(window),
        AgreementDialog: lambda: AgreementDialog(session, window),
        BackupChooser: lambda: BackupChooser(session.folder, window),
        BackupDialog: lambda: BackupDialog(session.folder, folder / "copy", window),
        CheckDialog: lambda: CheckDialog(session.folder, window),
        ExportDialog: lambda: ExportDialog(context, window, [list_pages(project)[0].id]),
        FilterHelp: lambda: FilterHelp(window),
        FilterPanel: lambda: FilterPanel(window.theme, window),
        GraphicsCardDialog: lambda: GraphicsCardDialog(window),
        GuideWindow: lambda: GuideWindow(window, window.theme),
        IiifDialog: lambda: IiifDialog(context, window),
        ImportDialog: lambda: ImportDialog([folder], window),
        LanguageDialog: lambda: LanguageDialog(session, window),
        LogDialog: lambda: LogDialog("10:00 started", window),
        LookAlikeDialog: lambda: LookAlikeDialog(context, LookAlikes(words[0], "the", tuple(words[1:4])), window),
        ManageDialog: lambda: ManageDialog(session, window),
        NameDialog: lambda: NameDialog(window, window.settings, lambda: None),
        NotificationHistory: lambda: NotificationHistory(window, window.notifications),
        Palette: lambda: Palette(window, window.app_actions, window.current_view()),
        PartDialog: lambda: PartDialog(session.folder, PartRequest(folder / "part", (1,)), window),
        Preferences: lambda: Preferences(window, window.settings, window.theme, window.research),
        RemarksDialog: lambda: RemarksDialog(["Line 3 is too short"], window),
        ReportDialog: lambda: ReportDialog(window, ""),
        RescueDialog: lambda: RescueDialog(session.folder, folder / "saved", window),
        RestoreDialog: lambda: RestoreDialog(session.folder, "name", window),
        ScanPanel: lambda: ScanPanel(ScanDisplay.for_context(context), window),
        Shortcuts: lambda: Shortcuts(window, window.app_actions),
        SkippedDialog: lambda: SkippedDialog(skipped, window),
        SpecialCharacters: lambda: SpecialCharacters(QLineEdit(window)),
        StopQuestion: lambda: StopQuestion(session.jobs, Job(BeginRequest(), None, session.jobs), lambda: None, window),
        TakeOutDialog: lambda: TakeOutDialog(session, [], window),
        ViewNameDialog: lambda: ViewNameDialog(ReviewQuery("unseen", True, "useful"), ["unseen"], window),
    }


def all_dialog_classes() -> set[type[QWidget]]:
    """Return every class of a dialog or panel in the app that is shown itself, not only its subclasses."""
    import importlib
    import pkgutil

    import app
    from app.widgets.popover import Popover

    for module in pkgutil.walk_packages(app.__path__, "app."):
        importlib.import_module(module.name)

    def below(kind: type) -> set[type]:
        return {kind, *(each for sub in kind.__subclasses__() for each in below(sub))}

    found = below(QDialog) | below(Popover)
    return {kind for kind in found if kind.__module__.startswith("app.") and not kind.__subclasses__()}
