"""The panel of the audit: its choices, the sample to check in Review, and the result."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.context import ProjectContext
from app.insight.progress_facts import AuditPlan, audit_interval, plan_audit
from app.session.worker import error_message
from app.text.formats import decimal, format_timestamp, integer
from app.widgets import builders
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.flow_layout import FlowLayout
from app.widgets.form_fields import FormComboBox
from core.project.content.audits import Audit, AuditOutcome, draw_audit
from core.project.query.parser import AUDIT

_LEAST = (None, 0.5, 0.8, 0.9, 0.95, 0.99)
_HALF_WIDTHS = (0.02, 0.03, 0.05, 0.1)
_TARGETS = (0.9, 0.95, 0.98, 0.99)


class AuditPanel(QWidget):
    """``drawn()``: a sample was drawn."""

    drawn = Signal()

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._context = context
        self._model: str | None = None
        self._plan = AuditPlan(0, 0)
        self.least, self.half_width, self.target = FormComboBox(), FormComboBox(), FormComboBox()
        self.size_text, self.result = builders.label("", "quiet"), builders.label()
        self.verdict = builders.label("", "section")
        self.draw_button = builders.push_button("", self._draw)
        self.check_button = builders.push_button(
            self.tr("Check the sample in Review"), lambda: context.go("review", query=AUDIT), "primary"
        )
        disable_with_reason(context.session.read_only_message, self.draw_button)
        self._fill()
        self._lay_out()
        self.least.currentIndexChanged.connect(self._read_plan)
        self.half_width.currentIndexChanged.connect(self._read_plan)

    def show_audit(self, model: str, has_confidence: bool, audit: Audit | None, outcome: AuditOutcome | None) -> None:
        """Show the sample that was drawn last, and offer the next one of ``model``."""
        self._model = model
        if not has_confidence:
            self.least.setCurrentIndex(0)
        self.least.setEnabled(has_confidence)
        self.least.setToolTip("" if has_confidence else self.tr("The suggestions of this model have no confidence."))
        self.draw_button.setText(self.tr("Draw the sample") if audit is None else self.tr("Draw a new sample"))
        self._show_result(audit, outcome)
        self._read_plan()

    def _read_plan(self) -> None:
        model, least, half_width = self._model, self.least.currentData(), float(self.half_width.currentData())
        self.draw_button.setEnabled(False)  # until the size is known that belongs to these choices
        if model is not None:
            self._context.session.query(
                lambda project: plan_audit(project, model, least, half_width),
                self._show_plan,
                owner=self,
                key="insight:audit-plan",
            )

    def _show_plan(self, plan: AuditPlan) -> None:
        self._plan = plan
        self.draw_button.setEnabled(plan.size > 0)
        if not plan.size:
            self.size_text.setText(self.tr("There are no unchecked suggestions of this kind."))
            return
        text = self.tr("%Ln word(s) of {0} must be checked.", "", plan.size)
        self.size_text.setText(text.format(integer(plan.population)))

    def _draw(self) -> None:
        model, size = self._model, self._plan.size
        least, target = self.least.currentData(), float(self.target.currentData())
        if model is None or not size:
            return
        self._context.session.execute(
            lambda project: draw_audit(project, model, size, least=least, target=target),
            changes=[],
            owner=self,
            on_result=lambda _: self.drawn.emit(),
            on_error=lambda error: self._context.notifications.error(error_message(error)),
        )

    def _show_result(self, audit: Audit | None, outcome: AuditOutcome | None) -> None:
        is_open = outcome is not None and bool(outcome.open_ids)
        self.check_button.setVisible(is_open)
        if audit is None or outcome is None:
            self.verdict.setText("")
            self.result.setText("")
        elif is_open:
            self.verdict.setText(self.tr("Sample to check"))
            text = self.tr(
                "%Ln word(s) drawn on {0}, {1} of them checked. The result is shown when all are checked.",
                "",
                len(audit.words),
            )
            self.result.setText(text.format(format_timestamp(audit.drawn_at), integer(outcome.checked)))
        else:
            self._show_verdict(audit, outcome)

    def _show_verdict(self, audit: Audit, outcome: AuditOutcome) -> None:
        low, high = audit_interval(audit, outcome)
        target = f"{100 * audit.target:.0f}"
        if low >= audit.target:
            verdict = self.tr("Reliable enough to stop: at least {0} % are right.")
        elif high < audit.target:
            verdict = self.tr("Not reliable enough: fewer than {0} % are right. Check more words, then train again.")
        else:
            verdict = self.tr("Not decided: {0} % lies within the margin. Draw a larger sample, with a smaller margin.")
        self.verdict.setText(verdict.format(target))
        share = 100 * outcome.right / outcome.checked
        sample = self.tr("%Ln word(s) of the sample checked: {0} suggestions were right ({1} %).", "", outcome.checked)
        all_words = self.tr(
            "Of all {0} that it was drawn from ({1}, model “{2}”, {3}), {4} to {5} % were right (exact 95 % interval)."
        )
        self.result.setText(
            sample.format(integer(outcome.right), decimal(share, 1))
            + " "
            + all_words.format(
                integer(audit.population),
                self._kind(audit.least),
                audit.model,
                format_timestamp(audit.drawn_at),
                decimal(100 * low, 1),
                decimal(100 * high, 1),
            )
        )

    def _kind(self, least: float | None) -> str:
        if least is None:
            return self.tr("all unchecked suggestions")
        return self.tr("confidence at least {0} %").format(f"{100 * least:.0f}")

    def _fill(self) -> None:
        for least in _LEAST:
            self.least.addItem(self._kind(least), least)
        for half_width in _HALF_WIDTHS:
            self.half_width.addItem(self.tr("± {0} %").format(f"{100 * half_width:.0f}"), half_width)
        for target in _TARGETS:
            self.target.addItem(self.tr("{0} % right").format(f"{100 * target:.0f}"), target)
        self.half_width.setCurrentIndex(1)
        self.target.setCurrentIndex(1)

    def _lay_out(self) -> None:
        about = self.tr(
            "A random sample of the unchecked suggestions, checked word by word, shows how many of all are right."
        )
        form = QWidget()
        fields = (
            self._field(self.tr("Suggestions"), self.least),
            self._field(self.tr("Margin"), self.half_width),
            self._field(self.tr("Enough if"), self.target),
        )
        form.setLayout(FlowLayout(*fields, self.draw_button, spacing=12))
        builders.column(
            builders.label(self.tr("Audit"), "section"),
            builders.label(about, "quiet"),
            form,
            self.size_text,
            self.verdict,
            self.result,
            builders.row(self.check_button, 1),
            parent=self,
            margins=(0, 12, 0, 0),
        )

    def _field(self, name: str, field: QComboBox) -> QWidget:
        label = builders.field_label(field, name)
        field.setAccessibleName(name)
        pair = QWidget()
        builders.row(label, field, parent=pair)
        return pair
