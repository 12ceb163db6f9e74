"""What a model is called on the screen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from core.project.content.models import Model, is_starter


def model_title(model: Model) -> str:
    """The model's name; of the starter model what it is."""
    if is_starter(model):
        return QCoreApplication.translate("Models", "Starter model (first guesses)")
    return model.name
