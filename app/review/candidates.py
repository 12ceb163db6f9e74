"""The words a model weighed for one image, and how its members' vote fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.recognition.free_decoding import FreeReading
from core.recognition.vote_details import MemberVote, tally

MOST = 9


@dataclass(frozen=True, slots=True)
class Choice:
    """One candidate: its least distance from any member, the members that chose it, and whether some member
    sought it among the words it was trained on.

    ``free``: no word of the lexicon but what ``votes`` members spelled by themselves; ``distance`` is None then.
    """

    word: str
    distance: float | None
    votes: int
    trained: bool
    free: bool = False


@dataclass(frozen=True, slots=True)
class Vote:
    """Algorithm 6 on one image: ``winner`` got ``votes`` of ``members``; ``others`` are (word, votes) behind it.

    ``tied``: another word had as many votes, so the smaller distance decided.
    """

    winner: str
    votes: int
    members: int
    others: tuple[tuple[str, int], ...]
    tied: bool


def choices(members: Sequence[MemberVote], final: str, status: str, free: FreeReading | None = None) -> list[Choice]:
    """Up to nine candidates: the final word, then by votes, then the nearest. ``status`` is the final word's.

    ``free``, what was spelled outside the lexicon, stands behind the words that as many members chose, and
    always has its place.
    """
    votes = Counter(member.choices[0].word for member in members if member.choices)
    nearest: dict[str, float] = {}
    trained: set[str] = set()
    for member in members:
        trained.update(candidate.word for candidate in member.seen_words)
        for candidate in (*member.seen_words, *member.unseen_words):
            nearest[candidate.word] = min(candidate.distance, nearest.get(candidate.word, candidate.distance))
    order = sorted(nearest, key=lambda word: (word != final, -votes[word], nearest[word], word))
    found = [
        Choice(word, nearest[word], votes[word], status == "seen" if word == final else word in trained)
        for word in order
    ]
    if free is None or free.text in nearest:
        return found[:MOST]
    place = 1 + sum(choice.votes >= free.votes for choice in found[1 : MOST - 1])
    found.insert(place, Choice(free.text, None, free.votes, False, free=True))
    return found[:MOST]


def vote(members: Sequence[MemberVote]) -> Vote | None:
    """How the vote fell; None when no member gave a word."""
    counted = tally(members)
    if not counted:
        return None
    (winner, most, _), *rest = counted
    others = tuple((word, count) for word, count, _ in rest)
    return Vote(winner, most, len(members), others, bool(rest) and rest[0][1] == most)
