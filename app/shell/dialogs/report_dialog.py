"""The log, and the report on a problem, to be read, copied and saved. Nothing is sent anywhere."""

import locale
import os
import platform
import shutil
import time
from pathlib import Path

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QWidget

import core
from app.background.threads import run_in_thread
from app.style.file_dialog import documents_folder, open_file_dialog
from app.widgets import builders
from app.widgets.dialog import Dialog
from core import logs
from core.errors import DuctusError
from core.licences import libraries
from core.project.content.lexicon import lexicon_size
from core.project.content.models import list_models
from core.project.content.statistics import statistics
from core.project.project import Project
from core.system.computer import memory_size


class LogDialog(Dialog):
    """Shows ``text`` from its end; *Copy* puts all of it on the clipboard."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Log"), parent)
        self.resize(760, 480)
        self._text = text
        description = builders.label(
            self.tr(
                "Technical messages of Ductus. They may name your files; read them before you send them to others."
            ),
            "quiet",
        )
        self.view = _text_view(text or self.tr("Nothing is logged."), self.tr("Log"))
        self.view.moveCursor(QTextCursor.MoveOperation.End)
        self.copy = builders.push_button(self.tr("Copy"), self._copy)
        close = builders.push_button(self.tr("Close"), self.close)
        buttons = builders.row(self.copy, 1, close)
        builders.column(description, (self.view, 1), buttons, parent=self, margins=(16, 16, 16, 16))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copy.setText(self.tr("Copied"))


class ReportDialog(Dialog):
    """The report is written in the background; *Save…* writes it as a text file."""

    def __init__(self, window: QWidget, errors: str, project: Path | None = None, text_percent: int = 100) -> None:
        super().__init__(self.tr("Report a problem"), window, (820, 600))
        self._text = ""
        self.files: QFileDialog | None = None
        explanation = builders.label(
            self.tr(
                "This report helps those who look for the cause of a problem. It has no transcription and no image; "
                "names of files may occur in the log. Nothing is sent: read it, save it, and send it yourself, with a "
                "sentence on what you did before."
            )
        )
        self.view = _text_view(self.tr("Collecting the report…"), self.tr("Report"))
        self.save = builders.push_button(self.tr("Save…"), self._choose_file)
        self.copy = builders.push_button(self.tr("Copy"), self._copy)
        close = builders.push_button(self.tr("Close"), self.close)
        for button in (self.save, self.copy):
            button.setEnabled(False)
        self.saved = builders.label("", "quiet")
        buttons = builders.row(self.save, self.copy, (self.saved, 1), close)
        builders.column(explanation, (self.view, 1), buttons, parent=self, margins=(16, 16, 16, 16))
        versions = versions_and_screens(text_percent)
        run_in_thread(self, lambda: make_report(errors, project, versions), self._show, self._fail)

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
        dialog = QFileDialog(self, self.tr("Save the report"), str(documents_folder()), self.tr("Text (*.txt)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.selectFile("ductus-report.txt")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        self.files = open_file_dialog(dialog, lambda files: self.write(files[0]))


def _text_view(text: str, name: str) -> QPlainTextEdit:
    """Return a field with a text that is only read, in letters of one width."""
    view = builders.named(QPlainTextEdit(text), name)
    view.setReadOnly(True)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    return view


_LOG_BYTES = 100_000


def versions_and_screens(text_percent: int) -> str:
    """Return the lines about the program and its window; only the main thread may ask Qt about the screens."""
    screens = ", ".join(
        f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"
        for screen in QGuiApplication.screens()
    )
    qt = f"Qt {qVersion()} ({QGuiApplication.platformName()})"
    return (
        f"Ductus {core.__version__}, Python {platform.python_version()}, {qt}\n"
        f"Written on {time.strftime('%Y-%m-%d %H:%M:%S')}\n"
        f"Screens: {screens or 'none'}; texts at {text_percent} %"
    )


def make_report(errors: str, project: Path | None, versions: str) -> str:
    """Return the report as text; ``errors`` is the log of errors, ``project`` the open project's folder.

    ``versions``: the result of :func:`versions_and_screens`.
    """
    parts = [
        ("Ductus", versions),
        ("Computer", _computer(project or Path.home())),
        ("Project", _project(project)),
        ("Errors", logs.strip_messages(errors) or "None."),
        ("Libraries", "\n".join(f"{library.name} {library.version}" for library in libraries())),
        ("Log", logs.read_tail(_LOG_BYTES) or "None."),
    ]
    text = "\n\n".join(f"{title}\n{'-' * len(title)}\n{content.strip()}" for title, content in parts)
    return without_home(text, Path.home()) + "\n"


def without_home(text: str, home: Path) -> str:
    """Replace the path of the home folder, which names the person, by ``~``."""
    # the root stands in every other path
    return text.replace(str(home), "~") if len(home.parts) > 1 else text


def _computer(folder: Path) -> str:
    lines = [f"{platform.platform()}, {os.cpu_count()} processors, language {locale.getlocale()[0] or 'unknown'}"]
    memory = memory_size()
    if memory is not None:
        lines.append(f"{memory / 2**30:.1f} GiB of memory")
    try:
        lines.append(f"{shutil.disk_usage(folder).free / 2**30:.1f} GiB free")
    except OSError as error:
        lines.append(f"Free space unknown ({error.strerror})")
    return "\n".join(lines)


def _project(folder: Path | None) -> str:
    if folder is None:
        return "None is open."
    try:
        with Project.open(folder, read_only=True) as project:
            models = list_models(project)
            active = next((model.name for model in models if model.active), None)
            counts = statistics(project, active)
            lines = [
                f"{counts.pages} pages, {counts.words} words, {counts.transcribed} of them checked",
                ", ".join(f"{state}: {number}" for state, number in counts.states.items()),
                f"{lexicon_size(project)} words in the word list",
                f"{len(models)} models: {', '.join(str(model.info.get('preset', 'starter')) for model in models)}",
            ]
    except (DuctusError, OSError) as error:
        return f"It cannot be read: {type(error).__name__}"
    return "\n".join(lines)
