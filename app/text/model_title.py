"""The titles of models."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.project.content.models import Model, is_starter


def model_title(model: Model) -> str:
    """Return the name of a model, or the title of the starter model."""
    if is_starter(model):
        return QCoreApplication.translate("Models", "Starter model (first suggestions)")
    return model.name
