"""The switch that lets the words of a line help each other, with what lines set aside showed."""

from functools import partial

from PySide6.QtWidgets import QCheckBox, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.text.formats import integer
from app.widgets import builders
from core.jobs.lines.line_part import LinePartFigures, line_part_figures
from core.project.content.line_words import is_line_part_wanted, want_line_part


class LinePartSwitch(QWidget):
    """A check box with one sentence. It stores the project's setting, which counts from the next reading on."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__()
        self.context, self.active_model = context, active_model
        self.box = QCheckBox(self.tr("Let the words of a line help each other"))
        self.box.clicked.connect(self._choose)
        self.about = builders.label("", "quiet")
        builders.column(self.box, self.about, parent=self)

    def refresh(self) -> None:
        """Show the active model's figures and the project's setting."""
        opened = self.active_model.current
        if opened is not None:
            figures = line_part_figures(opened.summary.card)
            self.context.session.query(
                is_line_part_wanted, partial(self._show, figures), owner=self, key="insight:context"
            )

    def _show(self, figures: LinePartFigures | None, wanted: bool) -> None:
        helps = figures is not None and figures.weight > 0
        self.box.setChecked(helps and wanted)
        reason = self.context.session.read_only_message
        self.box.setEnabled(helps and not reason)
        self.about.setText(self._text(figures))
        self.box.setToolTip(reason or ("" if helps else self.about.text()))

    def _text(self, figures: LinePartFigures | None) -> str:
        if figures is None:
            return self.tr(
                "It was not measured for this model: too few transcribed words stand in lines, or the model was made "
                "by an earlier version."
            )
        if figures.weight > 0:
            text = self.tr(
                "On %Ln line(s) set aside from training it corrected {0} words and spoilt {1}. A change counts from "
                "the next reading on.",
                "",
                figures.lines,
            )
        else:
            text = self.tr(
                "On %Ln line(s) set aside from training it corrected {0} words and spoilt {1}: that is too little to "
                "use it.",
                "",
                figures.lines,
            )
        return text.format(integer(figures.corrected), integer(figures.spoilt))

    def _choose(self, wanted: bool) -> None:
        self.context.session.execute(lambda project: want_line_part(project, wanted), changes=[])
