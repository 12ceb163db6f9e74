"""The adapted starter model of a project, with which trainings begin."""

from core.project.content.models import Model, list_models
from core.project.content.words import Role
from core.project.project import Project

ADAPTED = "adapted"
"""Recorded with an adapted starter model: from how many word images it learnt."""

_KEY = "adapted_starter"
_TO_ADAPT_TO = " FROM word WHERE deleted = 0 AND not_a_word = 0 AND NOT (role = ? AND transcription_id IS NOT NULL)"


def adapted_starter(project: Project) -> Model | None:
    """Return the adapted starter model in use; None if there is none, or it was deleted."""
    name = project.get_setting(_KEY)
    return next((model for model in list_models(project) if model.name == name and ADAPTED in model.info), None)


def words_to_adapt_to(project: Project) -> list[int]:
    """Return the words whose images the starter model may learn from: all but test words with a transcription."""
    return project.column(f"SELECT id{_TO_ADAPT_TO} ORDER BY id", (Role.TEST,))


def count_words_to_adapt_to(project: Project) -> int:
    """Return the number of :func:`words_to_adapt_to`."""
    return project.count(f"SELECT count(*){_TO_ADAPT_TO}", (Role.TEST,))


def use_adapted_starter(project: Project, name: str) -> None:
    """Let later trainings begin with this adapted starter model."""
    project.set_setting(_KEY, name)
