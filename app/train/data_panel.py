"""The words a training can use, in numbers, and what is missing; and the offer of the starter model."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from app.adaptation import Adaptation
from app.starter_offer import StarterOffer
from app.style.theme import tabular
from app.text.formats import integer, percent, with_percent_sign
from app.train.train_messages import TrainCounts, tr
from app.widgets import builders
from core.jobs.training.training_readiness import Fault, TrainingReadiness
from core.training.presets import DEFAULT, preset

_MAX_LISTED = 12
"""This many words that cannot be encoded are named."""


class DataPanel(QWidget):
    """``view_requested(name)`` when a person wants to add what is missing."""

    view_requested = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._numbers: dict[str, QLabel] = {}
        self._details: list[QWidget] = []
        """The numbers that matter to researchers only."""
        grid = builders.grid(1, spacing=(12, 4))
        titles = {
            "images": self.tr("transcribed words to train on"),
            "words": self.tr("different words among them"),
            "once": self.tr("occur only once"),
            "lexicon": self.tr("words in the word list"),
            "ool": self.tr("of future words are probably missing there"),
        }
        for row, (key, title) in enumerate(titles.items()):
            self._numbers[key] = QLabel("…")
            self._numbers[key].setFont(tabular(self._numbers[key].font()))
            grid.addWidget(self._numbers[key], row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
            meaning = builders.label(title, "quiet")
            if key == "ool":
                meaning.setToolTip(self.tr("Estimated from words that were transcribed only once and are in no list."))
            grid.addWidget(meaning, row, 1)
            if key in ("once", "ool"):
                self._details += [self._numbers[key], meaning]
        self.missing = builders.label("", "warn")
        self.fix = builders.push_button("", lambda: self.view_requested.emit(self._fix_view))
        self._fix_view = "review"
        self._column = builders.column(grid, self.missing, self.fix, parent=self)
        self.missing.hide()
        self.fix.hide()

    def add_option(self, box: QWidget) -> None:
        """Show a box below what is missing that is a remedy for it."""
        self._column.addWidget(box)
        box.show()

    def show_details(self, on: bool) -> None:
        """Show or hide the numbers that matter to researchers only."""
        for widget in self._details:
            widget.setVisible(on)

    def show_readiness(self, readiness: TrainingReadiness, skip_unencodable: bool) -> None:
        """Show the numbers, what prevents a training, and the button that leads to its remedy."""
        unencodable = 0 if skip_unencodable else len(readiness.unencodable)
        ool_rate = readiness.ool.rate(preset(DEFAULT).ool_percent / 100)
        texts = {
            "images": integer(readiness.images),
            "words": integer(readiness.words),
            "once": integer(readiness.once),
            "lexicon": integer(readiness.lexicon + unencodable),
            "ool": with_percent_sign(percent(ool_rate)) if readiness.ool.n_transcribed else "–",
        }
        for key, text in texts.items():
            self._numbers[key].setText(text)
        faults = readiness.faults(skip_unencodable)
        sentences = [fault_text(fault, readiness) for fault in faults]
        if readiness.aligned or readiness.aligned_left_out:
            aligned = tr("Aligned automatically and not confirmed: {0} of these words; left out: {1}.")
            sentences.append(aligned.format(integer(readiness.aligned), integer(readiness.aligned_left_out)))
        if skip_unencodable and readiness.unencodable:
            count = len(readiness.unencodable)
            sentences.append(TrainCounts().left_out(count, readiness.left_out, _list_words(readiness)))
        builders.show_text(self.missing, "\n".join(sentences))
        in_lexicon = faults == [Fault.UNENCODABLE]
        self._fix_view = "collection" if in_lexicon else "review"
        self.fix.setText(self.tr("Edit the word list") if in_lexicon else self.tr("Transcribe words"))
        self.fix.setVisible(bool(faults))


class StarterBox(QWidget):
    """The offer of first suggestions without training, or of better ones; hidden unless one is useful."""

    def __init__(self, starter: StarterOffer, adaptation: Adaptation) -> None:
        super().__init__()
        self._starter, self._adaptation = starter, adaptation
        adaptation.box = self
        self.about = builders.label("", "quiet")
        self.button = builders.push_button("", lambda: self._offer.start())
        heading = builders.label(self.tr("Or without training"), "section", wrap=False)
        builders.column(heading, self.about, self.button, parent=self, margins=(0, 0, 0, 8))
        starter.changed.connect(self._show)
        adaptation.changed.connect(self._show)
        self._show()

    @property
    def _offer(self) -> StarterOffer | Adaptation:
        return self._starter if self._starter.is_offered else self._adaptation

    def _show(self) -> None:
        offer = self._offer
        self.about.setText(offer.text())
        self.button.setText(offer.button_text())
        self.button.setVisible(offer.is_offered)
        is_useful = offer.is_offered or self._adaptation.is_running
        if self.parentWidget() is not None or not is_useful:  # without a parent it would be a window of its own
            self.setVisible(is_useful)


def fault_text(fault: Fault, readiness: TrainingReadiness) -> str:
    """Return what is missing and how to add it."""
    from core.training.job import MIN_IMAGES, MIN_WORDS

    if fault == Fault.TOO_FEW_IMAGES:
        text = tr(
            "At least {0} transcribed words are needed; so far there are {1}. Type some in Review, or import "
            "transcriptions in Collection."
        )
        return text.format(MIN_IMAGES, integer(readiness.images))
    if fault == Fault.TOO_FEW_WORDS:
        text = tr("At least {0} different words are needed; so far there are {1}. Transcribe other words too.")
        return text.format(MIN_WORDS, integer(readiness.words))
    if fault == Fault.ALL_ONCE:
        return tr(
            "Every word occurs only once, so no images can be reserved to check the readers. Transcribe more images "
            "of some words."
        )
    return TrainCounts().unencodable(len(readiness.unencodable), readiness.alphabet, _list_words(readiness))


def _list_words(readiness: TrainingReadiness) -> str:
    words = [f"{word} ({characters})" for word, characters in readiness.unencodable[:_MAX_LISTED]]
    return ", ".join(words) + (" …" if len(readiness.unencodable) > _MAX_LISTED else "")
