"""An open project: views read, write, undo and learn of changes through it."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance
from shiboken6 import isValid

from app.background.threads import OnError, OnResult, attempt
from app.session.backups import AutoBackup
from app.session.changes import Changed
from app.session.crop_loader import CropLoader
from app.session.jobs import Jobs
from app.session.worker import ProjectWork, Worker
from app.session.write_access import ReadOnlyReason, acquire_write_access, unwritable
from core.errors import DamagedError, DuctusError, InputError
from core.jobs.requests import RecogniseRequest
from core.project.backup.project_copy import SavedProject, save_as
from core.project.changes import HISTORY, LEXICON, PAGES, PREDICTIONS, WORDS
from core.project.content.history import Edit, ReplayedEdit, last_edit, next_edits, redo, undo
from core.project.content.models import Model, active_model
from core.project.content.statistics import WorkDone, latest_transcription, work_done
from core.project.db.database import DatabaseLostError, verify_header
from core.project.db.lock import WindowLock
from core.project.parts.record import load_record
from core.project.project import DATABASE, SUFFIX, Project, project_folder

_READERS = 2
_WAIT_SECONDS = 2.0
"""Time for which opening a project waits for another program that is writing."""


class _Edit(NamedTuple):
    """An edit on its way to the disk, or kept until there is a file again."""

    work: ProjectWork
    on_result: OnResult
    on_error: OnError


class Session(QObject):
    """One project in the app. All signals are emitted in the main thread.

    ``changed(Changed)``: an edit or a job wrote. ``undone(ReplayedEdit)``, ``redone(ReplayedEdit)``: the view that
    shows words goes to the first one concerned. ``failed(Exception)``: a read or write without an ``on_error`` raised.
    ``lost(Exception)``: an edit found the project's file removed or replaced, and is kept in memory.
    """

    changed = Signal(object)
    undone = Signal(object)
    redone = Signal(object)
    failed = Signal(Exception)
    lost = Signal(Exception)

    def __init__(self, folder: Path, *, force: bool = False) -> None:
        """Open for writing; read-only where another window has the project or it cannot be written.

        ``force``: write on a network drive, too. Raises InputError for a folder that is not a project or is damaged.
        """
        super().__init__()
        self.folder = project_folder(folder)
        verify_header(self.folder / DATABASE)
        access = acquire_write_access(self.folder, force=force)
        self._lock = access if isinstance(access, WindowLock) else None
        self._kept: list[_Edit] = []
        """Edits for which there was no file, in their order; only the writer's thread changes it."""
        self.read_only_reason = access if isinstance(access, ReadOnlyReason) else None
        """The reason why nothing can be written; None where it can."""
        try:
            # opened once in this thread, so that a foreign, damaged or newer project is reported at once
            if self._lock is not None:
                self._try_to_write()
            self.project = Project.open(self.folder, read_only=True)
            """A connection for short reads in the main thread."""
            self._before = latest_transcription(self.project)
            """The latest transcription of earlier sessions."""
        except BaseException:
            if self._lock is not None:
                self._lock.release()
            raise
        self._writer = None if self._lock is None else Worker(self.folder, read_only=False, name="ductus-writer")
        self.backups = None if self.read_only else AutoBackup(self.folder, self)
        self._readers = [Worker(self.folder, read_only=True, name=f"ductus-reader-{n}") for n in range(_READERS)]
        for worker in self._workers():
            worker.failed.connect(self.failed)
        self.crops = CropLoader(self.folder, self)
        self.jobs = Jobs(self.folder, self)
        self.jobs.wrote.connect(self.changed)
        if self.read_only_reason is not None:
            self.jobs.refusal = self.read_only_reason.explanation()

    @property
    def name(self) -> str:
        """The project's name for people: its folder's without the suffix."""
        return self.folder.name.removesuffix(SUFFIX)

    @property
    def read_only(self) -> bool:
        return self._lock is None

    @property
    def is_part(self) -> bool:
        """Return whether it was taken out of another project; reads one row in the main thread."""
        try:
            return load_record(self.project) is not None
        except DamagedError:
            return False  # a merge reports it

    @property
    def read_only_message(self) -> str:
        """The reason why nothing can be written, in one line; empty where it can."""
        return self.read_only_reason.summary() if self.read_only_reason else ""

    @property
    def is_lost(self) -> bool:
        """Return whether the project's file was removed or replaced, so that only this session has its content."""
        return self._writer is not None and (bool(self._kept) or not self.project.is_in_place)

    def query(
        self,
        work: ProjectWork,
        on_result: OnResult,
        *,
        owner: QObject,
        key: str | None = None,
        on_error: OnError | None = None,
    ) -> None:
        """Read in the background, then ``on_result(work(project))``. ``owner`` and ``key`` as in :meth:`Worker.run`."""
        # the same key always gets the same thread: otherwise an older result could arrive after a newer one
        readers = self._readers
        worker = readers[hash(key) % len(readers)] if key else min(readers, key=lambda r: r.pending)
        worker.run(work, on_result, on_error, owner=owner, key=key)

    def execute(
        self,
        edit: ProjectWork,
        *,
        changes: Iterable[str],
        word_ids: Iterable[int] | None = (),
        owner: QObject | None = None,
        on_result: OnResult | None = None,
        on_error: OnError | None = None,
    ) -> None:
        """Write in the writer's thread, then call ``on_result(result)``, then emit ``changed``.

        ``changes`` are the parts of the project that the edit writes; ``word_ids`` None means any word. An edit that
        raises changes nothing and is reported to ``on_error`` or ``failed``, as is every edit of a read-only project.
        Once ``owner`` is destroyed neither of its functions is called; an error then goes to ``failed``.
        """
        assert owner is not None or on_result is on_error is None
        changed = Changed(frozenset(changes) | {HISTORY}, None if word_ids is None else frozenset(word_ids))

        def done(result: Any) -> None:
            if on_result is not None and isValid(owner):
                on_result(result)
            self.changed.emit(changed)
            if self.backups is not None:
                self.backups.count_edit()

        def failed(error: Exception) -> None:
            (on_error if on_error is not None and isValid(owner) else self.failed.emit)(error)

        self._write(edit, done, failed)

    def undo(self) -> None:
        """Undo the latest edit in the project's history."""
        self._write(undo, partial(self._replayed, self.undone))

    def redo(self) -> None:
        self._write(redo, partial(self._replayed, self.redone))

    def next_edits(self) -> tuple[Edit | None, Edit | None]:
        """Return the edits of the next undo and redo; reads two rows in the main thread."""
        return next_edits(self.project)

    def last_edit(self) -> int:
        """Return the id of the edit that the next undo undoes, 0 without one; reads a row in the main thread."""
        return last_edit(self.project)

    def active_model(self) -> Model | None:
        """Return the active model; reads a few rows in the main thread."""
        return active_model(self.project)

    def read_words(self, ids: Sequence[int]) -> None:
        """Let the active model, if there is one, read these words in a child process."""
        if ids and self.active_model() is not None:
            self.jobs.start(RecogniseRequest(ids=tuple(ids)))

    def work_done(self, project: Project | None = None) -> WorkDone:
        """Return what was checked since the project was opened; without ``project`` it is read in the main thread."""
        return work_done(project or self.project, self._before)

    def save_as(self, target: Path, on_result: Callable[[SavedProject], None], on_error: OnError) -> None:
        """Save the project with the kept edits in the new folder ``target``, as :func:`save_as` of the engine."""
        writer = self._writer
        assert writer is not None

        def save(project: Project) -> SavedProject:
            saved = save_as(project, target, [kept.work for kept in self._kept])
            self._kept = []
            writer.switch_to(target)  # for what was typed meanwhile
            return saved

        writer.run(save, on_result, on_error)

    def close(self) -> None:
        """Wait for all writes, ask a running job to stop, end the threads and release the lock."""
        if self.backups is not None:
            self.backups.close()
        self.jobs.close()
        self.crops.close()
        for worker in self._workers():
            worker.close()
        self.project.close()
        if self._lock is not None:
            self._lock.release()

    def _try_to_write(self) -> None:
        """Open the project for writing once; where that fails and it is not damaged, it is read-only."""
        try:
            Project.open(self.folder, wait_seconds=_WAIT_SECONDS).close()
        except DamagedError:
            raise
        except DuctusError as error:
            assert self._lock is not None
            self._lock.release()
            self._lock = None
            self.read_only_reason = unwritable(error)

    def _workers(self) -> list[Worker]:
        return [*self._readers, *([] if self._writer is None else [self._writer])]

    def _write(self, edit: ProjectWork, on_result: OnResult, on_error: OnError | None = None) -> None:
        if self._writer is not None:
            self._run(self._writer, _Edit(edit, on_result, on_error or self.failed.emit))
            return
        assert self.read_only_reason is not None
        error = InputError(self.read_only_reason.explanation())
        # later, like an error from the writer's thread
        QTimer.singleShot(0, self, lambda: (on_error or self.failed.emit)(error))

    def _run(self, writer: Worker, edit: _Edit) -> None:
        """Make an edit after those that are kept; keep it, too, if there is still no file."""

        def write(project: Project) -> list[tuple[_Edit, Any, Exception | None]]:
            outcomes = []
            waiting, self._kept = [*self._kept, edit], []
            for number, waiting_edit in enumerate(waiting):
                result, error = attempt(partial(waiting_edit.work, project))
                if isinstance(error, DatabaseLostError):
                    self._kept = waiting[number:]
                    raise error
                outcomes.append((waiting_edit, result, error))
            return outcomes

        def report(outcomes: list[tuple[_Edit, Any, Exception | None]]) -> None:
            for made, result, error in outcomes:
                if error is None:
                    made.on_result(result)
                else:
                    made.on_error(error)

        def fail(error: Exception) -> None:
            if isinstance(error, DatabaseLostError):
                self.lost.emit(error)
            else:
                edit.on_error(error)

        writer.run(write, report, fail)

    def _replayed(self, signal: SignalInstance, edit: ReplayedEdit | None) -> None:
        if edit is None:
            return
        parts = {WORDS, PREDICTIONS, HISTORY}
        if edit.tables.keys() & {"page", "line"}:
            parts.add(PAGES)
        if "lexicon" in edit.tables:
            parts.add(LEXICON)
        self.changed.emit(Changed(frozenset(parts), frozenset(edit.word_ids) if edit.word_ids else None))
        signal.emit(edit)
