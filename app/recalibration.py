"""The active model is calibrated for the present word list by itself, in the background, when the list has changed."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from app.context import ProjectContext
from app.session.changes import Changed
from app.session.jobs import Job, Outcome
from app.shared_job import SharedJob
from app.text.formats import integer
from core.errors import InputError
from core.events import Event, Failed
from core.jobs.requests import RecalibrateRequest, RecogniseRequest
from core.project.changes import LEXICON, MODELS, PREDICTIONS, WORDS
from core.project.content.calibrations import CalibrationState, calibration_state
from core.project.content.models import PostponedRecalibration, get_model, postpone_recalibration
from core.project.project import Project
from core.store.calibration_card import has_similar_length

SETTLE_MS = 4000
"""Time without a further change of the word list after which the model is calibrated for it."""


class Recalibration(SharedJob):
    """Whether the model is calibrated for the word list, and the job that does it.

    It gives way to every job that a person starts, and continues when no job runs any more. One that a person stopped,
    or that failed, is not started again until the word list has changed again.
    """

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.state: CalibrationState | None = None
        """None where no calibration can be outdated, and until the project has been read."""
        self._of_job: CalibrationState | None = None
        """The state that the job was started in."""
        self._exit_code = 0
        self._tried: CalibrationState | None = None
        """The state in which a recalibration last came to an end: it is not started again in the same."""
        self._awaited: CalibrationState | None = None
        """The state since which the word list must not change again."""
        self._settle_timer = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._settle_timer.timeout.connect(self._settled)
        # not at once: reading a model's card imports HDF5, and the pages of the project come first
        self._timer.start()

    @property
    def is_outdated(self) -> bool:
        """Return whether the suggestions and their confidence were made with another word list."""
        return self.state is not None and self.state.has_predictions and not self.state.predictions_fit

    def explanation(self) -> str:
        """Return why the suggestions are outdated and what follows, "" if they are not."""
        if self.state is None or not self.is_outdated:
            return ""
        text = self.tr(
            "The word list had {0} words when readings were suggested and has {1} now, so their confidence no longer "
            "holds."
        ).format(integer(self.state.calibrated_words), integer(self.state.words))
        if self.is_running:
            next_step = self.tr("The model is being adjusted to it.")
        elif self.state.was_impossible and not self.state.fits:
            next_step = self.tr("The model cannot be adjusted to it: train a new one.")
        else:
            next_step = self.tr("Suggest readings again.")
        return f"{text} {next_step}"

    @property
    def _is_needed(self) -> bool:
        state = self.state
        if state is None or self._session.read_only or self._session.jobs.is_closed or self.is_running:
            return False
        return not state.fits and not state.is_postponed and not _is_same(self._tried, state)

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(WORDS, LEXICON, MODELS, PREDICTIONS):
            self._read_soon()

    def _jobs_changed(self) -> None:
        if self._is_needed and self._session.jobs.current is None:
            self._read_soon()

    def _read(self) -> None:
        if not self._session.jobs.is_closed:
            # a damaged model is reported where it is used
            self._session.query(
                calibration_state,
                self._set_state,
                owner=self,
                key="recalibration",
                on_error=lambda error: self._set_state(None),
            )

    def _set_state(self, state: CalibrationState | None) -> None:
        before, self.state = self.state, state
        if self._job is not None and (state is None or state.fits or not _is_same(self._of_job, state)):
            self._job.give_way()
        if not self._is_needed:
            self._settle_timer.stop()
        elif not self._settle_timer.isActive() or not _is_same(self._awaited, state):
            self._awaited = state
            self._settle_timer.start()
        if state != before:
            self.changed.emit()

    def _settled(self) -> None:
        jobs = self._session.jobs
        if self._timer.isActive():
            self._settle_timer.start()
        elif self._is_needed and jobs.current is None:
            self._start()
        # otherwise the state is read again when no job runs any more

    def _start(self) -> None:
        state = self._of_job = self.state
        assert state is not None
        self._exit_code = 0
        job = self._run(RecalibrateRequest(state.model))
        job.event_received.connect(self._event_received)
        self._notifications.info(self._start_text(state), self.tr("Cancel"), job.stop)

    def _start_text(self, state: CalibrationState) -> str:
        more = state.words - state.calibrated_words
        if more >= 0:
            return self.tr("The word list has grown by %Ln word(s): adjusting the model to it…", "", more)
        return self.tr("The word list has lost %Ln word(s): adjusting the model to it…", "", -more)

    def _event_received(self, event: Event) -> None:
        if isinstance(event, Failed):
            self._exit_code = event.exit_code

    def _ended(self, job: Job, outcome: Outcome) -> None:
        state = self._of_job
        assert state is not None
        self._tried = state
        if outcome.ok:
            self._tell_done(state)
        elif outcome.stopped:
            self._postpone(state, False)
            self._notifications.info(
                self.tr("The model stays as it was. It is adjusted when readings are suggested the next time.")
            )
        else:
            self._tell_failure(state, outcome.text)

    def _tell_done(self, state: CalibrationState) -> None:
        text = self.tr("The model is adjusted to the present word list.")
        if not state.has_predictions:
            self._notifications.info(text)
            return
        read_again = RecogniseRequest(state.model, "all")
        self._notifications.info(text, self.tr("Suggest again"), lambda: self._session.jobs.start(read_again))

    def _tell_failure(self, state: CalibrationState, text: str) -> None:
        is_impossible = self._exit_code == InputError.exit_code
        if is_impossible:
            self._postpone(state, True)
        # what is impossible once stays so for this model, whatever is added to the list
        if not (is_impossible and state.was_impossible):
            self._notifications.warning(text)

    def _postpone(self, state: CalibrationState, impossible: bool) -> None:
        def write(project: Project) -> None:
            postponed = PostponedRecalibration(state.words, impossible or state.was_impossible)
            postpone_recalibration(project, get_model(project, state.model), postponed)

        self._session.execute(write, changes=[MODELS])


def _is_same(one: CalibrationState | None, other: CalibrationState | None) -> bool:
    """Return whether both are of the same model and of word lists of nearly the same length."""
    if one is None or other is None:
        return False
    return one.model == other.model and has_similar_length(one.words, other.words)
