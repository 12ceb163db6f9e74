"""The panel beside the threshold plots: reader, threshold, its effect, and the buttons that apply or revert it."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSlider, QSpinBox

from app.insight.model.active_model import OpenedModel
from app.insight.model.tab import ReaderBox, ScoreNames
from app.insight.model.threshold_trials import SetAsideScores, ThresholdTrial, set_aside_scores
from app.style.theme import tabular
from app.text.formats import in_percent, integer
from app.widgets import builders
from app.widgets.progress_bar import ProgressBar
from core.evaluation.metrics import GzslScores

WIDTH = 392


class ThresholdPanel(QFrame):
    """The tab connects its controls: ``slider`` and ``number``, ``readers``, ``apply`` and ``revert``."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setFixedWidth(WIDTH)
        self.outdated = 0
        """Number of words voted on at other thresholds than those in force."""
        self.limits = (0, 0)
        self.readers = ReaderBox(self.tr("Reader whose threshold is moved"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Threshold"))
        self.number = QSpinBox()
        self.number.setMinimumWidth(96)
        self.number.setAccessibleName(self.tr("Threshold, as a number"))
        self.meaning = builders.label("", "caption")
        self.basis = builders.label("", "quiet")
        self.cells: dict[str, tuple[QLabel, QLabel]] = {}
        """By score: its value in force, and with the moved threshold."""
        self.changes = builders.label("", "section")
        self.spelled = builders.label("", "caption")
        self.spelled.hide()
        self.caveat = builders.label("", "warn")
        self.progress = ProgressBar(self.tr("Applying the thresholds"))
        self.progress.hide()
        self.apply = builders.push_button(self.tr("Apply these thresholds"), kind="primary")
        self.revert = builders.push_button(self.tr("Restore the trained thresholds"))
        self._lay_out()

    @property
    def reader(self) -> int | None:
        """The number of the member whose threshold is moved; None for all members."""
        return self.readers.reader

    def set_range(self, low: int, high: int, value: int) -> None:
        """Set the values between which the threshold, or the offset of all thresholds, can be moved."""
        self.limits = (low, high)
        for widget in (self.slider, self.number):
            with QSignalBlocker(widget):
                widget.setRange(low, high)
        self.meaning.setText(
            self.tr("Moves the threshold of every reader by this number of votes.")
            if self.reader is None
            else self.tr("Votes (of {0}) needed to treat a word as trained on.").format(high - 1)
        )
        self.set_value(value)

    def set_value(self, value: int) -> None:
        """Show a value; the controls do not report it."""
        for widget in (self.slider, self.number):
            with QSignalBlocker(widget):
                widget.setValue(value)

    def show_trial(
        self,
        trial: ThresholdTrial,
        before: ThresholdTrial,
        opened: OpenedModel,
        *,
        measured: int,
        test_words: int,
        spelled: int,
        revoting: bool,
    ) -> None:
        """Show the effect of the moved thresholds beside ``before``.

        ``measured`` is the number of the ``test_words`` on which votes are stored, ``spelled`` that of suggestions in
        no list.
        """
        moved = list(trial.thres) != opened.thres
        if trial.scores is not None and before.scores is not None:
            self.basis.setText(self.tr("Correct, of %Ln test word(s):", "", measured))
            self._fill(trial.scores, before.scores)
        else:
            self._show_set_aside(trial, before, opened, test_words)
        if moved:
            text = self.tr("%Ln suggestion(s) would change, {0} of them for unchecked words.", "", trial.changed)
            self.changes.setText(text.format(integer(trial.changed_untranscribed)))
        else:
            self.changes.setText(self.tr("No suggestion changes: these are the thresholds in force."))
        self.spelled.setVisible(spelled > 0)
        text = self.tr("%Ln suggestion(s) in no list stay at any threshold: they are spelled, not chosen.", "", spelled)
        self.spelled.setText(text)
        self._show_caveat(opened, measured, moved)
        self.apply.setEnabled((moved or self.outdated > 0) and not revoting)
        differs = list(trial.thres) != opened.summary.thres or opened.chosen_thres is not None
        self.revert.setEnabled(differs and not revoting)

    def show_progress(self, done: int, total: int) -> None:
        """Show how many words were voted on again; a total of 0 ends it."""
        self.progress.setVisible(total > 0)
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        if total:
            self.apply.setEnabled(False)
            self.revert.setEnabled(False)

    def _show_set_aside(
        self, trial: ThresholdTrial, before: ThresholdTrial, opened: OpenedModel, test_words: int
    ) -> None:
        members = opened.summary.members
        numbers = range(len(members)) if self.reader is None else [self.reader]
        reason = (
            self.tr("This model has not read the %Ln test word(s) yet: Results measures it on them.", "", test_words)
            if test_words
            else self.tr("There are no test words for this model.")
        )
        figures = (
            self.tr(
                "The figures are those of each reader alone (on average) on training words set aside for it, X and X':"
            )
            if self.reader is None
            else self.tr("The figures are those of this reader alone on training words set aside for it, X and X':")
        )
        self.basis.setText(f"{reason} {figures}")
        moved, in_force = (
            _mean([set_aside_scores(members[k], tried.thres[k]) for k in numbers]) for tried in (trial, before)
        )
        self._fill(moved, in_force)

    def _fill(self, moved: GzslScores | SetAsideScores | None, in_force: GzslScores | SetAsideScores | None) -> None:
        for name, (in_force_cell, moved_cell) in self.cells.items():
            in_force_cell.setText(_percent(getattr(in_force, name, None)))
            moved_cell.setText(_percent(getattr(moved, name, None)))
            interval = getattr(moved, f"{name}_interval", None)
            tip = self.tr("95 % interval: {0} to {1}").format(*map(_percent, interval)) if interval else ""
            moved_cell.setToolTip(tip)

    def _show_caveat(self, opened: OpenedModel, measured: int, moved: bool) -> None:
        kind = "warn"
        if self.outdated and not moved:
            text = self.tr(
                "%Ln word(s) were voted on at other thresholds. Apply these to update them.", "", self.outdated
            )
        elif measured and (moved or opened.chosen_thres is not None):
            text = self.tr(
                "A threshold that is chosen by these scores makes them too good: they are no longer an independent "
                "measurement."
            )
        else:
            kind = "caption"
            text = self.tr(
                "Training chose these thresholds on training words set aside for each reader; test words played no "
                "part."
            )
        builders.restyle(self.caveat, "kind", kind)
        self.caveat.setText(text)

    def _lay_out(self) -> None:
        slider_row = builders.row((self.slider, 1), self.number)
        column = builders.column(self.readers, slider_row, self.meaning, parent=self, margins=(16, 16, 16, 16))
        column.addSpacing(8)
        column.addWidget(self.basis)
        column.addLayout(self._score_grid())
        column.addSpacing(8)
        column.addWidget(self.changes)
        column.addWidget(self.spelled)
        column.addWidget(self.caveat)
        column.addStretch(1)
        for widget in (self.progress, self.apply, self.revert):
            column.addWidget(widget)

    def _score_grid(self) -> QGridLayout:
        grid = builders.grid(0)
        headings = (self.tr("In force"), self.tr("Moved"))
        for number, heading in enumerate(headings, 1):
            grid.addWidget(builders.label(heading, "caption", wrap=False), 0, number, Qt.AlignmentFlag.AlignRight)
        for row, (symbol, title) in enumerate(ScoreNames(self).titles().items(), 1):
            grid.addWidget(builders.label(title), row, 0)
            self.cells[symbol] = QLabel(), QLabel()
            for number, (cell, heading) in enumerate(zip(self.cells[symbol], headings, strict=True), 1):
                cell.setFont(tabular(cell.font()))
                cell.setAccessibleName(f"{title}, {heading}")
                grid.addWidget(cell, row, number, Qt.AlignmentFlag.AlignRight)
        return grid


def _mean(scores: list[SetAsideScores | None]) -> SetAsideScores | None:
    """Return the mean over the members that have words set aside."""
    known = [score for score in scores if score is not None]
    if not known:
        return None
    return SetAsideScores(
        sum(score.A_s for score in known) / len(known), sum(score.A_u for score in known) / len(known)
    )


def _percent(value: float | None) -> str:
    return "–" if value is None else in_percent(value, 1)
