"""The message bar for words that cannot be searched by image yet, and the job that processes them."""

from app.session.jobs import Job, Outcome
from app.session.session import Session
from app.text.formats import integer
from app.text.model_title import title_of
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.message_bar import MessageBar
from core.jobs.requests import RecogniseRequest


class MissingWordsBar(MessageBar):
    """Hidden if all words can be found."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._job: Job | None = None
        self._outcome: Outcome | None = None
        self._unreadable = 0
        """Words that were still missing after all had been processed."""
        self._request = RecogniseRequest()
        self._start_action = ButtonAction(self.tr("Suggest readings"), self.start)
        disable_with_reason(session.read_only_message, self.button)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def show_missing(self, missing: int, transcribed: int, model: str) -> None:
        """Show that ``missing`` words, ``transcribed`` of them by a person, cannot be found with ``model``."""
        # if only words without a transcription are missing, processing those is enough and takes less time
        self._request = RecogniseRequest(model, "all" if transcribed else "unread")
        if self.is_running:
            return
        if self._outcome is not None and self._outcome.ok:
            self._unreadable, self._outcome = missing, None
        if not missing:
            self.dismiss()
            return
        if self._outcome is not None:
            text = self._outcome.text
        elif missing <= self._unreadable:
            text = self.tr("%Ln word(s) cannot be searched by image: their images could not be read.", "", missing)
        else:
            text = self.tr(
                "%Ln word(s) cannot be searched by image yet: the model “{0}” has not processed them.", "", missing
            ).format(title_of(self._session.project, model))
        self.show_message(text, [self._start_action])

    def start(self) -> None:
        """Start the job, which continues while other views are used."""
        if self.is_running:
            return
        self._outcome = None
        self._job = self._session.jobs.start(self._request)
        self._job.progressed.connect(self._show_progress)
        self._job.finished.connect(self._finish)
        self.show_message(
            self.tr("The model is processing word images. You can go on working.")
            if self._session.jobs.current is self._job
            else self.tr("Another job is running. The word images are processed after it.")
        )

    def _show_progress(self, done: int, total: int) -> None:
        text = self.tr("The model has processed {0} of {1} word images. You can go on working.")
        self.show_message(text.format(integer(done), integer(total)))

    def _finish(self, outcome: Outcome) -> None:
        self._job, self._outcome = None, outcome
        self.show_message(self.text.text(), [self._start_action])
