"""The export dialog: format, pages, suggestions, a preview, and the file or folder to write to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QStackedWidget,
    QWidget,
)

from app import settings as keys
from app.context import ProjectContext
from app.export_request import is_folder, is_zip, start_export, suggested_target, target_problem
from app.session.worker import error_message
from app.style.file_dialog import documents_folder, open_file_dialog
from app.style.theme import reading_font
from app.text.formats import integer
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.text_table import Column, TextTable
from core.formats.archive import ZIP_SUFFIX
from core.formats.registry import writer_of, writers
from core.jobs.export.target import is_archive
from core.jobs.requests import ExportRequest
from core.language import tr as engine_text
from core.project.project import Project

if TYPE_CHECKING:
    from core.jobs.export.preview import Preview


class PreviewView(QWidget):
    """Shows a :class:`Preview`, or a text in place of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Preview"))
        self.table = TextTable(self.tr("The first rows"), [], max_rows=0)
        self.text = builders.named(QPlainTextEdit(), self.tr("The first lines"))
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.text.setFont(reading_font())
        self.note = builders.label("", "quiet")
        self.note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        for widget in (self.note, self.table, self.text):
            self.stack.addWidget(widget)
        builders.column(self.stack, parent=self)

    def show_text(self, text: str) -> None:
        """Show a text in place of a preview."""
        self.note.setText(text)
        self.stack.setCurrentWidget(self.note)

    def show_preview(self, preview: Preview) -> None:
        if not preview.beginning:
            self.show_text(self.tr("There is nothing to export: no page has words."))
        elif isinstance(preview.beginning, str):
            self.text.setPlainText(preview.beginning)
            self.stack.setCurrentWidget(self.text)
        else:
            head, *body = preview.beginning
            self.table.show_rows(body, list(map(Column, head)))
            self.stack.setCurrentWidget(self.table)


_FORMATS_WIDTH = 312


class ExportDialog(Dialog):
    """``page_ids`` are the pages selected in the view; without any all are exported."""

    def __init__(self, context: ProjectContext, parent: QWidget | None = None, page_ids: Sequence[int] = ()) -> None:
        super().__init__(self.tr("Export transcriptions"), parent)
        builders.fit_screen(self, 960, 680)
        self._context = context
        self._page_ids = tuple(page_ids)
        self._is_target_edited = False
        self._folder = _default_folder(context)
        self.files: QFileDialog | None = None
        self._lay_out()
        self.suggestions.setEnabled(context.session.active_model() is not None)
        next(iter(self.formats.values())).setChecked(True)
        self.all_pages.setChecked(True)  # a selection is for looking at pages as well: a person chooses what it limits
        self.some_pages.setVisible(bool(self._page_ids))
        self._group.buttonToggled.connect(lambda button, on: self._update_preview() if on else None)
        self.all_pages.toggled.connect(self._update_preview)
        self.suggestions.toggled.connect(self._update_preview)
        self.as_zip.clicked.connect(self._set_zip)
        self.target.textEdited.connect(self._target_edited)
        self.browse.clicked.connect(self._browse)
        self.start.clicked.connect(self._export)
        self._update_preview()

    def request(self) -> ExportRequest:
        """Return the chosen options."""
        kind = next(kind for kind, button in self.formats.items() if button.isChecked())
        return ExportRequest(
            Path(self.target.text().strip()).expanduser(),
            kind,
            with_suggestions=self.suggestions.isChecked() and self.suggestions.isEnabled(),
            page_ids=self._page_ids if self._page_ids and self.some_pages.isChecked() else None,
            png=self.png.isChecked() and self.png.isVisibleTo(self),
        )

    def _update_preview(self) -> None:
        writer = writer_of(self.request().format)
        self.as_zip.setVisible(writer.archive is not None)
        self.about_suggestions.setText(engine_text(writer.about_suggestions))
        if self._is_target_edited:
            self.as_zip.setChecked(is_archive(self.request().out))
        else:
            self._suggest_target()
        request = self.request()
        self._check()
        self.view.show_text(self.tr("Loading the preview…"))
        self.amount.setText("")

        def read(project: Project) -> Preview:
            # imported in this thread: the writers of the formats take long to import
            from core.jobs.export.preview import preview

            return preview(project, request.format, request.out, request.with_suggestions, request.page_ids)

        self._context.session.query(
            read,
            self._show_preview,
            owner=self,
            key="export-preview",
            on_error=lambda error: self.view.show_text(error_message(error)),
        )

    def _show_preview(self, preview: Preview) -> None:
        self.view.show_preview(preview)
        amount = preview.amount
        text = self.tr("{0}, {1}: {2} transcribed by a person, {3} filled in by the model, {4} empty.")
        pages = self.tr("%Ln page(s)", "", amount.pages)
        words = self.tr("%Ln word(s)", "", amount.words)
        numbers = (integer(number) for number in (amount.transcribed, amount.predicted, amount.empty))
        parts = [text.format(pages, words, *numbers)]
        request = self.request()
        if amount.left_out and request.page_ids is None:
            parts.append(
                self.tr(
                    "%Ln word image(s) without a page are left out: this format holds pages only.", "", amount.left_out
                )
            )
        if about := writer_of(request.format).about_preview:
            parts.append(engine_text(about))
        self.amount.setText(" ".join(parts))

    def _suggest_target(self) -> None:
        kind, name = self.request().format, self._context.session.name
        self.target.setText(str(suggested_target(self._folder, name, kind, as_zip=self.as_zip.isChecked())))

    def _target_edited(self) -> None:
        self._is_target_edited = True
        self.as_zip.setChecked(is_archive(self.request().out))
        self._check()

    def _set_zip(self, is_zip: bool) -> None:
        """Give the target the suffix of a zip file, or take it away."""
        out = self.request().out
        if not self._is_target_edited:
            self._suggest_target()
        elif is_archive(out) != is_zip:
            self.target.setText(f"{out}{ZIP_SUFFIX}" if is_zip else str(out.with_suffix("")))
        self._check()

    def _check(self) -> None:
        """Show what is wrong with the target, or that it exists already."""
        request = self.request()
        self.png.setVisible(is_zip(request))
        problem, warning = None, ""
        if not self.target.text().strip():
            problem = self.tr("Enter a file or folder to write to.")
        elif not request.out.is_absolute():
            problem = self.tr("Enter the whole path, from the root of the disk.")
        else:
            problem = target_problem(request, self._context.session.folder)
            if problem is None and request.out.is_file():
                warning = self.tr("This file exists and will be replaced.")
            elif problem is None and is_folder(request) and request.out.is_dir():
                warning = self.tr("This folder exists; files in it with the same names will be replaced.")
        self.note.setText(problem or warning)
        builders.restyle(self.note, "kind", "danger" if problem else "warn")
        self.start.setEnabled(problem is None)

    def _browse(self) -> None:
        request = self.request()
        files = QFileDialog(self, self.tr("Write to"), str(request.out.parent))
        files.setOption(QFileDialog.Option.DontUseNativeDialog)
        files.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Choose"))
        files.setOption(QFileDialog.Option.DontConfirmOverwrite)
        if is_folder(request):
            files.setFileMode(QFileDialog.FileMode.Directory)
        else:
            files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            name = suggested_target(Path(), "x", request.format, as_zip=is_zip(request))
            files.setDefaultSuffix(name.suffix.removeprefix("."))
            files.selectFile(request.out.name)
        self.files = open_file_dialog(files, lambda chosen: self._set_target(chosen[0]))

    def _set_target(self, path: Path) -> None:
        self.target.setText(str(path))
        self._target_edited()

    def _export(self) -> None:
        self._check()
        if not self.start.isEnabled():
            return
        request = self.request()
        self._context.settings.set(keys.LAST_EXPORT, str(request.out.parent))
        start_export(self._context, request)
        self.accept()

    def _lay_out(self) -> None:
        self.view = PreviewView()
        self.amount = builders.label("", "quiet")
        preview = builders.column(_heading(self.tr("Preview")), (self.view, 1), self.amount, self._words())
        self.target = builders.named(QLineEdit(), self.tr("File or folder to write to"))
        self.browse = builders.push_button(self.tr("Choose…"), default=False)
        self.as_zip = QCheckBox(self.tr("One zip file with the images"))
        self.png = QCheckBox(
            self.tr("TIFF and JPEG 2000 images as PNG, for programs in the browser, such as eScriptorium")
        )
        self.note = builders.label()
        cancel = builders.push_button(self.tr("Cancel"), self.reject, default=False)
        self.start = builders.push_button(self.tr("Export"), kind="primary", default=True)
        column = builders.column(parent=self, margins=(24, 16, 24, 16))
        column.addLayout(builders.row(self._formats(), (preview, 1), spacing=24), 1)
        column.addSpacing(8)
        column.addLayout(builders.row(QLabel(self.tr("Write to")), (self.target, 1), self.as_zip, self.browse))
        column.addWidget(self.png)
        column.addLayout(builders.row((self.note, 1), cancel, self.start))

    def _formats(self) -> QWidget:
        inner = QWidget()
        column = builders.column(_heading(self.tr("Format")), parent=inner, spacing=2)
        column.addSpacing(4)
        self._group = QButtonGroup(self)
        self.formats: dict[str, QRadioButton] = {}
        for name, writer in writers().items():
            button, description = QRadioButton(engine_text(writer.label)), engine_text(writer.description)
            button.setAccessibleDescription(description)
            self._group.addButton(button)
            self.formats[name] = button
            column.addWidget(button)
            column.addWidget(_caption(description, 6))
        column.addStretch(1)
        area = builders.ScrollArea(inner, takes_focus=False)
        area.setFixedWidth(_FORMATS_WIDTH)
        self._group.buttonToggled.connect(lambda button, on: area.ensureWidgetVisible(button) if on else None)
        return area

    def _words(self) -> QWidget:
        widget = QWidget()
        self.all_pages = QRadioButton(self.tr("Of all pages"))
        self.some_pages = QRadioButton(self.tr("Of the %Ln selected pages only", "", len(self._page_ids)))
        self._pages_group = QButtonGroup(self)
        for button in (self.all_pages, self.some_pages):
            self._pages_group.addButton(button)
        self.suggestions = QCheckBox(self.tr("With suggestions that nobody has checked"))
        self.about_suggestions = _caption("", 0)
        pages = builders.row(self.all_pages, self.some_pages, 1, spacing=24)
        content = (_heading(self.tr("Words")), pages, self.suggestions, self.about_suggestions)
        builders.column(*content, parent=widget, spacing=4)
        return widget


def _heading(text: str) -> QLabel:
    return builders.label(text, "section", wrap=False)


def _caption(text: str, below: int) -> QLabel:
    label = builders.label(text, "caption")
    label.setContentsMargins(24, 0, 0, below)
    return label


def _default_folder(context: ProjectContext) -> Path:
    last = context.settings.get(keys.LAST_EXPORT)
    return Path(last) if last and Path(last).is_dir() else documents_folder()
