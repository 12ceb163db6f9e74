"""Whether the starter model can adapt itself to a project's handwriting, and whether it has done so."""

from dataclasses import dataclass

from core.language import tr
from core.project.content.adapted_starter import ADAPTED, adapted_starter, count_words_to_adapt_to
from core.project.content.models import is_starter, list_models
from core.project.db.values import report_as_damage
from core.project.project import Project
from core.training.adaptation_size import MIN_IMAGES, MOST_IMAGES

GROWTH = 2
"""Adapting again is worth while once there are this many times the word images of the last time."""


@dataclass(frozen=True, slots=True)
class AdaptationReadiness:
    """Whether :func:`core.jobs.training.adapt.adapt_starter` is of use to a project."""

    active: str = ""
    """The active model if that is a starter model, adapted or not; else ""."""
    words: int = 0
    """Word images that it may learn from; not counted (0) without such a model."""
    learnt: int = 0
    """Word images from which the latest adapted starter model learnt; 0 without one."""
    unused: str = ""
    """The adapted starter model in use for trainings, if another starter model is active; else ""."""

    @property
    def is_possible(self) -> bool:
        """Return whether a starter model is active, and there are enough words."""
        return bool(self.active) and self.words >= MIN_IMAGES

    @property
    def is_outgrown(self) -> bool:
        """Return whether there are many more words than the latest adapted starter model learnt from."""
        return min(self.words, MOST_IMAGES) >= GROWTH * self.learnt

    @property
    def is_useful(self) -> bool:
        """Return whether better suggestions can be expected."""
        return self.is_possible and (bool(self.unused) or self.is_outgrown)


def adaptation_readiness(project: Project) -> AdaptationReadiness:
    """Return whether the starter model can adapt itself, and how far it has."""
    models = list_models(project)
    active = next((model for model in models if model.active), None)
    if active is None or not is_starter(active):
        return AdaptationReadiness()
    adapted = adapted_starter(project)
    with report_as_damage(tr("models")):
        learnt = next((int(model.info[ADAPTED]) for model in models if ADAPTED in model.info), 0)
    return AdaptationReadiness(
        active.name,
        count_words_to_adapt_to(project),
        learnt,
        adapted.name if adapted is not None and ADAPTED not in active.info else "",
    )
