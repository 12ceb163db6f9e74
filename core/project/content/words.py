"""The words of a project: finding them, reading what is known of them, and their states."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.geometry import Box, Polygon
from core.language import tr
from core.project.content.pages import decode_polygon
from core.project.content.predictions import STATUS_SQL
from core.project.content.transcriptions import SOURCE_SQL, TranscriptionSource
from core.project.db.values import report_as_damage
from core.project.project import Project

POSITION_STEP = 1024
"""Words are numbered in reading order with gaps, so that words can be inserted between two."""

UNCERTAIN_BELOW = 0.5
"""A prediction with a lower confidence counts as uncertain; one without a confidence, if it has no majority."""

UNCERTAIN_COST = 2.8
"""Cost of a letter from which a spelled suggestion of one member without a confidence (the starter model's) counts as
uncertain: in hands held out from the starter's training 44 % of these suggestions are right, and 92 % of the others."""

TRANSCRIBED_SQL = (
    " FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id WHERE w.deleted = 0 AND w.not_a_word = 0"
)
"""Words with a transcription, without those deleted or marked as not a word."""

PAGE_JOIN_SQL = " LEFT JOIN page AS sheet ON sheet.id = w.page_id"
PAGE_ORDER_SQL = " ORDER BY sheet.id IS NULL, sheet.position, sheet.id, w.line, w.position, w.id"
"""Pages in order, each in reading order, lone crops last."""

STATE_JOIN_SQL = (
    " LEFT JOIN transcription AS r ON r.id = w.transcription_id"
    " LEFT JOIN prediction AS p ON p.word_id = w.id AND p.model = :model"
)
STATE_SQL = f"""CASE
 WHEN r.aligned THEN 'aligned'
 WHEN r.source = 'accepted' THEN 'accepted'
 WHEN r.id IS NOT NULL THEN 'typed'
 WHEN p.id IS NULL THEN 'unread'
 WHEN p.confidence < {UNCERTAIN_BELOW} THEN 'uncertain'
 WHEN p.confidence IS NULL AND p.votes * 2 <= p.members AND p.members > 1 THEN 'uncertain'
 WHEN p.confidence IS NULL AND p.members = 1 AND p.distance > {UNCERTAIN_COST} * length(p.text) THEN 'uncertain'
 WHEN p.unlisted THEN 'unlisted'
 ELSE p.status END"""
"""The :class:`WordState` of ``word AS w`` with :data:`STATE_JOIN_SQL`; ``:model`` is a model's name or NULL."""


class Role(StrEnum):
    """The use of a word: training, validation, testing or none."""

    TRAIN = "train"
    VAL = "val"
    TEST = "test"
    NONE = "none"


class WordState(StrEnum):
    """The state of a word.

    Transcribed: typed (or imported), accepted by a person, or aligned: cut from a line of known text, and not checked
    yet. Otherwise predicted: as a word the model was trained on (seen) or not (unseen), as a word that is in no list
    (unlisted), or uncertain. Otherwise unread.
    """

    TYPED = "typed"
    ACCEPTED = "accepted"
    ALIGNED = "aligned"
    SEEN = "seen"
    UNSEEN = "unseen"
    UNLISTED = "unlisted"
    UNCERTAIN = "uncertain"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class WordRow:
    """One word. ``box`` is None for a lone crop; ``text`` and ``source`` are those of the current transcription."""

    id: int
    page_id: int | None
    box: Box | None
    polygon: Polygon | None
    line: int
    position: int
    role: Role
    writer: str | None
    ref: str | None
    name: str | None
    page_label: str | None
    deleted: bool
    not_a_word: bool
    text: str | None
    source: TranscriptionSource | None
    model: str | None
    """The model whose suggestion was accepted."""
    line_id: int | None
    """Its text line (:class:`core.project.content.pages.Line`), if it has one."""


def usual_height(project: Project, word_id: int) -> int:
    """Return the median height of the boxes on a word's page; 0 for a word that is on none."""
    sql = "SELECT h FROM word WHERE deleted = 0 AND page_id = (SELECT page_id FROM word WHERE id = ?) ORDER BY h"
    heights = project.column(sql, (word_id,))
    return int(heights[len(heights) // 2]) if heights else 0


@dataclass(frozen=True, slots=True)
class WordSummary:
    """A word's state, the text to show (a transcription before a prediction), and a model's prediction, if any."""

    word_id: int
    state: WordState
    text: str | None
    predicted: str | None
    status: str | None
    votes: int | None
    members: int | None
    distance: float | None
    confidence: float | None


def word_ids(
    project: Project, *, page_id: int | None = None, transcribed: bool | None = None, not_a_word: bool | None = False
) -> list[int]:
    """Return the ids of words that are not deleted, pages in order, each in reading order, lone crops last.

    None does not restrict them. ``page_id`` 0 stands for no page: the lone crops. ``transcribed``: with (True) or
    without (False) a transcription.
    """
    conditions = ["w.deleted = 0"]
    if page_id is not None:
        conditions.append("w.page_id = :page_id" if page_id else "w.page_id IS NULL")
    if transcribed is not None:
        conditions.append("(w.transcription_id IS NOT NULL) = :transcribed")
    if not_a_word is not None:
        conditions.append("w.not_a_word = :not_a_word")
    sql = f"SELECT w.id FROM word AS w{PAGE_JOIN_SQL} WHERE {' AND '.join(conditions)}{PAGE_ORDER_SQL}"
    return project.column(sql, {"page_id": page_id, "transcribed": transcribed, "not_a_word": not_a_word})


def get_words(project: Project, ids: Sequence[int]) -> list[WordRow]:
    """Return these words in the order of ``ids``; ids that do not exist are left out."""
    return list(iter_words(project, ids))


def iter_words(project: Project, ids: Sequence[int]) -> Iterator[WordRow]:
    """Yield the words of :func:`get_words`, read a thousand at a time to bound memory."""
    for row in project.query_by_id(
        "SELECT w.id, w.page_id, w.x, w.y, w.w, w.h, w.polygon, w.line, w.position, w.role, w.writer,"
        f" w.ref, w.name, w.page_label, w.deleted, w.not_a_word, r.text, {SOURCE_SQL},"
        " r.model, w.line_id"
        " FROM word AS w LEFT JOIN transcription AS r ON r.id = w.transcription_id"
        " WHERE w.id IN (SELECT value FROM json_each(:ids))",
        ids,
    ):
        box = None if row[1] is None else row[2:6]
        with report_as_damage(tr("words")):
            role, source = Role(row[9]), row[17] and TranscriptionSource(row[17])
        flags = bool(row[14]), bool(row[15])
        place = (*row[:2], box, decode_polygon(row[6]), *row[7:9])
        yield WordRow(*[*place, role, *row[10:14], *flags, row[16], source, *row[18:]])


def labelled_words(project: Project, role: str | None = None) -> list[tuple[int, str]]:
    """Return id and transcription in NFC of each transcribed word, by id; of one role, or of all but ``none``."""
    return project.query(
        f"SELECT w.id, r.nfc{TRANSCRIBED_SQL} AND (w.role = :role OR (:role IS NULL AND w.role <> 'none'))"
        " ORDER BY w.id",
        {"role": role},
    )


def aligned_fits(project: Project, role: str) -> dict[int, float | None]:
    """Return how well each aligned word of a role fits (0 to 1, None if no model found it), by its id."""
    return dict(project.query(f"SELECT w.id, r.fit{TRANSCRIBED_SQL} AND r.aligned AND w.role = ?", (role,)))


def next_word_in_states(project: Project, states: Sequence[WordState], page_id: int, model: str | None) -> int | None:
    """Return the first word in ``states`` of the pages behind this one, then of those before it; None without any."""
    found = project.column(
        f"SELECT w.id FROM word AS w{PAGE_JOIN_SQL}{STATE_JOIN_SQL}"
        f" WHERE w.deleted = 0 AND w.not_a_word = 0 AND w.page_id <> :page"
        f" AND {STATE_SQL} IN (SELECT value FROM json_each(:states))"
        " ORDER BY (sheet.position, sheet.id) < (SELECT position, id FROM page WHERE id = :page),"
        " sheet.position, sheet.id, w.line, w.position, w.id LIMIT 1",
        {"page": page_id, "model": model, "states": json.dumps(states)},
    )
    return found[0] if found else None


def word_summaries(project: Project, ids: Sequence[int], model: str | None) -> list[WordSummary]:
    """Return the summaries of these words with the predictions of ``model``, in order; unknown ids are left out."""
    rows = project.query_by_id(
        f"SELECT w.id, {STATE_SQL}, coalesce(r.text, p.text), p.text, {STATUS_SQL}, p.votes, p.members, p.distance,"
        f" p.confidence FROM word AS w{STATE_JOIN_SQL} WHERE w.id IN (SELECT value FROM json_each(:ids))",
        ids,
        {"model": model},
    )
    with report_as_damage(tr("words")):
        return [WordSummary(row[0], WordState(row[1]), *row[2:]) for row in rows]


def neighbour_in_line(project: Project, word_id: int, by: int) -> int | None:
    """Return the word after (1) or before (-1) a word in its line of the page; None at the end of the line."""
    sign, order = (">", "ASC") if by > 0 else ("<", "DESC")
    row = project.one(
        "SELECT other.id FROM word AS w JOIN word AS other ON other.page_id = w.page_id AND other.line = w.line"
        f" WHERE w.id = ? AND other.deleted = 0 AND (other.position, other.id) {sign} (w.position, w.id)"
        f" ORDER BY other.position {order}, other.id {order} LIMIT 1",
        (word_id,),
    )
    return None if row is None else int(row[0])


def unreviewed(project: Project, ids: Sequence[int]) -> list[int]:
    """Return the words among ``ids`` that no person has transcribed, confirmed, deleted or marked as not a word."""
    return project.column(
        "SELECT w.id FROM word AS w LEFT JOIN transcription AS r ON r.id = w.transcription_id"
        " WHERE (r.id IS NULL OR r.aligned) AND w.not_a_word = 0 AND w.deleted = 0"
        " AND w.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )


def select_words(project: Project, words: str) -> list[int]:
    """Return the ids of the ``unread`` words, of ``all``, or of those with the role ``test``."""
    if words == "test":
        return [word_id for word_id, _ in labelled_words(project, "test")]
    return word_ids(project, transcribed=False if words == "unread" else None)
