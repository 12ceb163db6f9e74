"""An opened project: the one door through which all places read, write, undo and learn of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.session.changes import HISTORY, LEXICON, PAGES, PREDICTIONS, WORDS, Changed
from app.session.crops import Crops
from app.session.jobs import Jobs
from app.session.worker import Failure, Worker
from core.project.history import Change, next_labels, redo, undo
from core.project.models import Model, models
from core.project.project import Project

_READERS = 2


class Session(QObject):
    """One project in the app. Signals arrive in the window's thread.

    ``changed(Changed)``: after a write, and after a job wrote. ``went_back(Change)``: undo or redo took place;
    the place that shows words goes to the word concerned. ``failed(Exception)``: a read or write that had
    nobody to tell.
    """

    changed = Signal(object)
    went_back = Signal(object)
    failed = Signal(Exception)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        # opened for writing once in this thread, so that a foreign, damaged or newer project is told of at once
        with Project.open(folder) as project:
            self.folder = project.folder
        self.reads = Project.open(self.folder, read_only=True)
        self._writer = Worker(self.folder, read_only=False, name="ductus-writer")
        self._readers = [
            Worker(self.folder, read_only=True, name=f"ductus-reader-{n}") for n in range(_READERS)
        ]
        for worker in (self._writer, *self._readers):
            worker.failed.connect(self.failed)
        self.crops = Crops(self.folder, self)
        self.jobs = Jobs(self.folder, self)
        self.jobs.wrote.connect(self.tell)

    @property
    def name(self) -> str:
        """The project's name for people: its folder's without the ending."""
        return self.folder.name.removesuffix(".ductus")

    @property
    def busy(self) -> bool:
        """Whether a write is still on its way to the disk."""
        return self._writer.pending > 0

    def ask(
        self, question: Callable[[Project], Any], answer: Callable[[Any], None], *, owner: QObject,
        key: str | None = None, failure: Failure | None = None,
    ) -> None:  # fmt: skip
        """Read in the background: ``answer(question(project))``. See :meth:`Worker.do` for owner and key."""
        # the same key always meets the same thread, or an older question could be answered after a newer one
        readers = self._readers
        worker = readers[hash(key) % len(readers)] if key else min(readers, key=lambda r: r.pending)
        worker.do(question, answer, failure, owner=owner, key=key)

    def do(
        self, edit: Callable[[Project], Any], *, what: Iterable[str], word_ids: Iterable[int] | None = (),
        then: Callable[[Any], None] | None = None, failure: Failure | None = None,
    ) -> None:  # fmt: skip
        """Write in the writer's thread; then ``then(result)``, then ``changed``.

        ``word_ids`` None means any. An edit that raises changes nothing and is told through ``failure`` or
        ``failed``.
        """
        told = Changed(frozenset(what) | {HISTORY}, None if word_ids is None else frozenset(word_ids))

        def done(result: Any) -> None:
            if then is not None:
                then(result)
            self.changed.emit(told)

        self._writer.do(edit, done, failure)

    def undo(self) -> None:
        """Take back the latest edit of the project's history."""
        self._writer.do(undo, self._went)

    def redo(self) -> None:
        self._writer.do(redo, self._went)

    def next_labels(self) -> tuple[str | None, str | None]:
        """What undo would take back and redo do again; read at once (two rows)."""
        return next_labels(self.reads)

    def active_model(self) -> Model | None:
        """The model in use, or None; read at once (a few rows)."""
        return next((model for model in models(self.reads) if model.active), None)

    def tell(self, changed: Changed) -> None:
        """Make known what somebody else (a job) wrote."""
        self.changed.emit(changed)

    def close(self) -> None:
        """Let every write reach the disk, stop the job politely, end the threads."""
        self.jobs.close()
        self.crops.close()
        for worker in self._readers:
            worker.close()
        self._writer.close()
        self.reads.close()

    def _went(self, change: Change | None) -> None:
        if change is None:
            return
        touched = {WORDS, PREDICTIONS}
        if change.tables.keys() & {"page", "line"}:
            touched.add(PAGES)
        if "lexicon" in change.tables:
            touched.add(LEXICON)
        ids = frozenset(change.word_ids) if change.word_ids else None
        self.changed.emit(Changed(frozenset(touched | {HISTORY}), ids))
        self.went_back.emit(change)
