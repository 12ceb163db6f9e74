"""Serialise the votes behind a prediction: kept with every predicted word, so that a person can inspect them."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.lexicon.lexicon import Lexicon
from core.recognition.algorithms import NO_WORD, MemberEvidence, is_majority, predict_per_member, rank_words
from core.recognition.free_decoding import Spelling

if TYPE_CHECKING:
    from core.model.ensemble import Member

STORED_WORDS = 3
"""Nearest words of each side that are stored with a prediction."""

_UNLISTED = 2
"""Added to the stored 0 or 1 of ``seen`` where the member holds that the word is in no list."""

_DIGITS = 3
"""Digits of the scores and probabilities of spellings."""

_MAX_BYTES = 1_000_000
"""Larger details were not written by Ductus: those of fifteen members unpack to a few kilobytes."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word and its distance from a member's embedding."""

    word: str
    distance: float


@dataclass(frozen=True, slots=True)
class MemberVote:
    """The evidence of one member on one image, and its prediction."""

    votes: int
    """Gate networks that voted "seen", out of ``gates``."""
    gates: int
    """n_k"""
    thres: int
    seen: bool
    """True if the word was searched for among the member's seen words."""
    seen_words: tuple[Candidate, ...]
    unseen_words: tuple[Candidate, ...]
    spelled: Spelling | None = None
    """The member's free decoding; None where it decoded no letter or does not decode letters."""
    unlisted: bool = False
    """True if the member holds that the word is in no list: ``spelled`` is its answer."""
    probability: float | None = None
    """The member's probability that ``spelled`` is right rather than a word of the list; None where none was stored."""

    @property
    def choices(self) -> tuple[Candidate, ...]:
        """The candidates of the side that the gates chose: the member's word, then the runners-up."""
        return self.seen_words if self.seen else self.unseen_words


def member_votes(
    evidence: Sequence[MemberEvidence],
    members: Sequence[Member],
    lexicon: Lexicon,
    spelled: Sequence[Sequence[Spelling | None]] | None = None,
) -> list[list[MemberVote]]:
    """Return each member's vote on each of N images, [N][L]; ``spelled`` [L][N] are the free decodings, if any."""

    sides = [predict_per_member(found, member.thres) for found, member in zip(evidence, members, strict=True)]

    def vote(k: int, row: int) -> MemberVote:
        found = evidence[k]
        spelling = None if spelled is None else spelled[k][row]
        # where other members have no third answer, a free decoding may be stored in its place
        third = found.spelled
        if third is None or spelling is None or third.text[row] != spelling.text:
            third = None
        return MemberVote(
            int(found.votes[row]),
            members[k].n_gates,
            members[k].thres,
            bool(sides[k].seen[row]),
            _candidates(found.seen_words[row], found.seen_distances[row], lexicon),
            _candidates(found.unseen_words[row], found.unseen_distances[row], lexicon),
            spelling,
            third is not None and bool(third.is_chosen[row]),
            None if third is None else round(float(third.probability[row]), _DIGITS),
        )

    return [[vote(k, row) for k in range(len(members))] for row in range(len(evidence[0].votes))]


def encode_votes(members: Sequence[MemberVote], line: Mapping[str, float] | None = None) -> bytes:
    """Encode the members' votes on one image as compressed JSON, some hundred bytes.

    ``line`` holds the costs of words in the reading of the whole line, the likeliest word first.
    """
    items: list[Any] = [
        [
            *(vote.votes, vote.gates, vote.thres, int(vote.seen) + _UNLISTED * vote.unlisted),
            *(_flat(vote.seen_words), _flat(vote.unseen_words)),
            *([] if vote.spelled is None else [_spelled(vote.spelled, vote.probability)]),
        ]
        for vote in members
    ]
    if line:
        items.append({word: round(cost, _DIGITS) for word, cost in line.items()})
    return zlib.compress(json.dumps(items, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def decode_votes(detail: bytes) -> list[MemberVote]:
    """Decode the members' votes in the result of :func:`encode_votes`. Raises DuctusError for other bytes."""
    return decode_detail(detail)[0]


def decode_detail(detail: bytes) -> tuple[list[MemberVote], dict[str, float]]:
    """Decode the result of :func:`encode_votes`: the votes, and what the line's reading says; it may be empty.

    Raises DuctusError for other bytes.
    """
    try:
        unzipper = zlib.decompressobj()
        text = unzipper.decompress(detail, _MAX_BYTES)
        if unzipper.unconsumed_tail:
            raise ValueError("too long")
        items = json.loads(text)
        line = items.pop() if items and isinstance(items[-1], dict) else {}
        costs = {str(word): float(cost) for word, cost in line.items()}
        if not all(math.isfinite(cost) for cost in costs.values()):
            raise ValueError("a cost that is not finite")
        return [_member(item) for item in items], costs
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise DuctusError.of("The stored votes of this prediction are damaged. Recognise the word again.") from error


def listed_words(votes: Sequence[MemberVote]) -> list[str]:
    """Return all words that members list for an image, and those that they spell."""
    words = [near.word for vote in votes for near in (*vote.seen_words, *vote.unseen_words)]
    return list(dict.fromkeys([*words, *(vote.spelled.text for vote in votes if vote.spelled is not None)]))


def count_predictions(members: Sequence[MemberVote]) -> list[tuple[str, int, float]]:
    """Rank the members' words as Algorithm 3 (the vote) does: (word, votes, least distance), winner first.

    A word that is in no list wins if more than half of the members answer with it, and their other answers follow.
    Otherwise every member counts with its word of the list, also those that answer with another one
    (:func:`rank_unlisted`).
    """
    winner = unlisted_winner(members)
    counted = [member for member in members if member.choices and not (winner and member.unlisted)]
    listed = rank_words([m.choices[0].word for m in counted], [m.choices[0].distance for m in counted])
    if winner is None:
        return listed
    first, *others = rank_unlisted(members)
    return [first, *sorted(others + listed, key=lambda line: (-line[1], line[2]))]


def is_unlisted(members: Sequence[MemberVote]) -> bool:
    """Return whether more than half of the members answer with the same word that is in no list."""
    return unlisted_winner(members) is not None


def unlisted_winner(members: Sequence[MemberVote]) -> tuple[str, int, float] | None:
    """Return the word in no list with which more than half of the members answer: (word, votes, least distance)."""
    if not is_majority(sum(member.unlisted for member in members), len(members)):
        return None
    first = rank_unlisted(members)[0]
    return first if is_majority(first[1], len(members)) else None


def rank_unlisted(members: Sequence[MemberVote]) -> list[tuple[str, int, float]]:
    """Rank the answers that are in no list: (word, members that give it, least distance)."""
    given = [member.spelled for member in members if member.unlisted and member.spelled is not None]
    return rank_words([spelling.text for spelling in given], [-spelling.score for spelling in given])


def _candidates(words: NDArray[np.int32], distances: NDArray[np.float32], lexicon: Lexicon) -> tuple[Candidate, ...]:
    listed = zip(words[:STORED_WORDS].tolist(), distances[:STORED_WORDS].tolist(), strict=True)
    return tuple(Candidate(lexicon.words[word], round(distance, 6)) for word, distance in listed if word != NO_WORD)


def _flat(candidates: Sequence[Candidate]) -> list[Any]:
    return [part for candidate in candidates for part in (candidate.word, candidate.distance)]


def _member(item: Any) -> MemberVote:
    votes, gates, thres, seen, seen_words, unseen_words, *spelling = item
    spelled, probability = _spelling(spelling)
    return MemberVote(
        int(votes),
        int(gates),
        int(thres),
        bool(int(seen) % _UNLISTED),
        _pairs(seen_words),
        _pairs(unseen_words),
        spelled,
        spelled is not None and int(seen) >= _UNLISTED,
        probability,
    )


def _pairs(flat: list[Any]) -> tuple[Candidate, ...]:
    return tuple(Candidate(str(word), float(distance)) for word, distance in zip(flat[::2], flat[1::2], strict=True))


def _spelled(spelling: Spelling, probability: float | None) -> list[Any]:
    return [spelling.text, round(spelling.score, _DIGITS), *([] if probability is None else [probability])]


def _spelling(items: list[Any]) -> tuple[Spelling | None, float | None]:
    """Return the spelling at the end of a member's item and its probability; older predictions have none."""
    if not items:
        return None, None
    ((text, score, *rest),) = items
    (probability,) = rest or (None,)
    if not isinstance(text, str) or not text or not math.isfinite(score):
        raise ValueError("invalid spelling")
    if probability is not None and not 0 <= probability <= 1:
        raise ValueError("invalid probability")
    return Spelling(text, float(score)), None if probability is None else float(probability)
