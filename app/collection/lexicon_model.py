"""The lexicon in memory, column by column, and its rows as a table model."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from app.text.formats import integer
from core.lexicon.alphabet import AUTO, choose_alphabet, split_encodable
from core.project.content.lexicon import iter_lexicon
from core.project.project import Project

KINDS = ("all", "seen", "unseen", "unencodable")
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_NUMBER_COLUMNS = (2, 3)


@dataclass(frozen=True, slots=True)
class LexiconTable:
    """The words and what is known of them; columns take a fifth of the memory of a row object each."""

    words: list[str] = field(default_factory=list)
    listed: array[int] = field(default_factory=lambda: array("q"))
    """The frequency of each word in the lists added; -1 if it is only a class of training words."""
    transcribed: array[int] = field(default_factory=lambda: array("q"))
    """Words of the project with this transcription."""
    seen: bytearray = field(default_factory=bytearray)
    """True if each word is a class of training words."""
    alphabet: str = ""
    faults: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Words that cannot be encoded, with the characters at fault."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    """Words of each of :data:`KINDS`."""

    @property
    def fault_characters(self) -> list[str]:
        """The characters that cannot be encoded, sorted."""
        return sorted({character for characters in self.faults.values() for character in characters})


def read_lexicon(project: Project) -> LexiconTable:
    """Read the project's lexicon; the alphabet is the one that a training would choose for it."""
    table = LexiconTable()
    for row in iter_lexicon(project):
        table.words.append(row.word)
        table.listed.append(-1 if row.listed is None else row.listed)
        table.transcribed.append(row.transcribed)
        table.seen.append(row.seen)
    alphabet = choose_alphabet(AUTO, table.words)
    faults = dict(split_encodable(table.words, alphabet)[1])
    total, seen = len(table.words), sum(table.seen)
    counts = dict(zip(KINDS, (total, seen, total - seen, len(faults)), strict=True))
    return replace(table, alphabet=alphabet.name, faults=faults, counts=counts)


def filter_lexicon(table: LexiconTable, kind: str, text: str) -> Sequence[int]:
    """Return the positions of the words of one of :data:`KINDS` that contain ``text``, ignoring case."""
    part = text.strip().casefold()
    if kind == "all" and not part:
        return range(len(table.words))
    seen, faults = table.seen, table.faults
    predicates: dict[str, Callable[[int, str], bool]] = {
        "all": lambda position, word: True,
        "seen": lambda position, word: bool(seen[position]),
        "unseen": lambda position, word: not seen[position],
        "unencodable": lambda position, word: word in faults,
    }
    matches = predicates[kind]
    found = (n for n, word in enumerate(table.words) if matches(n, word) and (not part or part in word.casefold()))
    return array("L", found)


class LexiconModel(QAbstractTableModel):
    """Some words of a :class:`LexiconTable`: the word, its state, and its frequencies in the project and in lists."""

    def __init__(self, word_font: QFont, number_font: QFont, parent: QObject) -> None:
        super().__init__(parent)
        self._word_font, self._number_font = word_font, number_font
        self._table = LexiconTable()
        self._positions: Sequence[int] = ()

    def show_words(self, table: LexiconTable, positions: Sequence[int]) -> None:
        """Show the words at these positions of the table."""
        self.beginResetModel()
        self._table, self._positions = table, positions
        self.endResetModel()

    def word(self, row: int) -> str:
        return self._table.words[self._positions[row]]

    def is_in_training(self, row: int) -> bool:
        """Return whether the word in this row is a class of the training words."""
        return bool(self._table.seen[self._positions[row]])

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._positions)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else 4

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Word"), self.tr("State"), self.tr("Transcribed"), self.tr("In lists"))[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                self.tr("The word as it may be suggested"),
                self.tr("Whether a training transcription uses it"),
                self.tr("Words of this project with this transcription"),
                self.tr("How often it occurs, by the lists that were added"),
            )[section]
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        position, column = self._positions[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(position, column)
        if role == Qt.ItemDataRole.FontRole:
            return self._word_font if column == 0 else self._number_font if column in _NUMBER_COLUMNS else None
        return self._alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _alignment(self, column: int) -> int | None:
        trailing = int(Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter)
        return trailing if column in _NUMBER_COLUMNS else None

    def _text(self, position: int, column: int) -> str:
        word = self._table.words[position]
        if column == 0:
            return word
        if column == 1:
            if word in self._table.faults:
                return self.tr("cannot be encoded: {0}").format(" ".join(self._table.faults[word]))
            return self.tr("used in training") if self._table.seen[position] else self.tr("new word")
        number = (self._table.transcribed if column == 2 else self._table.listed)[position]
        return integer(number) if number > 0 else "–"
