"""Beside the threshold plots: which reader, where the line stands, what it would give, apply and revert."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
)

from app.insight.model.active_model import Loaded
from app.insight.model.threshold_trials import HeldBack, ThresholdTrial, held_back
from app.style.theme import tabular

WIDTH = 392


class ThresholdPanel(QFrame):
    """``moved(value)``, ``reader_chosen()``, ``apply_wanted()``, ``revert_wanted()``: what a person does here."""

    moved = Signal(int)
    reader_chosen = Signal()
    apply_wanted = Signal()
    revert_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setFixedWidth(WIDTH)
        self.outdated = 0
        """Words voted on with other thresholds than those in force."""
        self.limits = (0, 0)
        self.readers = QComboBox()
        self.readers.setAccessibleName(self.tr("Whose threshold is moved"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Threshold"))
        self.number = QSpinBox()
        self.number.setMinimumWidth(96)
        self.number.setAccessibleName(self.tr("Threshold, as a number"))
        self.meaning = self._text("caption")
        self.basis = self._text("quiet")
        self.cells: dict[str, tuple[QLabel, QLabel]] = {}
        self.changes = self._text("section")
        self.honesty = self._text("warn")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Voting again"))
        self.progress.hide()
        self.apply = QPushButton(self.tr("Apply these thresholds"))
        self.apply.setProperty("kind", "primary")
        self.revert = QPushButton(self.tr("Go back to the trained thresholds"))
        self._lay_out()
        self.readers.currentIndexChanged.connect(lambda place: self.reader_chosen.emit())
        self.slider.valueChanged.connect(self.moved)
        self.number.valueChanged.connect(self.moved)
        self.apply.clicked.connect(self.apply_wanted)
        self.revert.clicked.connect(self.revert_wanted)

    @property
    def reader(self) -> int | None:
        """The place of the reader whose threshold is moved; None for all together."""
        place = self.readers.currentIndex()
        return None if place <= 0 else place - 1

    def set_members(self, count: int) -> None:
        """Offer so many readers; the choice stays where it can."""
        if self.readers.count() == count + 1:
            return
        with QSignalBlocker(self.readers):
            self.readers.clear()
            self.readers.addItem(self.tr("All readers together"))
            self.readers.addItems([self.tr("Reader {0}").format(k + 1) for k in range(count)])

    def set_range(self, low: int, high: int, value: int) -> None:
        """Between what values the line moves."""
        self.limits = (low, high)
        for widget in (self.slider, self.number):
            with QSignalBlocker(widget):
                widget.setRange(low, high)
        if self.reader is None:
            self.meaning.setText(self.tr("Moves every reader's threshold by so many networks."))
        else:
            self.meaning.setText(
                self.tr("From so many of its {0} networks on, the reader takes a word for one of its training.").format(
                    high - 1
                )
            )
        self.set_value(value)

    def set_value(self, value: int) -> None:
        """Where the line stands; tells nobody."""
        for widget in (self.slider, self.number):
            with QSignalBlocker(widget):
                widget.setValue(value)

    def set_outdated(self, words: int) -> None:
        self.outdated = words

    def show_trial(
        self, trial: ThresholdTrial, before: ThresholdTrial, of: Loaded, *, measured: int, voting: bool
    ) -> None:
        """What the line gives, beside what is in force."""
        moved = list(trial.thres) != of.thres
        if trial.scores is not None and before.scores is not None:
            self.basis.setText(self.tr("Read rightly, of %Ln word(s) kept for testing:", "", measured))
            self._fill(trial.scores, before.scores)
        else:
            self._show_held_back(trial, before, of)
        self.changes.setText(
            self.tr(
                "%Ln reading(s) of the collection would change, {0} of them of words nobody has read.",
                "",
                trial.changed,
            ).format(f"{trial.changed_unread:,}")
            if moved
            else self.tr("No reading changes: the line stands where the thresholds are.")
        )
        self._be_honest(trial, of, measured, moved)
        self.apply.setEnabled((moved or self.outdated > 0) and not voting)
        apart = list(trial.thres) != of.summary.thres or of.by_hand is not None
        self.revert.setEnabled(apart and not voting)

    def show_progress(self, done: int, total: int) -> None:
        """How far voting again is; 0 of 0 when it is over."""
        self.progress.setVisible(total > 0)
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        if total:
            self.apply.setEnabled(False)
            self.revert.setEnabled(False)

    def _show_held_back(self, trial: ThresholdTrial, before: ThresholdTrial, of: Loaded) -> None:
        which = range(len(of.summary.members)) if self.reader is None else [self.reader]
        now = [held_back(of.summary.members[k], trial.thres[k]) for k in which]
        then = [held_back(of.summary.members[k], before.thres[k]) for k in which]
        self.basis.setText(
            self.tr(
                "No words are kept for testing. Shown is each reader alone (on average) on training words held "
                "back from it, X and X':"
            )
            if self.reader is None
            else self.tr(
                "No words are kept for testing. Shown is this reader alone on training words held back from "
                "it, X and X':"
            )
        )
        self._fill(_mean(now), _mean(then))

    def _fill(self, now: object, before: object) -> None:
        for name, (in_force, at_line) in self.cells.items():
            in_force.setText(_percent(getattr(before, name, None)))
            at_line.setText(_percent(getattr(now, name, None)))
            interval = getattr(now, f"{name}_interval", None)
            at_line.setToolTip(
                self.tr("95 % interval: {0} to {1}").format(_percent(interval[0]), _percent(interval[1]))
                if interval
                else ""
            )

    def _be_honest(self, trial: ThresholdTrial, of: Loaded, measured: int, moved: bool) -> None:
        if self.outdated and not moved:
            text = self.tr(
                "%Ln word(s) were still voted on with other thresholds. Apply to vote on them again.", "", self.outdated
            )
        elif measured and (moved or of.by_hand is not None):
            text = self.tr(
                "Choosing a threshold by watching these scores makes them look better than they are: they are then "
                "no longer an independent measurement."
            )
        else:
            text = self.tr(
                "Training chose these thresholds on training words held back from each reader; words kept for "
                "testing played no part."
            )
        warns = bool(self.outdated and not moved) or bool(measured and (moved or of.by_hand is not None))
        kind = "warn" if warns else "caption"
        if self.honesty.property("kind") != kind:
            self.honesty.setProperty("kind", kind)
            self.honesty.style().unpolish(self.honesty)
            self.honesty.style().polish(self.honesty)
        self.honesty.setText(text)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(self.readers)
        line = QHBoxLayout()
        line.addWidget(self.slider, 1)
        line.addWidget(self.number)
        column.addLayout(line)
        column.addWidget(self.meaning)
        column.addSpacing(8)
        column.addWidget(self.basis)
        column.addLayout(self._scores())
        column.addSpacing(8)
        column.addWidget(self.changes)
        column.addWidget(self.honesty)
        column.addStretch(1)
        column.addWidget(self.progress)
        column.addWidget(self.apply)
        column.addWidget(self.revert)

    def _scores(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for place, text in ((1, self.tr("In force")), (2, self.tr("At the line"))):
            head = self._text("caption")
            head.setWordWrap(False)
            head.setText(text)
            grid.addWidget(head, 0, place, Qt.AlignmentFlag.AlignRight)
        names = {
            "A_u": (self.tr("Words not in the training"), "A_u"),
            "A_s": (self.tr("Words it was trained on"), "A_s"),
            "h": (self.tr("Both, harmonic mean"), "h"),
            "A_b": (self.tr("The lesser of both"), "A_b"),
        }
        for row, (name, (title, symbol)) in enumerate(names.items(), 1):
            label = QLabel(title)
            label.setToolTip(symbol)
            cells = QLabel(), QLabel()
            for place, cell in enumerate(cells, 1):
                cell.setFont(tabular(cell.font()))
                cell.setAccessibleName(f"{title}, {(self.tr('in force'), self.tr('at the line'))[place - 1]}")
                grid.addWidget(cell, row, place, Qt.AlignmentFlag.AlignRight)
            grid.addWidget(label, row, 0)
            self.cells[name] = cells
        return grid

    @staticmethod
    def _text(kind: str) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setProperty("kind", kind)
        return label


def _mean(found: list[HeldBack | None]) -> HeldBack | None:
    """The members' mean; members without held-back words are left out."""
    told = [one for one in found if one is not None]
    if not told:
        return None
    return HeldBack(
        sum(one.A_s for one in told) / len(told),
        sum(one.A_u for one in told) / len(told),
        sum(one.n_seen for one in told),
        sum(one.n_unseen for one in told),
    )


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"
