"""Search in the text: the words whose transcription or suggestion matches, one a line."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QComboBox

from app.context import ProjectContext
from app.search.results_panel import ResultsPanel
from app.search.word_delegates import LINE_HEIGHT, LineDelegate
from app.search.word_info import WordInfoCache
from app.session.worker import error_message
from app.widgets import builders
from app.widgets.accessibility import LiveLabel
from app.widgets.button_row import ButtonAction
from core.lexicon.text import nfc
from core.project.db.values import fold_case
from core.project.project import Project
from core.project.query.search import compile_regex, find_pattern, find_predicted, find_text, find_word, sort_by_page

MODES = ("contains", "word", "pattern")
"""The query is a part of the text, the whole text, or a regular expression."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextQuery:
    """A query in one of :data:`MODES`; with ``predictions`` it finds unchecked words by their predictions."""

    text: str
    mode: str = "contains"
    match_case: bool = False
    predictions: bool = True

    def find(self, project: Project, model: str | None) -> list[int]:
        """Return the words found, in page order. Raises InputError for an invalid regular expression."""
        if not nfc(self.text):
            return []
        if self.mode == "pattern":
            found = find_pattern(project, self.text, match_case=self.match_case)
        elif self.mode == "word":
            found = find_word(project, self.text, match_case=self.match_case)
        else:
            found = find_text(project, self.text, match_case=self.match_case)
        if self.predictions and model is not None:
            found = [*found, *find_predicted(project, model, lambda text: bool(self.spans(text)), self.text)]
        return sort_by_page(project, found)

    def spans(self, text: str) -> list[Span]:
        """Return the matching parts of ``text`` (NFC): (start, end) from left to right."""
        if not nfc(self.text):
            return []
        if self.mode == "pattern":
            return [match.span() for match in compile_regex(self.text, match_case=self.match_case).finditer(text)]
        query = nfc(self.text) if self.match_case else fold_case(self.text)
        if self.mode == "word":
            is_same = (text if self.match_case else fold_case(text)) == query
            return [(0, len(text))] if is_same else []
        return _find_all(text, query) if self.match_case else _find_all_folded(text, query)


def _find_all(text: str, query: str) -> list[Span]:
    return [match.span() for match in re.finditer(re.escape(query), text)]


def _find_all_folded(text: str, query: str) -> list[Span]:
    """Return the matches in the folded text as spans of ``text``; folding can lengthen a character ("ß" to "ss")."""
    folded, sources = "", []
    for position, character in enumerate(text):
        part = fold_case(character) or character
        folded += part
        sources += [position] * len(part)
    return [(sources[start], sources[end - 1] + 1) for start, end in _find_all(folded, query)]


class TextPanel(ResultsPanel):
    """The options above a list of lines."""

    def __init__(self, context: ProjectContext, infos: WordInfoCache) -> None:
        super().__init__(context, infos, QSize(0, LINE_HEIGHT), LiveLabel())
        self._query = self._shown = TextQuery("")
        self.view.setAccessibleName(self.tr("Words found, in page order"))
        self.view.setItemDelegate(LineDelegate(self, lambda text: self._query.spans(text)))
        self.mode = builders.named(QComboBox(), self.tr("How to compare the text"))
        names = (self.tr("Somewhere in the word"), self.tr("The whole word"), self.tr("Regular expression"))
        for name, mode in zip(names, MODES, strict=True):
            self.mode.addItem(name, mode)
        self.match_case = QCheckBox(self.tr("Match case"))
        self.predictions = QCheckBox(self.tr("Include suggestions"))
        self.predictions.setChecked(True)
        self.mode.currentIndexChanged.connect(self._repeat)
        self.match_case.toggled.connect(self._repeat)
        self.predictions.toggled.connect(self._repeat)
        self.view.doubleClicked.connect(lambda index: self.navigation.view_requested.emit("review"))
        builders.column(
            builders.row(self.mode, self.match_case, self.predictions, 1, spacing=16),
            builders.row((self.count, 1), self.navigation),
            (self.stack, 1),
            parent=self,
        )

    def search(self, text: str) -> None:
        """Search for ``text`` in the words, by the options above the list."""
        query = self._query = TextQuery(
            text.strip(), self.mode.currentData(), self.match_case.isChecked(), self.predictions.isChecked()
        )
        if not query.text:
            self._busy.stop()
            self.count.setText("")
            self._show_empty(
                self.tr("Find words by their text"),
                self.tr(
                    "Type a part of a word, a whole word or a regular expression. Checked words are found by their "
                    "transcriptions, all others by the suggestions of the model."
                ),
            )
            return
        self._busy.start()
        model = self.session.active_model()
        name = model.name if model else None
        self.session.query(
            lambda project: query.find(project, name),
            lambda ids: self._show(query, ids),
            owner=self,
            key="search-text",
            on_error=self._fail,
        )

    def _repeat(self) -> None:
        self.search(self._query.text)

    def _show(self, query: TextQuery, ids: list[int]) -> None:
        self._busy.stop()
        is_new, self._shown = query != self._shown, query
        self.table.set_words(ids)
        self.count.setText(self.tr("%Ln word(s) found", "", len(ids)))
        if ids:
            self.navigation.show()
            if is_new:
                self.view.go_to(0)
                self.view.scrollToTop()
            self.stack.setCurrentWidget(self.view)
            return
        text = (
            self.tr("No transcription or suggestion matches “{0}”. Its image may still be found.")
            if query.predictions
            else self.tr("No transcription matches “{0}”. Its image may still be found.")
        )
        self._show_empty(
            self.tr("No word has this text"),
            text.format(query.text),
            ButtonAction(self.tr("Search by image"), lambda: self.context.go("search", query=query.text)),
        )

    def _fail(self, error: Exception) -> None:
        self._busy.stop()
        self.count.setText("")
        self._show_empty(self.tr("This search is not possible"), error_message(error))
