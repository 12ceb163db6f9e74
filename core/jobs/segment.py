"""Finding words on pages that came without any: whole pages, or transcribed lines cut into their words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import DuctusError
from core.formats.records import Box
from core.jobs.events import Listener
from core.project.lexicon import lexicon_from_readings
from core.project.pages import Line, Page, delete_lines, lines, pages
from core.project.project import Project
from core.project.readings import set_reading
from core.project.word_edits import NewWord, add_words, set_role
from core.project.words import WordFilter, word_ids

if TYPE_CHECKING:
    import numpy as np

    from core.imaging.segment.page import Polygon

Cut = list[tuple[Box, str | None]]
"""Word boxes in page pixels, in reading order, with their text where it is known."""


def segment_new_pages(project: Project, emit: Listener) -> int:
    """Put words on every page that never had any; returns how many.

    Where the page has lines, each is cut into as many words as its text has; they get that text as imported
    readings, enter the lexicon, and the line goes. A line without text is cut by its gaps alone, and one
    without ink stays, told of in a note. Other pages are segmented whole. Words without text get the role
    ``none``. Each page is one edit, so it can be undone. A page that cannot be read is told of and left.
    """
    new = [page for page in pages(project) if not _had_words(project, page)]
    count = 0
    for done, page in enumerate(new, start=1):
        try:
            count += _segment(project, page, emit)
        except DuctusError as error:
            emit({"event": "note", "text": f"No words were looked for on page {page.name}: {error}"})
        emit({"event": "progress", "part": "pages", "done": done, "total": len(new)})
    if count:
        lexicon_from_readings(project)
    return count


def _had_words(project: Project, page: Page) -> bool:
    """Words a person deleted count: they must not come back with the next import."""
    return any(
        word_ids(project, WordFilter(page_id=page.id, deleted=deleted, not_a_word=None))
        for deleted in (False, True)
    )


def _segment(project: Project, page: Page, emit: Listener) -> int:
    from core.imaging.read import read_gray

    gray = read_gray(page.image, page.frame)
    found = lines(project, page.id)
    cuts = [(line, _cut_line(gray, line)) for line in found]
    for line, cut in cuts:
        if not cut:
            name = line.ref or f"at {line.box[0]}, {line.box[1]}"
            emit(
                {
                    "event": "note",
                    "text": f"The line {name} of page {page.name} shows no ink and stays uncut.",
                }
            )
    by_line = [cut for _, cut in cuts if cut] if found else _whole_page(gray)
    with project.edit(f"find words on {page.name}"):
        count = _put(project, page, by_line)
        delete_lines(project, [line.id for line, cut in cuts if cut])
    return count


def _cut_line(gray: np.ndarray, line: Line) -> Cut:
    from core.imaging.segment.align import align_line
    from core.imaging.segment.page import line_pieces, segment_line

    outline: Polygon | None = line.polygon
    if line.text is None or not line.text.strip():
        return [(box, None) for box in segment_line(gray, line.box, outline)]
    return list(align_line(line_pieces(gray, line.box, outline), line.text))


def _whole_page(gray: np.ndarray) -> list[Cut]:
    from core.imaging.segment.page import segment_page

    by_line: dict[int, Cut] = {}
    for word in segment_page(gray):
        by_line.setdefault(word.line, []).append((word.box, None))
    return list(by_line.values())


def _put(project: Project, page: Page, by_line: list[Cut]) -> int:
    """Add the words of each line, with their texts; inside an open edit."""
    cut = [part for line in by_line for part in line]
    new = [NewWord(box, line=number) for number, line in enumerate(by_line) for box, _ in line]
    ids = add_words(project, page.id, new)
    unread = [word_id for word_id, (_, text) in zip(ids, cut, strict=True) if text is None]
    for word_id, (_, text) in zip(ids, cut, strict=True):
        if text is not None:
            set_reading(project, word_id, text, "imported")
    set_role(project, unread, "none")
    return len(ids)
