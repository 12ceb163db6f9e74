"""The switch that has words read together with their lines."""

from PySide6.QtWidgets import QCheckBox, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel
from app.widgets import builders
from core.jobs.lines.line_part import line_figures
from core.project.content.line_words import is_line_part_wanted, want_line_part
from core.project.project import Project


class LinePartSwitch(QWidget):
    """A check box with one sentence. It stores the project's setting, which counts from the next reading on."""

    def __init__(self, context: ProjectContext, active_model: ActiveModel) -> None:
        super().__init__()
        self.context, self.active_model = context, active_model
        self.box = QCheckBox(self.tr("Read words together with their line"))
        self.box.clicked.connect(self._choose)
        self.about = builders.label("", "quiet")
        builders.column(self.box, self.about, parent=self)

    def refresh(self) -> None:
        """Show whether the active model can read lines, and the project's setting."""
        opened = self.active_model.current
        if opened is None:
            return

        def read(project: Project) -> tuple[bool, bool]:
            return line_figures(opened.summary) is not None, is_line_part_wanted(project)

        self.context.session.query(read, self._show, owner=self, key="insight:lines")

    def _show(self, state: tuple[bool, bool]) -> None:
        is_possible, is_wanted = state
        self.box.setChecked(is_possible and is_wanted)
        reason = self.context.session.read_only_message
        self.box.setEnabled(is_possible and not reason)
        self.about.setText(
            self.tr(
                "A line reader spells each line whole and has a voice beside the readers. A change counts from the "
                "next reading on."
            )
            if is_possible
            else self.tr(
                "This model cannot: too few transcribed words stood in lines, or it was made by an earlier version."
            )
        )
        self.box.setToolTip(reason or ("" if is_possible else self.about.text()))

    def _choose(self, wanted: bool) -> None:
        self.context.session.execute(lambda project: want_line_part(project, wanted), changes=[])
