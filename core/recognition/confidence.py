"""How sure each member and the whole vote is of its word: a probability, calibrated on X and X'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import Confidence, features_of
from core.model.ensemble import Calibration, Ensemble
from core.model.vote_calibration import VoteCalibration
from core.recognition.member import MemberEvidence
from core.recognition.vote import MemberPrediction, VoteResult, gated_vote


def evidence_features(
    readings: MemberEvidence, verdict: MemberPrediction, thres: float, gates: int
) -> NDArray[np.float64]:
    """What :class:`core.model.confidence.Confidence` looks at, [n, 4], for the words a member answered."""
    seen = verdict.seen[:, None]
    chosen = np.where(seen, readings.seen_distances[:, :2], readings.unseen_distances[:, :2])
    other = np.where(verdict.seen, readings.unseen_distances[:, 0], readings.seen_distances[:, 0])
    surplus = (readings.votes - thres) / max(1, gates)
    return features_of(chosen[:, 0], chosen[:, 1], other, np.where(verdict.seen, surplus, -surplus))


class CalibratedMember(Protocol):
    """What of a member its confidence depends on, besides what it read."""

    @property
    def calibration(self) -> Calibration: ...

    @property
    def confidence(self) -> Confidence: ...

    @property
    def n_gates(self) -> int: ...


class CalibratedEnsemble(Protocol):
    """What of an ensemble the confidence of its vote depends on."""

    @property
    def members(self) -> Sequence[CalibratedMember]: ...

    @property
    def agreement(self) -> VoteCalibration: ...


def is_measured(members: Sequence[CalibratedMember]) -> bool:
    """Whether any member was held against words it had not learnt from; else its confidence says nothing."""
    return any(len(member.calibration.votes) for member in members)


def confidences(
    ensemble: CalibratedEnsemble,
    thres: Sequence[int],
    readings: Sequence[MemberEvidence],
    verdicts: Sequence[MemberPrediction],
    word: NDArray[np.int32],
) -> NDArray[np.float64]:
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


def vote_with_confidence(
    ensemble: Ensemble, readings: Sequence[MemberEvidence]
) -> tuple[list[MemberPrediction], VoteResult, NDArray[np.float64]]:
    """Algorithms 5 and 6 at the members' own thresholds, and [N] how probable it is that the vote is right."""
    thres = [member.thres for member in ensemble.members]
    verdicts, final = gated_vote(readings, thres)
    return verdicts, final, confidences(ensemble, thres, readings, verdicts, final.word)
