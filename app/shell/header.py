"""The header: project, active model, the running job as a chip with progress, time left and a stop button."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QProgressBar, QToolButton

from app.session.jobs import Job
from app.session.session import Session
from app.style.icons import icon
from app.style.theme import Theme
from app.text.model_title import model_title
from app.widgets.elided_label import ElidedLabel

HEIGHT = 44
NAME_SHARE = 5
"""The project's name gets this part of the width at most (one in five); a longer one is shortened."""


class Header(QFrame):
    """``undo_wanted``, ``redo_wanted``, ``export_wanted``, ``palette_wanted`` and so on: its buttons."""

    undo_wanted = Signal()
    redo_wanted = Signal()
    export_wanted = Signal()
    palette_wanted = Signal()
    notices_wanted = Signal()
    theme_wanted = Signal()
    help_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("header")
        self.setFixedHeight(HEIGHT)
        self._theme = theme
        self._session: Session | None = None
        self._whole_name = ""
        self.project = QToolButton()
        self.project.setProperty("kind", "project")
        self.project.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.project.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.model = ElidedLabel()
        self.model.setProperty("kind", "quiet")
        self.chip = JobChip(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(4)
        row.addWidget(self.project)
        row.addWidget(self.model, 1)
        row.addWidget(self.chip)
        self.buttons = {
            "undo": self._button(self.tr("Undo"), self.undo_wanted),
            "redo": self._button(self.tr("Redo"), self.redo_wanted),
            "export": self._button(self.tr("Export readings (Ctrl+E)"), self.export_wanted),
            "palette": self._button(self.tr("Find an action (Ctrl+K)"), self.palette_wanted),
            "notices": self._button(self.tr("Past notices (Ctrl+Shift+N)"), self.notices_wanted),
            "light": self._button(self.tr("Light or dark"), self.theme_wanted),
            "help": self._button(self.tr("All shortcuts (F1)"), self.help_wanted),
        }
        for button in self.buttons.values():
            row.addWidget(button)
        theme.changed.connect(self._paint)
        self._paint()

    def set_session(self, session: Session | None) -> None:
        """Show another project, or none."""
        self._session = session
        self.chip.set_session(session)
        self.refresh()

    def refresh(self) -> None:
        """Read anew what is shown: name, model, what undo would do."""
        session = self._session
        for name in ("undo", "redo", "export"):
            self.buttons[name].setVisible(session is not None)
        if session is None:
            self._name("Ductus", "Ductus")
            self.model.setText("")
            return
        self._name(session.name, str(session.folder))
        model = session.active_model()
        told = self.tr("Model: {0}").format(model_title(model)) if model else self.tr("No model yet")
        self.model.setText(told)
        for name, label, word in zip(
            ("undo", "redo"), session.next_labels(), (self.tr("Undo"), self.tr("Redo")), strict=True
        ):
            self.buttons[name].setEnabled(label is not None and not session.read_only)
            told = f"{word}: {label}" if label else word
            self.buttons[name].setToolTip(session.why_not or told)

    def set_menu(self, menu: QMenu) -> None:
        """What opens under the project's name."""
        self.project.setMenu(menu)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_name()

    def _fit_name(self) -> None:
        metrics = self.project.fontMetrics()
        room = self.width() // NAME_SHARE
        self.project.setText(metrics.elidedText(self._whole_name, Qt.TextElideMode.ElideMiddle, room))

    def _name(self, name: str, about: str) -> None:
        self._whole_name = name
        self._fit_name()
        self.project.setToolTip(about)
        self.project.setAccessibleName(self.tr("{0}: menu of the project").format(name))

    def _button(self, name: str, signal: Any) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "flat")
        button.setFixedWidth(40)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.clicked.connect(lambda: signal.emit())
        return button

    def _paint(self) -> None:
        for name, button in self.buttons.items():
            meaning = {"light": "light" if self._theme.tokens.name == "dark" else "dark"}.get(name, name)
            button.setIcon(icon(meaning, self._theme.tokens.ink))
        self.project.setIcon(icon("menu", self._theme.tokens.ink))


class JobChip(QFrame):
    """What runs now: name, bar, time left, stop. Hidden while nothing runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("chip")
        self._session: Session | None = None
        self._job: Job | None = None
        self._is_quiet = False
        self._pace = Pace()
        self._theme = theme
        self.text = ElidedLabel()
        self.bar = QProgressBar()
        self.bar.setFixedSize(80, 6)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the running job"))
        self.left = ElidedLabel()
        self.left.setProperty("kind", "quiet")
        self.stop = QToolButton()
        self.stop.setProperty("kind", "flat")
        self.stop.setToolTip(self.tr("Stop; what is finished is kept"))
        self.stop.setAccessibleName(self.tr("Stop the running job"))
        self.stop.clicked.connect(self._stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 4, 0)
        row.setSpacing(8)
        self.stop.setFixedWidth(36)
        for widget in (self.text, self.bar, self.left, self.stop):
            row.addWidget(widget)
        self._timer = QTimer(self, interval=1000)
        self._timer.timeout.connect(self._show_left)
        theme.changed.connect(self._paint)
        self._paint()
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
            return  # another one was put behind it
        self._job = job
        self._pace = Pace()
        self.text.setText(job_name(job))
        self.bar.setRange(0, 0)
        self.left.setText("")
        self.setAccessibleName(self.text.text())
        job.said.connect(self._hear)
        job.quiet.connect(self._quiet)
        self._is_quiet = False
        self._timer.start()

    def _hear(self, event: dict) -> None:
        if event.get("event") == "progress" and event.get("total"):
            self.bar.setRange(0, int(event["total"]))
            self.bar.setValue(int(event["done"]))
            self._pace.hear(event)

    def _show_left(self) -> None:
        job = self._session.jobs.current if self._session else None
        if job is None:
            return
        if job.asked_to_stop:
            self.left.setText(self.tr("stopping …"))
            return
        if self._is_quiet:
            self.left.setText(self.tr("has said nothing for some minutes"))
            return
        seconds = self._pace.left()
        self.left.setText("" if seconds is None else self.tr("about {0} left").format(duration(seconds)))

    def _quiet(self, quiet: bool) -> None:
        self._is_quiet = quiet

    def _paint(self) -> None:
        self.stop.setIcon(icon("stop", self._theme.tokens.danger))

    def _stop(self) -> None:
        if self._session and self._session.jobs.current:
            self._session.jobs.current.stop()


class Pace:
    """The time left of the part that runs, from how fast it went so far."""

    def __init__(self) -> None:
        self._part: tuple | None = None
        self._first = (0.0, 0)
        self._last = (0.0, 0, 0)

    def hear(self, event: dict) -> None:
        """A progress event: ``part``, ``done``, ``total``, perhaps ``member``."""
        part = (event.get("part"), event.get("member"))
        now, done, total = time.monotonic(), int(event["done"]), int(event["total"])
        if part != self._part:
            self._part, self._first = part, (now, done)
        self._last = (now, done, total)

    def left(self) -> float | None:
        """Seconds, or None while too little is known."""
        (t0, d0), (t1, d1, total) = self._first, self._last
        if d1 <= d0:
            return None
        return max(0.0, (t1 - t0) / (d1 - d0) * (total - d1) - (time.monotonic() - t1))


def duration(seconds: float) -> str:
    """``40 s``, ``3 min``, ``2 h 05 min``."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02d} min"


def job_name(job: Job) -> str:
    """What a person calls this job."""
    names = {
        "train": job.tr("Training"),
        "recognise": job.tr("Reading words"),
        "evaluate": job.tr("Measuring"),
        "import": job.tr("Importing"),
        "export": job.tr("Exporting"),
        "demo": job.tr("Making the demo"),
        "segment": job.tr("Finding words"),
        "begin": job.tr("Preparing the starter model"),
    }
    return names.get(job.kind, job.kind)
