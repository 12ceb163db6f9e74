"""Offering to train again once enough words were corrected since the active model was made."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.context import ProjectContext
from app.session.changes import MODELS, WORDS, Changed
from app.settings import OFFER_RETRAINING_AFTER
from core.project.content.models import is_starter, list_models, transcriptions_since
from core.project.project import Project

RETRAIN = "retrain"
"""The query with which the place is asked to set up a retraining."""

_WAIT_MS = 1500


class RetrainingOffer(QObject):
    """``changed()``: ``count`` and ``model`` are new. The notifications is told once for each model.

    Works without the place being open; one per context: see :meth:`for_context`.
    """

    changed = Signal()

    @classmethod
    def for_context(cls, context: ProjectContext) -> RetrainingOffer:
        """Return the context's offer, made on the first call."""
        return context.findChild(cls) or cls(context)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._context = context
        self._told: set[str] = set()
        self.model = ""
        """The active model, "" when there is none."""
        self.is_first = False
        """Whether that is the starter model, so that none was trained yet."""
        self.count = 0
        """Words read by a person since it was made."""
        self._timer = QTimer(self, interval=_WAIT_MS, singleShot=True)
        self._timer.timeout.connect(self._ask)
        context.session.changed.connect(self._heard)
        self._timer.start()

    @property
    def due(self) -> bool:
        """Whether enough was read since; never in a window that may only read."""
        if self._context.session.read_only:
            return False
        return bool(self.model) and self.count >= self._context.settings.get(OFFER_RETRAINING_AFTER)

    def title(self) -> str:
        """What is offered."""
        return self.tr("Set up a first training") if self.is_first else self.tr("Set up retraining")

    def sentence(self) -> str:
        """Why it is offered."""
        if self.is_first:
            return self.tr("%Ln word(s) were checked since the starter model made suggestions.", "", self.count)
        return self.tr("%Ln word(s) were checked since the model '{0}' was trained.", "", self.count).format(self.model)

    def _heard(self, changed: Changed) -> None:
        if changed.touches(WORDS, MODELS) and not self._timer.isActive():
            self._timer.start()

    def _ask(self) -> None:
        self._context.session.query(_count, self._answer, owner=self, key="retraining-offer")

    def _answer(self, found: tuple[str, bool, int]) -> None:
        if found == (self.model, self.is_first, self.count):
            return
        self.model, self.is_first, self.count = found
        self.changed.emit()
        if self.due and self.model not in self._told:
            self._told.add(self.model)
            self._context.notifications.info(
                self.sentence(), self.title(), lambda: self._context.go("train", query=RETRAIN)
            )


def _count(project: Project) -> tuple[str, bool, int]:
    active = next((model for model in list_models(project) if model.active), None)
    if active is None:
        return "", False, 0
    return active.name, is_starter(active), transcriptions_since(project, active)
