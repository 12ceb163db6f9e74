"""All that a model has said of a collection, read part by part and held as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.project.project import Project
from core.recognition.revote import StoredEvidence, collect_evidence, join_evidence
from core.recognition.vote_details import decode_votes

PART = 2000
"""Words read in one go: some tenths of a second in a reading thread."""


@dataclass(frozen=True, slots=True)
class VoteData:
    """N words that the model has read, with the votes kept of each."""

    ids: tuple[int, ...]
    evidence: StoredEvidence
    thres: NDArray[np.int32]
    """[N, L] thresholds at which each was voted on."""
    read: NDArray[np.bool_]
    """[N] whether a person read it."""
    truth: tuple[str | None, ...]
    """What a person says of words kept for testing; None for all others."""
    damaged: int
    """Predictions left out because what was kept of them cannot be read."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def gate_seen(self) -> NDArray[np.bool_]:
        """[N, L] whether each member took the word for one it was trained on."""
        seen = self.evidence.votes >= self.thres
        return (seen | (self.evidence.unseen_word < 0)) & (self.evidence.seen_word >= 0)

    def voted_otherwise(self, thres: Sequence[int]) -> int:
        """How many words were voted on with other thresholds than ``thres`` [L]."""
        return int((self.thres != np.asarray(thres, np.int32)).any(axis=1).sum())


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of the collection; the next begins behind word ``last``, None when there is none."""

    last: int | None
    words: VoteData


def count(project: Project, model: str) -> int:
    """How many words there are to read."""
    row = project.one(f"SELECT count(*) {_FROM}", {"model": model, "after": -1})
    return int(row[0]) if row else 0


def read_part(project: Project, model: str, members: int, after: int) -> Part:
    """The next :data:`PART` words behind word ``after``."""
    rows = project.query(
        "SELECT w.id, r.id IS NOT NULL, CASE WHEN w.role = 'test' THEN r.nfc END, p.detail"
        f" {_FROM} ORDER BY w.id LIMIT {PART}",
        {"model": model, "after": after},
    )
    kept = []
    votes = []
    for row in rows:
        try:
            detail = decode_votes(row[3])
            if len(detail) != members:
                continue
        except DuctusError:
            continue
        kept.append(row)
        votes.append(detail)
    words = VoteData(
        tuple(row[0] for row in kept),
        collect_evidence(votes, members),
        np.array([[vote.thres for vote in detail] for detail in votes], np.int32).reshape(-1, members),
        np.array([bool(row[1]) for row in kept], np.bool_),
        tuple(row[2] for row in kept),
        len(rows) - len(kept),
    )
    return Part(rows[-1][0] if len(rows) == PART else None, words)


def joined(parts: Sequence[VoteData], members: int) -> VoteData:
    """One collection of several parts, in order."""
    return VoteData(
        tuple(word for part in parts for word in part.ids),
        join_evidence([part.evidence for part in parts], members),
        np.concatenate([np.zeros((0, members), np.int32), *(part.thres for part in parts)]),
        np.concatenate([np.zeros(0, np.bool_), *(part.read for part in parts)]),
        tuple(text for part in parts for text in part.truth),
        sum(part.damaged for part in parts),
    )


_FROM = (
    "FROM prediction AS p JOIN word AS w ON w.id = p.word_id LEFT JOIN reading AS r ON r.id = w.reading_id"
    " WHERE p.model = :model AND p.detail IS NOT NULL AND w.deleted = 0 AND w.not_a_word = 0 AND w.id > :after"
)
