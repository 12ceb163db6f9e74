"""The import of a source into a project: first its files, then, in one transaction, the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from itertools import islice

from core.errors import InputError
from core.formats.records import CropRecord, Skipped, SourceContents
from core.language import tr
from core.project import file_store
from core.project.backup.restore import was_restored
from core.project.content.words import Role
from core.project.import_rows import FileStaging, RowImporter
from core.project.project import Project

Progress = Callable[[int, int], None]
"""Called as ``progress(done, total)``; an exception it raises stops the import and nothing is kept."""

_BATCH = 500


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """Counts of an import. ``already``: words and lines that the project contained before."""

    words: int = 0
    pages: int = 0
    lines: int = 0
    already: int = 0
    transcriptions_added: int = 0
    """New texts for words that were already there."""
    files_copied: int = 0
    skipped: tuple[Skipped, ...] = ()

    def __add__(self, other: ImportSummary) -> ImportSummary:
        return ImportSummary(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


def import_contents(
    project: Project,
    found: SourceContents,
    *,
    copy: bool = True,
    role: str | None = None,
    progress: Progress | None = None,
    finish: Callable[[], object] | None = None,
) -> ImportSummary:
    """Import pages, words and lone crops in one edit; undoing it leaves the copied files.

    ``copy=False`` links images by their absolute path; transcription files are always copied. ``role`` overrides the
    roles that the source gives; without either a word is for training. A word known from an earlier import (same
    image and same box as imported; a lone crop: same image and text) is not added again. A new text for it becomes a
    further transcription, and the current one unless a person typed or accepted another. Memory does not grow with
    the images. ``finish`` is called in the same edit when all rows are written. Raises InputError, leaving no row, for
    a file that cannot be read.
    """
    if role is not None and role not in list(Role):
        raise InputError.of("There is no role '{role}'; choose one of {choices}.", role=role, choices=", ".join(Role))
    if project.read_only:
        raise InputError.at(project.database, tr("the project was opened for reading only"))
    counter = _ProgressCounter(progress, len(found.pages) + len(found.crops))
    staging = FileStaging(project, copy)
    with file_store.import_lock(project.folder):
        if file_store.begin_import(project.folder):
            _delete_orphans(project)
        try:
            _stage_files(staging, found, counter)
            if staging.copied:
                file_store.sync_copies()
            kind = "import words" if found.word_count else "import pages"
            with project.edit(
                kind, n=found.word_count or len(found.pages), format=", ".join(found.formats)
            ) as connection:
                rows = RowImporter(connection, staging, role)
                for page in found.pages:
                    rows.add_page(page)
                    counter.step(1)
                for batch in _batches(found):
                    rows.add_crops(batch)
                    counter.step(len(batch))
                if finish is not None:
                    finish()
            if rows.has_unused_files:
                _delete_orphans(project)
        except BaseException:
            _delete_orphans(project)
            raise
        finally:
            staging.clear()
            file_store.end_import(project.folder)
    return ImportSummary(
        words=rows.words,
        pages=rows.pages,
        lines=rows.lines,
        already=rows.already,
        transcriptions_added=rows.transcriptions_added,
        files_copied=staging.copied,
        skipped=(*found.skipped, *rows.skipped),
    )


class _ProgressCounter:
    """Reports progress about a hundred times, not for every word.

    Each page and word image counts half when its file is copied and half when its rows are written.
    """

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._halves, self._next = progress, total, 0, 0

    def step(self, count: int) -> None:
        self._halves += count
        if self._progress is not None and (self._halves >= self._next or self._halves == 2 * self._total):
            self._next = self._halves + max(1, self._total // 100)
            self._progress(self._halves // 2, self._total)


def _stage_files(staging: FileStaging, found: SourceContents, counter: _ProgressCounter) -> None:
    for page in found.pages:
        staging.stage([(page.image, "pages")], once=True)
        if page.source is not None:
            staging.stage([(page.source, "pages")], once=True, always_copy=True)
        counter.step(1)
    for batch in _batches(found):
        staging.stage([(crop.image, "words") for crop in batch])
        counter.step(len(batch))


def _batches(found: SourceContents) -> Iterator[list[CropRecord]]:
    crops = iter(found.crops)
    while batch := list(islice(crops, _BATCH)):
        yield batch


def _delete_orphans(project: Project) -> None:
    if was_restored(project.files):
        return

    def is_known(sha256: str, path: str) -> bool:
        return project.one("SELECT 1 FROM file WHERE sha256 = ? AND path = ?", (sha256, path)) is not None

    file_store.sweep_orphans(project.folder, is_known)
