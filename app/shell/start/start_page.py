"""The start page: what Ductus is, three ways to begin, and the projects last worked on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, QUrl, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app import settings as keys
from app.background.threads import run_in_thread
from app.session.worker import error_message
from app.settings import Settings
from app.shell.start.demo_project import DemoProject
from app.shell.start.recent import free_name
from app.shell.start.recent_list import RecentList
from app.style.file_dialog import style_file_dialog
from app.style.theme import Theme
from app.widgets.card_button import ChoiceCard
from core.project.project import DATABASE, SUFFIX, Project

WIDTH = 880


class StartPage(QWidget):
    """``project_wanted(folder)``: open it. ``demo_made(folder)``: open it and train its model.

    ``trouble(text)``: something failed while the page itself was not to be seen.
    """

    project_wanted = Signal(str)
    demo_made = Signal(str)
    trouble = Signal(str)

    def __init__(self, settings: Settings, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("page")
        self._settings = settings
        self.documents = Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home()
        )
        """Where new projects and the demo go unless a person says otherwise."""
        self.dialog: QFileDialog | None = None
        self.demo = DemoProject(self)
        self.new = ChoiceCard(
            theme,
            "new",
            self.tr("New project"),
            self.tr("Begin with an empty project and bring in scans, word images or transcriptions."),
        )
        self.open = ChoiceCard(
            theme,
            "open",
            self.tr("Open a project"),
            self.tr("Go on with a project on this computer: a folder whose name ends in .ductus."),
        )
        self.try_demo = ChoiceCard(
            theme,
            "demo",
            self.tr("Try the demo"),
            self.tr("Look around in 14 pages of made-up handwriting. Nothing of yours is touched."),
        )
        self.error = QLabel()
        self.error.setProperty("kind", "danger")
        self.error.setWordWrap(True)
        self.error.hide()
        self.making = _Making()
        self.recent = RecentList(settings, theme)
        self._lay_out()
        self.new.clicked.connect(self.new_project)
        self.open.clicked.connect(self.open_other)
        self.try_demo.clicked.connect(self.make_demo)
        self.recent.wanted.connect(self._want)
        self.demo.progress.connect(self.making.show_progress)
        self.demo.made.connect(self._demo_made)
        self.demo.failed.connect(self._demo_failed)
        self.making.stop.clicked.connect(self.demo.stop)

    def refresh(self) -> None:
        """Show the list of projects as it is now."""
        self.error.hide()
        self.recent.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.new.setFocus()

    def new_project(self) -> None:
        """Ask where the new project goes; then make it and open it."""
        dialog = self._dialog(self.tr("Where should the new project go?"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.setLabelText(QFileDialog.DialogLabel.FileName, self.tr("Name:"))
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Make the project"))
        dialog.selectFile(free_name(self._folder(), self.tr("My project")).name)
        dialog.fileSelected.connect(self._make)
        dialog.open()

    def open_other(self) -> None:
        """Ask for a project's folder and open it."""
        dialog = self._dialog(self.tr("Which project? Choose the folder whose name ends in .ductus"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Open the project"))
        dialog.fileSelected.connect(self._opened)
        dialog.open()

    def make_demo(self) -> None:
        """Draw the demo's pages into a new project among the person's documents, and open it."""
        if self.demo.running:
            return
        self.error.hide()
        try:
            self.documents.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._tell(self.tr("The folder {0} cannot be made ({1}).").format(self.documents, error.strerror))
            return
        folder = free_name(self.documents, self.tr("Ductus demo"))
        self.try_demo.setEnabled(False)
        self.making.begin(folder)
        self.demo.start(folder)

    def _make(self, chosen: str) -> None:
        folder = Path(chosen)

        def make() -> Path:
            with Project.create(folder) as project:
                return project.folder

        run_in_thread(self, make, lambda made: self._opened(str(made)), lambda error: self._tell(error_message(error)))

    def _opened(self, chosen: str) -> None:
        folder = Path(chosen)
        self._settings.set(keys.LAST_FOLDER, str(folder.parent))
        self._want(chosen)

    def _want(self, folder: str) -> None:
        self.error.hide()
        if not (Path(folder) / DATABASE).exists():
            self._tell(
                self.tr(
                    "{0} is not a Ductus project: there is no {1} in it. Choose a folder whose name ends in {2}."
                ).format(folder, DATABASE, SUFFIX)
            )
            return
        self.project_wanted.emit(folder)

    def _demo_made(self, folder: str) -> None:
        self._demo_over()
        self.demo_made.emit(folder)

    def _demo_failed(self, text: str) -> None:
        self._demo_over()
        self._tell(text)

    def _demo_over(self) -> None:
        self.making.hide()
        self.try_demo.setEnabled(True)

    def _tell(self, text: str) -> None:
        if self.isVisible():
            self.error.setText(text)
            self.error.show()
        else:
            self.trouble.emit(text)

    def _folder(self) -> Path:
        last = self._settings.get(keys.LAST_FOLDER)
        return Path(last) if last and Path(last).is_dir() else self.documents

    def _dialog(self, title: str) -> QFileDialog:
        # with a project open this page is hidden; the dialog then belongs to the window
        dialog = QFileDialog(self.window(), title, str(self._folder()))
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setSidebarUrls([QUrl.fromLocalFile(str(place)) for place in (Path.home(), self.documents)])
        dialog.resize(760, 480)
        # there is one kind of project only
        for kind, name in ((QComboBox, "fileTypeCombo"), (QLabel, "fileTypeLabel")):
            if (part := dialog.findChild(kind, name)) is not None:
                part.hide()
        style_file_dialog(dialog)
        self.dialog = dialog
        return dialog

    def _lay_out(self) -> None:
        name = QLabel("Ductus")
        name.setProperty("kind", "title")
        about = QLabel(self.tr("Reads scanned handwriting word by word, and says how sure it is of each."))
        about.setProperty("kind", "quiet")
        about.setWordWrap(True)
        choices = QHBoxLayout()
        choices.setSpacing(16)
        for card in (self.new, self.open, self.try_demo):
            choices.addWidget(card, 1)
        inner = QWidget()
        inner.setMaximumWidth(WIDTH)
        column = QVBoxLayout(inner)
        column.setContentsMargins(24, 48, 24, 24)
        column.setSpacing(8)
        column.addWidget(name)
        column.addWidget(about)
        column.addSpacing(24)
        column.addLayout(choices)
        column.addWidget(self.error)
        column.addWidget(self.making)
        column.addSpacing(24)
        column.addWidget(self.recent, 1)
        middle = QWidget()
        middle.setObjectName("page")
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(inner, 100)
        row.addStretch(1)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(middle)
        # the page scrolls to what has the focus; the area itself has nothing to do with keys
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll)


class _Making(QWidget):
    """How far the demo's pages are, with a way to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(self.tr("Pages of the demo that are drawn"))
        self.stop = QPushButton(self.tr("Stop"))
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(self.text)
        column.addWidget(self.bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(16)
        row.addLayout(column, 1)
        row.addWidget(self.stop)
        self.hide()

    def begin(self, folder: Path) -> None:
        """The child was started; how many pages there will be it has not said yet."""
        self._folder = folder
        self.bar.setRange(0, 0)
        self.text.setText(self.tr("Preparing the demo in {0} …").format(folder))
        self.show()

    def show_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.text.setText(
            self.tr("Page {0} of {1} is written. The demo goes to {2}.").format(done, total, self._folder)
        )
