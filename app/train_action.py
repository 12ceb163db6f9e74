"""The button that leads to Train."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from app.context import ProjectContext
from app.widgets.button_row import ButtonAction


def train_action(context: ProjectContext) -> ButtonAction:
    """Return the button that leads to a new training, or to the one that runs."""
    translate = QCoreApplication.translate
    is_training = any(job.kind == "train" for job in context.session.jobs.unfinished)
    text = translate("TrainAction", "Show the training") if is_training else translate("TrainAction", "Train a model")
    return ButtonAction(text, partial(context.go, "train"))
