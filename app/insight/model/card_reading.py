"""Reading the model card in the background, and copying it."""

from functools import partial

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication

from app.context import ProjectContext
from app.insight.model.active_model import OpenedModel
from core.evaluation.card_text import card_markdown
from core.evaluation.model_card import ModelCard, model_card
from core.project.content.models import load_evaluation
from core.project.project import Project
from core.store.starter import starter_about
from core.store.starter_sources import began_with_starter


def read_card(opened: OpenedModel, project: Project) -> ModelCard:
    """Return the card of a model, with its evaluation and the description of the starter model."""
    starter = starter_about() if began_with_starter(opened.summary.card) else None
    return model_card(opened.summary, starter, load_evaluation(opened.model))


def copy_card(context: ProjectContext, opened: OpenedModel, owner: QObject) -> None:
    """Put the card on the clipboard as Markdown, and report it."""

    def copy(text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        said = QCoreApplication.translate("copy_card", "The model card is on the clipboard.")
        context.notifications.info(said)

    read = partial(read_card, opened)
    context.session.query(lambda project: card_markdown(read(project)), copy, owner=owner, key="insight:copy")
