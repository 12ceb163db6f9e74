"""The export dialog: format, pages, predictions, a preview, and where it goes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app import settings as keys
from app.context import ProjectContext
from app.export.preview_view import PreviewView
from app.export.request import TELLS_PREDICTIONS, Request, suggested
from app.export.run import start_export
from app.session.worker import error_message
from app.style.file_dialog import style_file_dialog
from app.text.plural import plural
from core.project.project import Project

if TYPE_CHECKING:
    from core.jobs.export.preview import Preview


class ExportDialog(QDialog):
    """``page_ids`` are the pages chosen in the place it was opened from; none means that all are meant."""

    def __init__(self, context: ProjectContext, parent: QWidget | None = None, page_ids: Sequence[int] = ()) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Export readings"))
        self.resize(920, 560)
        self._context = context
        self._chosen = tuple(page_ids)
        self._own_target = False
        self._folder = _folder(context)
        self.files: QFileDialog | None = None
        self._lay_out()
        self._model = context.session.active_model()
        self.predictions.setEnabled(self._model is not None)
        self.predictions.setChecked(self._model is not None)
        self.formats["table"].setChecked(True)
        self.all_pages.setChecked(not self._chosen)
        self.some_pages.setChecked(bool(self._chosen))
        self.some_pages.setVisible(bool(self._chosen))
        self._group.buttonToggled.connect(lambda button, on: self._ask() if on else None)
        self.all_pages.toggled.connect(self._ask)
        self.predictions.toggled.connect(self._ask)
        self.target.textEdited.connect(self._typed)
        self.browse.clicked.connect(self._browse)
        self.start.clicked.connect(self._export)
        self._ask()

    def request(self) -> Request:
        """What the dialog would export now."""
        kind = next(kind for kind, button in self.formats.items() if button.isChecked())
        return Request(
            kind,
            Path(self.target.text().strip()).expanduser(),
            self.predictions.isChecked() and self.predictions.isEnabled(),
            self._chosen if self._chosen and self.some_pages.isChecked() else None,
        )

    def _ask(self) -> None:
        if not self._own_target:
            kind = self.request().kind
            self.target.setText(str(suggested(self._folder, self._context.session.name, kind)))
        request = self.request()
        self._check()
        self.view.say(self.tr("Reading the first words …"))
        self.amount.setText("")

        def question(project: Project) -> Preview:
            # what writes the formats takes a while to import; here that holds nobody up
            from core.jobs.export.preview import preview

            return preview(project, request.kind, request.out, request.with_predictions, request.page_ids)

        self._context.session.query(
            question,
            self._answer,
            owner=self,
            key="export-preview",
            failure=lambda error: self.view.say(error_message(error)),
        )

    def _answer(self, found: Preview) -> None:
        self.view.show_preview(found)
        said = found.amount
        told = self.tr("{0}, {1}: {2} read by a person, {3} filled in by the model, {4} unread.")
        pages = plural(said.pages, self.tr("{0} page"), self.tr("{0} pages"))
        words = plural(said.words, self.tr("{0} word"), self.tr("{0} words"))
        numbers = (f"{number:,}" for number in (said.read, said.predicted, said.unread))
        parts = [told.format(pages, words, *numbers)]
        request = self.request()
        if said.left_out and request.page_ids is None:
            parts.append(
                plural(
                    said.left_out,
                    self.tr("{0} word image without a page is left out: this format holds pages only."),
                    self.tr("{0} word images without a page are left out: this format holds pages only."),
                )
            )
        if said.predicted and request.kind not in TELLS_PREDICTIONS:
            parts.append(self.tr("In this format nobody can tell the model's words from a person's."))
        self.amount.setText(" ".join(parts))

    def _typed(self) -> None:
        self._own_target = True
        self._check()

    def _check(self) -> None:
        """Say what is wrong with the target, or what is there already."""
        request = self.request()
        problem, told = None, ""
        if not self.target.text().strip():
            problem = self.tr("Say where to write to.")
        elif not request.out.is_absolute():
            problem = self.tr("Give the whole path, from the disk's beginning.")
        else:
            problem = request.problem(self._context.session.folder)
            if problem is None and request.out.is_file():
                told = self.tr("This file is there already and will be replaced.")
            elif problem is None and request.is_folder and request.out.is_dir():
                told = self.tr("This folder is there already; files of the same names in it will be replaced.")
        self.note.setText(problem or told)
        self.note.setProperty("kind", "danger" if problem else "warn")
        self.note.style().polish(self.note)
        self.start.setEnabled(problem is None)

    def _browse(self) -> None:
        request = self.request()
        files = QFileDialog(self, self.tr("Where should it go?"), str(request.out.parent))
        files.setOption(QFileDialog.Option.DontUseNativeDialog)
        files.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        files.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Choose"))
        files.setOption(QFileDialog.Option.DontConfirmOverwrite)
        if request.is_folder:
            files.setFileMode(QFileDialog.FileMode.Directory)
        else:
            files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            files.setDefaultSuffix(suggested(Path(), "x", request.kind).suffix.removeprefix("."))
            files.selectFile(request.out.name)
        style_file_dialog(files)
        files.fileSelected.connect(self._take_target)
        files.open()
        self.files = files

    def _take_target(self, chosen: str) -> None:
        self.target.setText(chosen)
        self._typed()

    def _export(self) -> None:
        self._check()
        if not self.start.isEnabled():
            return
        request = self.request()
        self._context.settings.set(keys.LAST_EXPORT, str(request.out.parent))
        start_export(self._context, request)
        self.accept()

    def _lay_out(self) -> None:
        self._group = QButtonGroup(self)
        self.formats: dict[str, QRadioButton] = {}
        left = QVBoxLayout()
        left.setSpacing(4)
        left.addWidget(_head(self.tr("Format")))
        for kind, name, about in (
            ("table", self.tr("Table (CSV)"), self.tr("for spreadsheets, with an image for each word")),
            ("pagexml", self.tr("PAGE XML"), self.tr("pages with boxes, for Transkribus and others")),
            ("alto", self.tr("ALTO"), self.tr("pages with boxes, for library viewers")),
            ("text", self.tr("Text"), self.tr("to read: a line for each line")),
            ("json", self.tr("JSON"), self.tr("for programs: everything that is known")),
        ):
            button = QRadioButton(name)
            button.setAccessibleDescription(about)
            note = QLabel(about)
            note.setProperty("kind", "caption")
            note.setWordWrap(True)
            note.setContentsMargins(24, 0, 0, 4)
            self._group.addButton(button)
            self.formats[kind] = button
            left.addWidget(button)
            left.addWidget(note)
        left.addSpacing(8)
        left.addWidget(_head(self.tr("Words")))
        self.all_pages = QRadioButton(self.tr("Of all pages"))
        self.some_pages = QRadioButton(
            plural(len(self._chosen), self.tr("Of the chosen page only"), self.tr("Of the {0} chosen pages only"))
        )
        self._pages_group = QButtonGroup(self)
        for button in (self.all_pages, self.some_pages):
            self._pages_group.addButton(button)
            left.addWidget(button)
        self.predictions = QCheckBox(self.tr("Fill in what nobody has reviewed"))
        note = QLabel(self.tr("with what the active model reads; what a person read is never replaced"))
        note.setProperty("kind", "caption")
        note.setWordWrap(True)
        note.setContentsMargins(24, 0, 0, 0)
        left.addWidget(self.predictions)
        left.addWidget(note)
        left.addStretch(1)
        side = QWidget()
        side.setLayout(left)
        side.setFixedWidth(280)
        left.setContentsMargins(0, 0, 0, 0)
        self.view = PreviewView()
        self.amount = QLabel()
        self.amount.setProperty("kind", "quiet")
        self.amount.setWordWrap(True)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(_head(self.tr("How it begins")))
        right.addWidget(self.view, 1)
        right.addWidget(self.amount)
        middle = QHBoxLayout()
        middle.setSpacing(24)
        middle.addWidget(side)
        middle.addLayout(right, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addLayout(middle, 1)
        column.addSpacing(8)
        column.addLayout(self._target_row())
        column.addLayout(self._foot())

    def _target_row(self) -> QHBoxLayout:
        self.target = QLineEdit()
        self.target.setAccessibleName(self.tr("File or folder to write to"))
        self.browse = QPushButton(self.tr("Choose …"))
        self.browse.setAutoDefault(False)
        label = QLabel(self.tr("Write to"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.target, 1)
        row.addWidget(self.browse)
        return row

    def _foot(self) -> QHBoxLayout:
        self.note = QLabel()
        self.note.setWordWrap(True)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.start = QPushButton(self.tr("Export"))
        self.start.setProperty("kind", "primary")
        self.start.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.note, 1)
        row.addWidget(cancel)
        row.addWidget(self.start)
        return row


def _head(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("kind", "section")
    return label


def _folder(context: ProjectContext) -> Path:
    last = context.settings.get(keys.LAST_EXPORT)
    if last and Path(last).is_dir():
        return Path(last)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home())
