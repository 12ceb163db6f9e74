"""The panel of the word list: search it, add words, remove words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from app.collection.lexicon_model import KINDS, LexiconModel, LexiconTable, filter_lexicon, read_lexicon
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.context import ProjectContext
from app.starter_offer import StarterOffer
from app.style.icons import icon
from app.style.theme import reading_font, tabular
from app.text.formats import integer
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.flow_layout import FlowLayout
from app.widgets.progress_bar import ProgressBar
from core.lexicon.language_lists import MOST
from core.project.changes import LEXICON, WORDS
from core.project.content.language_words import language_words, remove_language, set_language_words
from core.project.content.lexicon import AddedWords, add_word_list, add_words, lexicon_from_transcriptions, remove_words
from core.project.project import Project

if TYPE_CHECKING:
    from app.collection.language_dialog import LanguageDialog


class AddWordsPanel(QFrame):
    """Ways to add words: a field, for ``words_entered(str)``, and buttons for a file, a language and transcriptions."""

    words_entered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setFixedWidth(304)
        self.word = builders.named(QLineEdit(), self.tr("Words to add"))
        self.word.setFont(reading_font())
        self.word.setPlaceholderText(self.tr("Type words"))
        self.add = builders.push_button(self.tr("Add to the list"), self._enter_words)
        self.file = QPushButton(self.tr("Add words from a file…"))
        self.language = QPushButton(self.tr("Add a language…"))
        self.transcribed = QPushButton(self.tr("Add transcribed words"))
        self.busy = ProgressBar(total=0)
        """Shown while words are being written: long lists take some seconds."""
        policy = self.busy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(policy)
        self.busy.hide()
        about = self.tr(
            "The model suggests only words of this list, including words that it was not trained on. Add the names of "
            "places and families that may occur, or they cannot be suggested."
        )
        file_format = self.tr("A text file in UTF-8: one word a line, or word, tab and how often it occurs.")
        common = self.tr("Adds the common words of a language, with how often they occur.")
        every = self.tr("Adds every word that a person has transcribed.")
        heading = builders.label(self.tr("Words that may occur"), "section", wrap=False)
        inner = QWidget()
        groups = (
            builders.column(
                builders.column(heading, builders.label(about, "quiet")),
                builders.column(self.word, self.add),
                spacing=16,
            ),
            builders.column(self.file, builders.label(file_format, "caption")),
            builders.column(self.language, builders.label(common, "caption")),
            builders.column(self.transcribed, builders.label(every, "caption")),
        )
        builders.column(*groups, 1, self.busy, parent=inner, margins=(16, 16, 16, 16), spacing=24)
        builders.column((builders.ScrollArea(inner), 1), parent=self)
        self.word.returnPressed.connect(self._enter_words)
        self.word.textChanged.connect(lambda text: self.add.setEnabled(bool(text.strip())))
        self.add.setEnabled(False)
        names = {"add": self.add, "import": self.file, "language": self.language, "accept": self.transcribed}
        for name, button in names.items():
            button.setIcon(icon(name))

    def _enter_words(self) -> None:
        if self.word.text().strip():
            self.words_entered.emit(self.word.text())
            self.word.clear()


_BUTTON_PADDING = 20
"""Pixels of a button beside its text."""


class LexiconPanel(QWidget):
    """The words, their search, and the ways to add and remove some."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self._lexicon = LexiconTable()
        self.search = builders.named(QLineEdit(), self.tr("Search the word list"))
        self.search.setPlaceholderText(self.tr("Search the word list"))
        builders.add_clear_button(self.search)
        self.count = builders.label(self.tr("Loading the word list…"), "quiet", wrap=False)
        self.warning = builders.label("", "warn")
        self.warning.hide()
        self.model = LexiconModel(reading_font(), tabular(self.font()), self)
        self.table = self._create_table()
        self.adding = AddWordsPanel()
        self.remove = builders.push_button(self.tr("Remove"), self.remove_selected)
        self.remove.setEnabled(False)
        self.remove.setToolTip(
            self.tr("Removes words from the word list. Words used in training transcriptions are kept.")
        )
        adding = self.adding
        edits = (self.remove, adding.word, adding.add, adding.file, adding.language, adding.transcribed)
        disable_with_reason(context.session.read_only_message, *edits)
        self._lay_out()
        self._refresher = RefreshWhenVisible(self, context.session, (LEXICON, WORDS), self._refresh, 150)
        self._connect()
        self._update_kinds()

    def enter(self) -> None:
        """Read the word list if it has changed."""
        self._refresher.refresh_if_stale()

    def add_words(self, text: str) -> None:
        """Add the words of a text, separated by spaces or commas."""
        if words := text.replace(",", " ").split():
            self._write(partial(add_words, words=words), self._notify_added)

    def add_list(self, path: Path) -> None:
        """Add a text file of words."""
        self._write(partial(add_word_list, path=path), self._notify_added)

    def choose_language(self) -> None:
        """Open the dialog that adds the words of a language, or removes them."""
        dialog = self._ask_for_language(for_starter=False)
        self._context.help_on(dialog, "missing-words.md", "add-a-list")
        dialog.add_requested.connect(self.add_language)
        dialog.remove_requested.connect(self.remove_language)

    def choose_first_language(self) -> None:
        """Ask for the language of the first word list; once it is added, the starter model suggests readings."""
        dialog = self._ask_for_language(for_starter=True)
        self._context.help_on(dialog, "first-collection.md", "3-get-the-first-suggestions")
        dialog.add_requested.connect(lambda language, most: self.add_first_languages([language], most))

    def _ask_for_language(self, *, for_starter: bool) -> LanguageDialog:
        from app.collection.language_dialog import LanguageDialog

        dialog = LanguageDialog(self._context.session, self, for_starter=for_starter)
        dialog.open()
        return dialog

    def add_first_languages(self, languages: Sequence[str], most: int = MOST) -> None:
        """Add the words of languages, one after the other; then the starter model suggests readings."""
        language, *others = languages
        starter = StarterOffer.for_context(self._context)
        on_added = partial(self.add_first_languages, others, most) if others else starter.start_with_words
        self.add_language(language, most, on_added=on_added)

    def add_language(self, language: str, most: int, on_added: Callable[[], object] = lambda: None) -> None:
        """Add the ``most`` commonest words of a language; reading them takes seconds, during which others can write."""
        self.adding.busy.show()

        def notify(added: AddedWords) -> None:
            self._notify_added(added)
            on_added()

        self._context.session.query(
            lambda project: language_words(project, language, most),
            lambda words: self._write(partial(set_language_words, language=language, words=words), notify),
            owner=self,
            on_error=self._fail,
        )

    def remove_language(self, language: str) -> None:
        """Remove the words that only this language's list has."""

        def notify(removed: int) -> None:
            text = self.removal_text(removed, []) or self.tr("All words of this language were also added otherwise.")
            self._report(text, is_edit=bool(removed))

        self._write(partial(remove_language, language=language), notify)

    def add_transcribed(self) -> None:
        """Add every word that is transcribed."""
        self._write(lexicon_from_transcriptions, self._notify_added)

    def remove_selected(self) -> None:
        """Remove the selected words, except those that training transcriptions use."""
        rows = [index.row() for index in self.table.selectionModel().selectedRows()]
        words = [self.model.word(row) for row in rows]
        if not words:
            return
        kept = [self.model.word(row) for row in rows if self.model.is_in_training(row)]

        def notify(removed: int) -> None:
            self._report(self.removal_text(len(words) - len(kept), kept), is_edit=bool(removed))

        self._write(partial(remove_words, words=words), notify)

    def removal_text(self, removed: int, kept: Sequence[str]) -> str:
        """Return the text about ``removed`` words, and about ``kept`` ones, which training transcriptions use."""
        parts = []
        if removed:
            parts.append(self.tr("%Ln word(s) were removed from the word list.", "", removed))
        if len(kept) == 1:
            text = self.tr("“{0}” is kept, because a training transcription uses it. Correct that first.")
            parts.append(text.format(kept[0]))
        elif kept:
            text = self.tr(
                "%Ln words are kept, because training transcriptions use them. Correct those first.", "", len(kept)
            )
            parts.append(text)
        return " ".join(parts)

    def _connect(self) -> None:
        self.kinds.idClicked.connect(lambda number: self._filter())
        self.search.textChanged.connect(self._filter)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.model.modelReset.connect(self._selection_changed)
        self.adding.words_entered.connect(self.add_words)
        self.adding.language.clicked.connect(self.choose_language)
        self.adding.transcribed.clicked.connect(self.add_transcribed)

    def _refresh(self) -> None:
        self._context.session.query(read_lexicon, self._set_lexicon, owner=self, key="collection.lexicon")

    def _set_lexicon(self, lexicon: LexiconTable) -> None:
        self._lexicon = lexicon
        self._update_kinds()
        self._filter()

    def _filter(self) -> None:
        lexicon, kind, text = self._lexicon, KINDS[self.kinds.checkedId()], self.search.text()
        self._context.session.query(
            lambda project: filter_lexicon(lexicon, kind, text),
            lambda positions: self._show(lexicon, positions),
            owner=self,
            key="collection.lexicon.filter",
        )

    def _show(self, lexicon: LexiconTable, positions: Sequence[int]) -> None:
        scroll_bar = self.table.verticalScrollBar()
        scrolled = scroll_bar.value()
        self.model.show_words(lexicon, positions)
        scroll_bar.setValue(scrolled)
        self.count.setText(
            self.tr("%Ln word(s) shown", "", len(positions))
            if lexicon.words
            else self.tr("The word list is empty. Type words, add the transcribed ones, or those of a language.")
        )
        self.warning.setVisible(bool(lexicon.faults))
        text = self.tr(
            "The alphabet “{0}” does not contain: {1}. Words with these characters are never suggested, and training "
            "stops at them unless it leaves them out. Correct the transcriptions or remove the words."
        )
        self.warning.setText(text.format(lexicon.alphabet, " ".join(lexicon.fault_characters)))

    def _write(self, edit: Callable[[Project], Any], on_result: Callable[[Any], None]) -> None:
        self.adding.busy.show()

        def done(result: object) -> None:
            self.adding.busy.hide()
            on_result(result)

        self._context.session.execute(edit, changes=[LEXICON], owner=self, on_result=done, on_error=self._fail)

    def _fail(self, error: Exception) -> None:
        self.adding.busy.hide()
        self._context.session.failed.emit(error)

    def _notify_added(self, added: AddedWords) -> None:
        text = self.tr("%Ln word(s) were added to the word list.", "", added.added)
        if added.already:
            text += " " + self.tr("%Ln were there already.", "", added.already)
        if added.skipped:
            first, count = added.skipped[0], len(added.skipped)
            skipped = self.tr("%Ln line(s) could not be used; the first is {0}: {1}.", "", count)
            text += " " + skipped.format(first.place, first.reason)
            if added.added:
                self._context.report_edit(text, "warning")
            else:
                self._context.notifications.warning(text)
        else:
            self._report(text, is_edit=bool(added.added))

    def _report(self, text: str, *, is_edit: bool) -> None:
        """Report what was done; ``is_edit``: that changed the list."""
        if is_edit:
            self._context.report_edit(text)
        else:
            self._context.notifications.info(text)

    def _selection_changed(self) -> None:
        count = len(self.table.selectionModel().selectedRows())
        self.remove.setEnabled(count > 0)
        self.remove.setText(self.tr("Remove {0} words").format(integer(count)) if count > 1 else self.tr("Remove"))

    def _update_kinds(self) -> None:
        names = (
            self.tr("All {0}"),
            self.tr("Used in training {0}"),
            self.tr("New words {0}"),
            self.tr("Cannot be encoded {0}"),
        )
        for name, kind in zip(names, KINDS, strict=True):
            button = self.buttons[kind]
            button.setText(name.format(integer(self._lexicon.counts[kind])))
            # the checked button is bold: with room for that, checking another one does not move them
            bold = QFont(button.font())
            bold.setBold(True)
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(button.text()) + _BUTTON_PADDING)

    def _create_table(self) -> QTableView:
        table = builders.named(QTableView(), self.tr("Word list"))
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(28)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 240), (2, 112), (3, 112)):
            table.setColumnWidth(column, width)
        return table

    def _lay_out(self) -> None:
        self.kinds = QButtonGroup(self)
        self.buttons = {kind: builders.toggle_button("") for kind in KINDS}
        for number, button in enumerate(self.buttons.values()):
            self.kinds.addButton(button, number)
        self.buttons["all"].setChecked(True)
        content = builders.column(
            FlowLayout(*self.buttons.values(), spacing=4),
            self.search,
            self.warning,
            (self.table, 1),
            builders.row((self.count, 1), self.remove),
        )
        builders.row((content, 1), self.adding, parent=self, margins=(0, 8, 0, 0), spacing=16)
