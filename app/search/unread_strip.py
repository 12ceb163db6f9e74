"""The strip that says how many words cannot be searched yet, with the button that reads them."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from app.session.jobs import Job, Outcome
from app.session.session import Session
from app.text.plural import plural
from app.widgets.disable_with_reason import disable_with_reason


class UnreadStrip(QFrame):
    """Hidden while every word can be found."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self._session = session
        self._job: Job | None = None
        self._outcome: Outcome | None = None
        self._unreadable = 0
        """So many words were still missing after all had been read."""
        self._arguments: list[str] = []
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.button = QPushButton(self.tr("Read them"))
        self.button.clicked.connect(self.start)
        disable_with_reason(session.why_not, self.button)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(16)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.hide()

    @property
    def running(self) -> bool:
        return self._job is not None

    def show_missing(self, missing: int, read: int, model: str) -> None:
        """``missing`` words cannot be found with ``model``; a person has read ``read`` of them."""
        # the words without a reading alone take less time, when those are all that is missing
        self._arguments = ["--words", "all" if read else "unread", "--model", model]
        if self.running:
            return
        self.setVisible(missing > 0)
        if self._outcome is not None and self._outcome.ok:
            self._unreadable, self._outcome = missing, None
        if self._outcome is not None:
            self.text.setText(self._outcome.text)
        elif missing <= self._unreadable:
            self.text.setText(
                plural(
                    missing,
                    self.tr("{0} word cannot be searched by picture: its picture could not be read."),
                    self.tr("{0} words cannot be searched by picture: their pictures could not be read."),
                )
            )
        else:
            self.text.setText(
                plural(
                    missing,
                    self.tr("{0} word cannot be searched by picture yet: the model “{1}” has not looked at it."),
                    self.tr("{0} words cannot be searched by picture yet: the model “{1}” has not looked at them."),
                    model,
                )
            )

    def start(self) -> None:
        """Read the words that cannot be found; goes on while other places are used."""
        if self.running:
            return
        self._outcome = None
        self._job = self._session.jobs.start("recognise", *self._arguments)
        self._job.said.connect(self._hear)
        self._job.ended.connect(self._end)
        self.button.setEnabled(False)
        self.text.setText(
            self.tr("Reading words. You can go on working; the pictures come when it is done.")
            if self._session.jobs.current is self._job
            else self.tr("Another job is running; the words are read when it is done.")
        )
        self.show()

    def _hear(self, event: dict) -> None:
        if event.get("event") == "progress" and event.get("total"):
            self.text.setText(
                self.tr("Reading words: {0} of {1} are done. You can go on working.").format(
                    f"{int(event['done']):,}", f"{int(event['total']):,}"
                )
            )

    def _end(self, outcome: Outcome) -> None:
        self._job, self._outcome = None, outcome
        self.button.setEnabled(True)
