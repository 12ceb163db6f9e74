"""The base classes of the tabs about a model, and what several of them show: a choice of readers, names of scores."""

from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtWidgets import QComboBox, QStackedWidget, QWidget

from app.context import ProjectContext, train_action
from app.insight.model.active_model import ActiveModel
from app.insight.model.model_plots import ModelPlots
from app.insight.model.vote_data import VoteData
from app.session.changes import Changed
from app.session.worker import error_message
from app.text.formats import integer
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from core.model.decision import GATES
from core.project.content.models import is_starter
from core.store.summary import ModelSummary


class Tab(QWidget):
    """A tab that is refreshed when it is shown, and, while it is visible, when another model is loaded."""

    parts: tuple[str, ...] = ()
    """The parts of the project after whose changes it is refreshed as well."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__()
        self.context, self.active_model = context, active_model
        active_model.loaded.connect(self._refresh_if_visible)
        context.session.changed.connect(self._project_changed)

    def refresh(self) -> None:
        """Show the active model as it is now."""
        raise NotImplementedError

    def _refresh_if_visible(self) -> None:
        if self.isVisible():
            self.refresh()

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(*self.parts):
            self._refresh_if_visible()


class ReaderBox(QComboBox):
    """The choice of one reader of a model, or of all."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)

    @property
    def reader(self) -> int | None:
        """The number of the chosen member; None for all members."""
        index = self.currentIndex()
        return None if index <= 0 else index - 1

    def set_members(self, count: int) -> None:
        """Offer ``count`` readers; the choice is kept if their number is the same."""
        if self.count() == count + 1:
            return
        with QSignalBlocker(self):
            self.clear()
            self.addItem(self.tr("All readers together"))
            self.addItems([self.tr("Reader {0}").format(k + 1) for k in range(count)])


class ScoreNames(QObject):
    """Texts about A_u, A_s, h and A_b, by symbol."""

    def titles(self) -> dict[str, str]:
        return {
            "A_u": self.tr("New, unseen (A_u)"),
            "A_s": self.tr("Trained on, seen (A_s)"),
            "h": self.tr("Harmonic mean (h)"),
            "A_b": self.tr("The lower (A_b)"),
        }

    def meanings(self) -> dict[str, str]:
        return {
            "A_u": self.tr("share of correct suggestions among words not trained on"),
            "A_s": self.tr("share of correct suggestions among words trained on"),
            "h": self.tr("one figure for both, low as soon as one of them is low"),
            "A_b": self.tr("accuracy of the weaker kind"),
        }


class PlotTab(Tab):
    """A page with plots (number 0 of ``stack``), or :attr:`empty` while there is nothing to plot."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self._plots = ModelPlots(self)
        self.empty = EmptyState(context.theme, "insight")
        self.stack = QStackedWidget()

    def _show_page(self) -> None:
        self.stack.setCurrentIndex(0)

    def _show_empty(self, title: str, text: str, *actions: ButtonAction) -> None:
        self.empty.show_message(title, text, *actions)
        self.stack.setCurrentWidget(self.empty)

    def _show_progress(self, title: str, done: int = 0, total: int = 0) -> None:
        self.empty.show_progress(title, done, total)
        self.stack.setCurrentWidget(self.empty)

    def _show_error(self, error: Exception) -> None:
        self._show_empty(self.tr("This cannot be shown"), error_message(error))

    def _show_if_starter(self, reason: str) -> bool:
        """If the active model is the starter model, show ``reason`` for the empty tab and return True."""
        opened = self.active_model.current
        if opened is None or not is_starter(opened.model):
            return False
        text = reason + " " + self.tr("Available after training on this handwriting.")
        self._show_empty(self.tr("First suggestions only"), text, train_action(self.context))
        return True

    def _lay_out_stack(self, page: QWidget) -> None:
        self.stack.addWidget(page)
        self.stack.addWidget(self.empty)
        builders.column(self.stack, parent=self, margins=(0, 16, 0, 0))


class VoteDataTab(PlotTab):
    """A page about the votes on all words, which are read first."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        active_model.votes_changed.connect(self._refresh_if_visible)
        active_model.reading.connect(self._show_reading)
        self.stand_in = builders.label("", "quiet")

    def _lay_out_stack(self, page: QWidget) -> None:
        whole = QWidget()
        builders.column(self.stand_in, (page, 1), parent=whole, spacing=12)
        super()._lay_out_stack(whole)

    def _show_stand_in(self, summary: ModelSummary) -> None:
        """Say why steps of the distances vote, where they do."""
        needed, least = summary.min_gate_images, min(member.set_aside for member in summary.members)
        has_other_rule = any(member.decision and member.decision.rule != GATES for member in summary.members)
        self.stand_in.setVisible(least < needed or has_other_rule)
        few = self.tr(
            "To train gates, a reader needs {0} images set aside of trained words and as many of new words; there were "
            "only {1}, so even steps of the distances to both vote in place of gates."
        )
        other = self.tr(
            "In some readers even steps of the distances to trained and new words vote in place of gates, because "
            "gates would not have read more of the words set aside: see the model card."
        )
        self.stand_in.setText(few.format(integer(needed), integer(least)) if least < needed else other)

    def _request_votes(self) -> VoteData | None:
        """Return the votes on all words; while they are being read, show the progress and return None."""
        if self.active_model.current is not None:
            self._show_stand_in(self.active_model.current.summary)
        self.active_model.request_votes()
        if self.active_model.votes is None:
            self._show_reading()
        return self.active_model.votes

    def _show_reading(self, done: int = 0, total: int = 0) -> None:
        if self.active_model.votes is None:
            self._show_progress(self.tr("Reading the votes on all words …"), done, total)
