"""The button that leads to Train."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from app.context import ProjectContext
from app.widgets.button_row import ButtonAction


def train_action(context: ProjectContext) -> ButtonAction:
    """Return the button that leads to a new training, or to the one that runs."""
    translate, show = QCoreApplication.translate, context.session.jobs.is_training
    text = translate("TrainAction", "Show the training") if show else translate("TrainAction", "Train a model")
    return ButtonAction(text, partial(context.go, "train"))
