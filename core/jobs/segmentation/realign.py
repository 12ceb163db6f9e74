"""Aligned words found again: with a better model, offered to a person, and in a line that a person has just typed.

What is offered lies in ``cache/better-alignment.json`` until it is applied; nothing in the project changes before.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from core.dataclass_json import rebuild
from core.errors import DuctusError, Stopped
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.geometry import Box, iou
from core.jobs.segmentation.line_aligner import LineAligner, LineWords
from core.jobs.segmentation.resegment import MAX_OVERLAP, overlap_share
from core.jobs.training.training_words import is_sure
from core.language import tr
from core.project.content.models import active_model
from core.project.content.pages import Page, get_page, list_lines
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.word_edits import place_words
from core.project.content.words import WordRow, get_words, word_ids
from core.project.file_access import verify_trusted
from core.project.project import Project

if TYPE_CHECKING:
    from core.imaging.segment.line_strip import LineStrip
    from core.project.content.pages import Line

MIN_GAIN = 0.25
"""Gain in the mean log probability of a line's letters from which a new cut counts as clearly better: each letter
is then 1.28 times as probable in the ink of its word as it was. Both cuts are measured by the same model."""

_SAME_PLACE = 0.7
"""Intersection over union from which a word's letters are found in the box that it has."""

_FILE = "cache/better-alignment.json"


@dataclass(frozen=True, slots=True)
class BetterWord:
    """An aligned word: its box, the box in which its text fits better, and how well it fits there (0 to 1)."""

    word_id: int
    text: str
    old: Box
    new: Box
    fit: float


@dataclass(frozen=True, slots=True)
class BetterLine:
    """A line whose text fits better, with all of its words."""

    line_id: int
    page_id: int
    words: tuple[BetterWord, ...]


def find_better_alignments(project: Project, emit: Listener, should_stop: ShouldStop) -> dict[str, Any]:
    """Align again the lines in which every word is aligned and unconfirmed; store those that fit clearly better.

    Return the result that the command line prints: how many ``lines`` were looked at, and how many are ``better``.
    Nothing else changes. An unreadable page is reported and left out. Raises Stopped.
    """
    from core.imaging.read import read_gray

    aligner = LineAligner(project)
    pages = _pages_with_aligned_words(project)
    better: list[BetterLine] = []
    looked_at = 0
    for done, page in enumerate(pages, start=1):
        lines, gray = _untouched_lines(project, page), None
        try:
            if lines:
                verify_trusted(page.image)
                gray = read_gray(page.image, page.frame)
        except DuctusError as error:
            note = tr(
                "The lines of page {page} were not aligned: {error}", page=page.name, error=error.about(page.image)
            )
            emit(Note(note))
            lines = []
        strips = [] if gray is None else aligner.strips(gray, [line for line, _ in lines])
        for (line, words), strip in zip(lines, strips, strict=True):
            if should_stop():
                raise Stopped.of("Stopped; nothing was changed.")
            looked_at += 1
            if found := _better_line(aligner, strip, line, words):
                better.append(found)
        emit(Progress(JobPart.PAGES, done, len(pages)))
    model = active_model(project)
    stored = {"model": None if model is None else model.name, "lines": [asdict(line) for line in better]}
    project.files.write(_FILE, json.dumps(stored, ensure_ascii=False).encode())
    return {"lines": looked_at, "better": len(better), "model": stored["model"]}


def has_lines_to_align(project: Project) -> bool:
    """Return whether a word of a line is aligned and unconfirmed."""
    return bool(_pages_with_aligned_words(project))


def better_alignments(project: Project) -> list[BetterLine]:
    """Return what was found and can still be applied: lines whose words are as they were."""
    try:
        stored = json.loads(project.files.read(_FILE))
        lines = [rebuild(BetterLine, entry) for entry in stored["lines"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []  # a cache: it is computed again after the next training
    rows = {row.id: row for row in get_words(project, [word.word_id for line in lines for word in line.words])}
    return [line for line in lines if all(_is_as_it_was(rows.get(word.word_id), word) for word in line.words)]


def apply_better_alignments(project: Project) -> list[int]:
    """Move the words of the lines found, in one edit; return the words that were moved.

    Lines with a word that a person has touched since are left as they are.
    """
    chosen = better_alignments(project)
    moved = [word for line in chosen for word in line.words]
    with project.edit("align lines", n=len(chosen)):
        place_words(project, {word.word_id: word.new for word in moved})
        for word in moved:
            set_transcription(project, word.word_id, word.text, TranscriptionSource.ALIGNED, fit=word.fit)
    return [word.word_id for word in moved]


def place_by_letters(
    project: Project,
    line_id: int,
    text: str,
    words: Collection[int],
    staying: Collection[int] = (),
    *,
    is_checked: bool = False,
) -> list[int]:
    """Move words of a typed line to where a reader finds their letters, in one edit; return those that changed.

    ``text`` is that of the whole line; ``words`` are those that were cut by the gaps alone. Those ``staying`` have the
    boxes they had before, and keep them if their letters are found there. Words that fit well enough to teach count as
    typed from then on, and all that are given of a line that a person says ``is_checked``. No other word changes, nor
    one that a person has touched since. Raises InputError for an unreadable page.
    """
    pages = project.column("SELECT page_id FROM line WHERE id = ?", (line_id,))
    line = next((found for page_id in pages for found in list_lines(project, page_id) if found.id == line_id), None)
    tokens = text.split()
    if line is None or len(rows := _words_of_line(project, line)) != len(tokens):
        return []
    found = _found_in_ink(project, replace(line, text=text), len(rows))
    with project.edit("place the words of a line"):
        # read again: a person may have gone on meanwhile
        rows = _words_of_line(project, line)
        fixed = [row.box for row in rows if row.id not in words and row.box is not None]
        own = {row.id for row, token in zip(rows, tokens, strict=False) if _is_as_typed(row, token)}
        fitting = [
            (row, word)
            for row, word in zip(rows, found, strict=False)
            if row.id in own
            and (
                (row.id in words and all(overlap_share(box, word.box) <= MAX_OVERLAP for box in fixed))
                or (row.id in staying and row.box is not None and iou(row.box, word.box) >= _SAME_PLACE)
            )
        ]
        place_words(project, {row.id: word.box for row, word in fitting if row.id in words})
        fits = {row.id: word.fit for row, word in fitting}
        changed = [row for row in rows if row.id in (own & {*words, *staying} if is_checked else fits)]
        for row in changed:
            fit = fits.get(row.id)
            source = TranscriptionSource.TYPED if is_checked or is_sure(fit) else TranscriptionSource.ALIGNED
            set_transcription(project, row.id, row.text or "", source, fit=fit)
    return [row.id for row in changed]


def _found_in_ink(project: Project, line: Line, count: int) -> LineWords:
    """Return the places of a line's words, ``count`` of them; none if its text is not found in the ink."""
    from core.imaging.read import read_gray
    from core.imaging.segment.align import misfit

    page = get_page(project, line.page_id)
    verify_trusted(page.image)
    gray = read_gray(page.image, page.frame)
    aligner = LineAligner(project)
    [strip] = aligner.strips(gray, [line])
    found = aligner.cut(strip, line)
    if len(found) != count or misfit([(word.box, word.text or "") for word in found], gray, line.box):
        return []
    return found


def _is_as_typed(row: WordRow, token: str) -> bool:
    return (row.source, row.text) == (TranscriptionSource.ALIGNED, token)


def _words_of_line(project: Project, line: Line) -> list[WordRow]:
    rows = get_words(project, word_ids(project, page_id=line.page_id))
    return [row for row in rows if row.line_id == line.id]


def _better_line(
    aligner: LineAligner, strip: LineStrip | None, line: Line, words: Sequence[WordRow]
) -> BetterLine | None:
    """Return the line with new boxes if its text fits clearly better in them."""
    found = aligner.cut(strip, line)
    if strip is None or len(found) != len(words):
        return None
    boxes = [row.box for row in words if row.box is not None]
    before, after = aligner.scores(strip, line, [boxes, [word.box for word in found]])
    if after - before < MIN_GAIN:
        return None
    return BetterLine(
        line.id,
        line.page_id,
        tuple(
            BetterWord(row.id, row.text or "", box, new.box, new.fit or 0.0)
            for row, box, new in zip(words, boxes, found, strict=True)
        ),
    )


def _pages_with_aligned_words(project: Project) -> list[Page]:
    ids = project.column(
        "SELECT DISTINCT w.page_id FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id"
        " WHERE r.aligned AND w.deleted = 0 AND w.line_id IS NOT NULL ORDER BY w.page_id"
    )
    return [get_page(project, page_id) for page_id in ids]


def _untouched_lines(project: Project, page: Page) -> list[tuple[Line, list[WordRow]]]:
    """Return the page's lines of which every word of the text is aligned, unconfirmed and where it was put."""
    rows = get_words(project, word_ids(project, page_id=page.id, not_a_word=None))
    by_line = {
        key: list(words) for key, words in groupby(sorted(rows, key=lambda row: row.line_id or 0), lambda r: r.line_id)
    }
    return [
        (line, words)
        for line in list_lines(project, page.id)
        if (words := by_line.get(line.id, []))
        and [row.text for row in words] == (line.text or "").split()
        and all(row.source == TranscriptionSource.ALIGNED and not row.not_a_word for row in words)
    ]


def _is_as_it_was(row: WordRow | None, word: BetterWord) -> bool:
    if row is None or row.deleted or row.not_a_word:
        return False
    return row.source == TranscriptionSource.ALIGNED and (row.box, row.text) == (word.old, word.text)
