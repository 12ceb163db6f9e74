"""The bar below the word images: mark words, and transcribe the marked ones."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QWidget

from app.text.formats import shorten
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.flow_layout import FlowLayout
from app.widgets.message_bar import MessageBar
from app.widgets.typing_keys import LeavesExport
from core.lexicon.text import nfc
from core.project.content.transcriptions import set_transcription
from core.project.content.words import get_words
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class BulkTranscription:
    """Words to transcribe as ``text``, or transcribed so, by the transcriptions they had before."""

    text: str
    new: tuple[int, ...]
    """Words without a transcription, and words whose transcription is replaced."""
    same: tuple[int, ...]
    """Words with this transcription already."""
    others: dict[int, str]
    """Words with other transcriptions, which are kept."""


def plan_transcription(project: Project, ids: Sequence[int], text: str) -> BulkTranscription:
    """Sort these words by their transcriptions; leave out those that are deleted or not words."""
    text = nfc(text)
    new, same, others = [], [], {}
    for row in get_words(project, ids):
        if row.deleted or row.not_a_word:
            continue
        if row.text is None:
            new.append(row.id)
        elif nfc(row.text) == text:
            same.append(row.id)
        else:
            others[row.id] = row.text
    return BulkTranscription(text, tuple(new), tuple(same), others)


def transcribe_words(project: Project, ids: Sequence[int], text: str, replaced: Collection[int]) -> BulkTranscription:
    """Transcribe the words in one edit, replacing other transcriptions only of the ``replaced`` ones.

    Raises InputError, and changes nothing, for a text that cannot be a transcription.
    """
    with project.edit("transcribe words", n=len(ids), text=nfc(text)):
        plan = plan_transcription(project, ids, text)
        new = (*plan.new, *(word_id for word_id in plan.others if word_id in replaced))
        for word_id in new:
            set_transcription(project, word_id, plan.text)
    others = {word_id: other for word_id, other in plan.others.items() if word_id not in replaced}
    return BulkTranscription(plan.text, new, plan.same, others)


_MAX_WORD, _MAX_OTHERS = 24, 60
"""Characters shown of the word, and of a list of other transcriptions."""


class TranscriptionBar(QFrame):
    """``transcription_entered(text)``: transcribe the marked words so; ``answered(replace)``: the answer to
    :meth:`ask`."""

    transcription_entered = Signal(str)
    answered = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self._word = ""
        self._marked = 0
        self._asked_from: QWidget | None = None
        """The control that had the focus when a question was asked."""
        self.count = QLabel()
        self.mark_all = QPushButton(self.tr("Mark all"))
        self.mark_none = QPushButton(self.tr("Mark none"))
        self.confirm = QPushButton()
        self.confirm.setProperty("kind", "primary")
        self.confirm.clicked.connect(lambda: self.transcription_entered.emit(self._word))
        self.other = builders.named(QLineEdit(), self.tr("Other transcription for the marked words"))
        self.other.setPlaceholderText(self.tr("another word"))
        self.other.setMaximumWidth(200)
        LeavesExport(self.other)
        self.other.textChanged.connect(self._refresh)
        self.other.returnPressed.connect(self._correct)
        self.correct = builders.push_button(self.tr("Set to this word"), self._correct)
        self.message = MessageBar()
        self.controls = QWidget()
        marking, entering = QWidget(), QWidget()
        builders.row(self.count, self.mark_all, self.mark_none, parent=marking)
        builders.row(self.other, self.correct, self.confirm, parent=entering)
        self.controls.setLayout(FlowLayout(marking, entering, spacing=16))
        builders.column(self.message, self.controls, parent=self, margins=(16, 8, 16, 8))
        self._refresh()

    def set_word(self, word: str) -> None:
        """Set the word that was searched for; the confirm button transcribes the marked words so."""
        self._word = word
        self._refresh()

    def set_marked(self, count: int) -> None:
        """Show how many words are marked, and withdraw a question about others."""
        self._marked = count
        self.dismiss_message()
        self._refresh()

    def ask(self, others: Sequence[str], rest: int) -> None:
        """Ask whether to replace these transcriptions; ``rest`` other words are marked besides."""
        texts = shorten(", ".join(f"“{text}”" for text in dict.fromkeys(others)), _MAX_OTHERS)
        question = self.tr("Already transcribed differently: {0} of the marked words ({1}).")
        keep = ButtonAction(self.tr("Keep those, set the other {0}").format(rest), lambda: self._answer(False))
        buttons = [
            *([keep] if rest else []),
            ButtonAction(self.tr("Replace {0}").format(len(others)), lambda: self._answer(True), "danger"),
            ButtonAction(self.tr("Cancel"), self._cancel),
        ]
        self._asked_from = self.focusWidget()
        self.message.show_message(question.format(len(others), texts), buttons, "warning")
        self.controls.setEnabled(False)
        self.message.buttons[0 if rest else -1].setFocus()

    def show_error(self, text: str) -> None:
        """Show why nothing was changed."""
        self.controls.setEnabled(True)
        self.message.show_message(text, level="error")

    def dismiss_message(self) -> None:
        self.controls.setEnabled(True)
        self.message.dismiss()

    def _cancel(self) -> None:
        self.dismiss_message()
        (self._asked_from or self.confirm).setFocus(Qt.FocusReason.OtherFocusReason)

    def _answer(self, replace: bool) -> None:
        self.dismiss_message()
        self.answered.emit(replace)

    def _correct(self) -> None:
        if self.correct.isEnabled():
            self.transcription_entered.emit(self.other.text().strip())

    def _refresh(self) -> None:
        self.count.setText(
            self.tr("%Ln word(s) are marked", "", self._marked)
            if self._marked
            else self.tr("Click the images that show this word")
        )
        self.confirm.setText(self.tr("Confirm as “{0}”").format(shorten(self._word, _MAX_WORD)))
        self.confirm.setEnabled(self._marked > 0 and bool(self._word))
        self.mark_none.setEnabled(self._marked > 0)
        self.correct.setEnabled(self._marked > 0 and bool(self.other.text().strip()))
