"""All that the screen shows of one word, read at once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.project.content.predictions import iter_predictions
from core.project.content.words import get_words, word_summaries
from core.project.project import Project
from core.project.query.candidates import list_candidates
from core.recognition.candidates import RankedCandidate
from core.recognition.vote_details import MemberVote, count_predictions


@dataclass(frozen=True, slots=True)
class VoteSummary:
    """Algorithm 6 on one image: ``winner`` got ``votes`` of ``members``; ``others`` are (word, votes) behind it."""

    winner: str
    votes: int
    members: int
    others: tuple[tuple[str, int], ...]
    tied: bool
    """Whether another word had as many votes, so that the smaller distance decided."""


def summarise_vote(members: Sequence[MemberVote]) -> VoteSummary | None:
    """Return how the members voted; None when no member predicted a word."""
    ranked = count_predictions(members)
    if not ranked:
        return None
    (winner, votes, _), *rest = ranked
    others = tuple((word, count) for word, count, _ in rest)
    return VoteSummary(winner, votes, len(members), others, bool(rest) and rest[0][1] == votes)


@dataclass(frozen=True, slots=True)
class WordCard:
    """One word. ``reading`` is a person's; ``predicted`` the model's word. ``page`` is None for a lone crop."""

    word_id: int
    page_id: int | None
    page: int | None
    """The page's number from 1."""
    page_name: str
    state: str
    not_a_word: bool
    reading: str | None
    predicted: str | None
    status: str | None
    votes: int
    members: int
    confidence: float | None
    candidates: tuple[RankedCandidate, ...]
    vote: VoteSummary | None

    @property
    def shown(self) -> str:
        """The text to show: a person's before the model's; "" for neither."""
        return self.reading if self.reading is not None else self.predicted or ""

    @property
    def settled(self) -> bool:
        """Whether a person has said what it is."""
        return self.reading is not None or self.not_a_word


def read_cards(project: Project, ids: Sequence[int], model: str | None) -> dict[int, WordCard]:
    """The cards of these words by ``model``'s predictions; words deleted or unknown are left out."""
    found = {row.id: row for row in get_words(project, ids) if not row.deleted}
    states = {state.word_id: state for state in word_summaries(project, list(found), model)}
    predictions = [] if model is None else iter_predictions(project, model, list(found))
    candidates = list_candidates(project, predictions, {word_id: row.text for word_id, row in found.items()})
    numbers = _page_numbers(project, {row.page_id for row in found.values() if row.page_id is not None})
    cards = {}
    for word_id, row in found.items():
        state = states[word_id]
        listed = candidates.get(word_id)
        page, page_name = numbers.get(row.page_id or 0, (None, row.page_label or row.name or ""))
        cards[word_id] = WordCard(
            word_id,
            row.page_id,
            page,
            page_name,
            state.state,
            row.not_a_word,
            row.text,
            state.predicted,
            state.status,
            state.votes or 0,
            state.members or 0,
            state.confidence,
            () if listed is None else listed.ranked,
            None if listed is None else summarise_vote(listed.votes),
        )
    return cards


def unreviewed(project: Project, ids: Sequence[int]) -> list[int]:
    """Which of these words no person has read or marked as none."""
    found = project.query(
        "SELECT id FROM word WHERE reading_id IS NULL AND not_a_word = 0 AND id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return [row[0] for row in found]


def _page_numbers(project: Project, page_ids: set[int]) -> dict[int, tuple[int, str]]:
    if not page_ids:
        return {}
    sheets = project.query("SELECT id, name FROM page ORDER BY position, id")
    return {page_id: (number, name) for number, (page_id, name) in enumerate(sheets, 1) if page_id in page_ids}
