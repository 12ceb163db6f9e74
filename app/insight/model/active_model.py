"""What Insight looks at: the active model, its thresholds in this project, and all it has said of the collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.insight.model.vote_data import Part, VoteData, count, joined, read_part
from app.session.changes import MODELS, PREDICTIONS, WORDS, Changed
from app.session.session import Session
from app.session.worker import error_message
from core.jobs.recognition.revote import RevotedBlock, choose_thresholds, chosen_thresholds, revote_block
from core.project.content.models import Model, list_models
from core.project.project import Project
from core.store.summary import ModelSummary, model_summary


@dataclass(frozen=True, slots=True)
class Loaded:
    """The active model as the project has it."""

    model: Model
    summary: ModelSummary
    by_hand: tuple[int, ...] | None
    """Thresholds a person chose for it in this project."""

    @property
    def thres(self) -> list[int]:
        """The thresholds in force [L]."""
        return list(self.by_hand or self.summary.thres)


class ActiveModel(QObject):
    """``loaded()``: another model, or other thresholds, or none. ``failed(text)``: the model cannot be looked at.
    ``collected()``: :attr:`collection` is there, or was thrown away. ``reading(done, total)``: it is being read.
    ``voting(done, total)``: new thresholds are being applied; ``voted(changed)``: they were.
    """

    loaded = Signal()
    failed = Signal(str)
    collected = Signal()
    reading = Signal(int, int)
    voting = Signal(int, int)
    voted = Signal(int)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.now: Loaded | None = None
        self.collection: VoteData | None = None
        self.is_voting = False
        self._parts: list[VoteData] = []
        self._age = 0
        self._is_reading = False
        self._wanted = False
        session.changed.connect(self._changed)

    def load(self) -> None:
        """Read the active model anew."""

        def question(project: Project) -> Loaded | None:
            model = next((m for m in list_models(project) if m.active), None)
            if model is None:
                return None
            summary = model_summary(model.file)
            chosen = chosen_thresholds(project, model)
            fits = chosen is not None and len(chosen) == len(summary.members)
            return Loaded(model, summary, tuple(chosen) if fits and chosen else None)

        self.session.query(question, self._loaded, owner=self, key="insight:model", on_error=self._failed)

    def want_collection(self) -> None:
        """Read all that the model said, unless it is there or on its way; ``collected`` tells of it."""
        self._wanted = True
        if self.now is None or self.collection is not None or self._is_reading or self.is_voting:
            return
        self._is_reading = True
        self._parts = []
        name, age = self.now.model.name, self._age
        self.session.query(
            lambda p: count(p, name), lambda total: self._read(age, -1, total), owner=self, on_error=self._failed
        )

    def apply(self, thres: Sequence[int] | None) -> None:
        """Choose thresholds [L] (None: those of training) and vote on all predictions with them."""
        if self.now is None or self.is_voting:
            return
        self.is_voting = True
        now = self.now
        fresh = None if thres is None or list(thres) == now.summary.thres else list(thres)
        wanted = fresh or now.summary.thres
        total = len(self.collection) if self.collection is not None else 0
        changed = done = 0

        def stepped(block: RevotedBlock) -> None:
            nonlocal changed, done
            if not isValid(self):
                return
            changed += block.changed
            done += block.done
            self.voting.emit(done, max(done, total))
            if block.last is None:
                finish()
            else:
                step(block.last)

        def step(after: int) -> None:
            self.session.execute(
                lambda p: revote_block(p, now.model.name, now.summary, wanted, after),
                changes=[],
                on_result=stepped,
                on_error=self._stopped_voting,
            )

        def finish() -> None:
            self.is_voting = False
            self.now = replace(now, by_hand=tuple(fresh) if fresh else None)
            self.voted.emit(changed)
            self.session.execute(lambda p: None, changes=[PREDICTIONS, MODELS], word_ids=None)

        self.voting.emit(0, total)
        self.session.execute(
            lambda p: choose_thresholds(p, now.model, fresh),
            changes=[],
            on_result=lambda _: step(-1) if isValid(self) else None,
            on_error=self._stopped_voting,
        )

    def _stopped_voting(self, error: Exception) -> None:
        self.is_voting = False
        self.failed.emit(error_message(error))
        self.load()

    def _loaded(self, found: Loaded | None) -> None:
        before = self.now
        self.now = found
        if before is None or found is None or before.model.name != found.model.name:
            self._throw_away()
        self.loaded.emit()

    def _failed(self, error: Exception) -> None:
        self._is_reading = False
        self.now = None
        self.failed.emit(error_message(error))

    def _read(self, age: int, after: int, total: int) -> None:
        if age != self._age or self.now is None:
            self._is_reading = False
            self._again()
            return
        self.reading.emit(sum(len(part) for part in self._parts), total)
        name, members = self.now.model.name, len(self.now.summary.members)

        def took(part: Part) -> None:
            self._parts.append(part.words)
            if part.last is not None:
                self._read(age, part.last, total)
                return
            parts, self._parts = self._parts, []
            # also the joining of a hundred thousand words is no work for the window's thread
            self.session.query(
                lambda p: joined(parts, members), partial(self._took_all, age), owner=self, on_error=self._failed
            )

        self.session.query(lambda p: read_part(p, name, members, after), took, owner=self, on_error=self._failed)

    def _took_all(self, age: int, collection: VoteData) -> None:
        self._is_reading = False
        if age == self._age:
            self.collection = collection
            self.collected.emit()
        self._again()

    def _again(self) -> None:
        if self._wanted and self.collection is None:
            self.want_collection()

    def _throw_away(self) -> None:
        self._age += 1
        self.collection = None
        self.collected.emit()

    def _changed(self, changed: Changed) -> None:
        if changed.touches(PREDICTIONS, WORDS):
            self._throw_away()
        if changed.touches(MODELS):
            self.load()
