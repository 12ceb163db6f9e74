"""All that the screen shows of one word, read at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.project.content.word_states import word_summaries

from app.review.candidates import Choice, Vote, choices, vote
from core.errors import DuctusError
from core.project.content.lexicon import words_in_lexicon
from core.project.content.predictions import iter_predictions
from core.project.content.words import get_words
from core.project.project import Project
from core.recognition.free_decoding import FreeReading, free_reading
from core.recognition.vote_details import MemberVote, decode_votes


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
    choices: tuple[Choice, ...]
    vote: Vote | None

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
    details = {} if model is None else {p.word_id: p.detail for p in iter_predictions(project, model, list(found))}
    evidence = {word_id: _members(detail) for word_id, detail in details.items()}
    free = _outside_lexicon(project, evidence, {word_id: row.text for word_id, row in found.items()})
    numbers = _page_numbers(project, {row.page_id for row in found.values() if row.page_id is not None})
    cards = {}
    for word_id, row in found.items():
        state = states[word_id]
        members = evidence.get(word_id, [])
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
            tuple(choices(members, state.predicted or "", state.status or "", free.get(word_id))),
            vote(members),
        )
    return cards


def unreviewed(project: Project, ids: Sequence[int]) -> list[int]:
    """Which of these words no person has read or marked as none."""
    found = project.query(
        "SELECT id FROM word WHERE reading_id IS NULL AND not_a_word = 0 AND id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    return [row[0] for row in found]


def _members(detail: bytes | None) -> list[MemberVote]:
    if detail is None:
        return []
    try:
        return decode_votes(detail)
    except DuctusError:
        return []  # the word and its votes stand in the row itself; only the candidates are missing


def _outside_lexicon(
    project: Project, evidence: Mapping[int, Sequence[MemberVote]], read: Mapping[int, str | None]
) -> dict[int, FreeReading]:
    """What the members spelled by themselves, where the lexicon does not hold it now and no person read it so."""
    spelled = {word_id: free_reading([member.spelled for member in members]) for word_id, members in evidence.items()}
    found = {word_id: free for word_id, free in spelled.items() if free is not None}
    known = words_in_lexicon(project, {free.text for free in found.values()})
    return {word_id: free for word_id, free in found.items() if free.text not in known and free.text != read[word_id]}


def _page_numbers(project: Project, page_ids: set[int]) -> dict[int, tuple[int, str]]:
    if not page_ids:
        return {}
    sheets = project.query("SELECT id, name FROM page ORDER BY position, id")
    return {page_id: (number, name) for number, (page_id, name) in enumerate(sheets, 1) if page_id in page_ids}
