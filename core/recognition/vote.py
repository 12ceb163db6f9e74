"""The gate's verdict at a threshold (Algorithm 5, lines 3-7) and the vote of the members (Algorithm 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.recognition.member import NO_WORD, MemberEvidence


@dataclass(frozen=True, slots=True)
class MemberPrediction:
    """What one member says of N images once its gate has fallen."""

    word: NDArray[np.int32]
    """[N] positions in the lexicon; NO_WORD only for a lexicon without any word."""
    distance: NDArray[np.float32]
    """[N] from the member's embedding to that word."""
    seen: NDArray[np.bool_]
    """[N] whether the word was sought among the member's seen words."""


@dataclass(frozen=True, slots=True)
class VoteResult:
    """Algorithm 6 over N images."""

    word: NDArray[np.int32]
    votes: NDArray[np.int32]
    """[N] members that gave the word, 1..L."""
    distance: NDArray[np.float32]
    """[N] the least distance of a member that gave the word."""
    tied: NDArray[np.bool_]
    """[N] whether another word had as many votes, so that the distance decided."""


def decide(readings: MemberEvidence, is_seen: NDArray[np.bool_]) -> MemberPrediction:
    """Each image's word, given for each [N] whether it is to be sought among the seen words.

    Where the lexicon holds no word of the wanted kind the other kind is taken: a reading there is better
    than none, and ``seen`` says what was done.
    """
    seen = np.where(readings.unseen_words[:, 0] == NO_WORD, True, is_seen)
    seen = np.where(readings.seen_words[:, 0] == NO_WORD, False, seen)
    word = np.where(seen, readings.seen_words[:, 0], readings.unseen_words[:, 0])
    distance = np.where(seen, readings.seen_distances[:, 0], readings.unseen_distances[:, 0])
    return MemberPrediction(word.astype(np.int32), distance.astype(np.float32), seen)


def decide_by_votes(readings: MemberEvidence, thres: int) -> MemberPrediction:
    """Algorithm 5: seen when ``count >= thres``."""
    return decide(readings, readings.votes >= thres)


def decide_by_margin(readings: MemberEvidence, offset: float) -> MemberPrediction:
    """Calibrated stacking: seen when the margin is at least ``offset`` (0: the nearest word of all, no gate)."""
    return decide(readings, readings.margin >= offset)


def gated_vote(readings: Sequence[MemberEvidence], thres: Sequence[int]) -> tuple[list[MemberPrediction], VoteResult]:
    """Algorithms 5 and 6 over all members: each one's verdict at its threshold, and their vote."""
    verdicts = [decide_by_votes(reading, limit) for reading, limit in zip(readings, thres, strict=True)]
    return verdicts, plurality(verdicts)


def plurality(verdicts: Sequence[MemberPrediction]) -> VoteResult:
    """Algorithm 6: the most frequent word; among equally frequent ones the least distance ||e(c) - F[l]||."""
    words = np.stack([verdict.word for verdict in verdicts], axis=1)
    return plurality_of(words, np.stack([verdict.distance for verdict in verdicts], axis=1))


def plurality_of(words: NDArray[np.int32], distances: NDArray[np.float32]) -> VoteResult:
    """Algorithm 6 on what each member says of each image: ``words`` [N, L] and their ``distances`` [N, L]."""
    counts = (words[:, :, None] == words[:, None, :]).sum(axis=2)
    most = counts.max(axis=1)
    candidates = np.where(counts == most[:, None], distances, np.inf)
    winner = candidates.argmin(axis=1)
    rows = np.arange(len(words))
    word = words[rows, winner]
    rivals = (counts == most[:, None]) & (words != word[:, None])
    return VoteResult(
        word.astype(np.int32), most.astype(np.int32), candidates[rows, winner].astype(np.float32), rivals.any(axis=1)
    )
