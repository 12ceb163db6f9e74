"""How sure each member and the whole vote is of its word: a probability, calibrated on X and X'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import Confidence, features_of
from core.model.ensemble import Calibration, Ensemble
from core.model.vote_calibration import Agreement
from core.recognition.member import MemberReadings
from core.recognition.vote import Tally, Verdict, gated_vote


def evidence_features(
    readings: MemberReadings, verdict: Verdict, thres: float, gates: int
) -> NDArray[np.float64]:
    """What :class:`core.model.confidence.Confidence` looks at, [n, 4], for the words a member answered."""
    seen = verdict.seen[:, None]
    chosen = np.where(seen, readings.seen_distances[:, :2], readings.unseen_distances[:, :2])
    other = np.where(verdict.seen, readings.unseen_distances[:, 0], readings.seen_distances[:, 0])
    surplus = (readings.votes - thres) / max(1, gates)
    return features_of(chosen[:, 0], chosen[:, 1], other, np.where(verdict.seen, surplus, -surplus))


class Judged(Protocol):
    """What of a member its confidence depends on, besides what it read."""

    @property
    def calibration(self) -> Calibration: ...

    @property
    def confidence(self) -> Confidence: ...

    @property
    def n_gates(self) -> int: ...


class Voting(Protocol):
    """What of an ensemble the confidence of its vote depends on."""

    @property
    def members(self) -> Sequence[Judged]: ...

    @property
    def agreement(self) -> Agreement: ...


def is_measured(members: Sequence[Judged]) -> bool:
    """Whether any member was held against words it had not learnt from; else its confidence says nothing."""
    return any(len(member.calibration.votes) for member in members)


def confidences(
    ensemble: Voting, thres: Sequence[int], readings: Sequence[MemberReadings],
    verdicts: Sequence[Verdict], word: NDArray[np.int32],
) -> NDArray[np.float64]:  # fmt: skip
    """[N] how probable it is that the vote's ``word`` [N] is right; ``thres`` [L] is what the gates were held to.

    Every member's probability that its answer is right is measured on words it had not learnt from, and nil where it
    gave another word. Their mean, which a disagreement lowers, becomes that of the vote by ``ensemble.agreement``.
    """
    total = np.zeros(len(word))
    for member, limit, reading, verdict in zip(ensemble.members, thres, readings, verdicts, strict=True):
        features = evidence_features(reading, verdict, limit, member.n_gates)
        chance = member.confidence.probability(features, verdict.seen)
        total += np.where(verdict.word == word, chance, 0.0)
    return ensemble.agreement.probability(total / len(ensemble.members))


def sure_vote(
    ensemble: Ensemble, readings: Sequence[MemberReadings]
) -> tuple[list[Verdict], Tally, NDArray[np.float64]]:
    """Algorithms 5 and 6 at the members' own thresholds, and [N] how probable it is that the vote is right."""
    thres = [member.thres for member in ensemble.members]
    verdicts, final = gated_vote(readings, thres)
    return verdicts, final, confidences(ensemble, thres, readings, verdicts, final.word)
