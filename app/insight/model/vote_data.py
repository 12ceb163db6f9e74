"""The votes of a model on all words of a project, read part by part into arrays. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.project.content.models import test_words_learnt_from
from core.project.content.predictions import read_voted
from core.project.project import Project
from core.recognition.revote import StoredEvidence, collect_evidence, join_evidence
from core.recognition.vote_details import decode_votes

BLOCK_SIZE = 2000
"""Words read at a time: some tenths of a second in a reading thread."""


@dataclass(frozen=True, slots=True)
class VoteData:
    """The stored votes on N words."""

    ids: tuple[int, ...]
    evidence: StoredEvidence
    thres: NDArray[np.int32]
    """[N, L] thresholds at which each word was voted on."""
    transcribed: NDArray[np.bool_]
    """[N] whether the word has a transcription."""
    test_words: tuple[str | None, ...]
    """[N] transcriptions of test words; None for all other words, and those whose images the model learnt from."""
    damaged: int
    """Number of predictions left out because their votes cannot be read."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def is_seen(self) -> NDArray[np.bool_]:
        """[N, L] whether each member treated the word as one it was trained on, and not as one in no list."""
        seen = self.evidence.votes >= self.thres
        return (seen | (self.evidence.unseen_word < 0)) & (self.evidence.seen_word >= 0) & ~self.is_unlisted

    @property
    def is_unlisted(self) -> NDArray[np.bool_]:
        """[N, L] whether each member treated the word as one in no list."""
        return self.evidence.unlisted

    def count_outdated(self, thres: Sequence[int]) -> int:
        """Return how many words were voted on at other thresholds than ``thres`` [L]."""
        return int((self.thres != np.asarray(thres, np.int32)).any(axis=1).sum())


def read_block(project: Project, model: str, members: int, after: int) -> tuple[VoteData, int | None]:
    """Read the votes on the next :data:`BLOCK_SIZE` words after word ``after``; return the last of these, too.

    It is None if no words follow.
    """
    words = read_voted(project, model, after, BLOCK_SIZE)
    learnt = test_words_learnt_from(project, model)
    readable, votes = [], []
    for word in words:
        try:
            detail = decode_votes(word.detail)
        except DuctusError:
            continue
        if len(detail) == members:
            readable.append(word)
            votes.append(detail)
    data = VoteData(
        tuple(word.word_id for word in readable),
        collect_evidence(votes, members),
        np.array([[vote.thres for vote in detail] for detail in votes], np.int32).reshape(-1, members),
        np.array([word.is_transcribed for word in readable], np.bool_),
        tuple(None if word.word_id in learnt else word.test_text for word in readable),
        len(words) - len(readable),
    )
    return data, words[-1].word_id if len(words) == BLOCK_SIZE else None


def join_blocks(parts: Sequence[VoteData], members: int) -> VoteData:
    """Join the parts in order."""
    return VoteData(
        tuple(word for part in parts for word in part.ids),
        join_evidence([part.evidence for part in parts], members),
        np.concatenate([np.zeros((0, members), np.int32), *(part.thres for part in parts)]),
        np.concatenate([np.zeros(0, np.bool_), *(part.transcribed for part in parts)]),
        tuple(text for part in parts for text in part.test_words),
        sum(part.damaged for part in parts),
    )
