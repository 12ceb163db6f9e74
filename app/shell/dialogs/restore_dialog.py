"""Restoring a backup of the open project: choosing one of the automatic backups, and `ductus backup --restore`."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.session.jobs import Job, Outcome
from app.shell.dialogs.job_dialog import JobDialog
from app.text.date_format import format_timestamp
from app.widgets import builders
from core.jobs.requests import ListBackupsRequest, RestoreRequest
from core.project.backup.restore import BEFORE_RESTORE
from core.project.project import SUFFIX

_NAME = Qt.ItemDataRole.UserRole


class BackupChooser(QDialog):
    """The backups of a project, newest first. ``chosen(name)``: restore this one."""

    chosen = Signal(str)

    def __init__(self, folder: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Restore a backup"))
        self.resize(min(640, parent.width() - 64), min(440, parent.height() - 64))
        about = self.tr(
            "Ductus backs up the transcriptions by itself. Restoring brings “{0}” back to the state of a backup: its "
            "words, transcriptions and word list. The present state is kept as a backup, so that you can return to it."
        ).format(folder.name.removesuffix(SUFFIX))
        self.state = builders.label(self.tr("Looking for backups …"), "quiet")
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Backups"))
        self.list.itemActivated.connect(lambda item: self._choose())
        self.restore = QPushButton(self.tr("Restore this backup"))
        self.list.itemSelectionChanged.connect(self._selection_changed)
        self.restore.setProperty("kind", "primary")
        self.restore.setEnabled(False)
        self.restore.clicked.connect(self._choose)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        content = (builders.label(about), self.state, (self.list, 1), builders.row(1, cancel, self.restore))
        builders.column(*content, parent=self, margins=(16, 16, 16, 16), spacing=12)
        self.job = Job(ListBackupsRequest(), folder, self)
        self.job.finished.connect(self._show)
        self.job.start()

    def _show(self, outcome: Outcome) -> None:
        if not outcome.ok:
            self.state.setText(outcome.text)
            return
        for point in outcome.result["backups"]:
            self._add(point)
        text = self.tr("%Ln backup(s)", "", self.list.count())
        self.state.setText(text if self.list.count() else self.tr("There is no backup yet."))
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _add(self, point: dict[str, Any]) -> None:
        name, made_at, count = str(point["name"]), format_timestamp(point["made_at"]), point["readings"]
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
