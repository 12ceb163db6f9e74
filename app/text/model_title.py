"""The titles of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:
    from core.project.content.models import Model


def model_title(model: Model) -> str:
    """Return the name of a model, or the title of a starter model."""
    from core.project.content.adapted_starter import ADAPTED
    from core.project.content.models import is_starter

    if is_starter(model) and ADAPTED in model.info:
        return QCoreApplication.translate("Models", "Starter model, adapted to this handwriting")
    if is_starter(model):
        return QCoreApplication.translate("Models", "Starter model (first suggestions)")
    return model.name
