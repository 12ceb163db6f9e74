"""Confidence from what members answer on X and X', also as if the word they look for were not in the lexicon.

Nothing in X and X' lies outside the lexicon, and a confidence that never met such a word is far too sure of it. So each
image is tried a second time with its word taken out of the lexicon, where every answer is wrong, and counts for as
much as words are expected to be missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.model.calibration_outcomes import CalibrationOutcomes
from core.model.confidence import Confidence
from core.model.ensemble import Member
from core.model.vote_calibration import VoteCalibration
from core.recognition.confidence import evidence_features
from core.recognition.member import NO_WORD, MemberEvidence
from core.recognition.vote import decide, plurality_of

_FAR = 1e6
"""Stands for the distance to a word where there is none."""


def drop_true_word(readings: MemberEvidence, truth: NDArray[np.int64]) -> MemberEvidence:
    """The readings as they would be had the lexicon not held each image's word ``truth`` [N]; the votes stay."""
    seen_words, seen_distances = _dropped(readings.seen_words, readings.seen_distances, truth)
    unseen_words, unseen_distances = _dropped(readings.unseen_words, readings.unseen_distances, truth)
    return MemberEvidence(readings.votes, seen_words, seen_distances, unseen_words, unseen_distances)


def fit_confidence(
    readings: MemberEvidence,
    lacking: MemberEvidence | None,
    votes: NDArray[np.float32],
    *,
    thres: int,
    gates: int,
    truth: NDArray[np.int64],
    images: NDArray[np.uint64],
    share: float,
) -> tuple[Confidence, CalibrationOutcomes]:
    """A member's confidence and what it rests on.

    ``readings`` of X and X' [n] go with the out-of-bag ``votes`` [n], ``lacking`` are those of
    :func:`drop_true_word` with votes of their own, ``images`` [n] are digests, and ``share`` (0 to under 1) of the
    words to be read are supposed to be missing from the lexicon; without ``lacking`` they are not reckoned with.
    """
    verdict = decide(readings, votes >= thres)
    features = evidence_features(replace(readings, votes=votes.astype(np.int32)), verdict, thres, gates)
    seen, right, word, distance = verdict.seen, verdict.word == truth, verdict.word, verdict.distance
    times = 1
    if lacking is not None:
        lost = decide(lacking, lacking.votes >= thres)
        features = np.vstack([features, evidence_features(lacking, lost, thres, gates)])
        seen, right = np.append(seen, lost.seen), np.append(right, np.zeros(len(truth), np.bool_))
        word, distance = np.append(word, lost.word), np.append(distance, lost.distance)
        times = 2
    is_lacking = np.arange(len(seen)) >= len(truth)
    confidence = Confidence.fit(features, seen, right, _weight(is_lacking, share))
    trials = CalibrationOutcomes(
        np.tile(images, times),
        word.astype(np.int32),
        confidence.probability(features, seen).astype(np.float32),
        np.nan_to_num(distance, posinf=_FAR).astype(np.float32),
        right,
        is_lacking,
    )
    return confidence, trials


def fit_vote_calibration(members: Sequence[Member], share: float) -> VoteCalibration:
    """How much surer the vote is than its members, from images that at least two of them had not learnt from.

    Those members vote as Algorithm 6 has it. With members from before there is nothing to go by, and the mean of
    the members' confidence stands.
    """
    known = [member.trials for member in members if member.trials is not None]
    if len(known) < len(members) or len(known) < 2:
        return VoteCalibration()
    _, number, times = np.unique(np.concatenate([_keys(one) for one in known]), return_inverse=True, return_counts=True)
    table = _Table(len(times), len(known))
    for k, rows in enumerate(np.split(number, np.cumsum([len(one.word) for one in known])[:-1])):
        table.put(k, rows, known[k])
    return table.agreement(share)


class _Table:
    """All members' trials side by side, an image a row; who had learnt from it has no voice there."""

    def __init__(self, images: int, members: int) -> None:
        shape = (images, members)
        # a word of its own and endlessly far: who has no voice never wins and agrees with nobody
        self.word = np.tile(np.arange(NO_WORD - members, NO_WORD, dtype=np.int32), (images, 1))
        self.distance = np.full(shape, np.inf, np.float32)
        self.there, self.right = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
        self.chance = np.zeros(shape)
        self.lacking = np.zeros(images, np.bool_)

    def put(self, k: int, rows: NDArray[np.int64], trials: CalibrationOutcomes) -> None:
        self.there[rows, k], self.word[rows, k], self.right[rows, k] = True, trials.word, trials.right
        self.chance[rows, k], self.distance[rows, k] = trials.chance, trials.distance
        self.lacking[rows] = trials.lacking

    def agreement(self, share: float) -> VoteCalibration:
        several = self.there.sum(axis=1) >= 2
        final = plurality_of(self.word[several], self.distance[several])
        agree = self.word[several] == final.word[:, None]
        mean = (agree * self.chance[several]).sum(axis=1) / self.there[several].sum(axis=1)
        lacking = self.lacking[several]
        right = (agree & self.right[several]).any(axis=1)
        return VoteCalibration.fit(mean, right, _weight(lacking, share), int((~lacking).sum()))


def _keys(trials: CalibrationOutcomes) -> NDArray[np.uint64]:
    """An image and its second trial have keys of their own."""
    return np.asarray(trials.image ^ np.where(trials.lacking, np.uint64(1 << 63), np.uint64(0)), np.uint64)


def _weight(lacking: NDArray[np.bool_], share: float) -> NDArray[np.float64]:
    return np.where(lacking, share / (1 - share), 1.0)


def _dropped(
    words: NDArray[np.int32], distances: NDArray[np.float32], truth: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Lists [N, K] without the word of each row; what stood behind it moves up and the last place is empty."""
    hit = words == truth[:, None]
    after = np.cumsum(hit, axis=1) > 0
    place = np.arange(words.shape[1])[None, :] + after
    longer = np.column_stack([words, np.full(len(words), NO_WORD, np.int32)])
    further = np.column_stack([distances, np.full(len(words), np.inf, np.float32)])
    return np.take_along_axis(longer, place, axis=1), np.take_along_axis(further, place, axis=1)
