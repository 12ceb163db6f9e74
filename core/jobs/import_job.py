"""The import job: detect and read sources, find words, choose roles, copy the files, write the rows."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import DuctusError, InputError, Stopped
from core.events import InputSkipped, JobPart, Listener, Note, Progress, ShouldStop
from core.formats.archive import UnpackedSources, is_zip, unpack_sources
from core.formats.records import ALIGNED, LineRecord, PageRecord, Skipped, SourceContents, TextOrigin, WordRecord
from core.formats.sources import read_unpacked
from core.imaging.read import verify_pixels
from core.jobs.requests import ImportRequest
from core.jobs.segmentation.learned_lines import LearnedLines
from core.jobs.segmentation.line_aligner import LineAligner
from core.jobs.segmentation.segment import find_page_words
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.language import tr, tr_hint, tr_plural
from core.project.content.lexicon import AddedWords, lexicon_from_transcriptions
from core.project.content.words import Role
from core.project.files.file_store import hash_file
from core.project.importing.import_sources import ImportSummary, import_contents
from core.project.project import Project


def import_sources(project: Project, request: ImportRequest, emit: Listener, should_stop: ShouldStop) -> dict[str, Any]:
    """Read the sources, find words where wanted, draw test pages, copy the files and write the rows, as one edit.

    Return the result that the command line prints. Zip files stay unpacked until the import is finished. Raises
    InputError for sources that cannot be used, and Stopped; in both cases nothing is imported.
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
        contents = leave_out_damaged(contents, emit, should_stop)
        return _import_unpacked(project, unpacked, contents, request, emit, should_stop)


def _import_unpacked(
    project: Project,
    unpacked: UnpackedSources,
    contents: SourceContents,
    request: ImportRequest,
    emit: Listener,
    should_stop: ShouldStop,
) -> dict[str, Any]:
    report_skipped(map(unpacked.entry, (*unpacked.skipped, *contents.skipped)), emit)
    role = request.role or Role.TRAIN  # of words found: a person will transcribe them, for training
    n_read, known_pages = contents.word_count, list[int]()
    learned = LearnedLines(request.finder, emit, project)
    if request.segment:
        contents, known_pages = segment_sources(project, contents, role, emit, should_stop, learned)
    n_segmented = contents.word_count - n_read
    if request.test_share is not None:
        contents = draw_test_pages(contents, request.test_share)
    summary, n_added = _copy_files_and_write_rows(project, unpacked, contents, request, emit, should_stop)
    if known_pages:
        n_segmented += segment_new_pages(
            project, emit, known_pages, role=role, learned=learned, should_stop=should_stop
        )
    report_skipped(map(unpacked.entry, summary.skipped[len(contents.skipped) :]), emit)
    return {
        "format": contents.format,
        "words": summary.words,
        "pages": summary.pages,
        "lines": summary.lines,
        "already": summary.already,
        "skipped": len(unpacked.skipped) + len(summary.skipped),
        "lexicon_added": n_added,
        "segmented": n_segmented,
        "uncut_lines": count_uncut_lines(project, unpacked, contents),
    }


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
        emit(InputSkipped(entry.file, entry.place, entry.reason, entry.is_image_missing))


def leave_out_damaged(contents: SourceContents, emit: Listener, should_stop: ShouldStop) -> SourceContents:
    """Decode every image once; return the contents without pages and word images that cannot be decoded.

    Raises InputError if nothing is left, and Stopped.
    """
    frames = [(page.image, page.frame) for page in contents.pages] + [(crop.image, 0) for crop in contents.crops]
    frames = list(dict.fromkeys(frames))
    faults: dict[tuple[Path, int], InputError] = {}
    for done, (image, frame) in enumerate(frames, start=1):
        if should_stop():
            raise Stopped(tr("Stopped. Nothing was imported."))
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


def segment_sources(
    project: Project,
    contents: SourceContents,
    role: str,
    emit: Listener,
    should_stop: ShouldStop,
    learned: LearnedLines | None = None,
) -> tuple[SourceContents, list[int]]:
    """Find words on the pages of sources that have none and are not in the project, so that all is one edit.

    Words without text get ``role``. Return the contents with those words, and the ids of the project's pages that
    have no words in the sources. An unreadable page is reported and left without words. Raises Stopped.
    """
    aligner = LineAligner(project)
    known_pages: list[int] = []
    pages: list[PageRecord] = []
    hashes: dict[Path, str] = {}  # an image is hashed once, however many pages it has
    total = sum(not page.words or bool(page.uncut_lines) for page in contents.pages)
    done = 0
    for page in contents.pages:
        if page.words and not page.uncut_lines:
            pages.append(page)
            continue
        if should_stop():
            raise Stopped(tr("Stopped. Nothing was imported."))
        try:
            if page.image not in hashes:
                hashes[page.image] = hash_file(page.image)[0]
            if (page_id := _find_page(project, hashes[page.image], page.frame)) is None:
                page = _segment_page(page, role, emit, aligner, learned)
            else:
                known_pages.append(page_id)
        except DuctusError as error:
            emit(
                Note(
                    tr(
                        "Page {image} was not searched for words: {error}",
                        image=page.image.name,
                        error=error.about(page.image),
                    )
                )
            )
        pages.append(page)
        done += 1
        emit(Progress(JobPart.PAGES, done, total))
    return replace(contents, pages=tuple(pages)), known_pages


def draw_test_pages(contents: SourceContents, share: float) -> SourceContents:
    """Give a random ``share`` of the pages, and of the word images without a page, the role test."""
    if not 0 < share < 1:
        raise InputError(tr("The share used for testing must be between 0 and 1, not {share:g}.", share=share))
    rng = np.random.default_rng(0)

    def draw(count: int) -> set[int]:
        return set(rng.choice(count, max(1, round(share * count)), replace=False).tolist()) if count else set()

    def for_testing(page: PageRecord) -> PageRecord:
        return replace(page, words=tuple(replace(word, role=Role.TEST) for word in page.words))

    pages = draw(len(contents.pages))
    crops = draw(len(contents.crops))
    return replace(
        contents,
        pages=tuple(for_testing(page) if i in pages else page for i, page in enumerate(contents.pages)),
        crops=tuple(replace(crop, role=Role.TEST) if i in crops else crop for i, crop in enumerate(contents.crops)),
    )


def _copy_files_and_write_rows(
    project: Project,
    unpacked: UnpackedSources,
    contents: SourceContents,
    request: ImportRequest,
    emit: Listener,
    should_stop: ShouldStop,
) -> tuple[ImportSummary, int]:
    """Copy or link the files and write the rows; return the counts, with the number of words new in the lexicon."""
    added: list[AddedWords] = []

    def report(done: int, total: int) -> None:
        if should_stop():
            raise Stopped(tr("Stopped. Nothing was imported."))
        emit(Progress(JobPart.IMPORTING, done, total))

    def finish() -> None:
        _name_archives(project, unpacked)
        added.append(lexicon_from_transcriptions(project))

    summary = import_contents(
        project, contents, copy=not request.link, role=request.role, progress=report, finish=finish
    )
    return summary, added[0].added


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


def _segment_page(
    page: PageRecord, role: str, emit: Listener, aligner: LineAligner, learned: LearnedLines | None
) -> PageRecord:
    """Return the page with words in its lines without any, or, if it has neither words nor lines, on all of it."""
    uncut = page.uncut_lines
    found = find_page_words(page.image, page.frame, page.image.name, uncut, emit, aligner, learned)
    lines = page.lines
    if uncut:
        numbers = [uncut[index].number for index in found.used]
    else:
        numbers = list(range(len(found.lines)))
        lines = tuple(
            LineRecord(shape.box, polygon=shape.polygon, baseline=shape.baseline, number=number)
            for number, shape in enumerate(found.shapes())
        )
    new = [
        WordRecord(box, line=number, role=role)
        if text is None
        else WordRecord(box, text, line=number, origin=TextOrigin(ALIGNED, confidence=fit))
        for number, line in zip(numbers, found.lines, strict=True)
        for box, text, fit in line
    ]
    words = sorted((*page.words, *new), key=lambda word: word.line)
    return replace(page, words=tuple(words), lines=lines)
