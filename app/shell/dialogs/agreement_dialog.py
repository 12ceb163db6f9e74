"""The agreement of people on the words that two of them transcribed, with the list of differences."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.session.session import Session
from app.text.formats import integer, percent
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.text_table import WORD, Column, TextRow, TextTable
from core.jobs.results import PeopleCompared


class AgreementDialog(Dialog):
    """``word_chosen(int)``: show this word."""

    word_chosen = Signal(int)

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(self.tr("Agreement of people"), window, (760, 560))
        self._pairs: list[PeopleCompared] = []
        self.pairs = builders.named(QComboBox(), self.tr("Two people"))
        self.pairs.currentIndexChanged.connect(self._show_pair)
        self.text = builders.label(self.tr("Comparing …"))
        self.table = TextTable(self.tr("Differences"), self._columns("", ""), max_rows=0)
        self.table.doubleClicked.connect(lambda index: self._choose())
        self.show_word = builders.push_button(self.tr("Show the word"), self._choose, default=False)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._update())
        close = builders.push_button(self.tr("Close"), self.accept, default=True)
        note = builders.label(
            self.tr(
                "Compared are the latest texts that each person typed or accepted. The figures say how reliable a "
                "reading is only where neither saw the other's."
            ),
            "caption",
        )
        content = (self.pairs, self.text, (self.table, 1), note, builders.row(self.show_word, 1, close))
        builders.column(*content, parent=self, margins=(16, 16, 16, 16), spacing=12)
        self.pairs.hide()
        self._update()
        from core.jobs.parts import measure_agreement

        session.query(measure_agreement, self._show, owner=self)

    def _columns(self, one: str, other: str) -> list[Column]:
        return [Column(self.tr("Page")), Column(one, kind=WORD), Column(other, kind=WORD)]

    def _show(self, pairs: list[PeopleCompared]) -> None:
        self._pairs = pairs
        if not pairs:
            self.text.setText(
                self.tr(
                    "No two people have transcribed the same word yet. Take out pages as a part without the "
                    "transcriptions, let another person read them, and merge the part."
                )
            )
            self.table.hide()
            return
        for pair in pairs:
            self.pairs.addItem(self.tr("{0} and {1}").format(*self._names(pair)))
        self.pairs.setVisible(len(pairs) > 1)
        self._show_pair(0)

    def _show_pair(self, number: int) -> None:
        if not 0 <= number < len(self._pairs):
            return
        pair = self._pairs[number]
        names = self._names(pair)
        self.text.setText(self._sentence(pair, names))
        rows = [TextRow([word.page, *word.texts], word.word) for word in pair.differences]
        self.table.show_rows(rows, self._columns(*names))
        self._update()

    def _sentence(self, pair: PeopleCompared, names: list[str]) -> str:
        low, high = pair.interval
        text = self.tr(
            "{0} and {1} both transcribed %Ln word(s): {2} equally, {3} % (95 % interval {4} to {5} %).", "", pair.words
        )
        text = text.format(*names, integer(pair.equal), percent(pair.share or 0), percent(low), percent(high))
        return text + " " + self.tr("{0} % of the characters agree.").format(percent(pair.characters or 0))

    def _names(self, pair: PeopleCompared) -> list[str]:
        return [name or self.tr("somebody without a name") for name in pair.people]

    def _update(self) -> None:
        self.show_word.setEnabled(bool(self.table.selected_keys()))

    def _choose(self) -> None:
        for word_id in self.table.selected_keys():
            self.accept()
            self.word_chosen.emit(word_id)
