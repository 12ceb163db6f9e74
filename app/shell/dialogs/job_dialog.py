"""A piece of work on the whole project in a child process, with its progress and, at the end, what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.session.jobs import Job, Outcome

_GRACE_MS = 5000


class JobDialog(QDialog):
    """Runs ``ductus KIND ARGUMENTS`` beside the project's jobs. Closing it stops the work first.

    ``over(Outcome)``: it ended by itself; whoever hears it tells the result with :meth:`tell`.
    """

    over = Signal(object)

    def __init__(self, title: str, doing: str, kind: str, arguments: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(720, 180)
        self.told = QLabel(doing)
        self.told.setWordWrap(True)
        self.told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(doing)
        self.details = QTextBrowser()
        self.details.setAccessibleName(self.tr("What was found"))
        self.details.hide()
        self.button = QPushButton(self.tr("Stop"))
        self.button.clicked.connect(self.reject)
        self.buttons = QHBoxLayout()
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.told)
        column.addWidget(self.bar)
        column.addWidget(self.details, 1)
        column.addStretch(0)
        column.addLayout(self.buttons)
        self.job = Job(kind, [kind, *arguments], self)
        self.job.said.connect(self._hear)
        self.job.ended.connect(self._ended)
        self.job.start()

    def tell(self, text: str, details: str = "") -> None:
        """Show a sentence and, where there is more to say, the ``details`` as rich text."""
        self.told.setText(text)
        self.setAccessibleDescription(text)
        self.details.setVisible(bool(details))
        self.details.setHtml(details)
        if details:
            self.resize(self.width(), 520)

    def end(self) -> None:
        """Stop the work if it still runs, and wait for that; for when the window goes."""
        if self.job.running:
            self.job.stop()
            if not self.job.wait(_GRACE_MS):
                self.job.kill()
                self.job.wait(_GRACE_MS)

    def reject(self) -> None:
        """Stop the work if it still runs; close when it does not."""
        if self.job.running:
            self.job.stop()
            self.button.setEnabled(False)
            self.told.setText(self.tr("Stopping …"))
        else:
            super().reject()

    def _hear(self, event: dict) -> None:
        if event.get("event") == "progress" and event.get("total"):
            self.bar.setRange(0, int(event["total"]))
            self.bar.setValue(int(event["done"]))

    def _ended(self, outcome: Outcome) -> None:
        self.bar.hide()
        self.button.setText(self.tr("Close"))
        self.button.setEnabled(True)
        if outcome.stopped:
            self.tell(outcome.text)
        else:
            self.over.emit(outcome)
