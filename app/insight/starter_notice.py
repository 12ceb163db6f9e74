"""What Insight says of the starter model, of which there is nothing measured to show."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from app.context import ProjectContext
from app.insight.model.active_model import Loaded
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from core.project.content.models import is_starter


class StarterNotice(QObject):
    """Fills a tab's empty view for the starter model."""

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._reasons = {
            "thresholds": self.tr(
                "The starter model has one network that was not trained to tell known words from new ones, for it "
                "knows no word of this project. Nothing was held back to judge it by, so there is no threshold to move."
            ),
            "votes": self.tr(
                "The starter model is one reader, and every word is a new one to it: there is no vote to look at."
            ),
            "enough": self.tr(
                "The starter model is one reader, and nothing was held back to judge it by. How often it errs on "
                "words kept for testing can be measured under Results."
            ),
        }

    def show_if_starter(self, tab: str, now: Loaded, empty: EmptyState) -> bool:
        """Show why ``tab`` (thresholds, votes or enough) is empty, if ``now`` is the starter model."""
        if not is_starter(now.model):
            return False
        empty.show_message(
            self.tr("First suggestions only"),
            self._reasons[tab] + " " + self.tr("Available after training on this handwriting."),
            ButtonAction(self.tr("Train a model"), partial(self._context.go, "train")),
        )
        return True
