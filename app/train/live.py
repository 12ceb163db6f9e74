"""The training that is running: progress, time left, stopping, and the result."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from app.session.run_progress import RunProgress, TrainingProgress
from app.session.time_left import format_duration
from app.style.theme import tabular
from app.text.formats import integer
from app.text.model_title import title_of
from app.train.run_view import RunView
from app.train.train_messages import comparison_text, kept_line
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar
from app.widgets.progress_bar import ProgressBar
from core.events import Event
from core.jobs.results import ModelComparison, Trained
from core.jobs.training.estimate import Estimate
from core.project.changes import RUNS
from core.project.content.runs import delete_run

_REDRAW_MS = 200


class LiveRun(QWidget):
    """Follows one training job. ``updated()`` after each redraw; the other signals are requests of the person.

    ``setup_requested()``, ``resume_requested(run id)``, ``recognise_requested(model)``, ``measure_requested(model)``,
    ``use_requested(model, the one active before)``, ``back_requested(model)``.
    """

    setup_requested = Signal()
    resume_requested = Signal(int)
    recognise_requested = Signal(str)
    use_requested = Signal(str, str)
    back_requested = Signal(str)
    measure_requested = Signal(str)
    updated = Signal()

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._session = context.session
        self.job: Job | None = None
        self._training = TrainingProgress()
        self._is_discarding = False
        self._offers_recognition = True
        self._shows_readers = True
        self._claimed = ""
        """The name of the model that the message calls active; empty for none."""
        self.title = builders.label("", "section", wrap=False)
        self.bar = ProgressBar(self.tr("Progress of the whole training"), total=1000)
        self.time_left = builders.label("", "quiet", wrap=False)
        self.time_left.setFont(tabular(self.time_left.font()))
        self.stop = builders.push_button(self.tr("Stop and keep"), self.stop_and_keep)
        self.stop.setToolTip(self.tr("Finished readers become a model; an unfinished reader can be resumed"))
        self.discard = builders.push_button(self.tr("Discard"), self._ask_discard, "danger")
        self.discard.setToolTip(self.tr("End the training and delete its results"))
        self.message = MessageBar()
        self.view = RunView(context)
        top = builders.row(self.title, (self.bar, 1), self.time_left, self.stop, self.discard, spacing=16)
        builders.column(top, self.message, (self.view, 1), parent=self, margins=(0, 16, 0, 0), spacing=16)
        self._redraw_timer = QTimer(self, interval=_REDRAW_MS, singleShot=True)
        self._redraw_timer.timeout.connect(self._redraw)
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._show_time_left)

    def show_research(self, on: bool) -> None:
        """Show or hide the single readers and their curves."""
        self._shows_readers = on
        self.view.show_research(on)
        if self.is_running:
            self._redraw()

    @property
    def is_running(self) -> bool:
        return self.job is not None and self.job.is_running

    @property
    def progress(self) -> RunProgress:
        """The progress of the run."""
        return self._training.run

    @property
    def run_id(self) -> int | None:
        """The id of the run, once the job has reported it."""
        return self.progress.run_id

    def follow(self, job: Job, progress: RunProgress, estimate: Estimate | None, *, offers_recognition: bool) -> None:
        """Follow ``job``; ``progress`` is known of its run already, and is more than empty for a resumed run."""
        self.job = job
        self._training = job.training = TrainingProgress(progress, estimate)
        self._is_discarding, self._offers_recognition = False, offers_recognition
        self._claimed = ""
        job.event_received.connect(self._event_received)
        job.stalled.connect(self._stalled)
        job.finished.connect(self._finished)
        self.message.dismiss()
        for button in (self.stop, self.discard):
            button.setEnabled(True)
            button.show()
        self.bar.show()
        self._clock.start()
        self._redraw()

    def focus_log(self) -> None:
        """Move the focus to the log, where no key does anything by mistake."""
        self.view.log.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop_and_keep(self) -> None:
        """Ask the job to stop; finished work is kept."""
        if self.job is not None and self.is_running:
            self.job.stop()
            if self.stop.hasFocus():
                self.focus_log()  # the next button is "Discard"
            self.stop.setEnabled(False)
            self._show_time_left()

    def _event_received(self, event: Event) -> None:
        if not self._redraw_timer.isActive():
            self._redraw_timer.start()

    def _redraw(self) -> None:
        self.title.setText(self._title())
        self.bar.setValue(round(1000 * self.progress.share))
        self.view.show_progress(self.progress, self.is_running)
        self._show_time_left()
        self.updated.emit()

    def _title_of(self, model: str) -> str:
        return title_of(self._session.project, model)

    def _title(self) -> str:
        progress, total = self.progress, len(self.progress.members)
        if not total:
            return self.tr("Preparing the training")
        if not self._shows_readers:
            return self.tr("Training: {0} % done").format(int(100 * progress.share))
        active = len(progress.in_training)
        if active > 1:
            text = self.tr("Training '{0}': {1} of {2} readers finished, {3} in training")
            return text.format(progress.preset, progress.finished, total, active)
        k = progress.finished if progress.current is None else progress.current
        return self.tr("Training '{0}': reader {1} of {2}").format(progress.preset, min(k + 1, total), total)

    def _show_time_left(self) -> None:
        if self.job is None or not self.is_running:
            text = ""
        elif self.job.stop_requested:
            text = self.tr("stopping; finished work is kept …")
        elif (left := self._training.seconds_left(time.monotonic())) is None:
            text = self.tr("time left: not known yet")
        else:
            seconds, is_complete = left
            text = self.tr("about {0} left for all readers") if is_complete else self.tr("more than {0} left")
            text = text.format(format_duration(max(1.0, seconds)))
        self.time_left.setText(text)

    def _stalled(self, is_stalled: bool) -> None:
        if not self.is_running:
            return
        if not is_stalled:
            self.message.dismiss()
            return
        text = self.tr(
            "There was no progress for two minutes. The training may be slow (large readers take long for one epoch) "
            "or hang. {0}"
        )
        actions = [
            ButtonAction(self.tr("Stop and keep"), self.stop_and_keep),
            ButtonAction(self.tr("End it now"), self._kill, "danger"),
        ]
        self.message.show_message(text.format(kept_line(self.progress)), actions, "warning")

    def _kill(self) -> None:
        if self.job is not None:
            self.job.kill()

    def _ask_discard(self) -> None:
        self.message.ask(
            self.tr("Discard this training? All its results so far are deleted; this cannot be undone."),
            self.tr("Discard the training"),
            self._discard,
            self.tr("Continue training"),
        )

    def _discard(self) -> None:
        if self.is_running:
            self._is_discarding = True
            self._kill()
        else:
            self._delete()

    def _delete(self) -> None:
        if (run_id := self.run_id) is not None:
            self._session.execute(lambda project: delete_run(project, run_id), changes=[RUNS])

    def _finished(self, outcome: Outcome) -> None:
        self._clock.stop()
        if self.stop.hasFocus() or self.discard.hasFocus():
            self.focus_log()
        self.stop.hide()
        self.discard.hide()
        self._redraw()
        if isinstance(outcome.result, Trained):
            self._show_success(outcome.result)
        elif self._is_discarding:
            self._delete()
            self.setup_requested.emit()
        else:
            self._show_failure(outcome)

    def _show_success(self, result: Trained) -> None:
        model = result.model
        title = self._title_of(model)
        self.title.setText(self.tr("Trained: '{0}'").format(title))
        if self._shows_readers:
            text = self.tr("The model '{0}' with %Ln reader(s) was trained on {1} words.", "", result.members)
        else:
            text = self.tr("The model '{0}' was trained on {1} words.")
        text = text.format(title, integer(result.images))
        actions: list[ButtonAction] = []
        comparison = result.comparison
        is_active = comparison is None or result.active
        if comparison is None or is_active:
            text += " " + self.tr("It is now active.")
            self._claimed = model
        else:
            text += " " + comparison_text(comparison, self._title_of)
            self._claimed = comparison.active
            actions += self._choices(model, comparison)
        is_partial = result.members < result.asked
        if is_partial:
            requested = self.tr("{0} readers were requested; the training was stopped before.")
            text += " " + requested.format(result.asked)
            actions.append(ButtonAction(self.tr("Resume"), self._resume))
        if is_active and (self._offers_recognition or is_partial):
            actions.append(self._suggest_button(model))
        actions.append(ButtonAction(self.tr("Measure"), lambda: self.measure_requested.emit(model)))
        actions.append(ButtonAction(self.tr("Train another"), self.setup_requested.emit))
        self._show_message(text, actions)
        self.check_active()

    def _suggest_button(self, model: str) -> ButtonAction:
        return ButtonAction(self.tr("Suggest readings"), lambda: self.recognise_requested.emit(model), "primary")

    def _choices(self, model: str, comparison: ModelComparison) -> list[ButtonAction]:
        """Return the buttons that answer whether the new model is to be used; the better answer is first."""
        active = comparison.active
        use = ButtonAction(self.tr("Use it"), lambda: self.use_requested.emit(model, active))
        keep = ButtonAction(
            self.tr("Keep '{0}'").format(self._title_of(active)), partial(self._show_kept, model, active)
        )
        first, second = (use, keep) if comparison.better else (keep, use)
        return [first._replace(kind="primary"), second]

    def _show_kept(self, model: str, active: str) -> None:
        self._claimed = active
        text = self.tr("'{0}' stays active. '{1}' is in the list of models.").format(
            self._title_of(active), self._title_of(model)
        )
        self._show_answer(text)
        self.check_active()

    def show_used(self, model: str, previous: str) -> None:
        """Report that the new model is active now, and offer the way back."""
        self._claimed = model
        back = self.tr("Back to '{0}'").format(self._title_of(previous))
        actions = [ButtonAction(back, lambda: self.back_requested.emit(previous))]
        if self._offers_recognition:
            actions.insert(0, self._suggest_button(model))
        self._show_message(self.tr("'{0}' is now active.").format(self._title_of(model)), actions)

    def check_active(self) -> None:
        """Take back a question or an answer that calls a model active, if that is another one now."""
        model = self._session.active_model()
        active = "" if model is None else model.name
        if self._claimed in ("", active):
            return
        self._claimed = ""
        if active:
            self._show_answer(self.tr("'{0}' is the active model.").format(self._title_of(active)))
        else:
            self.message.dismiss()

    def show_back(self, model: str) -> None:
        """Report that the former model is active again."""
        self._claimed = model
        self._show_answer(self.tr("'{0}' is active again; its suggestions are shown.").format(self._title_of(model)))

    def _show_answer(self, text: str) -> None:
        self._show_message(text, [ButtonAction(self.tr("Train another"), self.setup_requested.emit)])

    def _show_message(self, text: str, actions: Sequence[ButtonAction], level: str = "info") -> None:
        """Show a message; its first button has the focus, since those that had it may be hidden now."""
        self.message.show_message(text, actions, level)
        if self.isVisible():
            self.message.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_failure(self, outcome: Outcome) -> None:
        reason = self.tr("The training was stopped.") if outcome.stopped else outcome.text
        self.title.setText(self.tr("Stopped") if outcome.stopped else self.tr("The training did not finish"))
        actions = [ButtonAction(self.tr("Set up another"), self.setup_requested.emit)]
        if self.run_id is not None:
            resume = ButtonAction(self.tr("Resume"), self._resume, "primary")
            actions = [resume, ButtonAction(self.tr("Discard"), self._ask_discard, "danger"), *actions]
        level = "info" if outcome.stopped else "error"
        self._show_message(f"{reason} {kept_line(self.progress)}", actions, level)

    def _resume(self) -> None:
        if self.run_id is not None:
            self.resume_requested.emit(self.run_id)
