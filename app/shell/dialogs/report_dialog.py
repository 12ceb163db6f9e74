"""The report on a problem, to be read, copied and saved. Nothing is sent anywhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QPlainTextEdit, QPushButton, QWidget

from app.background.threads import run_in_thread
from app.shell.problem_report import Window, make_report
from app.style.file_dialog import style_file_dialog
from app.widgets import builders


class ReportDialog(QDialog):
    """The report is written in the background; *Save…* writes it as a text file."""

    def __init__(self, window: QWidget, errors: str, project: Path | None = None, text_percent: int = 100) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Report a problem"))
        self.resize(min(820, window.width() - 64), min(600, window.height() - 64))
        self._text = ""
        self.files: QFileDialog | None = None
        explanation = builders.label(
            self.tr(
                "This report helps those who look for the cause of a problem. It has no transcription and no image; "
                "names of files may occur in the log. Nothing is sent: read it, save it, and send it yourself, with a "
                "sentence on what you did before."
            )
        )
        self.view = QPlainTextEdit(self.tr("Collecting the report…"))
        self.view.setReadOnly(True)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.view.setAccessibleName(self.tr("Report"))
        self.save = QPushButton(self.tr("Save…"))
        self.copy = QPushButton(self.tr("Copy"))
        close = QPushButton(self.tr("Close"))
        self.save.clicked.connect(self._choose_file)
        self.copy.clicked.connect(self._copy)
        close.clicked.connect(self.close)
        for button in (self.save, self.copy):
            button.setEnabled(False)
        self.saved = builders.label("", "quiet")
        buttons = builders.row(self.save, self.copy, (self.saved, 1), close)
        builders.column(explanation, (self.view, 1), buttons, parent=self, margins=(16, 16, 16, 16))
        screen = Window.now(text_percent)
        run_in_thread(self, lambda: make_report(errors, project, screen), self._show, self._fail)

    def write(self, file: Path) -> None:
        """Write the report to ``file``, and show the outcome."""
        try:
            file.write_text(self._text, encoding="utf-8")
        except OSError as error:
            self.saved.setText(
                self.tr("{0} could not be written ({1}). Choose another folder.").format(file, error.strerror)
            )
            return
        self.saved.setText(self.tr("Saved: {0}").format(file))

    def _show(self, text: str) -> None:
        self._text = text
        self.view.setPlainText(text)
        for button in (self.save, self.copy):
            button.setEnabled(True)

    def _fail(self, error: Exception) -> None:
        self.view.setPlainText(self.tr("The report could not be written: {0}").format(error))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copy.setText(self.tr("Copied"))

    def _choose_file(self) -> None:
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        folder = Path(documents) if documents else Path.home()
        dialog = QFileDialog(self, self.tr("Save the report"), str(folder), self.tr("Text (*.txt)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.selectFile("ductus-report.txt")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.write(Path(name)))
        style_file_dialog(dialog)
        self.files = dialog
        dialog.open()
