"""The offer to train again, once enough words were checked since the active model was trained."""

from __future__ import annotations

from PySide6.QtCore import QTimer

from app.context import OnePerContext, ProjectContext
from app.session.changes import Changed
from app.settings import OFFER_RETRAINING_AFTER
from app.text.model_title import title_of
from core.project.changes import MODELS, WORDS
from core.project.content.models import is_starter, list_models, transcriptions_since
from core.project.project import Project

RETRAIN = "retrain"
"""The query that makes Train set up a retraining."""

_DELAY_MS = 1500


class RetrainingOffer(OnePerContext):
    """A notification is shown once for each model, with or without the Train view."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._notified: set[str] = set()
        self.model = ""
        """The active model, for an adapted starter model the first one; "" without one."""
        self.is_first = False
        """True if that is the starter model, so that no model was trained yet."""
        self.count = 0
        """Words checked since it was made."""
        self._is_training = context.session.jobs.is_training
        self._timer = QTimer(self, interval=_DELAY_MS, singleShot=True)
        self._timer.timeout.connect(self._read)
        context.session.changed.connect(self._project_changed)
        context.session.jobs.changed.connect(self._jobs_changed)
        self._timer.start()

    @property
    def is_due(self) -> bool:
        """Return whether enough words were checked; never in a read-only window, nor while a training runs or waits."""
        if self._session.read_only or self._is_training:
            return False
        return bool(self.model) and self.count >= self._context.settings.get(OFFER_RETRAINING_AFTER)

    def text(self) -> str:
        """Return the reason for the offer."""
        if self.is_first:
            return self.tr("%Ln word(s) were checked since the starter model made suggestions.", "", self.count)
        text = self.tr("%Ln word(s) were checked since the model '{0}' was trained.", "", self.count)
        return text.format(title_of(self._session.project, self.model))

    def button_text(self) -> str:
        """Return the text for the button that accepts the offer."""
        return self.tr("Set up a first training") if self.is_first else self.tr("Set up retraining")

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(WORDS, MODELS) and not self._timer.isActive():
            self._timer.start()

    def _jobs_changed(self) -> None:
        if self._is_training != self._session.jobs.is_training:
            self._is_training = not self._is_training
            self.changed.emit()

    def _read(self) -> None:
        self._session.query(_count, self._set_count, owner=self, key="retraining-offer")

    def _set_count(self, result: tuple[str, bool, int]) -> None:
        if result == (self.model, self.is_first, self.count):
            return
        self.model, self.is_first, self.count = result
        self.changed.emit()
        if self.is_due and self.model not in self._notified:
            self._notified.add(self.model)
            self._notifications.info(self.text(), self.button_text(), lambda: self._context.go("train", query=RETRAIN))


def _count(project: Project) -> tuple[str, bool, int]:
    models = list_models(project)
    active = next((model for model in models if model.active), None)
    if active is None:
        return "", False, 0
    if not is_starter(active):
        return active.name, False, transcriptions_since(project, active)
    # one that was adapted later starts from the same weights as the first one
    first = min((model for model in models if is_starter(model)), key=lambda model: model.created_at)
    return first.name, True, transcriptions_since(project, first)
