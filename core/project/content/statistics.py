"""Counts of a project's words by state, role, page and writer."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from core.project.content.transcriptions import TranscriptionSource
from core.project.content.words import STATE_JOIN_SQL, STATE_SQL, TRANSCRIBED_SQL, WordState
from core.project.db.author import current_author
from core.project.project import Project

_PAUSE = timedelta(minutes=3)
"""A longer time without a transcription is no work."""
_WORDS_SQL = " FROM word AS w WHERE w.deleted = 0 AND w.not_a_word = 0"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of words that are neither deleted nor marked as not a word."""

    pages: int
    crops: int
    """Words that are images of their own, on no page."""
    words: int
    states: dict[str, int]
    """Words in each :class:`~core.project.content.words.WordState`."""
    roles: dict[str, tuple[int, int]]
    """Words of each role, and how many of them are transcribed."""
    distinct: int
    """Distinct words (NFC) among the transcriptions."""
    once: int
    """Those of them that were transcribed only once."""
    writers: tuple[tuple[str | None, int], ...]
    """Each writer (None: unknown) with the number of words, largest first."""

    @property
    def transcribed(self) -> int:
        """Words that a person has typed, imported or accepted; without those that were only aligned."""
        return self.states[WordState.TYPED] + self.states[WordState.ACCEPTED]


@dataclass(frozen=True, slots=True)
class PageCounts:
    """Counts of a page's words that are neither deleted nor marked as not a word."""

    states: dict[str, int]
    """Words in each :class:`~core.project.content.words.WordState`."""
    roles: dict[str, int]
    """Words of each role that it has."""


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The words that a person has checked in a session, how many were suggested otherwise, and the minutes it took."""

    words: int
    corrected: int
    minutes: int


def latest_transcription(project: Project) -> int:
    """Return the id of the latest transcription, from which :func:`work_done` counts."""
    return int(project.column("SELECT coalesce(max(id), 0) FROM transcription")[0])


def work_done(project: Project, since: int) -> WorkDone:
    """Count the words that the person at work has checked after the transcription ``since``; pauses are left out."""
    rows = project.query(
        "SELECT r.created_at, r.source = 'typed' AND EXISTS (SELECT 1 FROM prediction AS p WHERE p.word_id = r.word_id"
        " AND p.text <> r.text)"
        f"{TRANSCRIBED_SQL} AND r.id > ? AND r.source IN ('typed', 'accepted') AND r.who IS ? ORDER BY r.created_at",
        (since, current_author()),
    )
    times = [datetime.fromisoformat(created_at) for created_at, _ in rows]
    spent = sum((gap for a, b in pairwise(times) if (gap := b - a) <= _PAUSE), timedelta())
    minutes = max(1, round(spent / timedelta(minutes=1)))
    return WorkDone(len(rows), sum(corrected for _, corrected in rows), minutes)


def statistics(project: Project, model: str | None) -> Statistics:
    """Count the project's words; the states are those by ``model``'s predictions."""
    states = state_counts(project, model)
    times = project.one(
        f"SELECT count(*), coalesce(sum(n = 1), 0) FROM (SELECT count(*) AS n{TRANSCRIBED_SQL} GROUP BY r.nfc)"
    )
    writers = project.query(f"SELECT w.writer, count(*){_WORDS_SQL} GROUP BY w.writer ORDER BY 2 DESC, 1")
    places = project.one(f"SELECT (SELECT count(*) FROM page), (SELECT count(*){_WORDS_SQL} AND w.page_id IS NULL)")
    assert times is not None and places is not None
    return Statistics(
        pages=places[0],
        crops=places[1],
        words=sum(states.values()),
        states=states,
        roles=role_counts(project),
        distinct=times[0],
        once=times[1],
        writers=tuple(writers),
    )


def role_counts(project: Project) -> dict[str, tuple[int, int]]:
    """Return the number of words of each role, and how many of them are transcribed."""
    rows = project.query(
        f"SELECT w.role, count(*), count(w.transcription_id){_WORDS_SQL} GROUP BY w.role ORDER BY w.role"
    )
    return {role: (words, transcribed) for role, words, transcribed in rows}


def transcribed_count(project: Project, role: str) -> int:
    """Return how many words of a role are transcribed."""
    return role_counts(project).get(role, (0, 0))[1]


def state_counts(project: Project, model: str | None) -> dict[str, int]:
    """Return the number of words in each :class:`~core.project.content.words.WordState`."""
    counts: dict[str, int] = dict.fromkeys(WordState, 0)
    for of_page in page_state_counts(project, model).values():
        for state, count in of_page.items():
            counts[state] = counts.get(state, 0) + count
    return counts


def page_state_counts(project: Project, model: str | None) -> dict[int, dict[str, int]]:
    """Return :func:`state_counts` of every page by page id; lone crops are under 0."""
    return {page_id: page.states for page_id, page in page_counts(project, model).items()}


def page_counts(project: Project, model: str | None) -> dict[int, PageCounts]:
    """Return the counts of every page with words by page id; lone crops are under 0."""
    rows = project.query(
        f"SELECT coalesce(w.page_id, 0), {STATE_SQL}, w.role, count(*) FROM word AS w{STATE_JOIN_SQL}"
        " WHERE w.deleted = 0 AND w.not_a_word = 0 GROUP BY 1, 2, 3",
        {"model": model},
    )
    counts: dict[int, PageCounts] = {}
    for page_id, state, role, count in rows:
        page = counts.setdefault(page_id, PageCounts(dict.fromkeys(WordState, 0), {}))
        page.states[state] = page.states.get(state, 0) + count
        page.roles[role] = page.roles.get(role, 0) + count
    return counts


def checked_since(project: Project, since: str) -> int:
    """Return how many words have a transcription that a person gave at or after ``since`` (ISO 8601, UTC)."""
    return project.count(
        f"SELECT count(*){TRANSCRIBED_SQL} AND r.source <> ? AND r.created_at >= ?",
        (TranscriptionSource.IMPORTED, since),
    )


def suggestion_outcomes(project: Project) -> list[bool]:
    """Return for each word that a person has checked, in that order, whether its suggestion was what they gave.

    The suggestion is that of the newest model made before the word was checked: it cannot have learnt from it.
    """
    # SQLite takes the other columns from the row with the maximum
    rows = project.query(
        "SELECT r.nfc = p.text, max(m.id) FROM word AS w JOIN transcription AS r ON r.id = w.transcription_id"
        " JOIN prediction AS p ON p.word_id = w.id JOIN model AS m ON m.name = p.model AND m.created_at < r.created_at"
        " WHERE w.deleted = 0 AND w.not_a_word = 0 AND r.source <> ? GROUP BY w.id ORDER BY r.created_at, r.id",
        (TranscriptionSource.IMPORTED,),
    )
    return [bool(right) for right, _ in rows]
