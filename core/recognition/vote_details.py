"""How a prediction came about, packed small: kept with each predicted word so that a person can look into it."""

from __future__ import annotations

import json
import math
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core.errors import DuctusError
from core.lexicon.lexicon import Lexicon
from core.recognition.free_decoding import Spelling
from core.recognition.member import NO_WORD, MemberEvidence
from core.recognition.vote import MemberPrediction

SHOWN = 3
"""Nearest words of either kind that are kept with a prediction."""

_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word and its distance from a member's embedding."""

    word: str
    distance: float


@dataclass(frozen=True, slots=True)
class MemberVote:
    """What one member found on one image and what it made of it."""

    votes: int
    gates: int
    """n_k: of so many networks ``votes`` said "seen"."""
    thres: int
    seen: bool
    """Whether the word was sought among the member's seen words."""
    seen_words: tuple[Candidate, ...]
    unseen_words: tuple[Candidate, ...]
    spelled: Spelling | None = None
    """What it spelled by itself, bound to no lexicon; None where it found no letter or cannot spell."""

    @property
    def choices(self) -> tuple[Candidate, ...]:
        """The candidates of the side the gate chose: the word first, then the runners-up."""
        return self.seen_words if self.seen else self.unseen_words


def encode_votes(
    row: int,
    readings: Sequence[MemberEvidence],
    verdicts: Sequence[MemberPrediction],
    gates: Sequence[int],
    thres: Sequence[int],
    lexicon: Lexicon,
    spelled: Sequence[Sequence[Spelling | None]] | None = None,
) -> bytes:
    """The evidence on image ``row`` as compressed JSON, some hundred bytes; ``spelled`` [L][N] if members spell."""
    members = []
    for k, reading in enumerate(readings):
        members.append(
            [
                int(reading.votes[row]),
                gates[k],
                thres[k],
                int(verdicts[k].seen[row]),
                _listed(reading.seen_words[row], reading.seen_distances[row], lexicon),
                _listed(reading.unseen_words[row], reading.unseen_distances[row], lexicon),
                *_spelling(None if spelled is None else spelled[k][row]),
            ]
        )
    return zlib.compress(json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def decode_votes(detail: bytes) -> list[MemberVote]:
    """The members' votes that :func:`encode_votes` kept. Raises DuctusError on bytes that are not its own."""
    try:
        unzipper = zlib.decompressobj()
        text = unzipper.decompress(detail, _MOST_BYTES)
        if unzipper.unconsumed_tail:
            raise ValueError("too long")
        return [_member(item) for item in json.loads(text)]
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError, OverflowError) as error:
        raise DuctusError("The details of this prediction are damaged; recognise the word again.") from error


def reencode_votes(members: Sequence[MemberVote]) -> bytes:
    """What :func:`decode_votes` gave, packed again, for instance after voting at other thresholds."""
    items = [
        [
            vote.votes,
            vote.gates,
            vote.thres,
            int(vote.seen),
            _flat(vote.seen_words),
            _flat(vote.unseen_words),
            *_spelling(vote.spelled),
        ]
        for vote in members
    ]
    return zlib.compress(json.dumps(items, ensure_ascii=False, separators=(",", ":")).encode(), 6)


def tally(members: Sequence[MemberVote]) -> list[tuple[str, int, float]]:
    """Algorithm 6's count: (word, votes, least distance) from the winner down."""
    firsts = [member.choices[0] for member in members if member.choices]
    counts = Counter(candidate.word for candidate in firsts)
    least = {word: min(c.distance for c in firsts if c.word == word) for word in counts}
    return sorted(((w, n, least[w]) for w, n in counts.items()), key=lambda item: (-item[1], item[2], item[0]))


def _listed(words: Any, distances: Any, lexicon: Lexicon) -> list[Any]:
    shown = [(w, d) for w, d in zip(words[:SHOWN], distances[:SHOWN], strict=True) if w != NO_WORD]
    return [part for w, d in shown for part in (lexicon.words[w], round(float(d), 6))]


def _flat(candidates: Sequence[Candidate]) -> list[Any]:
    return [part for candidate in candidates for part in (candidate.word, candidate.distance)]


def _member(item: Any) -> MemberVote:
    votes, gates, thres, seen, seen_words, unseen_words, *more = item
    return MemberVote(
        int(votes),
        int(gates),
        int(thres),
        bool(seen),
        _candidates(seen_words),
        _candidates(unseen_words),
        _spelled(more),
    )


def _spelling(spelling: Spelling | None) -> list[list[Any]]:
    """The last part of a member's item; there is none where it spelled nothing, as in details of old."""
    return [] if spelling is None else [[spelling.text, round(spelling.score, 3)]]


def _spelled(more: list[Any]) -> Spelling | None:
    if not more:
        return None
    ((text, score),) = more
    if not isinstance(text, str) or not text or not math.isfinite(score):
        raise ValueError("no spelling")
    return Spelling(text, float(score))


def _candidates(flat: list[Any]) -> tuple[Candidate, ...]:
    return tuple(Candidate(str(w), float(d)) for w, d in zip(flat[::2], flat[1::2], strict=True))
