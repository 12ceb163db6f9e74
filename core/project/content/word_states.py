"""How far each word is: the one definition of the states that screens colour and filters name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.project.project import Project

STATES = ("typed", "accepted", "seen", "unseen", "uncertain", "unread")
"""By a person: typed (or imported) or accepted from a model. Else by the model: a word it was trained on (seen)
or not (unseen), or uncertain. Else unread."""

UNCERTAIN_BELOW = 0.5
"""A prediction whose confidence is lower counts as uncertain; without a confidence, one without a majority."""

STATE_SQL = f"""CASE
 WHEN r.source = 'accepted' THEN 'accepted'
 WHEN r.id IS NOT NULL THEN 'typed'
 WHEN p.id IS NULL THEN 'unread'
 WHEN p.confidence < {UNCERTAIN_BELOW} THEN 'uncertain'
 WHEN p.confidence IS NULL AND p.votes * 2 <= p.members AND p.members > 1 THEN 'uncertain'
 ELSE p.status END"""
"""The state of ``word AS w`` joined with :data:`JOIN_SQL`; ``:model`` is the model's name or NULL."""

JOIN_SQL = (
    " LEFT JOIN reading AS r ON r.id = w.reading_id LEFT JOIN prediction AS p ON p.word_id = w.id AND p.model = :model"
)


@dataclass(frozen=True, slots=True)
class WordSummary:
    """One word's state, the text to show (a person's before the model's) and what the model says, if anything."""

    word_id: int
    state: str
    text: str | None
    predicted: str | None
    status: str | None
    votes: int | None
    members: int | None
    distance: float | None
    confidence: float | None


def word_summaries(project: Project, ids: Sequence[int], model: str | None) -> list[WordSummary]:
    """The states of these words by ``model``'s predictions, in the order asked; unknown ids are left out."""
    found = project.query(
        f"SELECT w.id, {STATE_SQL}, coalesce(r.text, p.text), p.text, p.status, p.votes, p.members, p.distance,"
        f" p.confidence FROM word AS w {JOIN_SQL} WHERE w.id IN (SELECT value FROM json_each(:ids))",
        {"model": model, "ids": json.dumps(list(ids))},
    )
    by_id = {row[0]: WordSummary(*row) for row in found}
    return [by_id[word_id] for word_id in ids if word_id in by_id]


def state_counts(project: Project, model: str | None, page_id: int | None = None) -> dict[str, int]:
    """How many words (of one page) are in each state; words deleted or marked as none are not counted."""
    found = project.query(
        f"SELECT {STATE_SQL}, count(*) FROM word AS w {JOIN_SQL} WHERE w.deleted = 0 AND w.not_a_word = 0"
        " AND (:page IS NULL OR w.page_id = :page) GROUP BY 1",
        {"model": model, "page": page_id},
    )
    return dict.fromkeys(STATES, 0) | dict(found)


def page_state_counts(project: Project, model: str | None) -> dict[int, dict[str, int]]:
    """:func:`state_counts` of every page at once, by the page's id; lone crops stand under 0."""
    found = project.query(
        f"SELECT coalesce(w.page_id, 0), {STATE_SQL}, count(*) FROM word AS w {JOIN_SQL}"
        " WHERE w.deleted = 0 AND w.not_a_word = 0 GROUP BY 1, 2",
        {"model": model},
    )
    counts: dict[int, dict[str, int]] = {}
    for page_id, state, count in found:
        counts.setdefault(page_id, dict.fromkeys(STATES, 0))[state] = count
    return counts
