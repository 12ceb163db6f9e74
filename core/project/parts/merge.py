"""Merging a part back into the project it was taken out of: one edit, which can be undone as a whole.

For each word, what changed in the part since it was taken out is compared with what changed meanwhile in the project.
Changes of one side are taken, equal ones are one. If both differ, the later edit stays; of transcriptions all are
kept, for a person to decide. Merging twice changes nothing, and two parts can be merged in either order.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from core.errors import InputError
from core.language import tr, tr_plural
from core.project.content.differences import differing_words
from core.project.db.values import check_text
from core.project.parts.layout import order_added, spread_ties
from core.project.parts.merge_layout import PageLayout, merge_layout
from core.project.parts.merge_words import WordCounts, WordMerger
from core.project.parts.record import Base, load_base, require_record
from core.project.parts.stamps import LAYOUT, read_stamps
from core.project.parts.state import PagesState, fields_of, read_pages
from core.project.project import Project

MergeProgress = Callable[[int, int], None]
"""Called as ``progress(done, total)`` with pages; an exception it raises stops the merge and nothing is kept."""

_AUTHORS_SQL = "SELECT DISTINCT who FROM change WHERE who IS NOT NULL AND state = 'done' ORDER BY who"
_LEXICON_SQL = "SELECT word, id, count, added_by FROM lexicon"
_MISFITS = (
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
)
"""Errors of values of the wrong kind, and of SQLite for rows that its tables do not take."""


@dataclass(frozen=True, slots=True)
class MergeSummary:
    """The result of a merge. Words are ids in the project, in which the part was merged."""

    authors: tuple[str, ...]
    """The people who worked in the part, as far as they gave names."""
    pages: int
    words: WordCounts
    open_differences: int
    """Words of the project with different transcriptions on which nobody has decided."""
    layouts: tuple[str, ...]
    """Pages whose lines or order of words were taken, by name."""
    settled_layouts: tuple[str, ...]
    """Pages whose lines or order both sides changed; the later change stayed."""
    lexicon_added: int
    lexicon_removed: int
    left_out: tuple[str, ...]
    """Pages that were imported into the part itself; they are not merged."""

    @property
    def is_empty(self) -> bool:
        """Return whether the merge changed nothing."""
        words = self.words
        lists = (words.transcribed, words.agreed, words.differing, words.added, words.removed, words.changed)
        return not any((*lists, self.layouts, self.lexicon_added, self.lexicon_removed))


@dataclass(frozen=True, slots=True)
class _Pages:
    """Pages of a part by id: those to merge, those the project no longer has, and names of those it never had."""

    common: list[int]
    gone: list[int]
    left_out: list[str]
    names: dict[int, str]


def merge_part(project: Project, part: Project, progress: MergeProgress = lambda done, total: None) -> MergeSummary:
    """Merge ``part`` into ``project``; the part is only read.

    Raises InputError, changing nothing, for a project that is not its part, for a part with work on a page that
    was deleted from the project meanwhile, and for one whose rows do not fit: anyone can write a part.
    """
    record = require_record(part)
    if part.folder.resolve() == project.folder.resolve():
        raise InputError.at(
            part.folder, tr("a part cannot be merged into itself"), hint=tr("Name the project it came from")
        )
    base = load_base(part)
    with _misfits_reported(part), project.edit("merge part", part=part.folder.stem) as connection:
        pages = _match_pages(project, part, base)
        theirs, ours = read_pages(part, [*pages.common, *pages.gone]), read_pages(project, pages.common)
        _refuse_lost_work(part, pages, base, theirs, ours)
        stamps = read_stamps(part, 0, record.taken_at), read_stamps(project, record.change)
        merger = WordMerger(connection, record.id, base, theirs, ours, stamps)
        layouts: dict[int, PageLayout] = {}
        for number, page_id in enumerate(pages.common, start=1):
            layout = layouts[page_id] = merge_layout(connection, page_id, record.id, base, theirs, ours, stamps)
            _merge_page_words(connection, merger, page_id, layout, base, theirs)
            progress(number, len(pages.common))
        lexicon = _merge_lexicon(connection, part, base.lexicon)
        laid_out = {page_id: {LAYOUT: layout.stamp} for page_id, layout in layouts.items() if layout.stamp is not None}
        detail = {
            "part": record.id,
            "stamps": {"word": merger.stored, "page": laid_out},
            "kept": int(bool(merger.stored or laid_out)),
        }
        connection.execute(
            "UPDATE change SET detail = ? WHERE id = (SELECT max(change_id) FROM temp.edit_mode)", (json.dumps(detail),)
        )
        differing = set(differing_words(project))
        merger.counts.differing = [i for i in merger.counts.differing if i in differing]
        return MergeSummary(
            tuple(part.column(_AUTHORS_SQL)),
            len(pages.common),
            merger.counts,
            len(differing),
            tuple(pages.names[i] for i, layout in layouts.items() if layout.taken),
            tuple(pages.names[i] for i, layout in layouts.items() if layout.settled),
            *lexicon,
            tuple(pages.left_out),
        )


@contextmanager
def _misfits_reported(part: Project) -> Iterator[None]:
    """Raise InputError for rows of a part that no table of the project takes, or that cannot be compared with ours."""
    try:
        yield
    except _MISFITS as error:
        raise InputError.at(
            part.folder,
            tr("this part holds rows that do not fit together"),
            hint=tr("Take the pages out again; nothing was changed"),
        ) from error


def _match_pages(project: Project, part: Project, base: Base) -> _Pages:
    sql = (
        "SELECT p.id, f.sha256, p.frame, p.name FROM page AS p JOIN file AS f ON f.id = p.file_id"
        " ORDER BY p.position, p.id"
    )
    ours = {row[0]: row[1:3] for row in project.query(sql)}
    theirs = {row[0]: row[3] for row in part.query(sql)}
    known = {page_id: (row["sha256"], row["frame"]) for page_id, row in base.pages.items()}
    if all(ours.get(page_id) != image for page_id, image in known.items()):
        raise InputError.at(
            part.folder,
            tr(
                "this part was not taken out of the project {folder}: it has none of its pages",
                folder=project.folder.name,
            ),
            hint=tr("Merge it into the project that it came from"),
        )
    common = [i for i in theirs if i in known and ours.get(i) == known[i]]
    gone = [i for i in theirs if i in known and ours.get(i) != known[i]]
    return _Pages(common, gone, [name for i, name in theirs.items() if i not in known], theirs)


def _refuse_lost_work(part: Project, pages: _Pages, base: Base, theirs: PagesState, ours: PagesState) -> None:
    """Raise InputError if words were worked on in the part that the project no longer has."""
    common = set(pages.common)
    current: dict[int, int | None] = dict(part.query("SELECT id, transcription_id FROM word"))
    lost: dict[int, int] = {}
    for word_id, word in theirs.words.items():
        row, page_id = base.words.get(word_id), word.version.page_id
        assert page_id is not None
        if page_id in common and (row is None or word_id in ours.words):
            continue
        changed = row is None or fields_of(row) != word.version.fields or row["transcription_id"] != current[word_id]
        if changed and (row is not None or word.version.fields["deleted"] == (0,)):
            lost[page_id] = lost.get(page_id, 0) + 1
    if lost:
        page_id, count = next(iter(lost.items()))
        raise InputError.at(
            part.folder,
            tr_plural(
                "{n} word was worked on in the part that the project no longer has",
                "{n} words were worked on in the part that the project no longer has",
                count,
            ),
            place=tr("page {page}", page=pages.names[page_id]),
            hint=tr("Undo the deletion in the project, then merge again; nothing was changed"),
        )


def _merge_page_words(
    connection: sqlite3.Connection, merger: WordMerger, page_id: int, layout: PageLayout, base: Base, theirs: PagesState
) -> None:
    for word_id in theirs.words_on[page_id]:
        merger.merge(word_id, layout)
    if not layout.taken and page_id not in merger.pages_with_others:
        return
    rows = connection.execute(
        "SELECT id, line, position, line_id, x, y, w, h, coalesce(keys, '') FROM word"
        " WHERE page_id = ? AND deleted = 0",
        (page_id,),
    ).fetchall()
    words = order_added([(row[0], row[1:4], row[4:8], row[8]) for row in rows], base.words)
    positions = {word_id: place[1] for word_id, place, _, _ in words} | spread_ties(words)
    connection.executemany(
        "UPDATE word SET position = :position WHERE id = :id AND position <> :position",
        [{"id": word_id, "position": position} for word_id, position in positions.items()],
    )


def _merge_lexicon(
    connection: sqlite3.Connection, part: Project, base: Mapping[int, Mapping[str, Any]]
) -> tuple[int, int]:
    """Add what the part added, and remove what it removed and nobody changed meanwhile; return both counts."""
    former = {str(row["word"]): (row_id, row["count"], row["added_by"]) for row_id, row in base.items()}
    theirs = {row[0]: row[1:] for row in part.query(_LEXICON_SQL)}
    ours = {row[0]: row[1:] for row in connection.execute(_LEXICON_SQL)}
    changed = {word: row for word, row in theirs.items() if word not in former or row[1:] != former[word][1:]}
    for word in changed:
        check_text(word)
    new = [(word, row[1], row[2]) for word, row in changed.items() if word not in ours]
    connection.executemany("INSERT INTO lexicon (word, count, added_by) VALUES (?, ?, ?)", new)
    connection.executemany(
        "UPDATE lexicon SET count = max(count, ?1), added_by = min(added_by, ?2)"
        " WHERE word = ?3 AND (count < ?1 OR added_by > ?2)",
        [(row[1], row[2], word) for word, row in changed.items() if word in ours],
    )
    gone = [(row[0],) for word, row in former.items() if word not in theirs and ours.get(word) == row]
    connection.executemany("DELETE FROM lexicon WHERE id = ?", gone)
    return len(new), len(gone)
