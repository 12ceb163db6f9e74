"""Backing a project up from the app: a folder is asked for, `ductus backup` does it while the work goes on."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from app.session.jobs import Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.style.file_dialog import style_file_dialog
from app.text.plural import plural


class BackupDialog(JobDialog):
    """Copies the project into the folder ``into``."""

    def __init__(self, folder: Path, into: Path, parent: QWidget) -> None:
        name = folder.name.removesuffix(".ductus")
        super().__init__(
            self.tr("Back up the project"),
            self.tr("Copying “{0}” to {1}. You can go on working.").format(name, into),
            "backup",
            [str(folder), str(into)],
            parent,
        )
        self.over.connect(self._show_outcome)

    def _show_outcome(self, outcome: Outcome) -> None:
        if not outcome.ok:
            self.tell(self.tr("No backup was made. {0}").format(outcome.text))
            return
        result = outcome.result
        told = self.tr("The backup is whole: {0} and {1}.").format(
            plural(result["readings"], self.tr("{0} reading"), self.tr("{0} readings")),
            plural(result["files"], self.tr("{0} file"), self.tr("{0} files")),
        )
        where = self.tr("It is a project of its own that can be opened like any other:")
        details = f"<p>{escape(where)}<br><b>{escape(result['backup'])}</b></p>"
        for key, one, many in (
            (
                "linked",
                self.tr(
                    "{0} file is on this disk once, for the project and the backup together. Against a failing disk, "
                    "back up to another disk."
                ),
                self.tr(
                    "{0} files are on this disk once, for the project and the backup together. Against a failing "
                    "disk, back up to another disk."
                ),
            ),
            (
                "elsewhere",
                self.tr("{0} image is only linked to by the project; it is not in the backup."),
                self.tr("{0} images are only linked to by the project; they are not in the backup."),
            ),
        ):
            if result[key]:
                details += f"<p>{escape(plural(result[key], one, many))}</p>"
        lacking = [*result["missing"], *result["changed"]]
        if lacking:
            told_of = plural(
                len(lacking),
                self.tr("{0} file of the project is missing or not what it was. Check this project to see which."),
                self.tr("{0} files of the project are missing or not what they were. Check this project to see which."),
            )
            details += f"<p><b>{escape(told_of)}</b></p>"
        self.tell(told, details)
        self.resize(self.width(), 320)
        show = QPushButton(self.tr("Show the folder"))
        show.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(result["backup"]).parent))))
        self.buttons.insertWidget(0, show)


def ask_where(folder: Path, window: QWidget, last: str) -> QFileDialog:
    """Ask for the folder the backup goes into, and then make it; ``last`` is proposed."""
    dialog = QFileDialog(window, window.tr("Where should the backup go? Best is another disk"), last)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, window.tr("Back up here"))
    dialog.fileSelected.connect(lambda chosen: BackupDialog(folder, Path(chosen), window).open())
    dialog.setLabelText(QFileDialog.DialogLabel.FileName, window.tr("Folder:"))
    dialog.resize(760, 480)
    style_file_dialog(dialog)
    dialog.open()
    return dialog
