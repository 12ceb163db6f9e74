"""The backup of a whole project from the app: choosing a folder, and `ductus backup` in the background."""

from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from app.session.jobs import Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.style.file_dialog import choose_folder
from core.jobs.requests import BackupRequest
from core.project.project import SUFFIX


class BackupDialog(JobDialog):
    """Copies the project to the folder ``target``."""

    def __init__(self, folder: Path, target: Path, parent: QWidget) -> None:
        name = folder.name.removesuffix(SUFFIX)
        super().__init__(
            self.tr("Back up the project"),
            self.tr("Copying “{0}” to {1}. You can go on working.").format(name, target),
            BackupRequest(target),
            folder,
            parent,
        )
        self.finished_by_itself.connect(self._show_outcome)

    def _show_outcome(self, outcome: Outcome) -> None:
        if not outcome.ok:
            self.show_result(self.tr("No backup was made. {0}").format(outcome.text))
            return
        result = outcome.result
        text = self.tr("The backup is complete: {0} and {1}.").format(
            self.tr("%Ln transcription(s)", "", result["readings"]), self.tr("%Ln file(s)", "", result["files"])
        )
        heading = self.tr("It is a project that can be opened like any other:")
        details = f"<p>{escape(heading)}<br><b>{escape(result['backup'])}</b></p>"
        if shared := result["linked"]:
            text_shared = self.tr(
                "The project and the backup share %Ln file(s) by hard link. To be safe if this disk fails, "
                "back up to another disk.",
                "",
                shared,
            )
            details += f"<p>{escape(text_shared)}</p>"
        if linked := result["elsewhere"]:
            text_linked = self.tr(
                "%Ln image(s) are only linked to the project; they are not in the backup.", "", linked
            )
            details += f"<p>{escape(text_linked)}</p>"
        if damaged := [*result["missing"], *result["changed"]]:
            warning = self.tr(
                "%Ln file(s) of the project are missing or have changed. Check this project to see which.",
                "",
                len(damaged),
            )
            details += f"<p><b>{escape(warning)}</b></p>"
        self.show_new_project(text, details, Path(result["backup"]))


def choose_backup_folder(folder: Path, window: QWidget) -> QFileDialog:
    """Ask for the folder to back up to, then back up the project in ``folder``."""
    return choose_folder(
        window,
        QCoreApplication.translate("BackupDialog", "Where should the backup go? Best is another disk"),
        folder.parent,
        QCoreApplication.translate("BackupDialog", "Back up here"),
        lambda target: BackupDialog(folder, target, window).open(),
    )
