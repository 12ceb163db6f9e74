"""The probability that the vote of an ensemble is right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import Confidence, VoteCalibration, confidence_features
from core.model.ensemble import Calibration, Ensemble
from core.recognition.algorithms import MemberEvidence, MemberPrediction, VoteResult, gated_vote


class CalibratedMember(Protocol):
    """The parts of a member that its confidence depends on; a model's summary has them without the networks."""

    @property
    def calibration(self) -> Calibration: ...
    @property
    def confidence(self) -> Confidence: ...
    @property
    def n_gates(self) -> int: ...


class CalibratedEnsemble(Protocol):
    """The parts of an ensemble that the confidence of its vote depends on."""

    @property
    def members(self) -> Sequence[CalibratedMember]: ...
    @property
    def vote_calibration(self) -> VoteCalibration: ...


def is_measured(members: Sequence[CalibratedMember]) -> bool:
    """Return whether any member was calibrated on images it was not trained on; otherwise there is no confidence."""
    return any(len(member.calibration.votes) for member in members)


def evidence_features(
    evidence: MemberEvidence, prediction: MemberPrediction, thres: float, gates: int
) -> NDArray[np.float64]:
    """Return the inputs [n, FEATURES] of :class:`core.model.confidence.Confidence` for a member's predictions."""
    seen = prediction.seen[:, None]
    chosen = np.where(seen, evidence.seen_distances[:, :2], evidence.unseen_distances[:, :2])
    other = np.where(prediction.seen, evidence.unseen_distances[:, 0], evidence.seen_distances[:, 0])
    surplus = (evidence.votes - thres) / max(1, gates)
    first, second, clearness = chosen[:, 0], chosen[:, 1], np.where(prediction.seen, surplus, -surplus)
    if prediction.unlisted is not None and evidence.spelled is not None:
        # the spelling, the next one, the best word of the list, and how surely it is in none
        unlisted, spelled = prediction.unlisted, evidence.spelled
        nearest = np.minimum(evidence.seen_distances.min(axis=1), evidence.unseen_distances[:, 0])
        first = np.where(unlisted, spelled.distance, first)
        second = np.where(unlisted, spelled.distance + spelled.lead, second)
        other = np.where(unlisted, nearest, other)
        clearness = np.where(unlisted, 2 * spelled.probability - 1, clearness)
    return confidence_features(first, second, other, clearness)


def vote_confidence(
    ensemble: CalibratedEnsemble,
    thres: Sequence[float],
    evidence: Sequence[MemberEvidence],
    predictions: Sequence[MemberPrediction],
    word: NDArray[np.int32],
) -> NDArray[np.float64]:
    """Return [N] probabilities that the vote's ``word`` [N] is right; ``thres`` [L] are the thresholds in force.

    A member's probability counts 0 where it predicts another word. The mean over the members is turned into the
    vote's probability by ``ensemble.vote_calibration``.
    """
    total = np.zeros(len(word))
    for member, limit, found, prediction in zip(ensemble.members, thres, evidence, predictions, strict=True):
        features = evidence_features(found, prediction, limit, member.n_gates)
        probability = member.confidence.probability(features, prediction.kind)
        total += np.where(prediction.word == word, probability, 0.0)
    return ensemble.vote_calibration.probability(total / len(ensemble.members))


def vote_with_confidence(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence]
) -> tuple[list[MemberPrediction], VoteResult, NDArray[np.float64]]:
    """Apply Algorithms 2 (each member) and 3 (vote) at the members' own thresholds; return the confidence [N], too."""
    thres = [member.thres for member in ensemble.members]
    predictions, result = gated_vote(evidence, thres)
    return predictions, result, vote_confidence(ensemble, thres, evidence, predictions, result.word)
