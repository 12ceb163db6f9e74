"""The Insight view: the vote on one word, and tabs about the active model."""

import importlib
from functools import partial
from types import ModuleType

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QStackedWidget, QTabWidget, QWidget

from app.context import NavigationTarget, ProjectContext, train_action
from app.insight.model.active_model import ActiveModel
from app.insight.model.card_figures import copy_card
from app.insight.model.tab import Tab
from app.insight.word_tab import WordTab
from app.starter_offer import StarterOffer
from app.text.model_title import model_title
from app.view import View
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.elided_label import ElidedLabel
from app.widgets.empty_state import EmptyState
from core.project.content.adapted_starter import ADAPTED
from core.project.content.models import is_starter

_RESEARCH_TABS = ("thresholds", "votes", "spectrum", "ensemble_size", "card")
"""The tabs that are hidden while Research is off."""
_TABS = {
    "thresholds": ("app.insight.model.thresholds_tab", "ThresholdsTab"),
    "votes": ("app.insight.model.votes_tab", "VotesTab"),
    "spectrum": ("app.insight.model.spectrum_tab", "SpectrumTab"),
    "results": ("app.insight.model.results_tab", "ResultsTab"),
    "ensemble_size": ("app.insight.model.size_tab", "SizeTab"),
    "card": ("app.insight.model.card_tab", "CardTab"),
    "progress": ("app.insight.progress_tab", "ProgressTab"),
}
"""Modules and classes of the tabs that are built when first shown: all but one import pyqtgraph."""


class InsightView(View):
    """Shows the active model; the word comes from :meth:`enter`."""

    name = "insight"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self.active_model = ActiveModel(self.session, self)
        self._starter = StarterOffer.for_context(context)
        self._has_no_model = False
        self.model_text = ElidedLabel()
        self.model_text.setProperty("kind", "quiet")
        self.model_text.setAlignment(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.setAccessibleName(self.tr("Insight"))
        self.word = WordTab(context, self.active_model)
        self.tabs.addTab(self.word, self.tr("This word"))
        self.built_tabs: dict[str, Tab] = {}
        self._pages: dict[str, QStackedWidget] = {}
        for name, title in self._titles().items():
            preparing = EmptyState(context.theme, "insight")
            preparing.show_progress(self.tr("Preparing the plots …"))
            self._pages[name] = QStackedWidget()
            self._pages[name].addWidget(preparing)
            self.tabs.addTab(self._pages[name], title)
        for number, meaning in enumerate(self._meanings()):
            self.tabs.setTabToolTip(number, meaning)
        self.empty = EmptyState(context.theme, "insight")
        self.stack = QStackedWidget()
        self.stack.addWidget(self.tabs)
        self.stack.addWidget(self.empty)
        head = builders.row(builders.label(self.tr("Insight"), "title", wrap=False), (self.model_text, 1), spacing=16)
        builders.column(head, (self.stack, 1), parent=self, margins=(24, 16, 24, 16))
        self._add_actions()
        context.research.changed.connect(self._show_research)
        self._show_research()
        self.tabs.currentChanged.connect(lambda _: self._refresh_tab())
        self.active_model.loaded.connect(self._loaded)
        self.active_model.failed.connect(self._failed)
        self._starter.changed.connect(self._starter_changed)
        self.empty.show_progress(self.tr("Opening the model …"))
        self.stack.setCurrentWidget(self.empty)

    def enter(self, target: NavigationTarget) -> None:
        if target.query in ("word", *self._pages):
            self.show_tab(str(target.query))
        elif target.word_id is not None:
            if target.word_id != self.word.word_id:
                self.tabs.setCurrentWidget(self.word)
            self.word.word_id = target.word_id
        if self.active_model.current is None:
            self.active_model.load()
        else:
            self._refresh_tab()
            self._take_focus()

    def landmarks(self) -> dict[str, QWidget]:
        return {"tabs": self.tabs.tabBar()}

    def current_word(self) -> int | None:
        return self.word.word_id

    def show_tab(self, name: str) -> QWidget:
        """Show and return a tab: ``word`` or one of ``_TABS``."""
        tab = self.word if name == "word" else self._pages[name]
        self.tabs.setCurrentWidget(tab)
        return tab

    def _show_research(self) -> None:
        """Show or hide the tabs that only researchers need; a hidden one gives way to the results."""
        on = self.context.research.is_on
        if not on and self.tabs.currentWidget() in [self._pages[name] for name in _RESEARCH_TABS]:
            self.show_tab("results")
        for name in _RESEARCH_TABS:
            self.tabs.setTabVisible(self.tabs.indexOf(self._pages[name]), on)
        self._show_model_text()

    def _show_no_model(self) -> None:
        starter = self._starter
        if starter.is_running:
            self.empty.show_progress(starter.text())
            return
        about = self.tr("Insight shows how the readers of a model vote on a word, and how accurate they are.")
        title = self.tr("There is no model yet")
        if starter.is_offered:
            use_starter = ButtonAction(starter.button_text(), starter.start)
            self.empty.show_message(title, f"{about} {starter.text()}", use_starter, train_action(self.context))
        else:
            first = self.tr("First train a model on the transcribed words.")
            self.empty.show_message(title, f"{about} {first}", train_action(self.context))

    def _starter_changed(self) -> None:
        if self._has_no_model and self.stack.currentWidget() is self.empty:
            self._show_no_model()

    def _loaded(self) -> None:
        opened = self.active_model.current
        self._has_no_model = opened is None
        self._show_model_text()
        if opened is None:
            self._show_no_model()
            self.stack.setCurrentWidget(self.empty)
            return
        was_hidden = self.stack.currentWidget() is not self.tabs
        self.stack.setCurrentWidget(self.tabs)
        self._refresh_tab()
        if was_hidden and self.isVisible():
            self._take_focus()

    def _show_model_text(self) -> None:
        opened = self.active_model.current
        if opened is None:
            self.model_text.setText("")
            return
        title = model_title(opened.model)
        if not self.context.research.is_on:
            self.model_text.setText(self.tr("Model “{0}”").format(title))
            return
        if is_starter(opened.model) and ADAPTED in opened.model.info:
            thresholds = self.tr("not trained on transcriptions")
        elif is_starter(opened.model):
            thresholds = self.tr("not trained on this handwriting")
        elif opened.chosen_thres is not None:
            thresholds = self.tr("thresholds set by hand")
        else:
            thresholds = self.tr("thresholds as trained")
        text = self.tr("Model “{0}”: %Ln reader(s), {1}", "", len(opened.summary.members))
        self.model_text.setText(text.format(title, thresholds))

    def _take_focus(self) -> None:
        """Move the focus into the view, where its shortcuts work, unless it is there."""
        focused = QApplication.focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            target = self.word.next if self.tabs.currentWidget() is self.word else self.tabs.tabBar()
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failed(self, message: str) -> None:
        self._has_no_model = False
        if self.active_model.current is not None:
            self.context.notifications.error(message)
            return
        self.empty.show_message(self.tr("The model cannot be opened"), message, train_action(self.context))
        self.stack.setCurrentWidget(self.empty)

    def _refresh_tab(self) -> None:
        shown = self.tabs.currentWidget()
        if self.active_model.current is None:
            return
        if shown is self.word:
            self.word.refresh()
            return
        name = next(name for name, page in self._pages.items() if page is shown)
        if name in self.built_tabs:
            self.built_tabs[name].refresh()
        else:
            # pyqtgraph takes half a second to import, in a reading thread so that the window is not blocked
            self.session.query(
                lambda project: importlib.import_module(_TABS[name][0]),
                partial(self._build_tab, name),
                owner=self,
                key="insight:tab",
            )

    def _build_tab(self, name: str, module: ModuleType) -> None:
        tab: Tab = getattr(module, _TABS[name][1])(self.context, self.active_model)
        self.built_tabs[name] = tab
        self._pages[name].addWidget(tab)
        self._pages[name].setCurrentWidget(tab)
        # building takes time: the window is drawn before the tab is filled
        QTimer.singleShot(0, tab, tab.refresh)

    def _titles(self) -> dict[str, str]:
        return {
            "thresholds": self.tr("Thresholds"),
            "votes": self.tr("Votes"),
            "spectrum": self.tr("Spectrum"),
            "results": self.tr("Results"),
            "ensemble_size": self.tr("Readers"),
            "card": self.tr("Model card"),
            "progress": self.tr("Progress"),
        }

    def _meanings(self) -> tuple[str, ...]:
        """Return the tooltips of the tabs, in their order."""
        return (
            self.tr("Why this word was suggested, reader by reader"),
            self.tr("How many votes it takes to treat a word as one that was trained on; for scientists"),
            self.tr("How the readers voted on all words; for scientists"),
            self.tr("How few numbers distinguish the words of the list; for scientists"),
            self.tr("How many suggestions are right, measured on the test words"),
            self.tr("How many readers would be enough for a target accuracy; for scientists"),
            self.tr("What the model is for, was trained on, and how accurate it is by group of words"),
            self.tr("How far you are, and a sample that tells whether the rest is reliable enough"),
        )

    def _add_actions(self) -> None:
        add = partial(self.context.actions.add, self, view="insight")
        add(self.tr("Show the previous word's vote"), partial(self.word.step, -1), shortcut="Alt+Left")
        add(self.tr("Show the next word's vote"), partial(self.word.step, 1), shortcut="Alt+Right")
        add(self.tr("Show this word"), partial(self.show_tab, "word"), shortcut="Alt+1")
        for number, (name, title) in enumerate(self._titles().items(), 2):
            text = self.tr("Show tab: {0}").format(title)
            add(text, partial(self.show_tab, name), shortcut=f"Alt+{number}", research=name in _RESEARCH_TABS)
        copy = partial(copy_card, self.context, self.active_model)
        add(self.tr("Copy the model card as Markdown"), copy, shortcut="Ctrl+Shift+C", research=True)
