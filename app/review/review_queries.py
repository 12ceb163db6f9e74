"""The queries of Review, run in a thread of the session: the words of a filter, and cards of words. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.project.content.differences import Alternative, differing_words, list_alternatives
from core.project.content.pages import page_names
from core.project.content.predictions import iter_predictions, suggested_words
from core.project.content.statistics import state_counts
from core.project.content.words import WordState, get_words, unreviewed, word_summaries
from core.project.project import Project
from core.project.query.candidates import list_candidates
from core.project.query.review_order import ReviewOrder, order_words
from core.project.query.word_query import find_words
from core.recognition.candidates import RankedCandidate, put_first
from core.recognition.vote_details import MemberVote, count_predictions, is_unlisted

if TYPE_CHECKING:
    from core.jobs.look_alikes import CheckedWord, Likeness


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """The words to review: a filter in the filter language, whether checked words are left out, and the order."""

    filter: str = ""
    unchecked_only: bool = True
    order: str = ReviewOrder.USEFUL


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """The words of a query in order, and how many of them have no prediction."""

    ids: list[int]
    without_prediction: int
    total: int
    """Words of the project."""
    unchecked: int
    """Words of the project that no person has transcribed or confirmed."""


def find_query_words(project: Project, query: ReviewQuery, model: str | None) -> list[int]:
    """Return the words of a query in reading order; raises InputError if its filter is invalid."""
    return find_words(project, query.filter, model, unchecked_only=query.unchecked_only)


def run_query(project: Project, query: ReviewQuery, model: str | None) -> ReviewResult:
    """Find the words of a query; raises InputError if its filter is invalid."""
    ids = find_query_words(project, query, model)
    states = state_counts(project, None)
    return ReviewResult(
        order_words(project, ids, model, query.order),
        len(set(ids) - suggested_words(project, model)),
        total=sum(states.values()),
        unchecked=states[WordState.ALIGNED] + states[WordState.UNREAD],
    )


@dataclass(frozen=True, slots=True)
class VoteSummary:
    """The vote on an image (Algorithm 3): ``winner`` got ``votes`` of ``members``; ``others``: (word, votes) behind."""

    winner: str
    votes: int
    members: int
    others: tuple[tuple[str, int], ...]
    is_tie: bool
    """True if another word had as many votes, so that the smaller distance decided."""
    is_unlisted: bool
    """True if the winner was in no list: more than half of the members spelled it."""


def summarise_vote(members: Sequence[MemberVote]) -> VoteSummary | None:
    """Return how the members voted; None if no member predicted a word."""
    ranked = count_predictions(members)
    if not ranked:
        return None
    (winner, votes, _), *rest = ranked
    others = tuple((word, count) for word, count, _ in rest)
    is_tie = bool(rest) and rest[0][1] == votes
    return VoteSummary(winner, votes, len(members), others, is_tie, is_unlisted(members))


@dataclass(frozen=True, slots=True)
class WordCard:
    """All that is shown of one word. A word image that is not on a page has no ``page_number`` (from 1)."""

    word_id: int
    page_number: int | None
    page_name: str
    state: WordState
    not_a_word: bool
    transcription: str | None
    predicted: str | None
    confidence: float | None
    candidates: tuple[RankedCandidate, ...]
    vote: VoteSummary | None
    alternatives: tuple[Alternative, ...]
    """The different transcriptions that people gave it, the current one first; empty unless one is to be chosen."""
    look_alike: CheckedWord | None = None
    """A checked word that looks like this one, if its text differs from the prediction; it is suggested instead."""

    @property
    def text(self) -> str:
        """The transcription, otherwise what is suggested; "" without either."""
        return self.transcription if self.transcription is not None else self.suggestion or ""

    @property
    def suggestion(self) -> str | None:
        """The text that is suggested: that of a look-alike, otherwise the prediction."""
        return self.predicted if self.look_alike is None else self.look_alike.text

    @property
    def is_checked(self) -> bool:
        """Return whether a person transcribed or confirmed it, or marked it as not a word."""
        return (self.transcription is not None and not self.is_aligned) or self.not_a_word

    @property
    def is_aligned(self) -> bool:
        """Return whether its text is that of its line, aligned automatically and not confirmed."""
        return self.state == WordState.ALIGNED


def read_cards(project: Project, ids: Sequence[int], model: str | None) -> dict[int, WordCard]:
    """Return the cards of these words with the predictions of ``model``; deleted and unknown words are left out."""
    rows = {row.id: row for row in get_words(project, ids) if not row.deleted}
    summaries = {summary.word_id: summary for summary in word_summaries(project, list(rows), model)}
    rows = {word_id: row for word_id, row in rows.items() if word_id in summaries}  # an import may be undone meanwhile
    predictions = [] if model is None else iter_predictions(project, model, list(rows))
    candidates = list_candidates(project, predictions, {word_id: row.text for word_id, row in rows.items()})
    alternatives = list_alternatives(project, list(rows))
    pages = _numbered_pages(project) if any(row.page_id is not None for row in rows.values()) else {}
    cards = {}
    for word_id, row in rows.items():
        summary, listed = summaries[word_id], candidates.get(word_id)
        page_number, page_name = pages.get(row.page_id, (None, row.page_label or row.name or ""))
        cards[word_id] = WordCard(
            word_id,
            page_number,
            page_name,
            summary.state,
            row.not_a_word,
            row.text,
            summary.predicted,
            summary.confidence,
            () if listed is None else listed.ranked,
            None if listed is None else summarise_vote(listed.votes),
            alternatives.get(word_id, ()),
        )
    return cards


def with_look_alikes(project: Project, cards: dict[int, WordCard], likeness: Likeness | None) -> dict[int, WordCard]:
    """Return the cards with the candidates of unchecked words ranked by the checked words that they look like.

    Only what is shown changes; the predictions stay as they are stored.
    """
    if likeness is None:
        return cards
    from core.jobs.look_alikes import checked_look_alikes

    found = checked_look_alikes(project, likeness, [i for i, card in cards.items() if not card.is_checked])
    changed = {}
    for word_id, checked in found.items():
        card = cards[word_id]
        if checked.text != card.predicted:
            ranked = tuple(put_first(card.candidates, checked.text))
            changed[word_id] = replace(card, look_alike=checked, candidates=ranked)
    return cards | changed


def to_review_again(project: Project, ids: Sequence[int]) -> list[int]:
    """Return the words among ``ids`` that are unreviewed, or on whose transcriptions nobody has decided."""
    wanted = set(ids).intersection(differing_words(project))
    return [*unreviewed(project, ids), *sorted(wanted)]


def _numbered_pages(project: Project) -> dict[int | None, tuple[int | None, str]]:
    """Return number (from 1) and name of each page."""
    return {page_id: (number, name) for number, (page_id, name) in enumerate(page_names(project).items(), 1)}
