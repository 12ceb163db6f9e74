"""Beginning with the starter model: whether it is of use here, and the two jobs that give first guesses."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.context import ProjectContext
from app.session.changes import LEXICON, MODELS, WORDS, Changed
from app.session.jobs import Job, Outcome
from core.jobs.recognition.starter import StarterReadiness, starter_readiness

LEXICON_TAB = "lexicon"
"""The query with which Collection is asked to show the lexicon."""

_WAIT_MS = 300
_JOBS = ("begin", "recognise")


class StarterOffer(QObject):
    """``changed()``: :attr:`now` or :attr:`working` is another. One for a context: see :meth:`of`."""

    changed = Signal()

    @classmethod
    def of(cls, context: ProjectContext) -> StarterOffer:
        """The context's own, made when first asked for."""
        return context.findChild(cls) or cls(context)

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._context = context
        self._job: Job | None = None
        self._later: tuple[str, ...] = ()
        self.now: StarterReadiness | None = None
        """What is known of the project; None until it was looked at."""
        self._timer = QTimer(self, interval=_WAIT_MS, singleShot=True)
        self._timer.timeout.connect(self._ask)
        context.session.changed.connect(self._heard)
        context.session.jobs.changed.connect(self.changed)
        self._ask()

    @property
    def working(self) -> bool:
        """Whether the first guesses are being made."""
        return self._job is not None

    @property
    def offered(self) -> bool:
        """Whether to offer it: there is no model, some words are unread, and no job runs.

        A training under way ends with a model of its own, whose place the starter model must not take.
        """
        session = self._context.session
        if session.read_only or session.jobs.current is not None:
            return False
        return not self.working and self.now is not None and self.now.of_use

    def sentence(self) -> str:
        """What it is for or what it lacks; while it reads, that it does."""
        if self.working:
            return self.tr("The starter model reads the words; you can go on meanwhile.")
        if self.now is not None and not self.now.has_lexicon:
            return self.tr(
                "The starter model could give first guesses without training. It chooses among the words of the "
                "lexicon, which is empty: add a list of the words that may occur."
            )
        return self.tr(
            "The starter model can give first guesses without training: correct some, then train a model of this hand."
        )

    def title(self) -> str:
        """What :meth:`press` will do."""
        if self.now is not None and not self.now.has_lexicon:
            return self.tr("Open the lexicon")
        return self.tr("Read with the starter model")

    def press(self) -> None:
        """Give first guesses; or, without a lexicon, lead to it."""
        if self.now is None or not self.offered:
            return
        if not self.now.has_lexicon:
            self._context.go("collection", query=LEXICON_TAB)
            return
        self._run(*_JOBS)

    def _run(self, kind: str, *later: str) -> None:
        arguments = ("--words", "unread") if kind == "recognise" else ()
        self._job, self._later = self._context.session.jobs.start(kind, *arguments), later
        self._job.ended.connect(self._ended)
        self.changed.emit()

    def _ended(self, outcome: Outcome) -> None:
        job, self._job = self._job, None
        if self._later and outcome.ok and job is not None and not job.asked_to_stop:
            self._run(*self._later)
        else:
            self.changed.emit()

    def _heard(self, changed: Changed) -> None:
        if changed.touches(MODELS):
            self.now = None  # perhaps there is a model now: nothing is offered until that was looked at
        if changed.touches(WORDS, LEXICON, MODELS) and not self._timer.isActive():
            self._timer.start()

    def _ask(self) -> None:
        self._context.session.query(starter_readiness, self._answer, owner=self, key="starter")

    def _answer(self, found: StarterReadiness) -> None:
        if found != self.now:
            self.now = found
            self.changed.emit()
