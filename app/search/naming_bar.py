"""The bar below the wall: mark, and say what the marked words are; asks in place before it replaces a reading."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

_LONGEST = 24


class NamingBar(QFrame):
    """``named(text)``: the marked words are this. ``answered(bool)``: replace the readings asked about, or leave
    them. ``all_wanted``, ``none_wanted``: mark all words shown, or none."""

    named = Signal(str)
    answered = Signal(bool)
    all_wanted = Signal()
    none_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self._word = ""
        self._marked = 0
        self.count = QLabel()
        self.mark_all = QPushButton(self.tr("Mark all"))
        self.mark_all.clicked.connect(self.all_wanted)
        self.mark_none = QPushButton(self.tr("Mark none"))
        self.mark_none.clicked.connect(self.none_wanted)
        self.confirm = QPushButton()
        self.confirm.setProperty("kind", "primary")
        self.confirm.clicked.connect(lambda: self.named.emit(self._word))
        self.other = QLineEdit()
        self.other.setPlaceholderText(self.tr("another word"))
        self.other.setAccessibleName(self.tr("What the marked words are instead"))
        self.other.setMaximumWidth(200)
        self.other.textChanged.connect(self._refresh)
        self.other.returnPressed.connect(self._correct)
        self.correct = QPushButton(self.tr("Correct to this"))
        self.correct.clicked.connect(self._correct)
        self.usual = _row(self.count, self.mark_all, self.mark_none, None, self.other, self.correct, self.confirm)
        self.question = QLabel()
        self.question.setWordWrap(True)
        self.replace = QPushButton()
        self.replace.setProperty("kind", "danger")
        self.replace.clicked.connect(lambda: self._answer(True))
        self.leave = QPushButton()
        self.leave.clicked.connect(lambda: self._answer(False))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.stop_asking)
        self.asking = _row(self.question, None, self.leave, self.replace, self.cancel)
        self.asking.hide()
        self.trouble = QLabel()
        self.trouble.setProperty("kind", "danger")
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 8)
        column.setSpacing(8)
        for widget in (self.trouble, self.asking, self.usual):
            column.addWidget(widget)
        self._refresh()

    def set_word(self, word: str) -> None:
        """The word sought: what the confirm button gives."""
        self._word = word
        self._refresh()

    def set_marked(self, marked: int) -> None:
        """How many words are marked now; a question about others before is taken back."""
        self._marked = marked
        self.stop_asking()
        self._refresh()

    def ask(self, others: Sequence[str], fresh: int) -> None:
        """Ask about the words a person has read as something else; ``fresh`` others are marked beside them."""
        told = ", ".join(f"“{text}”" for text in dict.fromkeys(others))
        told = told if len(told) <= 60 else f"{told[:59]}…"
        count = len(others)
        self.question.setText(
            self.tr("A person has read {0} of the marked words as something else: {1}.").format(count, told)
        )
        self.replace.setText(self.tr("Replace those {0}").format(count))
        self.leave.setText(self.tr("Leave those, name {0}").format(fresh))
        self.leave.setEnabled(fresh > 0)
        self.usual.setEnabled(False)
        self.asking.show()
        (self.leave if fresh else self.cancel).setFocus()

    def stop_asking(self) -> None:
        """Nothing is asked any more."""
        self.usual.setEnabled(True)
        self.asking.hide()
        self.trouble.hide()

    def tell_trouble(self, text: str) -> None:
        """Say why nothing was changed."""
        self.stop_asking()
        self.trouble.setText(text)
        self.trouble.show()

    def _answer(self, replace: bool) -> None:
        self.stop_asking()
        self.answered.emit(replace)

    def _correct(self) -> None:
        if self.correct.isEnabled():
            self.named.emit(self.other.text().strip())

    def _refresh(self) -> None:
        self.count.setText(
            self.tr("Click the pictures that show it")
            if not self._marked
            else self.tr("%Ln word(s) are marked", "", self._marked)
        )
        word = self._word if len(self._word) <= _LONGEST else f"{self._word[: _LONGEST - 1]}…"
        self.confirm.setText(self.tr("Confirm as “{0}”").format(word))
        self.confirm.setEnabled(self._marked > 0 and bool(self._word))
        self.mark_none.setEnabled(self._marked > 0)
        self.correct.setEnabled(self._marked > 0 and bool(self.other.text().strip()))


def _row(*widgets: QWidget | None) -> QWidget:
    """The widgets beside each other; None takes the room that is left."""
    whole = QWidget()
    row = QHBoxLayout(whole)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget, 1 if isinstance(widget, QLabel) and widget.wordWrap() else 0)
    return whole
