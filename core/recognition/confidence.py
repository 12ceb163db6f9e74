"""How sure each member and the whole vote is of its word: a probability, calibrated on X and X'."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import features_of
from core.model.ensemble import Member
from core.recognition.member import MemberReadings
from core.recognition.vote import Tally, Verdict


def evidence_features(
    readings: MemberReadings, verdict: Verdict, thres: float, gates: int
) -> NDArray[np.float64]:
    """What :class:`core.model.confidence.Confidence` looks at, [n, 4], for the words a member answered."""
    seen = verdict.seen[:, None]
    chosen = np.where(seen, readings.seen_distances[:, :2], readings.unseen_distances[:, :2])
    other = np.where(verdict.seen, readings.unseen_distances[:, 0], readings.seen_distances[:, 0])
    surplus = (readings.votes - thres) / max(1, gates)
    return features_of(chosen[:, 0], chosen[:, 1], other, np.where(verdict.seen, surplus, -surplus))


def confidences(
    members: Sequence[Member], readings: Sequence[MemberReadings], verdicts: Sequence[Verdict], final: Tally
) -> NDArray[np.float64]:
    """[N] the mean over the members of the probability that their answer is right, nil where they gave another word.

    Every member's probability is measured on words it had not learnt from; that of the vote is its mean, which
    a disagreement lowers.
    """
    total = np.zeros(len(final.word))
    for member, reading, verdict in zip(members, readings, verdicts, strict=True):
        features = evidence_features(reading, verdict, member.thres, member.n_gates)
        chance = member.confidence.probability(features, verdict.seen)
        total += np.where(verdict.word == final.word, chance, 0.0)
    return total / len(members)
