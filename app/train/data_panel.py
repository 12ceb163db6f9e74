"""What a training would rest on, in words, and what is missing with the way to get it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.style.theme import tabular
from app.text.number_format import percent
from app.train.train_messages import TrainCounts, number, tr
from core.jobs.training.training_readiness import Fault, TrainingReadiness
from core.training.presets import DEFAULT, preset

_NAMED = 12


class DataPanel(QWidget):
    """``going(place)``: the person wants to get what is missing."""

    going = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[str, tuple[QLabel, QLabel]] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (key, text) in enumerate(
            {
                "images": self.tr("transcribed words to learn from"),
                "words": self.tr("of them different"),
                "once": self.tr("occur only once"),
                "lexicon": self.tr("words in the lexicon"),
                "lacking": self.tr("of the words to come are likely not in it"),
            }.items()
        ):
            value, about = QLabel("…"), QLabel(text)
            value.setFont(tabular(value.font()))
            about.setProperty("kind", "quiet")
            about.setWordWrap(True)
            grid.addWidget(value, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
            grid.addWidget(about, row, 1)
            self._numbers[key] = value, about
        column.addLayout(grid)
        self.missing = QLabel()
        self.missing.setProperty("kind", "warn")
        self.missing.setWordWrap(True)
        self.mend = QPushButton()
        self._place = "review"
        self.mend.clicked.connect(lambda: self.going.emit(self._place))
        column.addWidget(self.missing)
        column.addWidget(self.mend)
        self.missing.hide()
        self.mend.hide()

    def show_outlook(self, outlook: TrainingReadiness, skip_unencodable: bool) -> None:
        """Fill in the numbers, and what stands in the way."""
        values = {
            "images": outlook.images,
            "words": outlook.words,
            "once": outlook.once,
            "lexicon": outlook.lexicon + (0 if skip_unencodable else len(outlook.unencodable)),
        }
        for key, value in values.items():
            self._numbers[key][0].setText(number(value))
        lacking = outlook.ool.rate(preset(DEFAULT).ool_percent / 100)
        self._numbers["lacking"][0].setText(f"{percent(lacking)} %" if outlook.ool.n_transcribed else "–")
        faults = outlook.faults(skip_unencodable)
        sentences = [fault_sentence(fault, outlook) for fault in faults]
        if skip_unencodable and outlook.unencodable:
            sentences.append(left_out_sentence(outlook))
        self.missing.setText("\n".join(sentences))
        self.missing.setVisible(bool(sentences))
        self._offer(faults)

    def _offer(self, faults: list[Fault]) -> None:
        self.mend.setVisible(bool(faults))
        if not faults:
            return
        if faults == [Fault.UNENCODABLE]:
            self._place = "collection"
            self.mend.setText(self.tr("Edit the lexicon"))
        else:
            self._place = "review"
            self.mend.setText(self.tr("Transcribe words"))


def fault_sentence(fault: Fault, outlook: TrainingReadiness) -> str:
    """What is missing and how to get it."""
    from core.training.job import MIN_IMAGES, MIN_WORDS

    if fault == Fault.TOO_FEW_IMAGES:
        return tr(
            "At least {0} transcribed words are needed; so far: {1}. Type some in Review, or import "
            "transcriptions in Collection."
        ).format(MIN_IMAGES, number(outlook.images))
    if fault == Fault.TOO_FEW_WORDS:
        return tr("At least {0} different words are needed; so far: {1}. Transcribe other words too.").format(
            MIN_WORDS, number(outlook.words)
        )
    if fault == Fault.ALL_ONCE:
        return tr(
            "Every word occurs only once, so nothing could be kept back to check the readers. Transcribe more "
            "images of some of the words."
        )
    return TrainCounts().unencodable(len(outlook.unencodable), outlook.alphabet, _named(outlook))


def left_out_sentence(outlook: TrainingReadiness) -> str:
    """Return what is left out when words that cannot be encoded are skipped."""
    return TrainCounts().left_out(len(outlook.unencodable), outlook.left_out, _named(outlook))


def _named(outlook: TrainingReadiness) -> str:
    told = ", ".join(f"{word} ({characters})" for word, characters in outlook.unencodable[:_NAMED])
    return told + (" …" if len(outlook.unencodable) > _NAMED else "")
