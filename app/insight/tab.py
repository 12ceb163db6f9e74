"""What the tabs about a model have in common."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.model.vote_data import VoteData
from app.insight.plots.plots import Plots
from app.insight.starter_notice import StarterNotice
from app.widgets.empty_state import EmptyState


class Tab(QWidget):
    """Filled by :meth:`refresh` whenever another model is there and the tab is in sight."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__()
        self.context, self.subject = context, subject
        subject.loaded.connect(self._if_shown)

    def refresh(self) -> None:
        """Show the active model as it is now."""
        raise NotImplementedError

    def _if_shown(self) -> None:
        if self.isVisible():
            self.refresh()


class PageTab(Tab):
    """A page (number 0 of ``stack``), and :attr:`empty` in its place while there is nothing to show on it."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self._figures = Plots(self)
        self._first = StarterNotice(context, self)
        self.empty = EmptyState(context.theme, "insight")
        self.stack = QStackedWidget()

    def _is_first(self, tab: str) -> bool:
        """Say so instead of the page, if the active model gives first guesses only."""
        now = self.subject.now
        if now is None or not self._first.show_if_starter(tab, now, self.empty):
            return False
        self.stack.setCurrentWidget(self.empty)
        return True

    def _put_page(self, page: QWidget) -> None:
        self.stack.addWidget(page)
        self.stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 16, 0, 0)
        column.addWidget(self.stack)


class CollectionTab(PageTab):
    """A page about all that the model has read; the votes on it are gathered first."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        subject.collected.connect(self._if_shown)
        subject.reading.connect(self._gathering)

    def _gathered(self) -> VoteData | None:
        """What the model has read; None (and that is said) while it is not there. It is asked for then."""
        self.subject.want_collection()
        if self.subject.collection is None:
            self._gathering()
            self.stack.setCurrentWidget(self.empty)
        return self.subject.collection

    def _gathering(self, done: int = 0, total: int = 0) -> None:
        if self.subject.collection is None:
            self.empty.show_progress(self.tr("Gathering the votes on all words …"), done, total)
