"""The lexicon: which words a reading may be; search, add, remove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.collection.add_words_panel import AddWordsPanel
from app.collection.lexicon_model import LexiconModel
from app.collection.lexicon_table import KINDS, LexiconTable, matching, read_table
from app.collection.refresh_when_visible import RefreshWhenVisible
from app.context import ProjectContext
from app.session.changes import LEXICON, WORDS
from app.style.theme import reading_font, tabular
from app.widgets.disable_with_reason import disable_with_reason
from core.project.content.lexicon import AddedWords, add_word_list, add_words, lexicon_from_transcriptions, remove_words
from core.project.project import Project

_ROUND_TEXT = 32
"""Pixels of a button beside its text."""


class LexiconPanel(QWidget):
    """``list_wanted()``: choose a file of words."""

    list_wanted = Signal()

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self.data = LexiconTable()
        self.kinds = QButtonGroup(self)
        self.buttons: dict[str, QPushButton] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find in the list"))
        self.search.setAccessibleName(self.tr("Find in the list of words"))
        self.search.setClearButtonEnabled(True)
        self.found = QLabel(self.tr("Reading the list …"))
        self.found.setProperty("kind", "quiet")
        self.why = QLabel()
        self.why.setWordWrap(True)
        self.why.setProperty("kind", "warn")
        self.why.hide()
        self.model = LexiconModel(reading_font(), tabular(self.font()), self)
        self.table = self._make_table()
        self.side = AddWordsPanel(context.theme)
        self.remove = QPushButton(self.tr("Remove"))
        self.remove.setEnabled(False)
        self.remove.setToolTip(
            self.tr("Takes words out of the lexicon. A word that a transcription for training says stays in it.")
        )
        side = self.side
        disable_with_reason(
            context.session.read_only_message, self.remove, side.word, side.add, side.list, side.readings
        )
        self._lay_out()
        self._rereading = RefreshWhenVisible(self, context.session, (LEXICON, WORDS), self._read, 150)
        self._connect()
        self._name_buttons()

    def enter(self) -> None:
        """The panel is shown: read the list anew if it changed."""
        self._rereading.catch_up()

    def add(self, text: str) -> None:
        """Add the words typed, parted by spaces or commas."""
        words = text.replace(",", " ").split()
        if words:
            self._write(partial(add_words, words=words), self._told_added)

    def add_list(self, path: Path) -> None:
        """Add a text file of words."""
        self._write(partial(add_word_list, path=path), self._told_added)

    def take_readings(self) -> None:
        """Put every word that was read into the list."""
        self._write(lexicon_from_transcriptions, self._told_added)

    def remove_chosen(self) -> None:
        """Take the chosen words out. What a transcription for training says stays until none says it any more."""
        rows = [index.row() for index in self.table.selectionModel().selectedRows()]
        words = [self.model.word(row) for row in rows]
        if not words:
            return
        staying = [self.model.word(row) for row in rows if self.model.in_training(row)]

        def told(removed: int) -> None:
            text = RemovalText().message(len(words) - len(staying), staying)
            self._context.notifications.info(text, self.tr("Undo") if removed else "", self._context.session.undo)

        self._write(partial(remove_words, words=words), told)

    def _connect(self) -> None:
        self.kinds.idClicked.connect(lambda number: self._filter())
        self.search.textChanged.connect(self._filter)
        self.table.selectionModel().selectionChanged.connect(self._chosen)
        self.model.modelReset.connect(self._chosen)
        self.remove.clicked.connect(self.remove_chosen)
        self.side.add_wanted.connect(self.add)
        self.side.list_wanted.connect(self.list_wanted)
        self.side.readings_wanted.connect(self.take_readings)

    def _read(self) -> None:
        self._context.session.query(read_table, self._take, owner=self, key="collection.lexicon")

    def _take(self, data: LexiconTable) -> None:
        self.data = data
        self._name_buttons()
        self._filter()

    def _filter(self) -> None:
        data, kind, wanted = self.data, KINDS[self.kinds.checkedId()], self.search.text()
        self._context.session.query(
            lambda project: (data, matching(data, kind, wanted)),
            lambda found: self._show(*found),
            owner=self,
            key="collection.lexicon.filter",
        )

    def _show(self, data: LexiconTable, places: Sequence[int]) -> None:
        place = self.table.verticalScrollBar().value()
        self.model.show_rows(data, places)
        self.table.verticalScrollBar().setValue(place)
        self.found.setText(
            self.tr("%Ln word(s) shown", "", len(places))
            if data.words
            else self.tr("The list is empty. Add words, or take in those that were read.")
        )
        self.why.setVisible(bool(data.faults))
        self.why.setText(
            self.tr(
                "For {0} Ductus knows no shapes (alphabet '{1}'). A word with such a letter can never be the "
                "answer, and training stops at it unless such words are left out. Correct the reading or take "
                "the word out."
            ).format(" ".join(data.characters), data.alphabet)
        )

    def _write(self, edit: Callable[[Project], Any], then: Callable[[Any], None]) -> None:
        self.side.set_busy(True)

        def done(result: object) -> None:
            self.side.set_busy(False)
            then(result)

        def failed(error: Exception) -> None:
            self.side.set_busy(False)
            self._context.session.failed.emit(error)

        self._context.session.execute(edit, changes=[LEXICON], on_result=done, on_error=failed)

    def _told_added(self, added: AddedWords) -> None:
        text = self.tr("%Ln word(s) were added to the word list.", "", added.added)
        if added.already:
            text += " " + self.tr("%Ln were there already.", "", added.already)
        if added.skipped:
            first = added.skipped[0]
            text += " " + self.tr(
                "%Ln line(s) could not be used; the first is {0}: {1}.", "", len(added.skipped)
            ).format(first.place, first.reason)
            self._context.notifications.warning(text, self.tr("Undo"), self._context.session.undo)
        else:
            self._context.notifications.info(text, self.tr("Undo") if added.added else "", self._context.session.undo)

    def _chosen(self) -> None:
        count = len(self.table.selectionModel().selectedRows())
        self.remove.setEnabled(count > 0)
        self.remove.setText(self.tr("Remove {0} words").format(f"{count:,}") if count > 1 else self.tr("Remove"))

    def _name_buttons(self) -> None:
        names = dict(
            zip(
                KINDS,
                (
                    self.tr("All {0}"),
                    self.tr("In training (seen) {0}"),
                    self.tr("Not in training (unseen) {0}"),
                    self.tr("Cannot be encoded {0}"),
                ),
                strict=True,
            )
        )
        for kind, count in self.data.counts.items():
            button = self.buttons[kind]
            button.setText(names[kind].format(f"{count:,}"))
            # the pressed one is bold, and must not need more room than the others gave it
            bold = QFont(button.font())
            bold.setBold(True)
            button.setMinimumWidth(QFontMetrics(bold).horizontalAdvance(button.text()) + _ROUND_TEXT)

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setAccessibleName(self.tr("Words of the lexicon"))
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
        tools = QHBoxLayout()
        tools.setSpacing(4)
        for number, kind in enumerate(KINDS):
            button = self.buttons[kind] = QPushButton()
            button.setCheckable(True)
            button.setProperty("kind", "toggle")
            self.kinds.addButton(button, number)
            tools.addWidget(button)
        self.buttons["all"].setChecked(True)
        tools.addStretch(1)
        below = QHBoxLayout()
        below.addWidget(self.found, 1)
        below.addWidget(self.remove)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addLayout(tools)
        left.addWidget(self.search)
        left.addWidget(self.why)
        left.addWidget(self.table, 1)
        left.addLayout(below)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 8, 0, 0)
        whole.setSpacing(16)
        whole.addLayout(left, 1)
        whole.addWidget(self.side)


class RemovalText(QObject):
    """The text about words removed from the word list."""

    def message(self, removed: int, kept: Sequence[str]) -> str:
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
