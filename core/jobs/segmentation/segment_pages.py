"""Finding words on the pages of a project that have none, in lines that were not cut yet, and again."""

from collections.abc import Collection, Sequence

from core.errors import DuctusError
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.jobs.segmentation.learned_lines import LearnedLines
from core.jobs.segmentation.line_aligner import LineAligner
from core.jobs.segmentation.resegment import NOTHING_CHANGED, ResegmentSummary, apply_resegmentation, is_as_searched
from core.jobs.segmentation.segment import PageWords, add_segmented_words, find_page_words
from core.language import tr
from core.project.content.cut_pages import record_cut
from core.project.content.lexicon import lexicon_from_transcriptions
from core.project.content.pages import Line, Page, add_lines, list_pages, list_uncut_lines
from core.project.content.word_edits import NewWord, set_role
from core.project.content.words import Role
from core.project.file_access import verify_trusted
from core.project.project import Project

BATCH = 50
"""Pages stored in one edit: few enough that other writers do not wait long."""


_SegmentedPage = tuple[Page, PageWords, list[int]]
"""A page, its words, and the ids of the lines that were cut into them."""


def segment_new_pages(
    project: Project,
    emit: Listener,
    page_ids: Collection[int] | None = None,
    *,
    role: str = Role.TRAIN,
    learned: LearnedLines | None = None,
    should_stop: ShouldStop = lambda: False,
) -> int:
    """Add words to all pages (or those of ``page_ids``) that never had any; return the number of words.

    The lines of pages that have none are found by ``learned``, or without it by the gaps between them.

    If a page has lines without words, each is cut into as many words as its text has; the words get that text as
    aligned transcriptions and enter the lexicon. A line without text is cut where the starter model sees spaces, or by
    its gaps alone. A line that cannot be cut well is kept whole and reported (:func:`find_page_words`). Other pages are
    segmented as a whole. Words without text get ``role``. Up to ``BATCH`` pages are one edit, so that they can be
    undone together. An unreadable page is reported and left unchanged. When asked to stop, words found so far are kept.
    """
    pages = [
        (page, lines)
        for page in list_pages(project)
        if (page_ids is None or page.id in page_ids)
        and ((lines := list_uncut_lines(project, page.id)) or not _had_words(project, page))
    ]
    count = 0
    aligner = LineAligner(project)
    batch: list[_SegmentedPage] = []
    for done, (page, lines) in enumerate(pages, start=1):
        if should_stop():
            break
        words = _search(page, lines, emit, aligner, learned)
        if words is not None:
            batch.append((page, words, [lines[index].id for index in words.used]))
        emit(Progress(JobPart.PAGES, done, len(pages)))
        if len(batch) == BATCH:
            count += _store(project, batch, role)
            batch = []
    return count + _store(project, batch, role)


def segment_again(
    project: Project,
    emit: Listener,
    page_ids: Collection[int],
    *,
    learned: LearnedLines | None = None,
    should_stop: ShouldStop = lambda: False,
) -> ResegmentSummary:
    """Find the words of these pages again, each page as one edit; return what changed on all of them.

    A page that has lines without words is searched in those lines only, any other as a whole. Words that a person
    transcribed, drew or marked as no word are kept (:func:`apply_resegmentation`). A page on which no writing is found,
    or that cannot be read, is reported and left unchanged.
    """
    pages = [page for page in list_pages(project) if page.id in page_ids]
    added: list[int] = []
    removed = kept = 0
    aligner = LineAligner(project)
    for done, page in enumerate(pages, start=1):
        if should_stop():
            break
        lines = list_uncut_lines(project, page.id)
        summary = _replace_words(project, page, lines, _search(page, lines, emit, aligner, learned), emit)
        if summary is None:
            emit(Note(tr("Page {page} was changed during the search; it stays as it is.", page=page.name)))
        else:
            added += summary.added
            removed, kept = removed + summary.removed, kept + summary.kept
            record_cut(project, [page.id])
        emit(Progress(JobPart.PAGES, done, len(pages)))
    return ResegmentSummary(tuple(added), removed, kept)


def _replace_words(
    project: Project, page: Page, lines: Sequence[Line], found: PageWords | None, emit: Listener
) -> ResegmentSummary | None:
    """Replace the words of a page by those ``found`` in it or in its ``lines``; None if it is not as searched."""
    if found is None:
        return NOTHING_CHANGED
    if not any(found.lines):
        emit(Note(tr("No writing was found on page {page}; it stays as it is.", page=page.name)))
        return NOTHING_CHANGED
    return apply_resegmentation(project, page, found, [lines[index].id for index in found.used])


def _search(
    page: Page, lines: Sequence[Line], emit: Listener, aligner: LineAligner, learned: LearnedLines | None
) -> PageWords | None:
    """Return the words found on a page, or in its ``lines``; None for an unreadable page, which is reported."""
    try:
        verify_trusted(page.image)
        return find_page_words(page.image, page.frame, page.name, lines, emit, aligner, learned)
    except DuctusError as error:
        emit(Note(tr("Page {page} was not searched for words: {error}", page=page.name, error=error.about(page.image))))
        return None


def _had_words(project: Project, page: Page) -> bool:
    """Return whether the page has or had words; words that a person deleted must not return with the next import."""
    return project.one("SELECT 1 FROM word WHERE page_id = ? LIMIT 1", (page.id,)) is not None


def _store(project: Project, batch: list[_SegmentedPage], role: str) -> int:
    """Store the words in one edit, except on pages that changed or were deleted meanwhile; return their number."""
    if not batch:
        return 0
    count = 0
    with project.edit("find words", n=len(batch), page=batch[0][0].name):
        for page, words, line_ids in batch:
            if _had_words(project, page):
                summary = apply_resegmentation(project, page, words, line_ids) if line_ids else None
                count += len(summary.added) if summary else 0
            elif is_as_searched(project, page, line_ids):
                count += _store_page(project, page, words, line_ids, role)
        if count:
            lexicon_from_transcriptions(project)
    record_cut(project, [page.id for page, _, _ in batch])
    return count


def _store_page(project: Project, page: Page, words: PageWords, line_ids: list[int], role: str) -> int:
    """Store the words of a page that has none; lines that were found with them are added."""
    if not words.used:
        line_ids = add_lines(project, page.id, words.places())
    new = [
        (NewWord(word.box, line=number, line_id=line_id), word)
        for number, (line_id, line) in enumerate(zip(line_ids, words.lines, strict=True))
        for word in line
    ]
    ids = add_segmented_words(project, page, new)
    set_role(project, [word_id for word_id, (_, word) in zip(ids, new, strict=True) if word.text is None], role)
    return len(ids)
