"""The training under way: how far it is, how long it takes, stopping it, and what came of it."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.session.jobs import Job, Outcome
from app.session.time_left import format_duration
from app.style.theme import Theme, tabular
from app.train.run_progress import RunProgress
from app.train.run_view import RunView
from app.train.time_remaining import TimeRemaining
from app.train.train_messages import kept_line, number
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar
from core.jobs.training.estimate import Estimate

_REDRAW_MS = 200


class LiveRun(QWidget):
    """Follows one training job. ``discarded(int)``: its run is to be deleted; ``again_wanted()``: set up another.

    ``resume_wanted(int)``, ``read_wanted(str)`` and ``measure_wanted(str)``: the buttons shown at its end.
    """

    discarded = Signal(int)
    again_wanted = Signal()
    resume_wanted = Signal(int)
    read_wanted = Signal(str)
    measure_wanted = Signal(str)
    redrawn = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.job: Job | None = None
        self.story = RunProgress()
        self._time_remaining = TimeRemaining()
        self._discarding = False
        self._offers_reading = True
        self.title = QLabel()
        self.title.setProperty("kind", "section")
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(self.tr("Progress of the whole training"))
        self.left = QLabel()
        self.left.setProperty("kind", "quiet")
        self.left.setFont(tabular(self.left.font()))
        self.stop = QPushButton(self.tr("Stop and keep"))
        self.stop.setToolTip(self.tr("Finished readers make a model; the one at work can be gone on with"))
        self.stop.clicked.connect(self.stop_and_keep)
        self.discard = QPushButton(self.tr("Discard"))
        self.discard.setProperty("kind", "danger")
        self.discard.setToolTip(self.tr("End it and delete what it trained"))
        self.discard.clicked.connect(self._ask_discard)
        self.told = MessageBar()
        self.view = RunView(theme)
        self._lay_out()
        self._redraw = QTimer(self, interval=_REDRAW_MS, singleShot=True)
        self._redraw.timeout.connect(self._draw)
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._show_left)

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.is_running

    @property
    def run(self) -> int | None:
        """The id of the run that is followed, once the child has said it."""
        return self.story.run

    def attach(self, job: Job, story: RunProgress, estimate: Estimate | None, offers_reading: bool) -> None:
        """Follow ``job``; ``story`` is what is known of its run already (of a run taken up again)."""
        self.job, self.story = job, story
        self._time_remaining = TimeRemaining(estimate)
        self._discarding, self._offers_reading = False, offers_reading
        job.event_received.connect(self._hear)
        job.stalled.connect(self._quiet)
        job.finished.connect(self._ended)
        self.told.dismiss()
        for button in (self.stop, self.discard):
            button.setEnabled(True)
            button.show()
        self.bar.show()
        self._tick.start()
        self._draw()

    def stop_and_keep(self) -> None:
        """Ask the child to stop; it keeps what it has."""
        if self.job is not None and self.running:
            self.job.stop()
            self.stop.setEnabled(False)
            self._show_left()

    def _hear(self, event: dict) -> None:
        self.story.take(event)
        self._time_remaining.update(event, time.monotonic())
        if not self._redraw.isActive():
            self._redraw.start()

    def _draw(self) -> None:
        story = self.story
        self.title.setText(self._title())
        self.bar.setValue(round(1000 * story.share))
        self.view.show_story(story, self.running)
        self._show_left()
        self.redrawn.emit()

    def _title(self) -> str:
        if not self.story.members:
            return self.tr("Training: getting ready")
        busy = self.story.busy
        if len(busy) > 1:
            return self.tr("Training '{0}': {1} of {2} readers finished, {3} at work").format(
                self.story.preset, self.story.finished, len(self.story.members), len(busy)
            )
        k = self.story.current
        place = self.story.finished if k is None else k
        return self.tr("Training '{0}': reader {1} of {2}").format(
            self.story.preset, min(place + 1, len(self.story.members)), len(self.story.members)
        )

    def _show_left(self) -> None:
        if self.job is None or not self.running:
            self.left.setText("")
        elif self.job.stop_requested:
            self.left.setText(self.tr("stopping, keeping what is done …"))
        else:
            self.left.setText(self._left_text(self._time_remaining.seconds_left(self.story, time.monotonic())))

    def _left_text(self, left: tuple[float, bool] | None) -> str:
        if left is None:
            return self.tr("time left: not known yet")
        seconds, whole = left
        about = self.tr("about {0} left for all readers") if whole else self.tr("more than {0} left")
        return about.format(format_duration(max(1.0, seconds)))

    def _quiet(self, quiet: bool) -> None:
        if not self.running:
            return
        if not quiet:
            self.told.dismiss()
            return
        text = self.tr(
            "The training has said nothing for two minutes. It may be slow (large readers take long for one epoch) "
            "or hang. {0}"
        ).format(kept_line(self.story))
        self.told.show_message(
            text,
            [
                ButtonAction(self.tr("Stop and keep"), self.stop_and_keep),
                ButtonAction(self.tr("End it now"), self._kill, "danger"),
            ],
            "warning",
        )

    def _kill(self) -> None:
        if self.job is not None:
            self.job.kill()

    def _ask_discard(self) -> None:
        self.told.ask(
            self.tr("Discard this training? All it has trained so far is deleted; that cannot be undone."),
            self.tr("Discard the training"),
            self._discard,
            self.tr("Go on training"),
        )

    def _discard(self) -> None:
        if self.job is not None and self.running:
            self._discarding = True
            self.job.kill()
        elif self.run is not None:
            self.discarded.emit(self.run)

    def _ended(self, outcome: Outcome) -> None:
        self._tick.stop()
        self.stop.hide()
        self.discard.hide()
        self._draw()
        if self._discarding and not outcome.ok:
            if self.run is not None:
                self.discarded.emit(self.run)
            self.again_wanted.emit()
            return
        if outcome.ok:
            self._tell_success(outcome.result)
        else:
            self._tell_end(outcome)

    def _tell_success(self, result: dict) -> None:
        model = str(result["model"])
        self.title.setText(self.tr("Trained: '{0}'").format(model))
        text = self.tr(
            "The model '{0}' with %Ln reader(s) was trained on {1} words and is now the active one.",
            "",
            result["members"],
        ).format(model, number(int(result["images"])))
        actions: list[ButtonAction] = []
        if result["members"] < result["asked"]:
            text += " " + self.tr("{0} readers were asked for; the training was stopped before.").format(
                result["asked"]
            )
            actions.append(ButtonAction(self.tr("Resume"), self._resume))
        if self._offers_reading or result["members"] < result["asked"]:
            title = self.tr("Read the unread words")
            actions.append(ButtonAction(title, lambda: self.read_wanted.emit(model), "primary"))
        actions.append(ButtonAction(self.tr("Measure it"), lambda: self.measure_wanted.emit(model)))
        actions.append(ButtonAction(self.tr("Train another"), self.again_wanted.emit))
        self.told.show_message(text, actions)

    def _tell_end(self, outcome: Outcome) -> None:
        happened = self.tr("The training was stopped.") if outcome.stopped else outcome.text
        self.title.setText(self.tr("Stopped") if outcome.stopped else self.tr("The training did not finish"))
        actions = [
            ButtonAction(self.tr("Resume"), self._resume, "primary"),
            ButtonAction(self.tr("Discard"), self._ask_discard, "danger"),
            ButtonAction(self.tr("Set up another"), self.again_wanted.emit),
        ]
        self.told.show_message(
            f"{happened} {kept_line(self.story)}",
            actions if self.run is not None else actions[2:],
            "info" if outcome.stopped else "error",
        )
        # the buttons that had the focus are gone
        if self.isVisible():
            self.told.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _resume(self) -> None:
        if self.run is not None:
            self.resume_wanted.emit(self.run)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(16)
        for widget, stretch in ((self.title, 0), (self.bar, 1), (self.left, 0), (self.stop, 0), (self.discard, 0)):
            top.addWidget(widget, stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 16, 0, 0)
        column.setSpacing(16)
        column.addLayout(top)
        column.addWidget(self.told)
        column.addWidget(self.view, 1)
