"""The offer to use the starter model: when it is useful, and the two jobs that give the first suggestions."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.session.changes import Changed
from app.session.jobs import Job, Outcome
from app.shared_job import SharedJob
from core.jobs.recognition.starter import StarterReadiness, starter_readiness
from core.jobs.requests import BeginRequest, RecogniseRequest
from core.jobs.results import Recognised
from core.project.changes import LEXICON, MODELS, WORDS

LEXICON_TAB = "lexicon"
"""The query that makes Collection show the word list."""
FIRST_LANGUAGE = "first language"
"""The query that makes Collection ask for the language of a project without a word list, for the starter model."""


class StarterOffer(SharedJob):
    """``suggested_first()``: the first suggestions are there."""

    suggested_first = Signal()

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._readiness: StarterReadiness | None = None
        """None until the project has been read."""
        self._starts_with_words = False
        """True if it starts as soon as there are words in the word list."""
        self.suggested = 0
        """The number of words it has suggested readings for since the project was opened."""
        self.bar: QWidget | None = None
        """Shows the offer and its end: while it is on the screen, no message about the end is needed."""
        self._read()

    @property
    def is_offered(self) -> bool:
        """Return whether there is no model, some words are unchecked, and no job is running.

        A training ends with a model of its own, which the starter model must not replace.
        """
        return self._may_run and self._readiness is not None and self._readiness.is_useful

    @property
    def can_follow_import(self) -> bool:
        """Return whether it can suggest readings for words that are imported now: no job, and no model."""
        return self._may_run and self._readiness is not None and not self._readiness.has_model

    @property
    def needs_lexicon(self) -> bool:
        """Return whether the word list is empty, so that a language has to be chosen first."""
        return self._readiness is not None and not self._readiness.has_lexicon

    def text(self) -> str:
        """Return what the starter model is for, what is missing, or that it is running."""
        if self.is_running:
            return self.tr("The starter model is suggesting readings; you can go on working.")
        if self.needs_lexicon:
            return self.tr(
                "The starter model can suggest readings without training. It chooses among the words of the word list, "
                "which is empty: choose the language of the writing, or add a list of your own in Collection."
            )
        return self.tr(
            "The starter model can suggest readings without training. Correct some of them, then train a model on "
            "this handwriting."
        )

    def button_text(self) -> str:
        """Return the text for the button that calls :meth:`start`."""
        return self.tr("Choose the language…") if self.needs_lexicon else self.tr("Use the starter model")

    def done_text(self) -> str:
        """Return for how many words it has suggested readings."""
        return self.tr(
            "The starter model has suggested readings for %Ln word(s). Check some of them.", "", self.suggested
        )

    def check_text(self) -> str:
        """Return the text for the button that calls :meth:`check`."""
        return self.tr("Check them")

    def check(self) -> None:
        """Show the suggestions in Review."""
        self._context.go("review", query="")

    def start(self) -> None:
        """Start the jobs; without a lexicon ask for its language first."""
        if not self.is_offered:
            return
        if self.needs_lexicon:
            self._context.go("collection", query=FIRST_LANGUAGE)
        else:
            self._run(BeginRequest())

    def start_with_words(self) -> None:
        """Start the jobs as soon as the words that were just added to the project or its word list have been read."""
        self._starts_with_words = True
        self._timer.start()

    def _ended(self, job: Job, outcome: Outcome) -> None:
        if not isinstance(job.request, RecogniseRequest) and outcome.ok and not job.stop_requested:
            self._run(RecogniseRequest())
            return
        result = outcome.result
        if is_done := isinstance(result, Recognised):
            self.suggested = result.words
        self.changed.emit()
        if is_done and not (self.bar is not None and self.bar.isVisible()):
            self._notifications.info(self.done_text(), self.check_text(), self.check)
        if is_done:
            self.suggested_first.emit()

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(MODELS):
            self._readiness = None  # there may be a model now: nothing is offered before the project is read again
        if changed.touches(WORDS, LEXICON, MODELS):
            self._read_soon()

    def _read(self) -> None:
        self._session.query(starter_readiness, self._set_readiness, owner=self, key="starter")

    def _set_readiness(self, readiness: StarterReadiness) -> None:
        if readiness != self._readiness:
            self._readiness = readiness
            self.changed.emit()
        if self._starts_with_words and readiness.has_lexicon:
            self._starts_with_words = False
            self.start()
