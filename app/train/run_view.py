"""The details of one run: its readers, their curves, and its log."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QWidget

from app.context import ProjectContext
from app.session.run_progress import MemberProgress, RunProgress
from app.style.theme import Theme, tabular
from app.train.charts import Charts, Curve, LineSample
from app.train.train_messages import best_line, log_line, member_line, tr
from app.widgets import builders
from app.widgets.progress_bar import ProgressBar

_MAX_LOG_LINES = 2000
_LOG_HEIGHT = 112
_WHOLE_HEIGHT = 16_777_215
"""Qt's largest height of a widget, which means no limit."""


class RunView(QWidget):
    """Shows a :class:`RunProgress`, live or from a log."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._progress: RunProgress | None = None
        self._logged = 0
        self.members = MembersList(context.theme)
        self.members.setFixedWidth(280)
        self.charts = Charts(context)
        self.log = builders.named(QPlainTextEdit(), self.tr("Log of the training"))
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(_MAX_LOG_LINES)
        self.log.setFixedHeight(_LOG_HEIGHT)
        self.log.setTabChangesFocus(True)
        right = builders.column((self.charts, 1), builders.label(self.tr("Log"), "quiet"), self.log)
        builders.row(self.members, (right, 1), parent=self, spacing=24)

    def show_research(self, on: bool) -> None:
        """Show or hide the readers and their curves; without them the log has all the room."""
        self.members.setVisible(on)
        self.charts.setVisible(on)
        self.log.setMinimumHeight(_LOG_HEIGHT)
        self.log.setMaximumHeight(_LOG_HEIGHT if on else _WHOLE_HEIGHT)

    def show_progress(self, progress: RunProgress, running: bool) -> None:
        """Show the present state; of the same run only new log lines are added."""
        if progress is not self._progress:
            self._progress, self._logged = progress, 0
            self.log.clear()
        self.members.show_progress(progress, running)
        self.charts.show_curves(
            [Curve(member, k, str(k + 1)) for k, member in enumerate(progress.members) if member.epochs]
        )
        for event in progress.log[self._logged :]:
            self.log.appendPlainText(log_line(event))
        self._logged = len(progress.log)


class MembersList(QScrollArea):
    """The readers of a run; rows are kept and given new values."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[MemberRow] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        inner.setAutoFillBackground(False)
        self._column = builders.column(1, parent=inner, margins=(0, 0, 8, 0), spacing=12)
        self.setWidget(inner)
        self.viewport().setAutoFillBackground(False)
        theme.changed.connect(inner.update)

    def show_progress(self, progress: RunProgress, running: bool) -> None:
        while len(self.rows) > len(progress.members):
            self.rows.pop().deleteLater()
        while len(self.rows) < len(progress.members):
            row = MemberRow(self._theme, len(self.rows))
            self._column.insertWidget(len(self.rows), row)
            self.rows.append(row)
        for row, member in zip(self.rows, progress.members, strict=True):
            row.show_member(member, running)


class MemberRow(QWidget):
    """One reader: its line in the plots, a progress bar, and its state in words."""

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        name = builders.label(tr("Reader {0}").format(number + 1), "section")
        self.bar = ProgressBar(name.text(), total=1000)
        self.state, self.best = builders.label("", "caption"), builders.label("", "caption")
        grid = builders.grid(1, parent=self, spacing=(8, 4))
        grid.addWidget(LineSample(theme, number), 0, 0)
        grid.addWidget(name, 0, 1)
        grid.addWidget(self.bar, 1, 0, 1, 2)
        for row, label in enumerate((self.state, self.best), 2):
            label.setFont(tabular(label.font()))
            grid.addWidget(label, row, 0, 1, 2)

    def show_member(self, member: MemberProgress, running: bool) -> None:
        self.bar.setValue(round(1000 * member.share))
        self.state.setText(member_line(member, running))
        builders.show_text(self.best, best_line(member))
