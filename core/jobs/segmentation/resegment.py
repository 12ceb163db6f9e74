"""Finding the words of a page again; words that a person transcribed, drew or marked as no word are kept."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.geometry import Box, Extent, coverage, iou, place_below, union
from core.jobs.segmentation.line_aligner import FoundWord, LineWords
from core.jobs.segmentation.segment import PageWords, add_segmented_words, words_place
from core.project.content.cut_pages import boxes_by_hand
from core.project.content.lexicon import lexicon_from_transcriptions
from core.project.content.pages import Page, add_lines, list_lines, list_uncut_lines
from core.project.content.word_edits import NewWord, delete_words, set_reading_order, set_role
from core.project.content.words import Role, WordRow, get_words, word_ids
from core.project.project import Project

MAX_OVERLAP = 0.5
"""A found word and a kept one are the same place when more than this share of the smaller lies in the other."""
SAME_IOU = 0.8
"""An untranscribed word counts as found again from this intersection over union on."""


@dataclass(frozen=True, slots=True)
class ResegmentSummary:
    """The ids of the new words, the number of untranscribed words that were removed, and of words that were kept."""

    added: tuple[int, ...]
    removed: int
    kept: int


NOTHING_CHANGED = ResegmentSummary((), 0, 0)


@dataclass(frozen=True, slots=True)
class LayoutWord:
    """A word in the new reading order: a kept one with its id, or a new one without."""

    box: Box
    word_id: int | None = None
    text: str | None = None
    line_id: int | None = None
    """The text line of a new word, where known."""
    fit: float | None = None


Layout = list[list[LayoutWord]]
"""The words of a page, line by line in reading order."""


def apply_resegmentation(
    project: Project, page: Page, found: PageWords, line_ids: Sequence[int] = ()
) -> ResegmentSummary | None:
    """Replace untranscribed words of a page by words found again, in one edit; None if the page is not as searched.

    Words found on the whole page replace all untranscribed ones; an untranscribed word found again in the same place
    is kept, with its predictions. Words found in lines (``line_ids``, one for each of ``found.lines``) replace the
    untranscribed ones that they overlap, and belong to that line. A word that a person transcribed, drew or marked as
    no word is kept, and found words that overlap it are dropped.
    """
    in_lines = bool(line_ids)
    with project.edit("find words", n=1, page=page.name):
        if not is_as_searched(project, page, line_ids):
            return None
        old = get_words(project, word_ids(project, page_id=page.id, not_a_word=None))
        drawn = boxes_by_hand(project, page.id)
        fixed = [row for row in old if row.text is not None or row.not_a_word or row.id in drawn]
        if in_lines:
            removed, layout = layout_for_lines(found.lines, old, fixed, line_ids)
        else:
            removed, layout = layout_for_page(found.lines, old, fixed)
        delete_words(project, removed)
        added = _add_new_words(project, page, layout, usual_role(old))
        if in_lines:
            lexicon_from_transcriptions(project)
    return ResegmentSummary(tuple(added), len(removed), len(old) - len(removed))


def is_as_searched(project: Project, page: Page, line_ids: Sequence[int]) -> bool:
    """Return whether the page and the lines that were searched are still there, and the lines still without words."""
    exists = project.one("SELECT 1 FROM page WHERE id = ?", (page.id,)) is not None
    return exists and {line.id for line in list_uncut_lines(project, page.id)}.issuperset(line_ids)


def layout_for_page(
    found: Sequence[LineWords], old: Sequence[WordRow], fixed: Sequence[WordRow]
) -> tuple[list[int], Layout]:
    """Return the ids of the words to remove, and the layout of found and kept words, for words of a whole page.

    Of the ``old`` words the ``fixed`` ones are kept.
    """
    loose = _others(old, fixed)
    layout: Layout = []
    kept: set[int] = set()
    for line in found:
        words: list[LayoutWord] = []
        for box, text, fit in line:
            overlapped = [row for row in fixed if row.box and overlap_share(row.box, box) > MAX_OVERLAP]
            same = [row for row in loose if row.box and iou(row.box, box) >= SAME_IOU]
            here = [row for row in overlapped or same[:1] if row.id not in kept]
            kept.update(row.id for row in here)
            if overlapped or same:
                words += sorted((_kept(row, row.box) for row in here if row.box), key=lambda word: word.box[0])
            else:
                words.append(LayoutWord(box, None, text, fit=fit))
        layout.append(words)
    not_found = [row for row in fixed if row.id not in kept]
    removed = [row.id for row in loose if row.id not in kept]
    return removed, merge_lines(layout, _group_by_line(not_found))


def layout_for_lines(
    found: Sequence[LineWords], old: Sequence[WordRow], fixed: Sequence[WordRow], line_ids: Sequence[int]
) -> tuple[list[int], Layout]:
    """Return the ids of the words to remove, and the layout of found and kept words, for words of single lines.

    Of the ``old`` words the ``fixed`` ones are kept.
    """
    fixed_boxes = [row.box for row in fixed if row.box]
    new = [
        [
            LayoutWord(box, None, text, line_id, fit)
            for box, text, fit in line
            if all(overlap_share(fixed, box) <= MAX_OVERLAP for fixed in fixed_boxes)
        ]
        for line_id, line in zip(line_ids, found, strict=True)
    ]
    new_boxes = [word.box for line in new for word in line]
    removed = [
        row.id
        for row in _others(old, fixed)
        if row.box and any(overlap_share(row.box, box) > MAX_OVERLAP for box in new_boxes)
    ]
    return removed, merge_lines(_group_by_line([row for row in old if row.id not in removed]), new)


def merge_lines(base: Layout, extra: Layout) -> Layout:
    """Return ``base`` with each line of ``extra`` inserted after the line above it in the same column."""
    layout = [line for line in base if line]
    for line in filter(None, extra):
        layout.insert(place_below([_extent(other) for other in layout], _extent(line)), line)
    return layout


def overlap_share(one: Box, other: Box) -> float:
    """Return the overlap of two boxes as a share of the smaller one."""
    return max(coverage(one, other), coverage(other, one))


def _others(old: Sequence[WordRow], fixed: Sequence[WordRow]) -> list[WordRow]:
    """Return the ``old`` words that are not ``fixed``."""
    kept = {row.id for row in fixed}
    return [row for row in old if row.id not in kept]


def _extent(line: list[LayoutWord]) -> Extent:
    """Return the extent of a line, with the mean of the middles of its words."""
    x, _, width, _ = union(word.box for word in line)
    return x, x + width, sum(word.box[1] + word.box[3] / 2 for word in line) / len(line)


def _group_by_line(rows: Sequence[WordRow]) -> Layout:
    by_line: dict[int, list[LayoutWord]] = {}
    for row in rows:
        if row.box:
            by_line.setdefault(row.line, []).append(_kept(row, row.box))
    return list(by_line.values())


def usual_role(rows: Sequence[WordRow]) -> str:
    """Return the role of most words of the page, for the new ones."""
    return Counter(row.role for row in rows).most_common(1)[0][0] if rows else Role.TRAIN


def _add_new_words(project: Project, page: Page, layout: Layout, role: str) -> list[int]:
    """Add the new words inside an open edit and set the reading order of all; return the ids of the new words."""
    line_ids = [_line_of(project, page, line) for line in layout]
    words = [(word, line) for line, words in enumerate(layout) for word in words]
    new = [
        (NewWord(word.box, line=n, line_id=word.line_id or line_ids[n]), FoundWord(word.box, word.text, word.fit))
        for word, n in words
        if word.word_id is None
    ]
    ids = add_segmented_words(project, page, new)
    set_role(project, ids, role)
    new_ids = iter(ids)
    set_reading_order(project, [(next(new_ids) if word.word_id is None else word.word_id, n) for word, n in words])
    return ids


def _line_of(project: Project, page: Page, words: list[LayoutWord]) -> int | None:
    """Return the text line of the new words in a line: that of its other words, else the one around, else a new one."""
    known = Counter(word.line_id for word in words if word.line_id is not None)
    if known:
        return known.most_common(1)[0][0]
    if all(word.word_id is not None for word in words):
        return None  # nothing is new
    box = union(word.box for word in words)
    shares = [(coverage(box, line.box), line.id) for line in list_lines(project, page.id)]
    share, line_id = max(shares, default=(0.0, 0))
    if share > MAX_OVERLAP:
        return line_id
    return add_lines(project, page.id, [words_place([FoundWord(word.box) for word in words])])[0]


def _kept(row: WordRow, box: Box) -> LayoutWord:
    return LayoutWord(box, row.id, line_id=row.line_id)
