"""The import job: detect and read sources, find words, choose roles, copy the files, write the rows."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from core.errors import DuctusError, InputError, Stopped
from core.events import JobPart, Listener, Note, Progress, ShouldStop, ignore_events
from core.formats.archive import UnpackedSources, is_zip, unpack_sources
from core.formats.records import ALIGNED, LineRecord, PageRecord, Skipped, SourceContents, TextOrigin, WordRecord
from core.formats.sources import read_unpacked
from core.imaging.read import verify_pixels
from core.jobs.requests import ImportRequest
from core.jobs.results import Imported
from core.jobs.segmentation.learned_lines import LearnedLines
from core.jobs.segmentation.line_aligner import LineAligner
from core.jobs.segmentation.segment import find_page_words
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.language import tr, tr_hint, tr_plural
from core.project.content.cut_pages import record_cut
from core.project.content.lexicon import AddedWords, lexicon_from_transcriptions
from core.project.content.pages import list_pages
from core.project.content.words import Role
from core.project.file_store import hash_file
from core.project.import_sources import ImportSummary, import_contents
from core.project.project import Project


def import_sources(project: Project, request: ImportRequest, emit: Listener, should_stop: ShouldStop) -> Imported:
    """Read the sources, find words where wanted, draw test pages, copy the files and write the rows.

    A page that is searched for words is one edit with them and can be used while the next is searched; all else is one
    edit. Zip files stay unpacked until the import is finished.
    When asked to stop, the pages done so far are kept. Raises InputError for sources that cannot be used, and Stopped
    if there is none; in both cases nothing is imported.
    """
    if request.link and (archive := next(filter(is_zip, request.sources), None)):
        hint = tr_hint(
            "Import it without --link, or unpack it and import the folder",
            "Copy it into the project, or unpack it and import the folder",
        )
        raise InputError.at(archive, tr("images in a zip file cannot be linked"), hint=hint)
    with unpack_sources(request.sources) as unpacked:
        contents = read_unpacked(
            unpacked.paths, request.format, labels=request.labels, file_group=request.file_group, images=request.images
        )
        contents = unpacked.with_skipped(leave_out_damaged(contents, emit, should_stop))
        report_skipped(contents.skipped, emit)
        return SourceImport(project, request, emit, should_stop).run(unpacked, contents)


class SourceImport:
    """The import of what was read from sources: part after part, with the words found on pages where wanted."""

    def __init__(self, project: Project, request: ImportRequest, emit: Listener, should_stop: ShouldStop) -> None:
        self._project, self._request, self._emit, self._should_stop = project, request, emit, should_stop
        self._role = request.role or Role.TRAIN
        self._learned = LearnedLines(request.finder, emit, project)
        self._aligner = LineAligner(project)
        self._hashes: dict[Path, str] = {}
        """Of images: each is hashed once, however many pages it has."""
        self._known_pages: list[int] = []
        """Pages to be searched that the project has already."""

    def run(self, unpacked: UnpackedSources, contents: SourceContents) -> Imported:
        """Import the contents; when asked to stop, the parts done so far are kept. Raises Stopped if there is none."""
        project, summary = self._project, ImportSummary()
        n_found = n_added = n_pages = 0
        newest = max((page.id for page in list_pages(project, with_counts=False)), default=0)
        try:
            for part, found in self.parts(contents):
                imported, added = self._copy_files_and_write_rows(unpacked, part)
                summary, n_found, n_added = summary + imported, n_found + found, n_added + added
                n_pages += len(part.pages)
                if self._request.segment:
                    record_cut(project, project.column("SELECT id FROM page WHERE id > ?", (newest,)))
        except Stopped:
            if not n_pages:
                raise
        if self._known_pages:
            n_found += segment_new_pages(
                project,
                self._emit,
                self._known_pages,
                role=self._role,
                learned=self._learned,
                should_stop=self._should_stop,
            )
        report_skipped(map(unpacked.entry, summary.skipped), self._emit)
        reported = (*contents.skipped, *summary.skipped)
        notes = sum(entry.is_note for entry in reported)
        return Imported(
            format=", ".join(contents.formats),
            words=summary.words,
            pages=summary.pages,
            lines=summary.lines,
            already=summary.already,
            skipped=len(reported) - notes,
            notes=notes,
            lexicon_added=n_added,
            segmented=n_found,
            uncut_lines=count_uncut_lines(project, unpacked, contents),
            left=len(contents.pages) - n_pages,
        )

    def parts(self, contents: SourceContents) -> Iterator[tuple[SourceContents, int]]:
        """Yield the contents in parts to be imported one after the other, each with the number of words found on it.

        Pages without words, or with lines without any, are searched: each of these is a part. Pages that the project
        has already are not searched. Words without text get the role of the request. An unreadable page is reported
        and left without words. Raises Stopped.
        """
        tested_pages, tested_crops = _drawn(contents, self._request.test_share)
        is_searched = [self._request.segment and (not page.words or bool(page.uncut_lines)) for page in contents.pages]
        waiting: list[PageRecord] = []
        for number, page in enumerate(contents.pages):
            if self._should_stop():
                raise Stopped.of("Stopped. Nothing was imported.")
            found = page
            if is_searched[number]:
                if waiting:
                    yield replace(contents, pages=tuple(waiting), crops=(), skipped=()), 0
                    waiting = []
                found = self._search_page(page)
            if number in tested_pages:
                found = replace(found, words=tuple(replace(word, role=Role.TEST) for word in found.words))
            if is_searched[number]:
                yield replace(contents, pages=(found,), crops=(), skipped=()), len(found.words) - len(page.words)
                self._emit(Progress(JobPart.PAGES, sum(is_searched[: number + 1]), sum(is_searched)))
            else:
                waiting.append(found)
        crops = tuple(
            replace(crop, role=Role.TEST) if i in tested_crops else crop for i, crop in enumerate(contents.crops)
        )
        if waiting or crops:
            yield replace(contents, pages=tuple(waiting), crops=crops, skipped=()), 0

    def _search_page(self, page: PageRecord) -> PageRecord:
        """Return a page with the words found on it; one that the project has is noted."""
        try:
            if page.image not in self._hashes:
                self._hashes[page.image] = hash_file(page.image)[0]
            if (page_id := _find_page(self._project, self._hashes[page.image], page.frame)) is None:
                return self._segment_page(page)
            self._known_pages.append(page_id)
        except DuctusError as error:
            reason = error.about(page.image)
            note = tr("Page {image} was not searched for words: {error}", image=page.image.name, error=reason)
            self._emit(Note(note))
        return page

    def _segment_page(self, page: PageRecord) -> PageRecord:
        """Return the page with words in its lines without any, or, if it has neither words nor lines, on all of it."""
        uncut, name = page.uncut_lines, page.image.name
        found = find_page_words(page.image, page.frame, name, uncut, self._emit, self._aligner, self._learned)
        lines = page.lines
        if uncut:
            numbers = [uncut[index].number for index in found.used]
        else:
            numbers = list(range(len(found.lines)))
            lines = tuple(
                LineRecord(place.box, polygon=place.outline, baseline=place.baseline, number=number)
                for number, place in enumerate(found.places())
            )
        new = [
            WordRecord(box, line=number, role=self._role)
            if text is None
            else WordRecord(box, text, line=number, origin=TextOrigin(ALIGNED, confidence=fit))
            for number, line in zip(numbers, found.lines, strict=True)
            for box, text, fit in line
        ]
        words = sorted((*page.words, *new), key=lambda word: word.line)
        return replace(page, words=tuple(words), lines=lines)

    def _copy_files_and_write_rows(self, unpacked: UnpackedSources, part: SourceContents) -> tuple[ImportSummary, int]:
        """Copy or link the files and write the rows; return the counts, with the number of words new in the lexicon."""
        added: list[AddedWords] = []
        # for a single page, the search reports the progress
        emit = ignore_events if self._request.segment and len(part.pages) == 1 else self._emit

        def report(done: int, total: int) -> None:
            if self._should_stop():
                raise Stopped.of("Stopped. Nothing was imported.")
            emit(Progress(JobPart.IMPORTING, done, total))

        def finish() -> None:
            _name_archives(self._project, unpacked)
            added.append(lexicon_from_transcriptions(self._project))

        summary = import_contents(
            self._project, part, copy=not self._request.link, role=self._request.role, progress=report, finish=finish
        )
        return summary, added[0].added


def count_uncut_lines(project: Project, unpacked: UnpackedSources, contents: SourceContents) -> int:
    """Return the number of lines on the pages of an import that were never cut into words."""
    uncut = {
        (source, frame): int(count)
        for source, frame, count in project.query(
            "SELECT p.source_path, p.frame, count(*) FROM page AS p JOIN line AS l ON l.page_id = p.id"
            " WHERE p.source_path IS NOT NULL AND NOT EXISTS (SELECT 1 FROM word WHERE line_id = l.id) GROUP BY p.id"
        )
    }
    pages = {(str(unpacked.original(page.source)), page.frame) for page in contents.pages if page.source is not None}
    return sum(uncut.get(page, 0) for page in pages)


def uncut_lines_text(count: int, hint: str) -> str:
    """Return a sentence about lines without words, with what to do about them; "" if there are none."""
    if not count:
        return ""
    return tr_plural(
        "{n} line has no word boxes; {hint} to cut it into words.",
        "{n} lines have no word boxes; {hint} to cut them into words.",
        count,
        hint=hint,
    )


def report_skipped(entries: Iterable[Skipped], emit: Listener) -> None:
    """Report each part of the sources that is not imported."""
    for entry in entries:
        emit(entry)


def leave_out_damaged(contents: SourceContents, emit: Listener, should_stop: ShouldStop) -> SourceContents:
    """Decode every image once; return the contents without pages and word images that cannot be decoded.

    Raises InputError if nothing is left, and Stopped.
    """
    frames = [(page.image, page.frame) for page in contents.pages] + [(crop.image, 0) for crop in contents.crops]
    frames = list(dict.fromkeys(frames))
    faults: dict[tuple[Path, int], InputError] = {}
    for done, (image, frame) in enumerate(frames, start=1):
        if should_stop():
            raise Stopped.of("Stopped. Nothing was imported.")
        try:
            verify_pixels(image, frame)
        except InputError as error:
            faults[image, frame] = error
        if done * 100 // len(frames) > (done - 1) * 100 // len(frames):
            emit(Progress(JobPart.CHECKING, done, len(frames)))
    if faults and len(faults) == len(frames):
        raise next(iter(faults.values()))
    return replace(
        contents,
        pages=tuple(page for page in contents.pages if (page.image, page.frame) not in faults),
        crops=tuple(crop for crop in contents.crops if (crop.image, 0) not in faults),
        skipped=(*contents.skipped, *(Skipped.from_error(image, "", error) for (image, _), error in faults.items())),
    )


def _drawn(contents: SourceContents, share: float | None) -> tuple[set[int], set[int]]:
    """Return the numbers of a random ``share`` of the pages, and of the word images without a page, for testing."""
    if share is None:
        return set(), set()
    if not 0 < share < 1:
        raise InputError.of("The share used for testing must be between 0 and 1, not {share:g}.", share=share)
    rng = np.random.default_rng(0)

    def draw(count: int) -> set[int]:
        return set(rng.choice(count, max(1, round(share * count)), replace=False).tolist()) if count else set()

    return draw(len(contents.pages)), draw(len(contents.crops))


def _name_archives(project: Project, unpacked: UnpackedSources) -> None:
    """Write ``ARCHIVE.zip/ENTRY`` for the temporary paths of transcription files, inside the open edit."""
    if not unpacked.archives:
        return
    with project.edit("name zip files") as connection:
        for folder, archive in unpacked.archives.items():
            start = f"{folder}{os.sep}"
            connection.execute(
                "UPDATE page SET source_path = ? || substr(source_path, ?) WHERE substr(source_path, 1, ?) = ?",
                (f"{archive}{os.sep}", len(start) + 1, len(start), start),
            )


def _find_page(project: Project, sha256: str, frame: int) -> int | None:
    row = project.one(
        "SELECT p.id FROM page AS p JOIN file AS f ON f.id = p.file_id WHERE f.sha256 = ? AND p.frame = ?",
        (sha256, frame),
    )
    return None if row is None else int(row[0])
