"""The dialogs of several people who share the work: pages taken out as a part, and the agreement on words."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.session.jobs import Outcome
from app.session.session import Session
from app.shell.dialogs.job_dialog import JobDialog
from app.style.file_dialog import choose_new_project
from app.text.formats import integer, percent
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.text_table import WORD, Column, TextRow, TextTable
from core.jobs.requests import PartRequest
from core.jobs.results import PeopleCompared
from core.project.content.pages import page_names
from core.project.content.statistics import page_state_counts
from core.project.content.words import WordState
from core.project.project import SUFFIX, Project
from core.project.results import TakenOut

_ID = Qt.ItemDataRole.UserRole


class TakeOutDialog(Dialog):
    """The pages of the project, those in ``selected`` checked."""

    def __init__(self, session: Session, selected: Sequence[int], window: QWidget) -> None:
        super().__init__(self.tr("Take out pages as a part"), window, (600, 560))
        self._session, self._window, self._selected = session, window, set(selected)
        about = self.tr(
            "A part is a small project with the pages you choose. Another person can work on it while you go on here; "
            "then merge it back. Where you both transcribe a word differently, both texts are kept for you to compare."
        )
        self.list = builders.named(QListWidget(), self.tr("Pages"))
        self.list.setObjectName("checklist")
        self.list.itemChanged.connect(lambda item: self._update())
        self.all = QPushButton(self.tr("All"))
        self.none = QPushButton(self.tr("None"))
        for button, state in ((self.all, Qt.CheckState.Checked), (self.none, Qt.CheckState.Unchecked)):
            button.setAutoDefault(False)
            button.clicked.connect(lambda checked=False, state=state: self._check_all(state))
        self.count = builders.label("", "quiet", wrap=False)
        self.with_model = QCheckBox(self.tr("With the active model and its suggestions"))
        self.with_model.setChecked(True)
        self.blind = QCheckBox(self.tr("Without the transcriptions, to compare two independent readings"))
        cancel = builders.push_button(self.tr("Cancel"), self.reject, default=False)
        self.take_out = builders.push_button(self.tr("Take out…"), self._choose_target, "primary")
        builders.column(
            builders.label(about),
            (self.list, 1),
            builders.row(self.all, self.none, 1, self.count),
            self.with_model,
            self.blind,
            builders.row(1, cancel, self.take_out),
            parent=self,
            margins=(16, 16, 16, 16),
            spacing=12,
        )
        self._update()
        session.query(_read_pages, self._show_pages, owner=self)

    def page_ids(self) -> list[int]:
        """Return the checked pages."""
        return [int(item.data(_ID)) for item in self._items() if item.checkState() == Qt.CheckState.Checked]

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(number) for number in range(self.list.count())]

    def _show_pages(self, pages: list[tuple[int, str, int, int]]) -> None:
        for page_id, name, words, checked in pages:
            text = self.tr("{0} · {1} of {2} words checked").format(name, integer(checked), integer(words))
            item = QListWidgetItem(text, self.list)
            item.setData(_ID, page_id)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if page_id in self._selected else Qt.CheckState.Unchecked)
        self.list.setCurrentRow(0)
        self.list.setFocus()
        self._update()

    def _check_all(self, state: Qt.CheckState) -> None:
        for item in self._items():
            item.setCheckState(state)

    def _update(self) -> None:
        chosen = len(self.page_ids())
        self.count.setText(self.tr("%Ln page(s) chosen", "", chosen))
        self.take_out.setEnabled(chosen > 0)

    def _choose_target(self) -> None:
        name = self.tr("{0} part").format(self._session.name) + SUFFIX
        choose_new_project(
            self._window,
            self.tr("Where should the part go?"),
            self._session.folder.with_name(name),
            self.tr("Take out here"),
            self._start,
        )

    def _start(self, target: Path) -> None:
        request = PartRequest(target, tuple(self.page_ids()), self.with_model.isChecked(), self.blind.isChecked())
        PartDialog(self._session.folder, request, self._window).open()
        self.accept()


class PartDialog(JobDialog):
    """Writes the part and shows where it is."""

    def __init__(self, folder: Path, request: PartRequest, parent: QWidget) -> None:
        super().__init__(
            self.tr("Take out pages as a part"),
            self.tr("Copying the pages to {0}. You can go on working.").format(request.out),
            request,
            folder,
            parent,
        )

    def _show_outcome(self, outcome: Outcome) -> None:
        result = outcome.result
        if not isinstance(result, TakenOut):
            self.show_result(self.tr("No part was made. {0}").format(outcome.text))
            return
        text = self.tr("The part is complete: {0} and {1}.").format(
            self.tr("%Ln page(s)", "", result.pages), self.tr("%Ln transcription(s)", "", result.readings)
        )
        heading = self.tr("It is a project that can be opened like any other:")
        after = self.tr("When the work on it is done, choose “Merge a part” in the menu of this project.")
        details = f"<p>{escape(heading)}<br><b>{escape(str(result.part))}</b></p><p>{escape(after)}</p>"
        self.show_new_project(text, details, result.part)


def _read_pages(project: Project) -> list[tuple[int, str, int, int]]:
    counts = page_state_counts(project, None)
    pages = []
    for page_id, name in page_names(project).items():
        states = counts.get(page_id, {})
        checked = states.get(WordState.TYPED, 0) + states.get(WordState.ACCEPTED, 0)
        pages.append((page_id, name, sum(states.values()), checked))
    return pages


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
