"""Backing up the open project, choosing one of its backups, and restoring it."""

from html import escape
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QWidget

from app.session.jobs import Job, Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.style.file_dialog import choose_folder
from app.text.formats import format_timestamp
from app.widgets import builders
from app.widgets.dialog import Dialog
from core.jobs.requests import BackupRequest, ListBackupsRequest, RestoreRequest
from core.jobs.results import BackupsListed
from core.project.backup.restore import BEFORE_RESTORE
from core.project.project import SUFFIX
from core.project.results import BackedUp, BackupPoint


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

    def _show_outcome(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, BackedUp):
            self.show_result(self.tr("No backup was made. {0}").format(outcome.text))
            return
        text = self.tr("The backup is complete: {0} and {1}.").format(
            self.tr("%Ln transcription(s)", "", result.readings), self.tr("%Ln file(s)", "", result.files)
        )
        heading = self.tr("It is a project that can be opened like any other:")
        details = f"<p>{escape(heading)}<br><b>{escape(str(result.backup))}</b></p>"
        if shared := result.linked:
            text_shared = self.tr(
                "The project and the backup share %Ln file(s) by hard link. To be safe if this disk fails, "
                "back up to another disk.",
                "",
                shared,
            )
            details += f"<p>{escape(text_shared)}</p>"
        if linked := result.elsewhere:
            text_linked = self.tr(
                "%Ln image(s) are only linked to the project; they are not in the backup.", "", linked
            )
            details += f"<p>{escape(text_linked)}</p>"
        if damaged := [*result.missing, *result.changed]:
            warning = self.tr(
                "%Ln file(s) of the project are missing or have changed. Check this project to see which.",
                "",
                len(damaged),
            )
            details += f"<p><b>{escape(warning)}</b></p>"
        self.show_new_project(text, details, result.backup)


def choose_backup_folder(folder: Path, window: QWidget) -> QFileDialog:
    """Ask for the folder to back up to, then back up the project in ``folder``."""
    return choose_folder(
        window,
        QCoreApplication.translate("BackupDialog", "Where should the backup go? Best is another disk"),
        folder.parent,
        QCoreApplication.translate("BackupDialog", "Back up here"),
        lambda target: BackupDialog(folder, target, window).open(),
    )


_NAME = Qt.ItemDataRole.UserRole


class BackupChooser(Dialog):
    """The backups of a project, newest first. ``chosen(name)``: restore this one."""

    chosen = Signal(str)

    def __init__(self, folder: Path, parent: QWidget) -> None:
        super().__init__(self.tr("Restore a backup"), parent, (640, 440))
        about = self.tr(
            "Ductus backs up the transcriptions by itself. Restoring brings “{0}” back to the state of a backup: its "
            "words, transcriptions and word list. The present state is kept as a backup, so that you can return to it."
        ).format(folder.name.removesuffix(SUFFIX))
        self.state = builders.label(self.tr("Looking for backups …"), "quiet")
        self.list = builders.named(QListWidget(), self.tr("Backups"))
        self.list.itemActivated.connect(lambda item: self._choose())
        self.restore = builders.push_button(self.tr("Restore this backup"), self._choose, "primary")
        self.list.itemSelectionChanged.connect(self._selection_changed)
        self.restore.setEnabled(False)
        cancel = builders.push_button(self.tr("Cancel"), self.reject, default=False)
        content = (builders.label(about), self.state, (self.list, 1), builders.row(1, cancel, self.restore))
        builders.column(*content, parent=self, margins=(16, 16, 16, 16), spacing=12)
        self.job = Job(ListBackupsRequest(), folder, self)
        self.job.finished.connect(self._show)
        self.job.start()

    def _show(self, outcome: Outcome) -> None:
        if not isinstance(outcome.result, BackupsListed):
            self.state.setText(outcome.text)
            return
        for point in outcome.result.backups:
            self._add(point)
        text = self.tr("%Ln backup(s)", "", self.list.count())
        self.state.setText(text if self.list.count() else self.tr("There is no backup yet."))
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _add(self, point: BackupPoint) -> None:
        name, made_at, count = point.name, format_timestamp(point.made_at), point.readings
        known = self.tr("%Ln transcription(s)", "", count or 0)
        content = self.tr("cannot be read") if count is None else known
        text = self.tr("{0}: {1}").format(made_at, content)
        if name.startswith(BEFORE_RESTORE):
            text += " " + self.tr("(the state before a backup was restored)")
        item = QListWidgetItem(text)
        item.setData(_NAME, name)
        if count is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(item)

    def _selection_changed(self) -> None:
        self.restore.setEnabled(bool(self.list.selectedItems()))

    def _choose(self) -> None:
        items = self.list.selectedItems()
        if items:
            self.accept()
            self.chosen.emit(str(items[0].data(_NAME)))


class RestoreDialog(JobDialog):
    """Restores a backup of a project that is not open. ``ended()``: the project can be opened again."""

    ended = Signal()

    def __init__(self, folder: Path, name: str, parent: QWidget) -> None:
        super().__init__(
            self.tr("Restore a backup"),
            self.tr("Restoring “{0}”.").format(folder.name.removesuffix(SUFFIX)),
            RestoreRequest(name),
            folder,
            parent,
        )
        self.job.finished.connect(self._end)

    def _end(self, outcome: Outcome) -> None:
        if outcome.ok:
            self.show_result(self.tr("The backup is restored. The state before is kept as a backup, too."))
        else:
            self.show_result(self.tr("Nothing was changed. {0}").format(outcome.text))
        self.ended.emit()
