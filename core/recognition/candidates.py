"""The candidates for one word image, in the one order in which every view lists and numbers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from core.recognition.free_decoding import FreeDecoding
from core.recognition.vote_details import MemberVote, is_unlisted

MAX_CANDIDATES = 9
"""Candidates are chosen with the keys 1 to 9."""


class PredictedWord(Protocol):
    """The parts of a stored prediction that the list begins with."""

    @property
    def text(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def votes(self) -> int: ...
    @property
    def distance(self) -> float: ...


@dataclass(frozen=True, slots=True)
class RankedCandidate:
    """One candidate word."""

    word: str
    votes: int
    """Members that predict it."""
    distance: float | None
    """Least distance from a member's embedding; None for a free decoding that is not the prediction."""
    trained_on: bool
    """True if a member was trained on it; for the predicted word, whether the model was."""
    is_free: bool = False
    """True if it is not in the lexicon: the members spelled it letter by letter."""
    is_look_alike: bool = False
    """True if it is the text of a checked word that looks like this one."""


def rank_candidates(
    prediction: PredictedWord, members: Sequence[MemberVote], free: FreeDecoding | None = None
) -> list[RankedCandidate]:
    """Rank the words that the members listed on either side, at most nine.

    The predicted word comes first, then the words by votes, then by distance. The free decoding ``free``, if it is none
    of them, follows the words with at least as many votes and always has a place. Without stored votes the predicted
    word is the only candidate.
    """
    wins = is_unlisted(members)  # otherwise the members that spell a word count with their word of the list
    votes = Counter(member.choices[0].word for member in members if member.choices and not (wins and member.unlisted))
    nearest: dict[str, float] = {}
    trained_on: set[str] = set()
    for member in members:
        trained_on.update(candidate.word for candidate in member.seen_words)
        for candidate in (*member.seen_words, *member.unseen_words):
            nearest[candidate.word] = min(candidate.distance, nearest.get(candidate.word, candidate.distance))
    others = sorted(nearest.keys() - {prediction.text}, key=lambda word: (-votes[word], nearest[word], word))
    first = RankedCandidate(
        prediction.text,
        prediction.votes,
        nearest.get(prediction.text, prediction.distance),
        prediction.status == "seen",
        is_free=prediction.status == "unlisted",
    )
    ranked = [first, *(RankedCandidate(word, votes[word], nearest[word], word in trained_on) for word in others)]
    if free is not None and free.text not in nearest and free.text != prediction.text:
        position = 1 + sum(candidate.votes >= free.votes for candidate in ranked[1 : MAX_CANDIDATES - 1])
        ranked.insert(position, RankedCandidate(free.text, free.votes, None, False, is_free=True))
    return ranked[:MAX_CANDIDATES]


def put_first(candidates: Sequence[RankedCandidate], word: str) -> list[RankedCandidate]:
    """Return the candidates with ``word``, the text of a checked word that looks like this one, before the others."""
    found = next((candidate for candidate in candidates if candidate.word == word), None)
    first = RankedCandidate(word, 0, None, False) if found is None else found
    others = [candidate for candidate in candidates if candidate is not found]
    return [replace(first, is_look_alike=True), *others][:MAX_CANDIDATES]
