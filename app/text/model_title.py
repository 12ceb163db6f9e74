"""The titles of models."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

if TYPE_CHECKING:
    from core.project.content.models import Model
    from core.project.project import Project

_BY_TRAINING = re.compile(r".*-\d{8}-\d{6}\Z")
"""The names that a training gives to models."""


def model_title(model: Model, *, with_share: bool = True) -> str:
    """Return the title that a person gave a model, or one that tells which training made it, and how well it reads.

    A model with a name that a person chose at its training has that, a starter model a title of its own. The share is
    100 % only where every word was right.
    """
    from core.project.content.adapted_starter import ADAPTED
    from core.project.content.models import is_starter, read_words

    if isinstance(title := model.info.get("title"), str):
        return title
    if is_starter(model) and ADAPTED in model.info:
        return QCoreApplication.translate("Models", "Starter model, adapted to this handwriting")
    if is_starter(model):
        return QCoreApplication.translate("Models", "Starter model (first suggestions)")
    if not _BY_TRAINING.match(model.name):
        return model.name
    title, read = _title_by_training(model), read_words(model)
    if read is None or not with_share:
        return title
    share = 100 if read.right == read.words else min(99, round(100 * read.right / read.words))
    return QCoreApplication.translate("Models", "{0}: {1} %").format(title, share)


def title_of(project: Project, name: str) -> str:
    """Return the title of the model of this name; the name if it is gone."""
    return titles_of(project).get(name, name)


def titles_of(project: Project) -> dict[str, str]:
    """Return the titles of all models by their names."""
    from core.project.content.models import list_models

    return {model.name: model_title(model) for model in list_models(project)}


def _title_by_training(model: Model) -> str:
    translate = QCoreApplication.translate
    ordinals = (
        translate("Models", "First training"),
        translate("Models", "Second training"),
        translate("Models", "Third training"),
        translate("Models", "Fourth training"),
        translate("Models", "Fifth training"),
    )
    number = model.info.get("number")
    if not isinstance(number, int) or number < 1:
        title = translate("Models", "Training")
    elif number <= len(ordinals):
        title = ordinals[number - 1]
    else:
        title = translate("Models", "Training {0}").format(number)
    try:
        made = QDateTime.fromSecsSinceEpoch(int(datetime.fromisoformat(model.created_at).timestamp()))
    except ValueError:
        return title
    pattern = translate("Moments", "d MMM", "day and month, in Qt's letters")
    return translate("Models", "{0}, {1}").format(title, QLocale().toString(made.date(), pattern))
