"""The active model, its thresholds in this project, and the votes of its members on all words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.insight.model.vote_data import VoteData, join_blocks, read_block
from app.session.changes import Changed
from app.session.session import Session
from app.session.worker import error_message
from core.jobs.lines.line_part import LinePart, wanted_line_part
from core.jobs.recognition.revote_predictions import RevotedBlock, revote_block
from core.project.changes import MODELS, PREDICTIONS, WORDS
from core.project.content.models import Model, calibrated_file, choose_thresholds, chosen_thresholds, list_models
from core.project.content.predictions import count_voted
from core.project.project import Project
from core.store.summary import ModelSummary, model_summary


@dataclass(frozen=True, slots=True)
class OpenedModel:
    """A model as the project uses it."""

    model: Model
    summary: ModelSummary
    chosen_thres: tuple[int, ...] | None
    """Thresholds [L] that a person chose for it in this project; None for those of its training."""

    @property
    def thres(self) -> list[int]:
        """The thresholds [L] in force."""
        return list(self.chosen_thres or self.summary.thres)


class ActiveModel(QObject):
    """Opens the active model, reads the votes on its predictions, and votes again at other thresholds.

    ``loaded()``: :attr:`current` is another model, has other thresholds, or is None. ``failed(message)``: it cannot be
    read. ``votes_changed()``: :attr:`votes` was read or dropped; ``reading(done, total)`` in words while it is read.
    ``revoting(done, total)`` in words while thresholds are applied; ``revoted(changed)`` words at the end.
    """

    loaded = Signal()
    failed = Signal(str)
    votes_changed = Signal()
    reading = Signal(int, int)
    revoting = Signal(int, int)
    revoted = Signal(int)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.current: OpenedModel | None = None
        self.votes: VoteData | None = None
        self.is_revoting = False
        self._parts: list[VoteData] = []
        self._version = 0
        """Counts how often the votes were dropped: votes of an earlier version are outdated."""
        self._is_reading = False
        self._is_requested = False
        session.changed.connect(self._project_changed)

    def load(self) -> None:
        """Open the active model; ``loaded`` or ``failed`` follows."""

        def open_active(project: Project) -> OpenedModel | None:
            model = next((m for m in list_models(project) if m.active), None)
            if model is None:
                return None
            summary = model_summary(calibrated_file(project, model))
            chosen = chosen_thresholds(project, model)
            fits = chosen is not None and len(chosen) == len(summary.members)
            return OpenedModel(model, summary, tuple(chosen) if fits and chosen else None)

        self.session.query(open_active, self._loaded, owner=self, key="insight:model", on_error=self._failed)

    def request_votes(self) -> None:
        """Read the votes on all words, unless they are read already; ``votes_changed`` follows."""
        self._is_requested = True
        if self.current is None or self.votes is not None or self._is_reading or self.is_revoting:
            return
        self._is_reading = True
        self._parts = []
        name, version = self.current.model.name, self._version
        self.session.query(
            lambda project: count_voted(project, name),
            lambda total: self._read(version, -1, total),
            owner=self,
            on_error=self._failed,
        )

    def apply_thresholds(self, thres: Sequence[int] | None) -> None:
        """Choose thresholds [L] (None: those of training) and vote on all predictions with them."""
        if self.current is None or self.is_revoting:
            return
        self.is_revoting = True
        opened = self.current
        trained = opened.summary.thres
        chosen = None if thres is None or list(thres) == trained else list(thres)
        total = 0 if self.votes is None else len(self.votes)
        changed = done = 0
        line_part: LinePart | None = None

        def continue_after(block: RevotedBlock) -> None:
            nonlocal changed, done
            changed += block.changed
            done += block.done
            self.revoting.emit(done, max(done, total))
            if block.last is None:
                finish()
            else:
                revote_next(block.last)

        def choose(project: Project) -> LinePart | None:
            choose_thresholds(project, opened.model, chosen)
            return wanted_line_part(project, opened.summary)

        def start(read: LinePart | None) -> None:
            nonlocal line_part
            line_part = read
            revote_next(-1)

        def revote_next(after: int) -> None:
            self.session.execute(
                lambda project: revote_block(
                    project, opened.model.name, opened.summary, chosen or trained, after, line_part
                ),
                changes=[],
                owner=self,
                on_result=continue_after,
                on_error=self._revote_failed,
            )

        def finish() -> None:
            self.is_revoting = False
            self.current = replace(opened, chosen_thres=tuple(chosen) if chosen else None)
            self.revoted.emit(changed)
            self.session.execute(lambda project: None, changes=[PREDICTIONS, MODELS], word_ids=None)

        self.revoting.emit(0, total)
        self.session.execute(choose, changes=[], owner=self, on_result=start, on_error=self._revote_failed)

    def _revote_failed(self, error: Exception) -> None:
        self.is_revoting = False
        self.failed.emit(error_message(error))
        self.load()

    def _loaded(self, opened: OpenedModel | None) -> None:
        before, self.current = self.current, opened
        if before is None or opened is None or before.model.name != opened.model.name:
            self._drop_votes()
        self.loaded.emit()

    def _failed(self, error: Exception) -> None:
        self._is_reading = False
        self.current = None
        self.failed.emit(error_message(error))

    def _read(self, version: int, after: int, total: int) -> None:
        if version != self._version or self.current is None:
            self._is_reading = False
            self._request_again()
            return
        self.reading.emit(sum(len(part) for part in self._parts), total)
        name, members = self.current.model.name, len(self.current.summary.members)

        def add_part(part: tuple[VoteData, int | None]) -> None:
            votes, last = part
            self._parts.append(votes)
            if last is not None:
                self._read(version, last, total)
                return
            parts, self._parts = self._parts, []
            # joining the votes on a hundred thousand words would block the main thread
            self.session.query(
                lambda project: join_blocks(parts, members),
                partial(self._set_votes, version),
                owner=self,
                on_error=self._failed,
            )

        self.session.query(
            lambda project: read_block(project, name, members, after), add_part, owner=self, on_error=self._failed
        )

    def _set_votes(self, version: int, votes: VoteData) -> None:
        self._is_reading = False
        if version == self._version:
            self.votes = votes
            self.votes_changed.emit()
        self._request_again()

    def _request_again(self) -> None:
        if self._is_requested and self.votes is None:
            self.request_votes()

    def _drop_votes(self) -> None:
        self._version += 1
        self.votes = None
        self.votes_changed.emit()

    def _project_changed(self, changed: Changed) -> None:
        if changed.touches(PREDICTIONS, WORDS, MODELS):
            self._drop_votes()
        if changed.touches(MODELS):
            self.load()
