"""Voting again at other thresholds from what was kept of each prediction: no network, no lexicon search.

Algorithm 5, lines 3-7, and Algorithm 6 need of each member only its votes, its first word among the seen and
its first among the unseen, and their distances. For N words and L members that is small enough to be held, so
that a threshold can be dragged over a whole collection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.recognition.member import NO_WORD
from core.recognition.vote_details import Candidate, MemberVote


@dataclass(frozen=True, slots=True)
class Evidence:
    """What L members found on N images; ``words`` numbers the texts that occur."""

    words: tuple[str, ...]
    votes: NDArray[np.int32]
    """[N, L] networks that say "seen"."""
    seen_word: NDArray[np.int32]
    """[N, L] numbers of the nearest seen words (or Algorithm 4's picks); NO_WORD for none."""
    seen_distance: NDArray[np.float32]
    unseen_word: NDArray[np.int32]
    unseen_distance: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.votes)

    @property
    def members(self) -> int:
        """L."""
        return self.votes.shape[1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The vote over N images at some thresholds."""

    word: NDArray[np.int32]
    """[N] numbers in :attr:`Evidence.words`; NO_WORD only where no member had any word."""
    votes: NDArray[np.int32]
    """[N] members that gave the word."""
    distance: NDArray[np.float32]
    """[N] least distance of a member that gave it."""
    tied: NDArray[np.bool_]
    """[N] whether another word had as many votes."""
    seen: NDArray[np.bool_]
    """[N, L] on which side each member sought."""


def gather(details: Iterable[Sequence[MemberVote]], members: int) -> Evidence:
    """The evidence of unpacked details, a row each. DuctusError where one has another number of members."""
    numbers: dict[str, int] = {}
    rows: list[tuple[int, int, float, int, float]] = []
    for detail in details:
        if len(detail) != members:
            raise DuctusError(
                f"A kept prediction has {len(detail)} readers, the model {members}; read the words again."
            )
        for vote in detail:
            seen, unseen = _first(vote.seen_words, numbers), _first(vote.unseen_words, numbers)
            rows.append((vote.votes, *seen, *unseen))
    votes, seen_word, seen_distance, unseen_word, unseen_distance = (
        np.array([row[place] for row in rows]).reshape(-1, members) for place in range(5)
    )
    return Evidence(
        tuple(numbers),
        votes.astype(np.int32),
        seen_word.astype(np.int32),
        seen_distance.astype(np.float32),
        unseen_word.astype(np.int32),
        unseen_distance.astype(np.float32),
    )


def join(parts: Sequence[Evidence], members: int) -> Evidence:
    """One body of evidence from several, rows in order; the words are numbered anew."""
    if not parts:
        return gather([], members)
    numbers: dict[str, int] = {}
    maps = []
    for part in parts:
        new = [numbers.setdefault(word, len(numbers)) for word in part.words]
        maps.append(np.array([*new, NO_WORD], np.int32))  # NO_WORD is -1: the last place
    return Evidence(
        tuple(numbers),
        np.concatenate([p.votes for p in parts]),
        np.concatenate([m[p.seen_word] for m, p in zip(maps, parts, strict=True)]),
        np.concatenate([p.seen_distance for p in parts]),
        np.concatenate([m[p.unseen_word] for m, p in zip(maps, parts, strict=True)]),
        np.concatenate([p.unseen_distance for p in parts]),
    )


def revote(evidence: Evidence, thres: Sequence[int]) -> Outcome:
    """The vote at ``thres`` [L]: equal to ``decide_by_votes`` of each member and ``plurality`` of them all.

    Most rows are unanimous or near it, so the words are counted column by column, which needs no [N, L, L].
    """
    if len(thres) != evidence.members or not evidence.members:
        raise ValueError(f"{len(thres)} thresholds for {evidence.members} members")
    seen = evidence.votes >= np.asarray(thres, np.int32)
    seen |= evidence.unseen_word == NO_WORD
    seen &= evidence.seen_word != NO_WORD
    # members in rows: each comparison then runs over memory that lies together
    words = np.ascontiguousarray(np.where(seen, evidence.seen_word, evidence.unseen_word).T)
    distances = np.ascontiguousarray(np.where(seen, evidence.seen_distance, evidence.unseen_distance).T)
    counts = np.ones(words.shape, np.int8 if len(words) < 128 else np.int32)
    for one in range(len(words)):
        for other in range(one + 1, len(words)):
            same = words[one] == words[other]
            counts[one] += same
            counts[other] += same
    most = counts.max(axis=0)
    leading = counts == most
    reach = np.where(leading, distances, np.inf)
    winner = reach.argmin(axis=0)
    columns = np.arange(len(evidence))
    word = words[winner, columns]
    tied = (leading & (words != word)).any(axis=0)
    return Outcome(word, most.astype(np.int32), reach[winner, columns].astype(np.float32), tied, seen)


def at_thresholds(members: Sequence[MemberVote], thres: Sequence[int]) -> list[MemberVote]:
    """One word's detail as it would have been kept had the thresholds been ``thres`` [L]."""
    return [
        replace(vote, thres=wanted, seen=bool(vote.seen_words) and (vote.votes >= wanted or not vote.unseen_words))
        for vote, wanted in zip(members, thres, strict=True)
    ]


def _first(candidates: Sequence[Candidate], numbers: dict[str, int]) -> tuple[int, float]:
    if not candidates:
        return NO_WORD, float("inf")
    first = candidates[0]
    return numbers.setdefault(first.word, len(numbers)), first.distance
