"""Looking for the words of a page once more, without touching what a person read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.geometry import Box, intersection_area, iou
from core.jobs.segmentation.segment import Cut, PageCut
from core.project.content.lexicon import lexicon_from_transcriptions
from core.project.content.pages import Page, delete_lines, list_lines
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import NewWord, add_words, delete_words, set_reading_order, set_role
from core.project.content.words import WordFilter, WordRow, get_words, word_ids
from core.project.project import Project

COVERED = 0.5
"""What was found is left out when so much of it, or of a word that is kept, lies in the other."""
SAME = 0.8
"""An unread word is the same as one found anew when their overlap is so much of their union."""


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """How many words are new, how many unread ones went, and how many stayed."""

    added: int
    gone: int
    kept: int


@dataclass(frozen=True, slots=True)
class Item:
    """A place in the new reading order: a word that stays (with its id), or one to be made."""

    box: Box
    word_id: int | None = None
    text: str | None = None


Layout = list[list[Item]]
"""The words of a page, line by line in reading order."""


def apply_resegmentation(project: Project, page: Page, cut: PageCut) -> FoundAgain:
    """Put words found anew on a page, as one edit.

    Found on the whole page, they take the place of all its unread words; found in its lines (``cut.used``), of
    the unread words they lie on, and the lines go. A word that a person read or called none stays, and what was
    found on top of it is left out. On the whole page an unread word found again where it was stays, with its
    predictions.
    """
    by_lines = bool(cut.used)
    with project.edit(f"find words on {page.name}"):
        old = get_words(project, word_ids(project, WordFilter(page_id=page.id, not_a_word=None)))
        gone, layout = beside(cut.lines, old) if by_lines else replaced(cut.lines, old)
        delete_words(project, gone)
        added = _write(project, page, layout, _usual_role(old))
        ids = [line.id for line in list_lines(project, page.id)]
        delete_lines(project, [ids[n] for n in cut.used if n < len(ids)])
        if by_lines:
            lexicon_from_transcriptions(project)
    return FoundAgain(added, len(gone), len(old) - len(gone))


def replaced(found: Sequence[Cut], old: Sequence[WordRow]) -> tuple[list[int], Layout]:
    """The ids of unread words that go, and the layout in which the found words and those that stay stand."""
    fixed = [row for row in old if row.text is not None or row.not_a_word]
    layout: Layout = []
    stays: set[int] = set()
    for line in found:
        items: list[Item] = []
        for box, text in line:
            over = [row for row in fixed if row.box and covers(row.box, box) > COVERED]
            same = [row for row in old if row not in fixed and row.box and iou(row.box, box) >= SAME]
            here = [row for row in over or same[:1] if row.id not in stays]
            stays.update(row.id for row in here)
            if over or same:
                items += [Item(row.box, row.id) for row in sorted(here, key=_left) if row.box]
            else:
                items.append(Item(box, None, text))
        layout.append(items)
    apart = [row for row in fixed if row.id not in stays]
    gone = [row.id for row in old if row not in fixed and row.id not in stays]
    return gone, interleaved(layout, _by_line(apart))


def beside(found: Sequence[Cut], old: Sequence[WordRow]) -> tuple[list[int], Layout]:
    """The ids of unread words on which words of lines were found, and the layout of these and all others.

    What was found on a word that a person read, or called none, is left out.
    """
    fixed = [row for row in old if row.text is not None or row.not_a_word]
    boxes = [row.box for row in fixed if row.box]
    extra = [
        [Item(box, None, text) for box, text in line if all(covers(b, box) <= COVERED for b in boxes)] for line in found
    ]
    new = [item.box for line in extra for item in line]
    gone = [
        row.id for row in old if row not in fixed and row.box and any(covers(row.box, box) > COVERED for box in new)
    ]
    return gone, interleaved(_by_line([row for row in old if row.id not in gone]), extra)


def interleaved(base: Layout, extra: Layout) -> Layout:
    """``base`` with each line of ``extra`` put behind the line that stands above it in the same column."""
    layout = [line for line in base if line]
    for line in extra:
        if not line:
            continue
        left, right, middle = _span(line)
        place = None
        spans = [_span(other) for other in layout]
        beside_it = [n for n, span in enumerate(spans) if span[0] < right and span[1] > left]
        above = [n for n in beside_it if spans[n][2] <= middle]
        if above:
            place = max(above, key=lambda n: (spans[n][2], n)) + 1
        elif beside_it:
            place = beside_it[0]
        layout.insert(len(layout) if place is None else place, line)
    return layout


def covers(one: Box, other: Box) -> float:
    """The overlap of two boxes as a share of the smaller one."""
    return intersection_area(one, other) / min(one[2] * one[3], other[2] * other[3])


def _span(line: list[Item]) -> tuple[int, int, float]:
    """Left end, right end and middle height of a line."""
    boxes = [item.box for item in line]
    middle = sum(b[1] + b[3] / 2 for b in boxes) / len(boxes)
    return min(b[0] for b in boxes), max(b[0] + b[2] for b in boxes), middle


def _left(row: WordRow) -> int:
    return row.box[0] if row.box else 0


def _by_line(words: Sequence[WordRow]) -> Layout:
    by_line: dict[int, list[Item]] = {}
    for row in words:
        if row.box:
            by_line.setdefault(row.line, []).append(Item(row.box, row.id))
    return list(by_line.values())


def _usual_role(old: Sequence[WordRow]) -> str:
    """What new words are for: as most words of the page."""
    return Counter(row.role for row in old).most_common(1)[0][0] if old else "train"


def _write(project: Project, page: Page, layout: Layout, role: str) -> int:
    """Make the new words, put all in order; inside an open edit. Returns how many are new."""
    fresh = [(item, line) for line, items in enumerate(layout) for item in items if item.word_id is None]
    ids = add_words(project, page.id, [NewWord(item.box, line=line) for item, line in fresh])
    for word_id, (item, _) in zip(ids, fresh, strict=True):
        if item.text is not None:
            set_transcription(project, word_id, item.text, "imported")
    set_role(project, ids, role)
    made = iter(ids)
    places = [
        (next(made) if item.word_id is None else item.word_id, line)
        for line, items in enumerate(layout)
        for item in items
    ]
    set_reading_order(project, places)
    return len(ids)
