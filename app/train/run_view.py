"""One run, live or from its log: its readers, their curves, and what it said."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from app.style.theme import Theme
from app.train.charts import Charts, Curve
from app.train.members_list import MembersList
from app.train.run_progress import RunProgress
from app.train.train_messages import log_line

_MOST_LINES = 2000


class RunView(QWidget):
    """Shows a :class:`RunProgress`; shown again it draws only what is new in the log."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._story: RunProgress | None = None
        self._logged = 0
        self.members = MembersList(theme)
        self.members.setFixedWidth(280)
        self.charts = Charts(theme)
        self.log = QPlainTextEdit()
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(_MOST_LINES)
        self.log.setAccessibleName(self.tr("What the training said"))
        self.log.setFixedHeight(112)
        self.log.setTabChangesFocus(True)
        heading = QLabel(self.tr("Log"))
        heading.setProperty("kind", "quiet")
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.charts, 1)
        right.addWidget(heading)
        right.addWidget(self.log)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addWidget(self.members)
        row.addLayout(right, 1)

    def show_story(self, story: RunProgress, running: bool) -> None:
        """Draw the story as it stands now; ``running``: there is more to come."""
        if story is not self._story:
            self._story, self._logged = story, 0
            self.log.clear()
        self.members.show_story(story, running)
        self.charts.show_curves(
            [Curve(member, k, str(k + 1)) for k, member in enumerate(story.members) if member.epochs]
        )
        for event in story.notes[self._logged :]:
            self.log.appendPlainText(log_line(event))
        self._logged = len(story.notes)
