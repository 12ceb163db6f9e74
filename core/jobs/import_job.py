"""The import job: detect and read sources, find words, choose roles, copy the files, write the rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import DuctusError, InputError, Stopped
from core.events import Listener, Part, ShouldStop, note, progress, skipped
from core.formats.records import PageRecord, Skipped, SourceContents, WordRecord
from core.formats.sources import read_sources
from core.jobs.segmentation.segment import find_page_words, segment_new_pages
from core.project.content.lexicon import AddedWords, lexicon_from_transcriptions
from core.project.content.words import Role
from core.project.files.file_store import hash_file
from core.project.importing.import_sources import ImportSummary, import_contents
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The files and folders to import together, and how."""

    sources: Sequence[Path]
    format: str = "auto"
    role: str | None = None
    """The role of all words, instead of those that the sources give."""
    test_share: float | None = None
    """Share (0 to 1) of the pages, and of the word images without a page, that get the role test."""
    link: bool = False
    """Whether images are linked instead of copied."""
    segment: bool = False
    """Whether to find words on pages without any."""
    labels: bool = True
    """Whether to take the words of word images from their file names."""


def import_sources(project: Project, request: ImportRequest, emit: Listener, should_stop: ShouldStop) -> dict[str, Any]:
    """Read the sources, find words where wanted, draw test pages, copy the files and write the rows, as one edit.

    Return the result that the command line prints. Raises InputError for sources that cannot be used, and Stopped; in
    both cases nothing is imported.
    """
    contents = read_sources(request.sources, request.format, labels=request.labels)
    report_skipped(contents.skipped, emit)
    role = request.role or Role.TRAIN  # of words found: a person will transcribe them, for training
    n_read, known_pages = contents.word_count, list[int]()
    if request.segment:
        contents, known_pages = segment_sources(project, contents, role, emit, should_stop)
    n_segmented = contents.word_count - n_read
    if request.test_share is not None:
        contents = draw_test_pages(contents, request.test_share)
    summary, n_added = _copy_files_and_write_rows(project, contents, request, emit, should_stop)
    if known_pages:
        n_segmented += segment_new_pages(project, emit, known_pages, role=role, should_stop=should_stop)
    report_skipped(summary.skipped[len(contents.skipped) :], emit)
    return {
        "format": contents.format,
        "words": summary.words,
        "pages": summary.pages,
        "lines": summary.lines,
        "already": summary.already,
        "skipped": len(summary.skipped),
        "lexicon_added": n_added,
        "segmented": n_segmented,
    }


def report_skipped(entries: Iterable[Skipped], emit: Listener) -> None:
    """Report each part of the sources that is not imported."""
    for entry in entries:
        emit(skipped(entry.file, entry.place, entry.reason))


def segment_sources(
    project: Project, contents: SourceContents, role: str, emit: Listener, should_stop: ShouldStop
) -> tuple[SourceContents, list[int]]:
    """Find words on the pages of sources that have none and are not in the project, so that all is one edit.

    Words without text get ``role``. Return the contents with those words, and the ids of the project's pages that
    have no words in the sources. An unreadable page is reported and left without words. Raises Stopped.
    """
    known_pages: list[int] = []
    pages: list[PageRecord] = []
    hashes: dict[Path, str] = {}  # an image is hashed once, however many pages it has
    total = sum(not page.words for page in contents.pages)
    done = 0
    for page in contents.pages:
        if page.words:
            pages.append(page)
            continue
        if should_stop():
            raise Stopped("Stopped. Nothing was imported.")
        try:
            if page.image not in hashes:
                hashes[page.image] = hash_file(page.image)[0]
            if (page_id := _find_page(project, hashes[page.image], page.frame)) is None:
                page = _segment_page(page, role, emit)
            else:
                known_pages.append(page_id)
        except DuctusError as error:
            emit(note(f"Page {page.image.name} was not searched for words: {error}"))
        pages.append(page)
        done += 1
        emit(progress(Part.PAGES, done, total))
    return replace(contents, pages=tuple(pages)), known_pages


def draw_test_pages(contents: SourceContents, share: float, seed: int = 0) -> SourceContents:
    """Give a random ``share`` of the pages, and of the word images without a page, the role test."""
    if not 0 < share < 1:
        raise InputError(f"The share used for testing must be between 0 and 1, not {share:g}.")
    rng = np.random.default_rng(seed)

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
    project: Project, contents: SourceContents, request: ImportRequest, emit: Listener, should_stop: ShouldStop
) -> tuple[ImportSummary, int]:
    """Copy or link the files and write the rows; return the counts, with the number of words new in the lexicon."""
    added: list[AddedWords] = []

    def report(done: int, total: int) -> None:
        if should_stop():
            raise Stopped("Stopped. Nothing was imported.")
        emit(progress(Part.IMPORTING, done, total))

    summary = import_contents(
        project,
        contents,
        copy=not request.link,
        role=request.role,
        progress=report,
        also=lambda: added.append(lexicon_from_transcriptions(project)),
    )
    return summary, added[0].added


def _find_page(project: Project, sha256: str, frame: int) -> int | None:
    row = project.one(
        "SELECT p.id FROM page AS p JOIN file AS f ON f.id = p.file_id WHERE f.sha256 = ? AND p.frame = ?",
        (sha256, frame),
    )
    return None if row is None else int(row[0])


def _segment_page(page: PageRecord, role: str, emit: Listener) -> PageRecord:
    found = find_page_words(page.image, page.frame, page.image.name, page.lines, emit)
    words = tuple(
        WordRecord(box, text, line=number, role=role if text is None else None)
        for number, line in enumerate(found.lines)
        for box, text in line
    )
    lines = tuple(line for index, line in enumerate(page.lines) if index not in found.used)
    return replace(page, words=words, lines=lines)
