"""Search in the text: the words whose reading, or prediction, holds what was typed, one a line."""

from __future__ import annotations

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.search.line_delegate import HEIGHT, LineDelegate
from app.search.navigation_buttons import NavigationButtons
from app.search.recent_buttons import RecentButtons
from app.search.text_query import HOWS, TextQuery
from app.search.word_info_cache import WordInfoCache
from app.search.word_table import WordTable
from app.search.words_view import WordsView
from app.session.worker import error_message
from app.text.state_names import state_names
from app.widgets.button_row import ButtonAction
from app.widgets.empty_state import EmptyState

BUSY_AFTER_MS = 300


class TextPanel(QWidget):
    """``emptied``: the list the keys acted on is gone."""

    emptied = Signal()

    def __init__(self, context: ProjectContext, facts: WordInfoCache) -> None:
        super().__init__()
        self.context, self.session, self.facts = context, context.session, facts
        self._query = self._shown = TextQuery("")
        self.table = WordTable(self._describe, self)
        self.view = WordsView(self.table, QSize(0, HEIGHT))
        self.view.setAccessibleName(self.tr("Words found in the text, in the order of the pages"))
        self.view.setItemDelegate(
            LineDelegate(
                self.table, context.session.crops, facts, context.theme, lambda t: self._query.spans(t), self.view
            )
        )
        self.facts.arrived.connect(self.view.viewport().update)
        self.how = QComboBox()
        self.how.setAccessibleName(self.tr("How the text is compared"))
        names = (self.tr("Somewhere in the word"), self.tr("The whole word"), self.tr("Regular expression"))
        for name, how in zip(names, HOWS, strict=True):
            self.how.addItem(name, how)
        self.match_case = QCheckBox(self.tr("Match capitals"))
        self.predictions = QCheckBox(self.tr("Also what the model predicts"))
        self.predictions.setChecked(True)
        self.how.currentIndexChanged.connect(self.refresh)
        self.match_case.toggled.connect(self.refresh)
        self.predictions.toggled.connect(self.refresh)
        self.count = QLabel()
        self.go = NavigationButtons(self.view)
        self.view.doubleClicked.connect(lambda index: self.go.wanted.emit("review"))
        self.empty, self.recent = EmptyState(context.theme, "search"), RecentButtons()
        self.empty.add_below(self.recent)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.view)
        self._lay_out()
        self._busy = QTimer(self, singleShot=True, interval=BUSY_AFTER_MS)
        self._busy.timeout.connect(lambda: self.count.setText(self.tr("Searching …")))

    def search(self, text: str) -> None:
        """Look for ``text`` in the readings, as the choices above the list say."""
        self._query = TextQuery(
            text.strip(), self.how.currentData(), self.match_case.isChecked(), self.predictions.isChecked()
        )
        if not self._query.text:
            self._busy.stop()
            self.count.setText("")
            self._show_empty(
                self.tr("Find words by their text"),
                self.tr(
                    "Type a part of a word, a whole word or a regular expression. Words are found by what a "
                    "person read, and where nobody has read yet by what the model predicts."
                ),
            )
            return
        self._busy.start()
        query, model = self._query, self.session.active_model()
        name = model.name if model else None
        self.session.query(
            lambda project: query.find(project, name),
            lambda ids: self._take(query, ids),
            owner=self,
            key="search-text",
            on_error=self._fail,
        )

    def refresh(self) -> None:
        """Search again: a choice or a word has changed."""
        self.search(self._query.text)

    def current_word(self) -> int | None:
        return self.view.current_id() if self.stack.currentWidget() is self.view else None

    def focus_results(self) -> None:
        """The keys act on the lines, if there are any."""
        if self.stack.currentWidget() is self.view:
            self.view.setFocus()

    def _lay_out(self) -> None:
        choices = QHBoxLayout()
        choices.setSpacing(16)
        for widget in (self.how, self.match_case, self.predictions):
            choices.addWidget(widget)
        choices.addStretch(1)
        found = QHBoxLayout()
        found.addWidget(self.count, 1)
        found.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(choices)
        column.addLayout(found)
        column.addWidget(self.stack, 1)

    def _take(self, query: TextQuery, ids: list[int]) -> None:
        self._busy.stop()
        again, self._shown = query == self._shown, query
        self.table.set_words(ids)
        self.count.setText(self.tr("%Ln word(s) found", "", len(ids)))
        if ids:
            self.go.show()
            if not again:
                self.view.go_to(0)
                self.view.scrollToTop()
            self.stack.setCurrentWidget(self.view)
            return
        self._show_empty(
            self.tr("No word has this text"),
            self.tr("No reading{0} fits “{1}”. Its picture may still be there: look for it by picture.").format(
                self.tr(" or prediction") if self._query.predictions else "", self._query.text
            ),
            ButtonAction(self.tr("Look for it by picture"), lambda: self.context.go("search", query=self._query.text)),
        )

    def _fail(self, error: Exception) -> None:
        self._busy.stop()
        self.count.setText("")
        self._show_empty(self.tr("This cannot be looked for"), error_message(error))

    def _show_empty(self, title: str, text: str, *actions: ButtonAction) -> None:
        held = self.view.hasFocus()
        self.table.set_words(())
        self.go.hide()
        self.empty.show_message(title, text, *actions)
        self.stack.setCurrentWidget(self.empty)
        if held:
            self.emptied.emit()

    def _describe(self, place: int, word_id: int) -> str:
        facts = self.facts.get(word_id)
        if facts is None:
            return ""
        text = facts.text or self.tr("no reading")
        return ", ".join(part for part in (text, state_names()[facts.state], facts.page) if part)
