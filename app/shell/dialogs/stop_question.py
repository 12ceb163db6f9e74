"""The question whether a running job may be stopped, before its project is left."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.text.job_names import job_name


class StopQuestion(QMessageBox):
    """Calls ``then`` if the job of this ``kind`` may be stopped."""

    def __init__(self, kind: str, then: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowTitle("Ductus")
        self.setText(self.tr("{0}: this is still running.").format(job_name(kind)))
        self.setInformativeText(
            self.tr("Leaving the project stops it. Its finished work and all your transcriptions are kept.")
        )
        stop = self.addButton(self.tr("Stop it and leave"), QMessageBox.ButtonRole.AcceptRole)
        stay = self.addButton(self.tr("Keep it running"), QMessageBox.ButtonRole.RejectRole)
        self.setDefaultButton(stay)
        self.setEscapeButton(stay)
        stop.clicked.connect(lambda: then())
