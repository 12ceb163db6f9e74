"""Vote again at other thresholds from the stored votes of predictions, without a network or a lexicon search.

Algorithms 2 (the word of each member) and 3 (the vote) need only each member's votes, its first word on both sides, and
their distances. For N words and L members that fits into memory, so that a threshold can be dragged over a whole
collection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.recognition.algorithms import NO_WORD, MemberEvidence, VoteResult, combine_predictions, predict_per_member
from core.recognition.vote_details import Candidate, MemberVote, unlisted_winner


@dataclass(frozen=True, slots=True)
class StoredEvidence:
    """The stored evidence of L members on N images; ``words`` are the texts that occur, numbered by position."""

    words: tuple[str, ...]
    votes: NDArray[np.int32]
    """[N, L] gate networks that vote "seen"."""
    seen_word: NDArray[np.int32]
    """[N, L] the word of Algorithm 6 (among seen words) as a position in :attr:`words`; NO_WORD for none."""
    seen_distance: NDArray[np.float32]
    unseen_word: NDArray[np.int32]
    unseen_distance: NDArray[np.float32]
    unlisted: NDArray[np.bool_]
    """[N, L] whether the member holds that the word is in no list; thresholds do not change that."""
    unlisted_word: NDArray[np.int32]
    """[N] the word in no list that more than half of the members spell, as a position; NO_WORD for none."""
    unlisted_votes: NDArray[np.int32]
    """[N] members that spell it."""
    unlisted_distance: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.votes)

    @property
    def unlisted_wins(self) -> NDArray[np.bool_]:
        """[N] whether more than half of the members spell the same word, which is in no list."""
        return self.unlisted_word != NO_WORD

    @property
    def members(self) -> int:
        """L."""
        return self.votes.shape[1]

    def member(self, k: int) -> MemberEvidence:
        """Return the evidence of member ``k``, with one word on each side."""
        column = np.s_[:, k : k + 1]
        return MemberEvidence(
            self.votes[:, k],
            self.seen_word[column],
            self.seen_distance[column],
            self.unseen_word[column],
            self.unseen_distance[column],
        )


@dataclass(frozen=True, slots=True)
class Revote:
    """The vote over N images at some thresholds; words are positions in :attr:`StoredEvidence.words`."""

    result: VoteResult
    seen: NDArray[np.bool_]
    """[N, L] whether each member searched among its seen words."""


def collect_evidence(details: Iterable[Sequence[MemberVote]], members: int) -> StoredEvidence:
    """Collect the evidence of decoded predictions, one row each.

    Raises:
        DuctusError: a prediction has another number of members.
    """
    numbers: dict[str, int] = {}
    rows: list[tuple[int, int, float, int, float]] = []
    unlisted: list[list[bool]] = []
    winners: list[tuple[int, int, float]] = []
    for detail in details:
        if len(detail) != members:
            raise DuctusError.of(
                "A stored prediction has {n_detail} readers, the model has {members}. Recognise the words again.",
                n_detail=len(detail),
                members=members,
            )
        unlisted.append([vote.unlisted for vote in detail])
        word, count, distance = unlisted_winner(detail) or (None, 0, float("inf"))
        winners.append((NO_WORD if word is None else numbers.setdefault(word, len(numbers)), count, distance))
        rows += [(v.votes, *_first(v.seen_words, numbers), *_first(v.unseen_words, numbers)) for v in detail]
    votes, seen_word, seen_distance, unseen_word, unseen_distance = (
        np.array([row[column] for row in rows]).reshape(-1, members) for column in range(5)
    )
    return StoredEvidence(
        tuple(numbers),
        votes.astype(np.int32),
        seen_word.astype(np.int32),
        seen_distance.astype(np.float32),
        unseen_word.astype(np.int32),
        unseen_distance.astype(np.float32),
        np.array(unlisted, np.bool_).reshape(-1, members),
        np.array([winner[0] for winner in winners], np.int32),
        np.array([winner[1] for winner in winners], np.int32),
        np.array([winner[2] for winner in winners], np.float32),
    )


def join_evidence(parts: Sequence[StoredEvidence], members: int) -> StoredEvidence:
    """Join several parts, rows in order; the words are renumbered."""
    if not parts:
        return collect_evidence([], members)
    numbers: dict[str, int] = {}
    maps = []
    for part in parts:
        new = [numbers.setdefault(word, len(numbers)) for word in part.words]
        maps.append(np.array([*new, NO_WORD], np.int32))  # NO_WORD is -1: the last position
    return StoredEvidence(
        tuple(numbers),
        np.concatenate([p.votes for p in parts]),
        np.concatenate([m[p.seen_word] for m, p in zip(maps, parts, strict=True)]),
        np.concatenate([p.seen_distance for p in parts]),
        np.concatenate([m[p.unseen_word] for m, p in zip(maps, parts, strict=True)]),
        np.concatenate([p.unseen_distance for p in parts]),
        np.concatenate([p.unlisted for p in parts]),
        np.concatenate([m[p.unlisted_word] for m, p in zip(maps, parts, strict=True)]),
        np.concatenate([p.unlisted_votes for p in parts]),
        np.concatenate([p.unlisted_distance for p in parts]),
    )


def revote(evidence: StoredEvidence, thres: Sequence[int]) -> Revote:
    """Apply Algorithms 2 (the word of each member) and 3 (the vote) at the thresholds ``thres`` [L].

    A word in no list that more than half of the members spell wins at any thresholds: the gates have no part in it.
    """
    if len(thres) != evidence.members or not evidence.members:
        raise ValueError(f"{len(thres)} thresholds for {evidence.members} members")
    predictions = [predict_per_member(evidence.member(k), limit) for k, limit in enumerate(thres)]
    result = _with_unlisted(combine_predictions(predictions), evidence)
    return Revote(result, np.stack([prediction.seen for prediction in predictions], axis=1))


def at_thresholds(members: Sequence[MemberVote], thres: Sequence[int]) -> list[MemberVote]:
    """Return one word's votes as they would have been stored had the thresholds been ``thres`` [L]."""
    (sides,) = revote(collect_evidence([members], len(members)), thres).seen
    return [
        replace(vote, thres=limit, seen=bool(seen)) for vote, limit, seen in zip(members, thres, sides, strict=True)
    ]


def _with_unlisted(result: VoteResult, evidence: StoredEvidence) -> VoteResult:
    no_tie = np.zeros(len(evidence), np.bool_)
    unlisted = VoteResult(evidence.unlisted_word, evidence.unlisted_votes, evidence.unlisted_distance, no_tie)
    return result.replaced(evidence.unlisted_wins, unlisted)


def _first(candidates: Sequence[Candidate], numbers: dict[str, int]) -> tuple[int, float]:
    if not candidates:
        return NO_WORD, float("inf")
    first = candidates[0]
    return numbers.setdefault(first.word, len(numbers)), first.distance
