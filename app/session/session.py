"""An opened project: the one door through which all places read, write, undo and learn of changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.backups import AutoBackup
from app.session.changes import HISTORY, LEXICON, PAGES, PREDICTIONS, WORDS, Changed
from app.session.crop_loader import CropLoader
from app.session.jobs import Jobs
from app.session.worker import Failure, Worker
from app.session.write_access import ReadOnlyReason, acquire_write_access, unwritable
from core.errors import DamagedError, DuctusError, InputError
from core.project.content.models import Model, models
from core.project.db.database import verify_header
from core.project.db.history import Change, next_labels, redo, undo
from core.project.db.lock import WindowLock
from core.project.project import DATABASE, Project, folder_of

_READERS = 2
_WAIT_SECONDS = 2.0
"""The window waits no longer for another program that is writing when it opens a project."""


class Session(QObject):
    """One project in the app. Signals arrive in the window's thread.

    ``changed(Changed)``: after a write, and after a job wrote. ``undone(Change)``: undo or redo took place;
    the place that shows words goes to the word concerned. ``failed(Exception)``: a read or write that had
    nobody to tell.
    """

    changed = Signal(object)
    undone = Signal(object)
    failed = Signal(Exception)

    def __init__(self, folder: Path, *, insist: bool = False) -> None:
        """Open it for writing, or for reading where another window has it or nothing can be written.

        ``insist``: for writing on a network drive, too. Raises InputError for what is no project or damaged.
        """
        super().__init__()
        self.folder = folder_of(folder)
        verify_header(self.folder / DATABASE)
        claimed = acquire_write_access(self.folder, insist=insist)
        self._lock = claimed if isinstance(claimed, WindowLock) else None
        self.hindrance = claimed if isinstance(claimed, ReadOnlyReason) else None
        """Why nothing can be written; None where it can."""
        try:
            # opened once in this thread, so that a foreign, damaged or newer project is told of at once
            if self._lock is not None:
                self._try_to_write()
            self.reads = Project.open(self.folder, read_only=True)
        except BaseException:
            if self._lock is not None:
                self._lock.release()
            raise
        self._writer = None if self.read_only else Worker(self.folder, read_only=False, name="ductus-writer")
        self.backups = None if self.read_only else AutoBackup(self.folder, self)
        self._readers = [Worker(self.folder, read_only=True, name=f"ductus-reader-{n}") for n in range(_READERS)]
        for worker in self._workers():
            worker.failed.connect(self.failed)
        self.crops = CropLoader(self.folder, self)
        self.jobs = Jobs(self.folder, self)
        self.jobs.wrote.connect(self.announce)
        if self.hindrance is not None:
            self.jobs.refusal = self.hindrance.told()

    @property
    def name(self) -> str:
        """The project's name for people: its folder's without the ending."""
        return self.folder.name.removesuffix(".ductus")

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written through this session; ``hindrance`` says why."""
        return self._lock is None

    @property
    def why_not(self) -> str:
        """Why nothing can be written, in one line; empty where it can."""
        return self.hindrance.why_not() if self.hindrance else ""

    @property
    def busy(self) -> bool:
        """Whether a write is still on its way to the disk."""
        return self._writer is not None and self._writer.pending > 0

    def query(
        self,
        question: Callable[[Project], Any],
        answer: Callable[[Any], None],
        *,
        owner: QObject,
        key: str | None = None,
        failure: Failure | None = None,
    ) -> None:
        """Read in the background: ``answer(question(project))``. See :meth:`Worker.do` for owner and key."""
        # the same key always meets the same thread, or an older question could be answered after a newer one
        readers = self._readers
        worker = readers[hash(key) % len(readers)] if key else min(readers, key=lambda r: r.pending)
        worker.do(question, answer, failure, owner=owner, key=key)

    def execute(
        self,
        edit: Callable[[Project], Any],
        *,
        what: Iterable[str],
        word_ids: Iterable[int] | None = (),
        then: Callable[[Any], None] | None = None,
        failure: Failure | None = None,
    ) -> None:
        """Write in the writer's thread; then ``then(result)``, then ``changed``.

        ``word_ids`` None means any. An edit that raises changes nothing and is told through ``failure`` or
        ``failed``; so is every edit of a project that is open for reading only.
        """
        told = Changed(frozenset(what) | {HISTORY}, None if word_ids is None else frozenset(word_ids))

        def done(result: Any) -> None:
            if then is not None:
                then(result)
            self.changed.emit(told)
            if self.backups is not None:
                self.backups.edited()

        self._write(edit, done, failure)

    def undo(self) -> None:
        """Take back the latest edit of the project's history."""
        self._write(undo, self._went)

    def redo(self) -> None:
        self._write(redo, self._went)

    def next_labels(self) -> tuple[str | None, str | None]:
        """What undo would take back and redo do again; read at once (two rows)."""
        return next_labels(self.reads)

    def active_model(self) -> Model | None:
        """The model in use, or None; read at once (a few rows)."""
        return next((model for model in models(self.reads) if model.active), None)

    def announce(self, changed: Changed) -> None:
        """Make known what somebody else (a job) wrote."""
        self.changed.emit(changed)

    def close(self) -> None:
        """Let every write reach the disk, stop the job politely, end the threads; then others may write."""
        if self.backups is not None:
            self.backups.close()
        self.jobs.close()
        self.crops.close()
        for worker in self._workers():
            worker.close()
        self.reads.close()
        if self._lock is not None:
            self._lock.release()

    def _try_to_write(self) -> None:
        """Open it for writing; where that fails and it is not damaged, it may still be read."""
        try:
            Project.open(self.folder, wait_seconds=_WAIT_SECONDS).close()
        except DamagedError:
            raise
        except DuctusError as error:
            assert self._lock is not None
            self._lock.release()
            self._lock = None
            self.hindrance = unwritable(error)

    def _workers(self) -> list[Worker]:
        return [*self._readers, *([] if self._writer is None else [self._writer])]

    def _write(
        self, edit: Callable[[Project], Any], answer: Callable[[Any], None], failure: Failure | None = None
    ) -> None:
        if self._writer is not None:
            self._writer.do(edit, answer, failure)
            return
        assert self.hindrance is not None
        error = InputError(self.hindrance.told())
        # as from the writer's thread: when whoever asked has gone on
        QTimer.singleShot(0, self, lambda: failure(error) if failure is not None else self.failed.emit(error))

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
        self.undone.emit(change)
