"""The tab about the checking: words checked today, what is left, the accuracy of the suggestions, and the audit."""

from datetime import UTC, datetime

import numpy as np
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.insight.audit_panel import AuditPanel
from app.insight.model.active_model import ActiveModel
from app.insight.model.tab import Tab
from app.insight.progress_facts import RECENT, ProgressFacts, read_facts
from app.plots.plot_data import PlotData, Series
from app.plots.plot_panel import PlotPanel
from app.text.formats import integer
from app.widgets import builders
from core.evaluation.audit import running_share
from core.project.changes import PREDICTIONS, WORDS

WINDOW = 30
"""Words of which each point of the curve is the share."""
_PLOT_HEIGHT = 260


class ProgressTab(Tab):
    """Numbers, a curve and the audit, in a page that scrolls."""

    parts = (WORDS, PREDICTIONS)

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__(context, active_model)
        self.facts: ProgressFacts | None = None
        self.today, self.left = builders.label(), builders.label()
        self.no_curve = builders.label("", "quiet")
        self.plot = PlotPanel(context)
        self.plot.setFixedHeight(_PLOT_HEIGHT)
        self.audit = AuditPanel(context)
        self.audit.drawn.connect(self.refresh)
        page = QWidget()
        heading = builders.label(self.tr("Checking"), "section")
        builders.column(
            heading, self.today, self.left, self.audit, self.no_curve, self.plot, 1, parent=page, margins=(0, 0, 8, 0)
        )
        builders.column(builders.ScrollArea(page), parent=self, margins=(0, 16, 0, 0))

    def refresh(self) -> None:
        """Read the facts again."""
        opened = self.active_model.current
        if opened is None:
            return
        model = opened.model.name
        midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        since = midnight.astimezone(UTC).isoformat(timespec="milliseconds")
        self.context.session.query(
            lambda project: read_facts(project, model, since),
            lambda facts: self._show(model, facts),
            owner=self,
            key="insight:progress",
        )

    def _show(self, model: str, facts: ProgressFacts) -> None:
        self.facts = facts
        self.today.setText(self.tr("%Ln word(s) checked today.", "", facts.today))
        self.left.setText(self._left(facts))
        after, share = running_share(facts.outcomes, WINDOW)
        self.plot.setVisible(len(after) > 0)
        self.no_curve.setVisible(not len(after))
        if len(after):
            curve = Series(self.tr("right among the last {0}").format(WINDOW), after.astype(np.float64), share)
            title = self.tr("Suggestions that turned out right")
            x_label, y_label = self.tr("words checked"), self.tr("share of the last {0}").format(WINDOW)
            self.plot.show_figure(PlotData(title, x_label, y_label, [curve], y_range=(0.0, 1.05)))
        else:
            count = len(facts.outcomes)
            text = self.tr("The accuracy of the suggestions is drawn from {0} checked words on; %Ln so far.", "", count)
            self.no_curve.setText(text.format(WINDOW))
        has_confidence = facts.suggestions.mean_confidence is not None
        self.audit.show_audit(model, has_confidence, facts.audit, facts.outcome)

    def _left(self, facts: ProgressFacts) -> str:
        text = self.tr("%Ln word(s) not checked yet.", "", facts.unchecked)
        wrong = facts.expected_wrong
        if wrong is None or not facts.suggestions.count:
            return text
        if facts.suggestions.mean_confidence is not None:
            more = self.tr("By their confidence, about {0} of {1} suggestions are wrong.")
        else:
            more = self.tr("By the {2} words checked last, about {0} of {1} suggestions are wrong.")
        recent = min(RECENT, len(facts.outcomes))
        return text + " " + more.format(integer(round(wrong)), integer(facts.suggestions.count), integer(recent))
