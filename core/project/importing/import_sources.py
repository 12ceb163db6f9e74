"""Taking what a source holds into a project: first the files, then, in one transaction, the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from core.errors import InputError
from core.formats.records import CropRecord, Skipped, SourceContents
from core.project.backup.restore import BEFORE
from core.project.backup.rotation import FOLDER
from core.project.files import file_store as files
from core.project.importing.file_staging import FileStaging
from core.project.importing.import_rows import RowImporter
from core.project.project import Project

IMPORT_ROLES = ("train", "val", "test", "none")

Progress = Callable[[int, int], None]
"""Called as ``progress(done, total)``; what it raises stops the import and nothing is kept."""

_BATCH = 500


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import did. ``already`` counts words and lines that the project held before."""

    words: int = 0
    pages: int = 0
    lines: int = 0
    already: int = 0
    readings_added: int = 0
    """New texts for words that were already there."""
    files_copied: int = 0
    skipped: tuple[Skipped, ...] = ()


def import_contents(
    project: Project,
    found: SourceContents,
    *,
    copy: bool = True,
    role: str | None = None,
    progress: Progress | None = None,
    also: Callable[[], object] | None = None,
) -> ImportSummary:
    """Import pages, words and lone crops; one edit, so it can be undone (the copied files then stay).

    ``copy=False`` links images by their absolute path instead; transcription files are copied always.
    ``role`` overrides the roles that the source gives; without either a word is for training. A word known
    from an earlier import (same image and same box as imported; a lone crop: same image and text) is not
    added again; a new text for it becomes a further reading, and its current one only where no person typed
    or accepted another. Memory does not grow with the images. Raises InputError, leaving no row, for a file
    that cannot be read. ``also`` is called when all rows are written, inside the same edit: what it writes is
    undone with the import.
    """
    if role is not None and role not in IMPORT_ROLES:
        raise InputError(f"There is no role '{role}'; choose one of {', '.join(IMPORT_ROLES)}.")
    if project.read_only:
        raise InputError.at(project.database, "the project was opened for reading only")
    told = _Told(progress, len(found.pages) + len(found.crops))
    incoming = FileStaging(project, copy)
    with files.import_lock(project.folder):
        if files.begin_import(project.folder):
            _sweep(project)
        try:
            _take_files(incoming, found, told)
            if incoming.copied:
                files.flush_copies()
            rows = _write_rows(project, incoming, found, role, told, also)
        except BaseException:
            _sweep(project)
            raise
        finally:
            incoming.clear()
            files.end_import(project.folder)
    return ImportSummary(
        words=rows.words,
        pages=rows.pages,
        lines=rows.lines,
        already=rows.already,
        readings_added=rows.readings_added,
        files_copied=incoming.copied,
        skipped=(*found.skipped, *rows.skipped),
    )


class _Told:
    """Progress told now and then, not for every word.

    Each page and word image counts half when its file is copied and half when its rows are written.
    """

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._halves, self._next = progress, total, 0, 0

    def step(self, count: int) -> None:
        self._halves += count
        if self._progress is not None and (self._halves >= self._next or self._halves == 2 * self._total):
            self._next = self._halves + max(1, self._total // 100)
            self._progress(self._halves // 2, self._total)


def _take_files(incoming: FileStaging, found: SourceContents, told: _Told) -> None:
    for page in found.pages:
        incoming.take([(page.image, "pages")], once=True)
        if page.source is not None:
            incoming.take([(page.source, "pages")], once=True, always_copy=True)
        told.step(1)
    for batch in _batches(found):
        incoming.take([(crop.image, "words") for crop in batch])
        told.step(len(batch))


def _write_rows(
    project: Project,
    incoming: FileStaging,
    found: SourceContents,
    role: str | None,
    told: _Told,
    also: Callable[[], object] | None,
) -> RowImporter:
    what = f"{found.word_count} words" if found.word_count else f"{len(found.pages)} pages"
    with project.edit(f"import {what} ({found.format})") as connection:
        rows = RowImporter(connection, incoming, role)
        for page in found.pages:
            rows.add_page(page)
            told.step(1)
        for batch in _batches(found):
            rows.add_crops(batch)
            told.step(len(batch))
        if also is not None:
            also()
    return rows


def _batches(found: SourceContents) -> Iterator[list[CropRecord]]:
    crops = iter(found.crops)
    while batch := list(islice(crops, _BATCH)):
        yield batch


def _sweep(project: Project) -> None:
    if any((project.folder / FOLDER).glob(f"{BEFORE}*")):
        return  # a database that was kept aside may name files that this one does not

    def is_known(sha256: str, path: str) -> bool:
        return project.one("SELECT 1 FROM file WHERE sha256 = ? AND path = ?", (sha256, path)) is not None

    files.sweep_orphans(project.folder, is_known)
