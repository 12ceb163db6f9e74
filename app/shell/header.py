"""The header of the window: project, active model, buttons, and the running job with progress and time left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QToolButton

from app.session.changes import Changed
from app.session.time_left import ProgressRate, format_duration
from app.style.icons import icon
from app.style.theme import Theme
from app.text.model_title import model_title
from app.text.names import edit_name, job_name
from app.widgets import builders
from app.widgets.elided_label import ElidedLabel
from app.widgets.progress_bar import ProgressBar
from core.project.changes import HISTORY, WORDS

if TYPE_CHECKING:
    from app.session.jobs import Job
    from app.session.session import Session
    from core.events import Event
    from core.project.content.models import Model

HEIGHT = 44
"""Pixels."""
NAME_SHARE = 5
"""The name of the project gets at most a fifth of the width; a longer one is shortened."""
_WIDTH_FOR_BAR = 900
"""Pixels from which there is room for the progress bar; the time left is always shown."""


class Header(QFrame):
    """The window connects its ``buttons``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("header")
        self.setFixedHeight(HEIGHT)
        self._theme = theme
        self._session: Session | None = None
        self._full_name = ""
        self._model_warning = ""
        self.project = QToolButton()
        self.project.setProperty("kind", "project")
        self.project.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.project.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.model = ElidedLabel()
        self.model.setProperty("kind", "quiet")
        self.chip = JobChip()
        titles = {
            "undo": self.tr("Undo"),
            "redo": self.tr("Redo"),
            "export": self.tr("Export transcriptions (Ctrl+E)"),
            "palette": self.tr("Find a command (Ctrl+K)"),
            "messages": self.tr("Past messages (Ctrl+Shift+N)"),
            "light": self.tr("Light or dark"),
            "help": self.tr("Guide (F1)"),
        }
        self.buttons = {name: builders.flat_button(title, width=40) for name, title in titles.items()}
        buttons = self.buttons.values()
        builders.row(self.project, (self.model, 1), self.chip, *buttons, parent=self, margins=(8, 0, 8, 0), spacing=4)
        theme.follow(self._paint)

    def set_session(self, session: Session | None) -> None:
        """Show another project, or none."""
        self._session = session
        self._model_warning = ""
        self.chip.set_session(session)
        self.refresh()

    def mark_model(self, warning: str) -> None:
        """Mark the model's suggestions as those of an earlier word list, with the reason; "" removes the mark."""
        self._model_warning = warning
        self.refresh()

    def refresh(self) -> None:
        """Update the name, the model and the next undo and redo."""
        session = self._session
        for name in ("undo", "redo", "export"):
            self.buttons[name].setVisible(session is not None)
        if session is None:
            self._set_name("Ductus", "Ductus")
            self.model.setText("")
            return
        self._set_name(session.name, str(session.folder))
        self._show_model(session.active_model())
        self._show_next_edits(session)

    def show_changed(self, changed: Changed) -> None:
        """Update what may have changed: after a transcription only the next undo and redo."""
        if self._session is not None and changed.parts <= {WORDS, HISTORY}:
            self._show_next_edits(self._session)
        else:
            self.refresh()

    def _show_next_edits(self, session: Session) -> None:
        undoable, redoable = session.next_edits()
        for name, title, edit in (("undo", self.tr("Undo"), undoable), ("redo", self.tr("Redo"), redoable)):
            self.buttons[name].setEnabled(edit is not None and not session.read_only)
            self.buttons[name].setToolTip(
                session.read_only_message or (f"{title}: {edit_name(edit)}" if edit else title)
            )

    def _show_model(self, model: Model | None) -> None:
        if model is None:
            self.model.setText(self.tr("No model yet"))
        elif self._model_warning:
            self.model.setText(self.tr("Model: {0} (for an earlier word list)").format(model_title(model)))
            self.model.setToolTip(self._model_warning)
        else:
            self.model.setText(self.tr("Model: {0}").format(model_title(model)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_name()
        self.chip.bar.setVisible(self.width() >= _WIDTH_FOR_BAR)

    def _fit_name(self) -> None:
        metrics = self.project.fontMetrics()
        room = self.width() // NAME_SHARE
        self.project.setText(metrics.elidedText(self._full_name, Qt.TextElideMode.ElideMiddle, room))

    def _set_name(self, name: str, tooltip: str) -> None:
        self._full_name = name
        self._fit_name()
        self.project.setToolTip(tooltip)
        self.project.setAccessibleName(self.tr("{0}: project menu").format(name))

    def _paint(self) -> None:
        for name, button in self.buttons.items():
            shown = {"light": "light" if self._theme.tokens.is_dark else "dark"}.get(name, name)
            button.setIcon(icon(shown))
        self.project.setIcon(icon("menu"))


class JobChip(QFrame):
    """The running job with a progress bar, the time left and a stop button; hidden while no job runs."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("chip")
        self._session: Session | None = None
        self._job: Job | None = None
        self._is_stalled = False
        self._is_finishing = False
        """True when all is counted, and something remains to be done."""
        self._rate = ProgressRate()
        self.text = ElidedLabel()
        self.bar = ProgressBar(self.tr("Progress of the running job"))
        self.bar.setFixedWidth(80)
        self.left = ElidedLabel()
        self.left.setProperty("kind", "quiet")
        self.stop = builders.flat_button(self.tr("Stop the running job"), self._stop, 36)
        self.stop.setIcon(icon("stop"))
        self.stop.setToolTip(self.tr("Stop; finished work is kept"))
        builders.row(self.text, self.bar, self.left, self.stop, parent=self, margins=(12, 0, 4, 0))
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._show_left)
        self.hide()

    def set_session(self, session: Session | None) -> None:
        self._session = session
        if session is not None:
            session.jobs.changed.connect(self._job_changed)
        self._job_changed()

    def _job_changed(self) -> None:
        job = self._session.jobs.current if self._session else None
        self.setVisible(job is not None)
        if job is None:
            self._job = None
            self._timer.stop()
            return
        if job is self._job:
            return  # another one was queued
        self._job = job
        self._rate = ProgressRate()
        self.text.setText(job_name(job.kind))
        self.bar.setRange(0, 0)
        self.left.setText("")
        self.setAccessibleName(self.text.text())
        job.event_received.connect(self._event_received)
        job.stalled.connect(self._set_stalled)
        self._is_stalled = self._is_finishing = False
        self._timer.start()

    def _event_received(self, event: Event) -> None:
        from core.events import JobPart, Progress

        if self._job is not None and self._job.training is not None:
            # a part of one reader gives no estimate of the whole
            if self._job.training.run.members:
                self.bar.setRange(0, 1000)
                self.bar.setValue(round(1000 * self._job.training.run.share))
        elif isinstance(event, Progress) and event.total:
            done, total = event.done, event.total
            is_over = done >= total
            self._is_finishing = is_over and event.part != JobPart.CHECKING  # after which an import begins
            self.bar.setRange(0, 0 if is_over else total)
            self.bar.setValue(done)
            if event.part == JobPart.PAGES and self._job is not None:
                self.text.setText(self.tr("{0}: {1} of {2}").format(job_name(self._job.kind), done, total))
            self._rate.update(event, time.monotonic())

    def _show_left(self) -> None:
        if self._job is not None:
            self.left.setText(self._left_text(self._job))

    def _left_text(self, job: Job) -> str:
        if job.stop_requested:
            return self.tr("stopping …")
        if self._is_stalled:
            return self.tr("no progress for some minutes")
        if self._is_finishing:
            return self.tr("finishing …")
        now, is_complete = time.monotonic(), True
        if job.training is None:
            seconds = self._rate.seconds_left(now)
        else:
            seconds, is_complete = job.training.seconds_left(now) or (None, True)
        text = self.tr("about {0} left") if is_complete else self.tr("more than {0} left")
        return "" if seconds is None else text.format(format_duration(max(1.0, seconds)))

    def _set_stalled(self, stalled: bool) -> None:
        self._is_stalled = stalled

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
