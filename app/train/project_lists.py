"""Runs, models, their evaluations and readiness of the open project, read again soon after they have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.session.changes import Changed
from app.session.session import Session
from app.text.formats import integer
from app.train.train_messages import tr
from core.jobs.training.training_readiness import training_readiness
from core.project.changes import LEXICON, MODELS, RUNS, WORDS
from core.project.content.adapted_starter import adapted_starter
from core.project.content.lexicon import lexicon_size
from core.project.content.models import Model, list_models, load_evaluation
from core.project.content.runs import Run, list_runs
from core.project.project import Project
from core.store.calibration_card import has_similar_length

Evaluation = dict[str, Any] | None
"""The result of :func:`load_evaluation`; ``words_now`` is added where the word list is another one now."""

Evaluations = dict[str, Evaluation]
"""The evaluations by the names of the models."""


def read_evaluations(project: Project) -> Evaluations:
    """Read the evaluations of all models; those measured with another word list get the words that it has now."""
    now = lexicon_size(project)
    evaluations = {model.name: load_evaluation(model) for model in list_models(project)}
    for evaluation in evaluations.values():
        words = (evaluation or {}).get("lexicon")
        if evaluation is not None and isinstance(words, int) and not has_similar_length(words, now):
            evaluation["words_now"] = now
    return evaluations


def has_other_list(evaluation: Evaluation) -> bool:
    """Return whether the figures no longer hold, because the word list is another one now."""
    return evaluation is not None and "words_now" in evaluation


def list_warning(evaluation: Evaluation) -> str:
    """Return why the figures no longer hold, "" if they do."""
    if evaluation is None or "words_now" not in evaluation:
        return ""
    text = tr(
        "The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. "
        "Measure again."
    )
    return text.format(integer(evaluation["lexicon"]), integer(evaluation["words_now"]))


_DELAY_MS = 400


class ProjectLists(QObject):
    """``changed()``: the lists were read; ``readiness_read(TrainingReadiness)``. A hidden ``view`` waits with reading.

    ``counted_words`` returns the alphabet and the use of aligned words by which the training words are counted.
    """

    changed = Signal()
    readiness_read = Signal(object)

    def __init__(self, view: QWidget, session: Session, counted_words: Callable[[], tuple[str, str]]) -> None:
        super().__init__(view)
        self._view, self._session, self._counted_words = view, session, counted_words
        self.runs: list[Run] = []
        """Newest first, as the models are."""
        self.models: list[Model] = []
        self.evaluations: Evaluations = {}
        self.has_adapted = False
        """True if trainings begin with the starter model adapted to this handwriting."""
        self._stale: set[str] = {WORDS, RUNS}
        self._timer = QTimer(self, interval=_DELAY_MS, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        session.changed.connect(self._project_changed)

    @property
    def active_model(self) -> Model | None:
        return next((model for model in self.models if model.active), None)

    def refresh_soon(self, part: str) -> None:
        """Read the readiness (WORDS) or the lists (RUNS) again, once for several changes."""
        self._stale.add(part)
        if self._view.isVisible():
            self._timer.start()

    def refresh(self) -> None:
        """Read what has become stale."""
        if WORDS in self._stale:
            alphabet, aligned = self._counted_words()
            self._session.query(
                lambda project: training_readiness(project, alphabet, aligned),
                self.readiness_read.emit,
                owner=self,
                key="train-readiness",
            )
        if RUNS in self._stale:
            self._session.query(_read_lists, self._set_lists, owner=self, key="train-lists")
        self._stale.clear()

    def read_now(self) -> None:
        """Read the lists at once, for an action that cannot wait for them."""
        self._set_lists(_read_lists(self._session.project))

    def _set_lists(self, lists: tuple[list[Run], list[Model], Evaluations, bool]) -> None:
        self.runs, self.models, self.evaluations, self.has_adapted = lists
        self.changed.emit()

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(WORDS, LEXICON):
            self.refresh_soon(WORDS)
        if changed.touches(RUNS, MODELS, LEXICON):
            self.refresh_soon(RUNS)


def _read_lists(project: Project) -> tuple[list[Run], list[Model], Evaluations, bool]:
    has_adapted = adapted_starter(project) is not None
    return list_runs(project), list_models(project), read_evaluations(project), has_adapted
