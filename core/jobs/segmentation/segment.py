"""Finding words on pages without any: on whole pages, or in transcribed lines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.events import Listener, Part, ShouldStop, note, progress
from core.formats.records import LineRecord
from core.geometry import Box
from core.project.content.lexicon import lexicon_from_transcriptions
from core.project.content.pages import Line, Page, delete_lines, list_lines, list_pages
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.word_edits import NewWord, add_words, set_role
from core.project.content.words import Role
from core.project.files.access import verify_trusted
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np


LineWords = list[tuple[Box, str | None]]
"""The words of a line: boxes in page pixels, in reading order, with their texts where known."""

BATCH = 50
"""Pages stored in one edit: few enough that other writers do not wait long."""


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words found on a page, by line; ``used`` are the indices of the given lines that were segmented."""

    lines: tuple[LineWords, ...]
    used: tuple[int, ...]


_SegmentedPage = tuple[Page, PageWords, list[int]]
"""A page, its words, and the ids of its lines that were segmented into them."""


def segment_new_pages(
    project: Project,
    emit: Listener,
    page_ids: Collection[int] | None = None,
    *,
    role: str = Role.TRAIN,
    should_stop: ShouldStop = lambda: False,
) -> int:
    """Add words to all pages (or those of ``page_ids``) that never had any; return the number of words.

    If the page has lines, each is segmented into as many words as its text has, and deleted; the words get that text
    as imported transcriptions and enter the lexicon. A line without text is segmented by its gaps alone. A line
    without ink is kept and reported. Other pages are segmented as a whole. Words without text get ``role``. Up to
    ``BATCH`` pages are one edit, so that they can be undone together. An unreadable page is reported and left
    unchanged. When asked to stop, words found so far are kept.
    """
    pages = [
        page
        for page in list_pages(project)
        if (page_ids is None or page.id in page_ids) and not _had_words(project, page)
    ]
    count = 0
    batch: list[_SegmentedPage] = []
    for done, page in enumerate(pages, start=1):
        if should_stop():
            break
        try:
            verify_trusted(page.image)
            lines = list_lines(project, page.id)
            words = find_page_words(page.image, page.frame, page.name, lines, emit)
            batch.append((page, words, [lines[index].id for index in words.used]))
        except DuctusError as error:
            emit(note(f"Page {page.name} was not searched for words: {error}"))
        emit(progress(Part.PAGES, done, len(pages)))
        if len(batch) == BATCH:
            count += _store(project, batch, role)
            batch = []
    return count + _store(project, batch, role)


def find_page_words(
    image: Path, frame: int, name: str, lines: Sequence[Line | LineRecord], emit: Listener
) -> PageWords:
    """Find the words in the ``lines`` of a page, or without lines on the whole page.

    A line without ink is reported and not among those used. Raises InputError for an unreadable image.
    """
    from core.imaging.read import read_gray

    gray = read_gray(image, frame)
    if not lines:
        return PageWords(tuple(_segment_page(gray)), ())
    found = [_segment_line(gray, line) for line in lines]
    for line, words in zip(lines, found, strict=True):
        if not words:
            place = line.ref or f"at {line.box[0]}, {line.box[1]}"
            emit(note(f"The line {place} of page {name} shows no ink and is kept as it is."))
    return PageWords(tuple(words for words in found if words), tuple(i for i, words in enumerate(found) if words))


def _had_words(project: Project, page: Page) -> bool:
    """Return whether the page has or had words; words that a person deleted must not return with the next import."""
    return project.one("SELECT 1 FROM word WHERE page_id = ? LIMIT 1", (page.id,)) is not None


def _segment_line(gray: np.ndarray, line: Line | LineRecord) -> LineWords:
    from core.imaging.segment.align import align_line
    from core.imaging.segment.page import segment_line, split_line_region

    if line.text is None or not line.text.strip():
        return [(box, None) for box in segment_line(gray, line.box, line.polygon)]
    return list(align_line(split_line_region(gray, line.box, line.polygon), line.text))


def _segment_page(gray: np.ndarray) -> list[LineWords]:
    from core.imaging.segment.page import segment_page

    by_line: dict[int, LineWords] = {}
    for word in segment_page(gray):
        by_line.setdefault(word.line, []).append((word.box, None))
    return list(by_line.values())


def _store(project: Project, batch: list[_SegmentedPage], role: str) -> int:
    """Store the words in one edit, except on pages that got words or were deleted meanwhile; return their number."""
    if not batch:
        return 0
    where = batch[0][0].name if len(batch) == 1 else f"{len(batch)} pages"
    count = 0
    with project.edit(f"find words on {where}"):
        for page, words, line_ids in batch:
            exists = project.one("SELECT 1 FROM page WHERE id = ?", (page.id,)) is not None
            if exists and not _had_words(project, page):
                new = [(box, number, text) for number, line in enumerate(words.lines) for box, text in line]
                ids = add_segmented_words(project, page, new)
                untranscribed = [word_id for word_id, (_, _, text) in zip(ids, new, strict=True) if text is None]
                set_role(project, untranscribed, role)
                delete_lines(project, line_ids)
                count += len(ids)
        if count:
            lexicon_from_transcriptions(project)
    return count


def add_segmented_words(project: Project, page: Page, new: Sequence[tuple[Box, int, str | None]]) -> list[int]:
    """Add words (box, line number, imported text or None) to a page inside an open edit; return their ids."""
    ids = add_words(project, page.id, [NewWord(box, line=line) for box, line, _ in new])
    for word_id, (_, _, text) in zip(ids, new, strict=True):
        if text is not None:
            set_transcription(project, word_id, text, TranscriptionSource.IMPORTED)
    return ids
