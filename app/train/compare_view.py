"""Two or more runs: their curves over one another, and a table of results and differing parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.style.theme import Theme
from app.train.charts import Charts, Curve
from app.train.comparison import comparison
from app.train.members_list import Sample
from app.train.run_progress import RunProgress
from app.widgets.text_table import Column, TextRow, TextTable
from core.project.content.runs import Run


class CompareView(QWidget):
    """All members of a run share its line."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.charts = Charts(theme)
        self.table = TextTable(self.tr("Results, and parameters that differ"), [], max_rows=0)
        self._legend = QHBoxLayout()
        self._legend.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._legend)
        column.addWidget(self.charts, 3)
        column.addWidget(self.table, 2)

    def show_runs(
        self, runs: Sequence[Run], stories: Sequence[RunProgress], measured: Sequence[dict[str, Any] | None]
    ) -> None:
        """Draw these runs, and write what sets them apart."""
        self.charts.show_curves(
            [
                Curve(member, stroke, str(run.id))
                for stroke, (run, story) in enumerate(zip(runs, stories, strict=True))
                for member in story.members
                if member.epochs
            ]
        )
        lines = comparison(runs, measured)
        titles = ["", *(self.tr("Run {0}").format(run.id) for run in runs)]
        # the last column takes what is left of the width
        columns = [Column(title, width=0 if n == len(runs) else 64) for n, title in enumerate(titles)]
        self.table.show_rows([TextRow((title, *values), title) for title, values in lines], columns)
        self._name(runs)

    def _name(self, runs: Sequence[Run]) -> None:
        while (item := self._legend.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for stroke, run in enumerate(runs):
            self._legend.addWidget(Sample(self._theme, stroke))
            self._legend.addWidget(QLabel(self.tr("Run {0}").format(run.id)))
        self._legend.addStretch(1)
