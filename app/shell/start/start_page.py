"""The start page: three ways to start, one of them the demo, and the recent projects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QUrl, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app import settings as keys
from app.background.threads import run_in_thread
from app.notifications import NotificationCenter
from app.settings import Settings
from app.shell.start.recent_list import RecentList
from app.style.file_dialog import choose_folder, choose_new_project, choose_paths, documents_folder
from app.style.theme import Theme
from app.widgets import builders
from app.widgets.card_button import ChoiceCard
from app.widgets.progress_bar import ProgressBar
from core.project.project_files import DATABASE, SUFFIX

if TYPE_CHECKING:
    from app.session.jobs import Job, Outcome
    from app.session.session import Session

WIDTH = 880
_STOP_TIMEOUT_MS = 3000


class StartPage(QWidget):
    """``project_requested(folder)``: open it. ``import_requested(files)``: show what an import of them into it brings.

    ``demo_made(folder)``: open it and train its model. ``failed(message)``: an error while the page is hidden;
    otherwise the page shows it.
    """

    project_requested = Signal(str)
    import_requested = Signal(list)
    demo_made = Signal(str)
    failed = Signal(str)

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("page")
        self._settings = settings
        self.documents = documents_folder()
        """The default folder for new projects and the demo."""
        self.dialog: QFileDialog | None = None
        self._demo: Job | None = None
        """The job that creates the demo."""
        self.new = ChoiceCard(
            theme,
            "new",
            self.tr("New project"),
            self.tr("Start with an empty project and import scans, word images or transcriptions."),
        )
        self.open = ChoiceCard(
            theme,
            "open",
            self.tr("Open a project"),
            self.tr("Continue a project on this computer: a folder whose name ends in .ductus."),
        )
        self.try_demo = ChoiceCard(
            theme,
            "demo",
            self.tr("Try the demo"),
            self.tr("Explore 14 pages of artificial handwriting. Your own files are not touched."),
        )
        self.tour = builders.push_button(self.tr("Take the tour"), kind="flat")
        self.guide = builders.push_button(self.tr("Read the guide"), kind="flat")
        self.error = builders.label("", "danger")
        self.error.hide()
        self.demo_progress = _DemoProgress()
        self.recent = RecentList(settings)
        self._lay_out()
        self.new.clicked.connect(lambda: self.new_project())
        self.open.clicked.connect(self.open_other)
        self.try_demo.clicked.connect(self.make_demo)
        self.recent.chosen.connect(self._request)
        self.demo_progress.stop.clicked.connect(self._stop_demo)

    def refresh(self) -> None:
        """Update the list of recent projects."""
        self.error.hide()
        self.recent.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.new.setFocus()

    def new_project(self, files: Sequence[Path] = ()) -> None:
        """Ask for the folder of a new project, then create and open it; show what it would import of ``files``."""
        name = files[0].stem if len(files) == 1 else self.tr("My project")
        suggested, create = free_name(self._folder(), name), self.tr("Create the project")
        title = self.tr("Where should the new project go?")
        self._take(
            choose_new_project(self.window(), title, suggested, create, lambda folder: self._create(folder, files))
        )

    def new_project_from_files(self) -> None:
        """Ask for files, then for the folder of a new project, and show what it would import of them."""
        title, mode = self.tr("Files to import"), QFileDialog.FileMode.ExistingFiles
        self._take(choose_paths(self.window(), title, mode, self._folder(), self.new_project))

    def open_other(self) -> None:
        """Ask for a project's folder and open it."""
        self.choose_project(self.tr("Open the project"), self._opened)

    def choose_project(self, accept: str, on_chosen: Callable[[Path], object]) -> None:
        """Ask for a project's folder, with ``accept`` on the button that chooses it."""
        title = self.tr("Choose the folder of the project (its name ends in .ductus)")
        self._take(choose_folder(self.window(), title, self._folder(), accept, on_chosen))

    def make_demo(self) -> None:
        """Create the demo project in the documents folder and open it."""
        from app.session.jobs import Job
        from core.jobs.requests import DemoPagesRequest

        if self._demo is not None:
            return
        self.error.hide()
        try:
            self.documents.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._show_error(self.tr("The folder {0} cannot be created ({1}).").format(self.documents, error.strerror))
            return
        folder = free_name(self.documents, self.tr("Ductus demo"))
        self.try_demo.setEnabled(False)
        self.demo_progress.start(folder)
        self._demo = Job(DemoPagesRequest(folder), None, self)
        self._demo.progressed.connect(self.demo_progress.show_progress)
        self._demo.finished.connect(self._demo_finished)
        self._demo.start()

    def close_demo(self) -> None:
        """Stop the child process that creates the demo, before the app ends."""
        if self._demo is not None:
            self._demo.close(_STOP_TIMEOUT_MS)

    def _create(self, folder: Path, files: Sequence[Path] = ()) -> None:
        from app.session.worker import error_message
        from core.project.project import Project

        def create() -> Path:
            with Project.create(folder) as project:
                return project.folder

        def created(folder: Path) -> None:
            self._opened(folder)
            if files:
                self.import_requested.emit(list(files))

        run_in_thread(self, create, created, lambda error: self._show_error(error_message(error)))

    def _opened(self, folder: Path) -> None:
        self._settings.set(keys.LAST_FOLDER, str(folder.parent))
        self._request(str(folder))

    def _request(self, folder: str) -> None:
        self.error.hide()
        if not (Path(folder) / DATABASE).exists():
            self._show_error(
                self.tr(
                    "{0} is not a Ductus project: there is no {1} in it. Choose a folder whose name ends in {2}."
                ).format(folder, DATABASE, SUFFIX)
            )
            return
        self.project_requested.emit(folder)

    def _stop_demo(self) -> None:
        if self._demo is not None:
            self._demo.stop()

    def _demo_finished(self, outcome: Outcome) -> None:
        from core.jobs.results import DemoMade

        self._demo = None
        self.demo_progress.hide()
        self.try_demo.setEnabled(True)
        if isinstance(outcome.result, DemoMade):
            self.demo_made.emit(str(outcome.result.project))
        else:
            self._show_error(outcome.text)

    def _show_error(self, text: str) -> None:
        if self.isVisible():
            self.error.setText(text)
            self.error.show()
        else:
            self.failed.emit(text)

    def _folder(self) -> Path:
        last = self._settings.get(keys.LAST_FOLDER)
        return Path(last) if last and Path(last).is_dir() else self.documents

    def _take(self, dialog: QFileDialog) -> None:
        """Let the dialog, which belongs to the window since this page may be hidden, offer the usual places."""
        dialog.setSidebarUrls([QUrl.fromLocalFile(str(folder)) for folder in (Path.home(), self.documents)])
        self.dialog = dialog

    def _lay_out(self) -> None:
        name = builders.label("Ductus", "title", wrap=False)
        description = builders.label(
            self.tr("Reads scanned handwriting word by word and shows how certain each reading is."), "quiet"
        )
        inner = QWidget()
        inner.setMaximumWidth(WIDTH)
        column = builders.column(name, description, parent=inner, margins=(24, 48, 24, 24))
        column.addSpacing(24)
        column.addLayout(builders.row((self.new, 1), (self.open, 1), (self.try_demo, 1), spacing=16))
        new_here = builders.label(self.tr("New here?"), "quiet", wrap=False)
        column.addLayout(builders.row(new_here, self.tour, self.guide, 1))
        column.addWidget(self.error)
        column.addWidget(self.demo_progress)
        column.addSpacing(24)
        column.addWidget(self.recent, 1)
        outer = QWidget()
        outer.setObjectName("page")
        builders.row(1, (inner, 100), 1, parent=outer)
        builders.column(builders.ScrollArea(outer, takes_focus=False), parent=self)


class _DemoProgress(QWidget):
    """The progress of creating the demo, with a stop button."""

    def __init__(self) -> None:
        super().__init__()
        self.text = builders.label()
        self.bar = ProgressBar(self.tr("Finished pages of the demo"))
        self.stop = QPushButton(self.tr("Stop"))
        texts = builders.column(self.text, self.bar, spacing=4)
        builders.row((texts, 1), self.stop, parent=self, margins=(0, 8, 0, 0), spacing=16)
        self.hide()

    def start(self, folder: Path) -> None:
        """Show that the number of pages is not known yet."""
        self._folder = folder
        self.bar.setRange(0, 0)
        self.text.setText(self.tr("Preparing the demo in {0} …").format(folder))
        self.show()

    def show_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.text.setText(
            self.tr("Page {0} of {1} is finished. The demo is created in {2}.").format(done, total, self._folder)
        )


def free_name(folder: Path, name: str) -> Path:
    """Return the first of ``folder/NAME.ductus``, ``folder/NAME 2.ductus`` and so on that does not exist."""
    candidate, number = folder / f"{name}{SUFFIX}", 1
    while candidate.exists():
        number += 1
        candidate = folder / f"{name} {number}{SUFFIX}"
    return candidate


def train_demo(session: Session, notifications: NotificationCenter) -> None:
    """Train the demo's model, then suggest a reading for all its words; both as jobs of the session."""
    from core.jobs.requests import RecogniseRequest, TrainModelRequest
    from core.training.presets import preset
    from core.training.train_request import TrainRequest

    training = session.jobs.start(TrainModelRequest(TrainRequest(preset("demo"), name="demo")))

    def recognise(outcome: Outcome) -> None:
        if outcome.ok and not training.stop_requested:
            session.jobs.start(RecogniseRequest(words="all"))

    training.finished.connect(recognise)
    notifications.info(
        QCoreApplication.translate(
            "DemoProject",
            "The demo is training a model for its handwriting and then suggests readings for all pages. This takes a "
            "few minutes; look around meanwhile. You can stop it at any time, here or at the top.",
        ),
        QCoreApplication.translate("DemoProject", "Stop the training"),
        training.stop,
    )
