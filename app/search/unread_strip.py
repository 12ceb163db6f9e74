"""The message bar for words that cannot be searched yet, with the button that lets the model read them."""

from __future__ import annotations

from app.session.jobs import Job, Outcome
from app.session.session import Session
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.message_bar import MessageBar


class UnreadStrip(MessageBar):
    """Hidden while every word can be found."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._job: Job | None = None
        self._outcome: Outcome | None = None
        self._unreadable = 0
        """How many words were still missing after all had been read."""
        self._arguments: list[str] = []
        self._read = ButtonAction(self.tr("Suggest readings"), self.start)
        disable_with_reason(session.read_only_message, self.button)

    @property
    def running(self) -> bool:
        return self._job is not None

    def show_missing(self, missing: int, read: int, model: str) -> None:
        """Show that ``missing`` words cannot be found with ``model``; a person has transcribed ``read`` of them."""
        # only the words without a transcription take less time, if those are all that is missing
        self._arguments = ["--words", "all" if read else "unread", "--model", model]
        if self.running:
            return
        if self._outcome is not None and self._outcome.ok:
            self._unreadable, self._outcome = missing, None
        if not missing:
            self.dismiss()
            return
        if self._outcome is not None:
            text = self._outcome.text
        elif missing <= self._unreadable:
            text = self.tr("%Ln word(s) cannot be searched by picture: their pictures could not be read.", "", missing)
        else:
            text = self.tr(
                "%Ln word(s) cannot be searched by picture yet: the model “{0}” has not looked at them.", "", missing
            ).format(model)
        self.show_message(text, [self._read])

    def start(self) -> None:
        """Let the model read the words that cannot be found, in a job that continues while other views are used."""
        if self.running:
            return
        self._outcome = None
        self._job = self._session.jobs.start("recognise", *self._arguments)
        self._job.progressed.connect(self._show_progress)
        self._job.finished.connect(self._finish)
        self.show_message(
            self.tr("Reading words. You can go on working; the pictures come when it is done.")
            if self._session.jobs.current is self._job
            else self.tr("Another job is running; the words are read when it is done.")
        )

    def _show_progress(self, done: int, total: int) -> None:
        text = self.tr("Reading words: {0} of {1} are done. You can go on working.")
        self.show_message(text.format(f"{done:,}", f"{total:,}"))

    def _finish(self, outcome: Outcome) -> None:
        self._job, self._outcome = None, outcome
        self.show_message(self.text.text(), [self._read])
