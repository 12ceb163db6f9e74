"""Asking before a running job is stopped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def ask_to_leave(window: QWidget, job: str, then: Callable[[], object]) -> None:
    """Say that ``job`` runs, and call ``then`` if it may be stopped; nothing happens otherwise."""
    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle("Ductus")
    box.setText(box.tr("{0}: this is still running.").format(job))
    box.setInformativeText(
        box.tr("Leaving the project stops it. What it has finished is kept, and all your readings are.")
    )
    stop = box.addButton(box.tr("Stop it and leave"), QMessageBox.ButtonRole.AcceptRole)
    stay = box.addButton(box.tr("Keep it running"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(stay)
    box.setEscapeButton(stay)
    stop.clicked.connect(lambda: then())
    box.open()
