"""The starter model adapts itself to the handwriting, in the background: after the first suggestions, or on request."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.session.changes import Changed
from app.session.jobs import Job, Outcome
from app.shared_job import SharedJob
from app.starter_offer import StarterOffer
from core.jobs.requests import AdaptRequest, RecogniseRequest, TrainModelRequest
from core.jobs.results import Adapted, Recognised
from core.jobs.training.adaptation_readiness import AdaptationReadiness, adaptation_readiness
from core.project.changes import MODELS, PREDICTIONS, WORDS
from core.project.content.models import activate_model, active_model
from core.project.content.predictions import count_changed
from core.project.project import Project


class Adaptation(SharedJob):
    """The adaptation of the starter model, and the job that does it.

    The adapted model is used once it has suggested readings, so the suggestions before stay until then, and after a
    stop. Adapting gives way to every job that a person starts, and continues when no job runs any more, unless that was
    a training.
    """

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._readiness = AdaptationReadiness()
        self._before = ""
        """The model whose suggestions are shown until the adapted one has made its own."""
        self.other_suggestions: int | None = None
        """The number of words with another suggestion since the adaptation in this session; None before."""
        self.bar: QWidget | None = None
        """Shows the adaptation and its end: while it is on the screen, no message is needed."""
        self.box: QWidget | None = None
        """Shows the adaptation, but not its end."""
        StarterOffer.for_context(context).suggested_first.connect(self._start_soon)
        self._timer.start()

    @property
    def can_start(self) -> bool:
        """Return whether a starter model is active, there are enough words, and no job is running."""
        return self._may_run and self._readiness.is_possible

    @property
    def is_offered(self) -> bool:
        """Return whether it can start, and better suggestions can be expected."""
        return self.can_start and self._readiness.is_useful and not self._is_due

    def text(self) -> str:
        """Return what adapting is for, or that it is under way."""
        if self._job is not None and not isinstance(self._job.request, AdaptRequest):
            return self.tr("The adapted starter model is suggesting readings; you can go on working.")
        if self.is_running:
            return self.tr(
                "The starter model is now adapting itself to this handwriting, which takes some minutes. Suggestions "
                "usually get better when it is done; you can go on working."
            )
        return self.tr(
            "The starter model can adapt itself to this handwriting: it learns from its own surest suggestions. That "
            "needs no transcription and takes some minutes."
        )

    def button_text(self) -> str:
        """Return the text for the button that calls :meth:`start`."""
        return self.tr("Adapt to this handwriting")

    def done_text(self) -> str:
        """Return how many words have another suggestion now."""
        return self.tr(
            "The starter model has adapted itself to this handwriting: %Ln word(s) have another suggestion now.",
            "",
            self.other_suggestions or 0,
        )

    def start(self) -> None:
        """Adapt; if only the suggestions of the adapted model are missing, let it make them."""
        if not self.can_start:
            return
        readiness = self._readiness
        self._before = readiness.active
        if readiness.unused and not readiness.is_outgrown:
            self._run(RecogniseRequest(readiness.unused))
        else:
            job = self._run(AdaptRequest(keep_active=True))
            if not (_is_visible(self.bar) or _is_visible(self.box)):
                self._notifications.info(self.text(), self.tr("Stop"), job.stop)

    def _ended(self, job: Job, outcome: Outcome) -> None:
        if isinstance(job.request, AdaptRequest):
            self._adapted(outcome)
        elif isinstance(outcome.result, Recognised):
            self._use(outcome.result.model)
        # otherwise the window reports it, as of all readings

    def _adapted(self, outcome: Outcome) -> None:
        result = outcome.result
        if isinstance(result, Adapted) and result.better:
            self._run(RecogniseRequest(result.model))
        elif outcome.ok:
            self._notifications.info(
                self.tr(
                    "The suggestions stay as they are: adapted to this handwriting, the starter model reads fewer of "
                    "the transcribed words correctly."
                )
            )
        elif outcome.stopped:
            self._notifications.info(self.tr("The starter model stays as it was, and so do all suggestions."))
        else:
            text = self.tr("The starter model could not adapt itself to this handwriting. All suggestions stay. {0}")
            self._notifications.warning(text.format(outcome.text))

    def _use(self, model: str) -> None:
        """Show the suggestions of the adapted model, unless a person chose another model meanwhile."""
        before = self._before

        def write(project: Project) -> int | None:
            active = active_model(project)
            if active is not None and active.name not in (before, model):
                return None
            activate_model(project, model)
            return count_changed(project, before, model)

        self._session.execute(write, changes=[MODELS, PREDICTIONS], word_ids=None, owner=self, on_result=self._used)

    def _used(self, other_suggestions: int | None) -> None:
        if other_suggestions is None:
            return
        self.other_suggestions = other_suggestions
        self.changed.emit()
        if not _is_visible(self.bar):
            starter = StarterOffer.for_context(self._context)
            self._notifications.info(self.done_text(), starter.check_text(), starter.check)

    def _start_soon(self) -> None:
        self._is_due = not self._session.read_only
        self._timer.start()

    def _jobs_changed(self) -> None:
        job = self._session.jobs.current
        if job is not None and isinstance(job.request, TrainModelRequest):
            self._is_due = False  # it ends with a better model
        elif job is None and self._is_due:
            self._timer.start()
        super()._jobs_changed()

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(MODELS):
            # another model may be active now: nothing is offered before the project is read again
            self._set_readiness(AdaptationReadiness())
        if changed.touches(WORDS, MODELS):
            self._read_soon()

    def _read(self) -> None:
        if self._session.jobs.is_closed:
            return
        may_start = self._is_due and self._session.jobs.current is None

        def receive(readiness: AdaptationReadiness) -> None:
            self._set_readiness(readiness)
            if may_start and self._is_due and self._session.jobs.current is None:
                self._is_due = False
                if readiness.is_useful:
                    self.start()
                self.changed.emit()

        self._session.query(adaptation_readiness, receive, owner=self, key="adaptation")

    def _set_readiness(self, readiness: AdaptationReadiness) -> None:
        if readiness != self._readiness:
            self._readiness = readiness
            self.changed.emit()


def _is_visible(widget: QWidget | None) -> bool:
    return widget is not None and widget.isVisible()
