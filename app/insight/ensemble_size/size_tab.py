"""With readers like these, how many would be enough? The paper's theory of voting, drawn for the active model."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.insight.ensemble_size.ensemble_size import Aim, Basis, aim, basis
from app.insight.ensemble_size.size_plot import SizePlot
from app.insight.ensemble_size.size_text import SizeText
from app.insight.model.active_model import ActiveModel, Loaded
from app.insight.plots.factory import plot_panel
from app.insight.tab import PageTab
from app.session.changes import PREDICTIONS, WORDS, Changed
from app.session.worker import error_message
from app.widgets.button_row import ButtonAction
from app.widgets.text_table import NUMBER, Column, TextRow, TextTable
from core.project.project import Project

_WIDTH = 376
_USUAL = 95.0


class SizeTab(PageTab):
    """The aim and the answer on the left; chart and yardsticks on the right."""

    def __init__(self, context: ProjectContext, subject: ActiveModel) -> None:
        super().__init__(context, subject)
        self.found: Basis | None = None
        self.aim: Aim | None = None
        self._words, self._figure = SizeText(self), SizePlot(self)
        self.right = QDoubleSpinBox()
        self.right.setRange(50.0, 99.9)
        self.right.setDecimals(1)
        self.right.setSuffix(" %")
        self.right.setValue(_USUAL)
        self.right.setKeyboardTracking(False)
        self.right.setAccessibleName(self.tr("Share of verdicts that are to be right"))
        self.headline, self.reasons = QLabel(), QLabel()
        self.headline.setProperty("kind", "section")
        for label in (self.headline, self.reasons):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.plot = plot_panel(context)
        self.table = TextTable(
            self.tr("How many readers are enough"),
            [
                Column(self.tr("By what")),
                Column(
                    self.tr("Wrong today"), self.tr("Share of wrong verdicts with the present readers"), NUMBER, 120
                ),
                Column(
                    self.tr("Enough"), self.tr("Fewest readers that reach the aim; none: not even 1,000 do"), NUMBER, 96
                ),
            ],
        )
        self._put_page(self._lay_out())
        self.right.valueChanged.connect(self._aim)
        context.session.changed.connect(self._changed)

    def refresh(self) -> None:
        """Work it out for the active model."""
        now = self.subject.now
        if now is None or self._is_first("enough"):
            return
        if self.found is None:
            self.empty.show_progress(self.tr("Working out what the readers' errors promise …"))
            self.stack.setCurrentWidget(self.empty)
        right = self._wanted()

        def question(project: Project) -> tuple[Basis, Aim]:
            found = basis(project, now)
            return found, aim(found, right)

        self.context.session.query(
            question,
            partial(self._show, now),
            owner=self,
            key="insight:enough",
            on_error=lambda error: self.empty.show_message(self.tr("This cannot be shown"), error_message(error)),
        )

    def _wanted(self) -> float:
        return self.right.value() / 100

    def _aim(self) -> None:
        """Another aim: the curves stay."""
        found, right, now = self.found, self._wanted(), self.subject.now
        if found is not None and now is not None:
            self.context.session.query(
                lambda project: (found, aim(found, right)), partial(self._show, now), owner=self, key="insight:enough"
            )

    def _show(self, of: Loaded, told: tuple[Basis, Aim]) -> None:
        if of != self.subject.now:
            return
        self.found, self.aim = found, wanted = told
        if found.kind is None:
            self.empty.show_message(
                self.tr("Nothing is known of these readers' errors"),
                self.tr(
                    "A reader has no pictures that were kept back from it, so it cannot be judged. Train on words "
                    "of which more than one picture was transcribed."
                ),
                ButtonAction(self.tr("Train a model"), partial(self.context.go, "train")),
            )
            self.stack.setCurrentWidget(self.empty)
            return
        self.stack.setCurrentIndex(0)
        self.headline.setText(self._words.headline(found, wanted))
        self.reasons.setText("\n\n".join(self._words.reasons(found, wanted)))
        rows = self._words.rows(found, wanted)
        self.table.show_rows([TextRow((row.name, row.now, row.enough), tip=row.about) for row in rows])
        self.plot.setVisible(bool(found.curve))
        if found.curve:
            self.plot.show_figure(self._figure.of(found, wanted))

    def _changed(self, changed: Changed) -> None:
        if changed.touches(PREDICTIONS, WORDS):
            self._if_shown()

    def _lay_out(self) -> QWidget:
        asked = QLabel(self.tr("Verdicts that are to be &right"))
        asked.setBuddy(self.right)
        ask = QHBoxLayout()
        ask.addWidget(asked, 1)
        ask.addWidget(self.right)
        told = QWidget()
        text = QVBoxLayout(told)
        text.setContentsMargins(0, 0, 0, 0)
        text.setSpacing(16)
        text.addWidget(self.headline)
        text.addWidget(self.reasons)
        text.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(told)
        for part in (area.viewport(), told):
            part.setAutoFillBackground(False)  # the sheet's colour is behind it
        left = QFrame()
        left.setObjectName("sheet")
        left.setFixedWidth(_WIDTH)
        column = QVBoxLayout(left)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(16)
        column.addLayout(ask)
        column.addWidget(area, 1)
        right = QVBoxLayout()
        right.setSpacing(16)
        right.addWidget(self.plot, 1)
        right.addWidget(self.table)
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(left)
        row.addLayout(right, 1)
        return page
