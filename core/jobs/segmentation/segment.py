"""Finding words on pages that came without any: whole pages, or transcribed lines cut into their words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.events import Listener
from core.formats.records import LineRecord
from core.geometry import Box, Polygon
from core.project.content.lexicon import lexicon_from_transcriptions
from core.project.content.pages import Line, Page, delete_lines, list_lines, list_pages
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import NewWord, add_words, set_role
from core.project.content.words import WordFilter, word_ids
from core.project.files.linked_images import verify_trusted
from core.project.project import Project

if TYPE_CHECKING:
    import numpy as np


Cut = list[tuple[Box, str | None]]
"""Word boxes in page pixels, in reading order, with their text where it is known."""

AnyLine = Line | LineRecord
BATCH = 50
"""Pages written together: few enough that nobody else waits long to write."""


@dataclass(frozen=True, slots=True)
class PageCut:
    """The words found on one page, line by line; ``used`` are the places of the given lines that were cut."""

    lines: tuple[Cut, ...]
    used: tuple[int, ...]


_Found = tuple[Page, PageCut, list[int]]
"""A page, its words, and the ids of its lines that were cut into them."""


def segment_new_pages(
    project: Project,
    emit: Listener,
    page_ids: Collection[int] | None = None,
    *,
    role: str = "train",
    should_stop: Callable[[], bool] = lambda: False,
) -> int:
    """Put words on every page (of those named) that never had any; returns how many.

    Where the page has lines, each is cut into as many words as its text has; they get that text as imported
    readings, enter the lexicon, and the line goes. A line without text is cut by its gaps alone, and one
    without ink stays, told of in a note. Other pages are segmented whole. Words without text get ``role``.
    Up to ``BATCH`` pages are one edit, so they can be undone together. A page that cannot be read is told of
    and left. When ``should_stop`` says so, what was found until then is kept.
    """
    new = [
        page
        for page in list_pages(project)
        if (page_ids is None or page.id in page_ids) and not _had_words(project, page)
    ]
    count = 0
    waiting: list[_Found] = []
    for done, page in enumerate(new, start=1):
        if should_stop():
            break
        try:
            verify_trusted(page.image)
            given = list_lines(project, page.id)
            cut = cut_page(page.image, page.frame, page.name, given, emit)
            waiting.append((page, cut, [given[number].id for number in cut.used]))
        except DuctusError as error:
            emit({"event": "note", "text": f"No words were looked for on page {page.name}: {error}"})
        emit({"event": "progress", "part": "pages", "done": done, "total": len(new)})
        if len(waiting) == BATCH:
            count += _keep(project, waiting, role)
            waiting = []
    return count + _keep(project, waiting, role)


def _is_there(project: Project, page: Page) -> bool:
    return project.one("SELECT 1 FROM page WHERE id = ?", (page.id,)) is not None


def _had_words(project: Project, page: Page) -> bool:
    """Words a person deleted count: they must not come back with the next import."""
    return any(
        word_ids(project, WordFilter(page_id=page.id, deleted=deleted, not_a_word=None)) for deleted in (False, True)
    )


def cut_page(image: Path, frame: int, name: str, found: Sequence[AnyLine], emit: Listener) -> PageCut:
    """Look for the words of one page: in its lines ``found``, or, without any, on the whole of it.

    A line without ink is told of and not among those cut. Raises InputError for an image that cannot be read.
    """
    from core.imaging.read import read_gray

    gray = read_gray(image, frame)
    if not found:
        return PageCut(tuple(_whole_page(gray)), ())
    cuts = [_cut_line(gray, line) for line in found]
    for line, cut in zip(found, cuts, strict=True):
        if not cut:
            place = line.ref or f"at {line.box[0]}, {line.box[1]}"
            emit({"event": "note", "text": f"The line {place} of page {name} shows no ink and stays uncut."})
    return PageCut(tuple(cut for cut in cuts if cut), tuple(number for number, cut in enumerate(cuts) if cut))


def _keep(project: Project, found: list[_Found], role: str) -> int:
    """Write what was found in one edit, passing over pages that were given words or taken out meanwhile."""
    if not found:
        return 0
    where = found[0][0].name if len(found) == 1 else f"{len(found)} pages"
    count = 0
    with project.edit(f"find words on {where}"):
        for page, cut, line_ids in found:
            if _is_there(project, page) and not _had_words(project, page):
                count += _put(project, page, list(cut.lines), role)
                delete_lines(project, line_ids)
        if count:
            lexicon_from_transcriptions(project)
    return count


def _cut_line(gray: np.ndarray, line: AnyLine) -> Cut:
    from core.imaging.segment.align import align_line
    from core.imaging.segment.page import segment_line, split_line_region

    outline: Polygon | None = line.polygon
    if line.text is None or not line.text.strip():
        return [(box, None) for box in segment_line(gray, line.box, outline)]
    return list(align_line(split_line_region(gray, line.box, outline), line.text))


def _whole_page(gray: np.ndarray) -> list[Cut]:
    from core.imaging.segment.page import segment_page

    by_line: dict[int, Cut] = {}
    for word in segment_page(gray):
        by_line.setdefault(word.line, []).append((word.box, None))
    return list(by_line.values())


def _put(project: Project, page: Page, by_line: list[Cut], role: str) -> int:
    """Add the words of each line, with their texts; inside an open edit."""
    cut = [part for line in by_line for part in line]
    new = [NewWord(box, line=number) for number, line in enumerate(by_line) for box, _ in line]
    ids = add_words(project, page.id, new)
    unread = [word_id for word_id, (_, text) in zip(ids, cut, strict=True) if text is None]
    for word_id, (_, text) in zip(ids, cut, strict=True):
        if text is not None:
            set_transcription(project, word_id, text, "imported")
    set_role(project, unread, role)
    return len(ids)
