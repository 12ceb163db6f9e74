"""The readers of a run, one row each: its line in the plots, a bar, and where it stands in words."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from app.style.theme import Theme, tabular
from app.train.line_styles import pen
from app.train.run_progress import MemberProgress, RunProgress
from app.train.train_messages import best_line, member_line, tr


class MembersList(QScrollArea):
    """Grows with the story's members; rows are kept and given new values."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[MemberRow] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        inner.setAutoFillBackground(False)
        self._column = QVBoxLayout(inner)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(12)
        self._column.addStretch(1)
        self.setWidget(inner)
        self.viewport().setAutoFillBackground(False)
        theme.changed.connect(inner.update)

    def show_story(self, story: RunProgress, running: bool) -> None:
        """One row for each member."""
        while len(self.rows) > len(story.members):
            self.rows.pop().deleteLater()
        while len(self.rows) < len(story.members):
            row = MemberRow(self._theme, len(self.rows))
            self._column.insertWidget(len(self.rows), row)
            self.rows.append(row)
        for row, member in zip(self.rows, story.members, strict=True):
            row.show_member(member, running)


class MemberRow(QWidget):
    """One reader."""

    def __init__(self, theme: Theme, number: int) -> None:
        super().__init__()
        self.name = QLabel(tr("Reader {0}").format(number + 1))
        self.name.setProperty("kind", "section")
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(self.name.text())
        self.state = QLabel()
        self.best = QLabel()
        for label in (self.state, self.best):
            label.setProperty("kind", "caption")
            label.setFont(tabular(label.font()))
            label.setWordWrap(True)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        grid.addWidget(Sample(theme, number), 0, 0)
        grid.addWidget(self.name, 0, 1)
        grid.addWidget(self.bar, 1, 0, 1, 2)
        grid.addWidget(self.state, 2, 0, 1, 2)
        grid.addWidget(self.best, 3, 0, 1, 2)

    def show_member(self, member: MemberProgress, running: bool) -> None:
        self.bar.setValue(round(1000 * member.share))
        self.state.setText(member_line(member, running))
        self.best.setText(best_line(member))
        self.best.setVisible(bool(self.best.text()))


class Sample(QWidget):
    """A piece of a member's line, as the plots draw it."""

    def __init__(self, theme: Theme, stroke: int) -> None:
        super().__init__()
        self._theme, self._stroke = theme, stroke
        self.setFixedSize(QSize(32, 16))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(pen(self._theme.tokens, self._stroke, 3))
        middle = self.height() / 2
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
        painter.end()
