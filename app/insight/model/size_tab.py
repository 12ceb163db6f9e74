"""The tab about the number of readers that is enough, by the paper's theory of voting, for the active model."""

from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QWidget

from app.context import ProjectContext, train_action
from app.insight.model.active_model import ActiveModel, OpenedModel
from app.insight.model.ensemble_size import SIZES, MemberErrors, SizeAnswer, answer_size, member_errors
from app.insight.model.size_text import SizeText
from app.insight.model.tab import PlotTab
from app.plots.plot_data import Mark, PlotData, Series
from app.plots.plot_panel import PlotPanel
from app.text.formats import integer, short, with_percent_sign
from app.widgets import builders
from app.widgets.text_table import NUMBER, Column, TextTable
from core.project.changes import PREDICTIONS, WORDS
from core.project.project import Project

_PANEL_WIDTH = 376
_DEFAULT_PERCENT = 95.0
_X_TICKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
_Y_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
_LOWEST_PERCENT = 0.1
"""Lower errors are drawn at the frame."""


class SizeTab(PlotTab):
    """The target accuracy and the answer on the left; plot and bounds on the right."""

    parts = (PREDICTIONS, WORDS)

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self.errors: MemberErrors | None = None
        self.answer: SizeAnswer | None = None
        self._text, self._size_plot = SizeText(self), SizePlot(self)
        self.accuracy = QDoubleSpinBox()
        self.accuracy.setRange(50.0, 99.9)
        self.accuracy.setDecimals(1)
        self.accuracy.setSuffix(with_percent_sign(""))
        self.accuracy.setValue(_DEFAULT_PERCENT)
        self.accuracy.setKeyboardTracking(False)
        self.accuracy.setAccessibleName(self.tr("Target accuracy"))
        self.headline, self.reasons = builders.label("", "section"), builders.label()
        for label in (self.headline, self.reasons):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.plot = PlotPanel(context)
        self.table = TextTable(
            self.tr("Number of readers that is enough"),
            [
                Column(self.tr("Method")),
                Column(self.tr("Wrong now"), self.tr("Share of wrong decisions of the present readers"), NUMBER, 120),
                Column(
                    self.tr("Enough"),
                    self.tr("Fewest readers that reach the target; none: not even 1,000 do"),
                    NUMBER,
                    96,
                ),
            ],
        )
        right = builders.column((self.plot, 1), self.table, spacing=16)
        page = QWidget()
        builders.row(self._make_left(), (right, 1), parent=page, spacing=16)
        self._lay_out_stack(page)
        self.accuracy.valueChanged.connect(self._change_target)

    def refresh(self) -> None:
        opened = self.active_model.current
        reason = self.tr(
            "The starter model has one reader, and no words were set aside to measure it. Its accuracy on test words "
            "can be measured under Results."
        )
        if opened is None or self._show_if_starter(reason):
            return
        if self.errors is None:
            self._show_progress(self.tr("Computing the errors of the readers …"))
        accuracy = self._target()

        def compute(project: Project) -> tuple[MemberErrors, SizeAnswer]:
            errors = member_errors(project, opened)
            return errors, answer_size(errors, accuracy)

        show = partial(self._show, opened)
        self.context.session.query(compute, show, owner=self, key="insight:size", on_error=self._show_error)

    def _target(self) -> float:
        return self.accuracy.value() / 100

    def _change_target(self) -> None:
        errors, accuracy, opened = self.errors, self._target(), self.active_model.current
        if errors is not None and opened is not None:
            self.context.session.query(
                lambda project: (errors, answer_size(errors, accuracy)),
                partial(self._show, opened),
                owner=self,
                key="insight:size",
            )

    def _show(self, opened: OpenedModel, result: tuple[MemberErrors, SizeAnswer]) -> None:
        if opened != self.active_model.current:
            return
        self.errors, self.answer = errors, answer = result
        if errors.rates is None:
            self._show_empty(
                self.tr("The readers' errors are unknown"),
                self.tr(
                    "No images were set aside for one of the readers, so its errors cannot be measured. Transcribe "
                    "more than one image of some words, then train again."
                ),
                train_action(self.context),
            )
            return
        self._show_page()
        self.headline.setText(self._text.headline(errors, answer))
        self.reasons.setText("\n\n".join(self._text.reasons(errors, answer)))
        self.table.show_rows(self._text.rows(errors, answer))
        self.plot.setVisible(bool(errors.curve))
        if errors.curve:
            self.plot.show_figure(self._size_plot.plot(errors, answer))

    def _make_left(self) -> QFrame:
        label = builders.field_label(self.accuracy, self.tr("Target &accuracy"))
        texts = QWidget()
        builders.column(self.headline, self.reasons, 1, parent=texts, spacing=16)
        left = QFrame()
        left.setObjectName("sheet")
        left.setFixedWidth(_PANEL_WIDTH)
        target = builders.row((label, 1), self.accuracy)
        area = builders.ScrollArea(texts)
        builders.column(target, (area, 1), parent=left, margins=(16, 16, 16, 16), spacing=16)
        return left


class SizePlot(QObject):
    """Builds the plot of the share of wrong decisions by the number of readers, with logarithmic axes."""

    def plot(self, errors: MemberErrors, answer: SizeAnswer) -> PlotData:
        """Return the plot; ``errors.curve`` must not be empty."""
        sizes = np.array(SIZES, np.float64)

        def curve(name: str, bound: str, colour: str, dash: str) -> Series:
            shares = np.array([getattr(point, bound) for point in errors.curve], np.float64)
            return Series(name, sizes, 100 * shares, colour=colour, dash=dash)

        series = []
        if errors.rho is not None:
            series.append(curve(self.tr("Estimated, common errors included"), "exchangeable", "accent", "solid"))
        series += [
            curve(self.tr("Estimated if independent"), "hoeffding", "seen", "dash"),
            curve(self.tr("The paper's formula"), "theorem_2", "unread", "dashdot"),
            curve(self.tr("Expected if independent"), "exact", "typed", "dot"),
        ]
        if measured := [(n, value) for n, value in enumerate(errors.measured, 1) if value is not None]:
            n, shares = (np.array(part, np.float64) for part in zip(*measured, strict=True))
            series.append(Series(self.tr("Measured"), n, 100 * shares, colour="uncertain", symbol="o"))
        ends, target = np.array([sizes[0], sizes[-1]]), np.full(2, 100 * answer.error)
        series.append(Series(self.tr("Target"), ends, target, colour="warn", strong=False))
        required = answer.required
        numbers = (required.exchangeable, required.hoeffding, required.exact)
        top = max(errors.members, 40, *(n for n in numbers if n is not None))
        last = next((size for size in SIZES if size >= 1.4 * top), SIZES[-1])
        return PlotData(
            self.tr("Wrong decisions by the number of readers"),
            self.tr("Readers (L)"),
            self.tr("Wrong decisions, %"),
            series,
            self._marks(errors, answer),
            x_range=(0.9, float(last) * 1.05),
            y_range=(_LOWEST_PERCENT, 130.0),
            log_x=True,
            log_y=True,
            x_ticks=[(n, integer(n)) for n in _X_TICKS],
            y_ticks=[(y, short(y)) for y in _Y_TICKS],
        )

    def _marks(self, errors: MemberErrors, answer: SizeAnswer) -> list[Mark]:
        marks = [Mark(errors.members, self.tr("now: {0}").format(errors.members), 0.08)]
        if errors.rho is None:
            enough, text = answer.required.hoeffding, self.tr("enough if independent: {0}")
        else:
            enough, text = answer.required.exchangeable, self.tr("enough: {0}")
        if enough is not None:
            marks.append(Mark(enough, text.format(integer(enough)), 0.2))
        return marks
