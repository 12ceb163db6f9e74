"""The place Insight: one word's vote, and what is to be known of the model, in tabs."""

from __future__ import annotations

import importlib
from functools import partial
from types import ModuleType

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from app.context import NavigationTarget, ProjectContext
from app.insight.model.active_model import ActiveModel
from app.insight.tab import Tab
from app.insight.word.word_tab import WordTab
from app.starter_offer import StarterOffer
from app.text.model_title import model_title
from app.view import View
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState
from core.project.content.models import is_starter

_TABS = {
    "thresholds": ("app.insight.model.thresholds_tab", "ThresholdsTab"),
    "votes": ("app.insight.model.votes_tab", "VotesTab"),
    "spectrum": ("app.insight.model.spectrum_tab", "SpectrumTab"),
    "results": ("app.insight.model.results_tab", "ResultsTab"),
    "enough": ("app.insight.ensemble_size.size_tab", "SizeTab"),
    "card": ("app.insight.model.card_tab", "CardTab"),
}
"""Where each tab is made. They are made when first shown: all but one import pyqtgraph."""


class InsightView(View):
    """Shows the active model; the word comes from :meth:`enter`."""

    name = "insight"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.subject = ActiveModel(self.session, self)
        self._starter = StarterOffer.for_context(context)
        self._without_model = False
        """Whether it was said that there is no model."""
        self.model_text = QLabel()
        self.model_text.setProperty("kind", "quiet")
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName(self.tr("Insight"))
        self.word = WordTab(context, self.subject)
        self.tabs.addTab(self.word, self.tr("This word"))
        self.made: dict[str, Tab] = {}
        self._pages: dict[str, QStackedWidget] = {}
        for name, title in self._titles().items():
            page = QStackedWidget()
            waiting = EmptyState(context.theme, "insight")
            waiting.show_progress(self.tr("Preparing the plots …"))
            page.addWidget(waiting)
            self._pages[name] = page
            self.tabs.addTab(page, title)
        self.empty = EmptyState(context.theme, "insight")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.tabs)
        self.stack.addWidget(self.empty)
        self._lay_out()
        self._add_actions()
        self.tabs.currentChanged.connect(lambda place: self._refresh_tab())
        self.subject.loaded.connect(self._loaded)
        self.subject.failed.connect(self._failed)
        self._starter.changed.connect(self._starter_changed)
        self.empty.show_progress(self.tr("Opening the model …"))
        self.stack.setCurrentWidget(self.empty)

    def enter(self, target: NavigationTarget) -> None:
        """Show the vote on ``target.word_id``; without one stay at the word shown last."""
        if target.word_id is not None:
            if target.word_id != self.word.word_id:
                self.tabs.setCurrentWidget(self.word)
            self.word.word_id = target.word_id
        if self.subject.now is None:
            self.subject.load()
        else:
            self._refresh_tab()
            self._take_focus()

    def current_word(self) -> int | None:
        return self.word.word_id

    def show_tab(self, name: str) -> QWidget:
        """Go to a tab: ``word``, ``thresholds``, ``votes``, ``spectrum``, ``results``, ``enough`` or
        ``card``.
        """
        self.tabs.setCurrentWidget(self.word if name == "word" else self._pages[name])
        return self.word if name == "word" else self._pages[name]

    def _say_no_model(self) -> None:
        starter = self._starter
        if starter.is_running:
            self.empty.show_progress(starter.text())
            return
        about = self.tr("Insight shows how the readers of a model vote on a word, and how good they are.")
        title = self.tr("There is no model yet")
        train = ButtonAction(self.tr("Train a model"), partial(self.context.go, "train"))
        if starter.is_offered:
            use_starter = ButtonAction(starter.button_text(), starter.start)
            self.empty.show_message(title, f"{about} {starter.text()}", use_starter, train)
        else:
            first = self.tr("First train a model on the words that people have transcribed.")
            self.empty.show_message(title, f"{about} {first}", train)

    def _starter_changed(self) -> None:
        if self._without_model and self.stack.currentWidget() is self.empty:
            self._say_no_model()

    def _loaded(self) -> None:
        now = self.subject.now
        self._without_model = now is None
        if now is None:
            self.model_text.setText("")
            self._say_no_model()
            self.stack.setCurrentWidget(self.empty)
            return
        thres = self.tr("thresholds set by hand") if now.by_hand is not None else self.tr("thresholds as trained")
        if is_starter(now.model):
            thres = self.tr("not trained on this hand")
        self.model_text.setText(
            self.tr("Model “{0}”: %Ln reader(s), {1}", "", len(now.summary.members)).format(
                model_title(now.model), thres
            )
        )
        opened = self.stack.currentWidget() is not self.tabs
        self.stack.setCurrentWidget(self.tabs)
        self._refresh_tab()
        if opened and self.isVisible():
            self._take_focus()

    def _take_focus(self) -> None:
        """The place's shortcuts are heard while the focus is in it: also when a person came by the rail."""
        held = QApplication.focusWidget()
        if held is None or not self.isAncestorOf(held):
            target = self.word.next if self.tabs.currentWidget() is self.word else self.tabs.tabBar()
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, text: str) -> None:
        self._without_model = False
        if self.subject.now is not None:
            self.context.notifications.error(text)
            return
        train = ButtonAction(self.tr("Train a model"), partial(self.context.go, "train"))
        self.empty.show_message(self.tr("The model cannot be looked at"), text, train)
        self.stack.setCurrentWidget(self.empty)

    def _refresh_tab(self) -> None:
        shown = self.tabs.currentWidget()
        if self.subject.now is None:
            return
        if shown is self.word:
            self.word.refresh()
            return
        name = next(name for name, page in self._pages.items() if page is shown)
        if name in self.made:
            self.made[name].refresh()
        else:
            # pyqtgraph takes half a second to import: a reading thread does it while the window lives on
            self.session.query(
                lambda p: importlib.import_module(_TABS[name][0]),
                partial(self._make, name),
                owner=self,
                key="insight:tab",
            )

    def _make(self, name: str, module: ModuleType) -> None:
        tab: Tab = getattr(module, _TABS[name][1])(self.context, self.subject)
        self.made[name] = tab
        page = self._pages[name]
        page.addWidget(tab)
        page.setCurrentWidget(tab)
        # building it took its time: let the window draw before the tab is filled
        QTimer.singleShot(0, tab, tab.refresh)

    def _titles(self) -> dict[str, str]:
        return {
            "thresholds": self.tr("Thresholds"),
            "votes": self.tr("Votes"),
            "spectrum": self.tr("Spectrum"),
            "results": self.tr("Results"),
            "enough": self.tr("Readers"),
            "card": self.tr("Card"),
        }

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view="insight")
        add(self.tr("Show the previous word's vote"), partial(self.word.step, -1), shortcut="Alt+Left")
        add(self.tr("Show the next word's vote"), partial(self.word.step, 1), shortcut="Alt+Right")
        add(self.tr("Show this word"), partial(self.show_tab, "word"), shortcut="Alt+1")
        for number, (name, title) in enumerate(self._titles().items(), 2):
            text = self.tr("Show the model's {0}").format(title.lower())
            add(text, partial(self.show_tab, name), shortcut=f"Alt+{number}")

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        title = QLabel(self.tr("Insight"))
        title.setProperty("kind", "title")
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.model_text)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.stack, 1)
