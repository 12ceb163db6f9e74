"""The decision rules that an evaluation compares: what the same members' evidence gives with and without gates."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.language import tr_noop
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble, Member
from core.recognition.algorithms import (
    FIRST_UNLISTED,
    MemberEvidence,
    combine_predictions,
    gated_vote,
    predict_by_margin,
    predict_on_side,
)
from core.recognition.unlisted import unlisted_number


class DecisionRule(StrEnum):
    """The rules in the order of the results table; the values are keys in stored results."""

    ONE_MEMBER = "one_m1"
    """Each member alone takes the nearest word of the lexicon."""
    UNGATED_VOTE = "vote"
    """The members vote for their nearest words."""
    STACKING = "stacking"
    """The members vote; each prefers unseen words by a fixed distance (calibrated stacking, Chao et al., ECCV 2016)."""
    GATED = "gate"
    """The model's own vote: Algorithm 2 (a word from each member) and Algorithm 3 (the vote), with gates as in the
    paper, or with what each member was given in their place (:func:`deciding_rules`)."""
    ORACLE_GATE = "oracle_gate"
    """The members vote, and each gate is always right: an upper bound, not a method."""


RULE_LABELS = {
    DecisionRule.ONE_MEMBER: tr_noop("one reader"),
    DecisionRule.UNGATED_VOTE: tr_noop("vote, no gate"),
    DecisionRule.STACKING: tr_noop("vote, stacking"),
    DecisionRule.GATED: tr_noop("vote, gates"),
    DecisionRule.ORACLE_GATE: tr_noop("perfect gate"),
}
_OWN_LABEL = tr_noop("vote, each by its own rule")


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """The true words of N test images."""

    word: NDArray[np.int64]
    """[N] positions in the lexicon; for a word that is not in it the number from ``FIRST_UNLISTED`` on that stands for
    it, which only the third answer can predict."""
    is_seen: NDArray[np.bool_]
    """[N] whether any training image shows the word (W_s)."""
    seen_by: NDArray[np.bool_]
    """[L, N] whether member k was trained on the word (W_s^(k))."""

    @property
    def is_unlisted(self) -> NDArray[np.bool_]:
        """[N] True for words that are not in the lexicon."""
        return np.asarray(self.word >= FIRST_UNLISTED)

    @property
    def has_both(self) -> bool:
        """Return whether there are seen and unseen words; otherwise h, AUROC and AUSUC are undefined."""
        return bool(self.is_seen.any() and not self.is_seen.all())


def ground_truth(words: Sequence[str], ensemble: Ensemble, lexicon: Lexicon) -> GroundTruth:
    """Return the ground truth of images that show ``words`` [N], as the ensemble and the lexicon number them."""
    words = [nfc(word) for word in words]
    classes = set(ensemble.classes)
    seen_sets = [{ensemble.classes[c] for c in member.seen} for member in ensemble.members]
    return GroundTruth(
        word=np.array([at if (at := lexicon.find(word)) >= 0 else unlisted_number(word) for word in words], np.int64),
        is_seen=np.array([word in classes for word in words], np.bool_),
        seen_by=np.array([[word in seen for word in words] for seen in seen_sets], np.bool_),
    )


def correct_predictions(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence], truth: GroundTruth
) -> dict[DecisionRule, NDArray[np.bool_]]:
    """Return for each rule whether it predicts each image correctly: [N]; [L, N] for the members alone."""
    return {rule: word == truth.word for rule, word in rule_words(ensemble, evidence, truth).items()}


def rule_words(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence], truth: GroundTruth
) -> dict[DecisionRule, NDArray[np.int32]]:
    """Return the word that each rule predicts for each image: [N]; [L, N] for the members alone."""
    nearest = [predict_by_margin(found, 0.0) for found in evidence]
    stacked = [predict_by_margin(found, m.stacking) for m, found in zip(ensemble.members, evidence, strict=True)]
    oracle = [predict_on_side(found, seen) for found, seen in zip(evidence, truth.seen_by, strict=True)]
    _, gated = gated_vote(evidence, [member.thres for member in ensemble.members])
    return {
        DecisionRule.ONE_MEMBER: np.stack([prediction.word for prediction in nearest]),
        DecisionRule.UNGATED_VOTE: combine_predictions(nearest).word,
        DecisionRule.STACKING: combine_predictions(stacked).word,
        DecisionRule.GATED: gated.word,
        DecisionRule.ORACLE_GATE: combine_predictions(oracle).word,
    }


def deciding_rules(ensemble: Ensemble) -> tuple[DecisionRule, ...]:
    """Return [L] the rule by which each member takes a side in the model's vote (:attr:`DecisionRule.GATED`).

    Steps of the distances stand for gates where another rule was chosen, or where there were too few images for gates:
    then it is stacking, with an offset of 0 no gate.
    """
    return tuple(map(_deciding_rule, ensemble.members))


def _deciding_rule(member: Member) -> DecisionRule:
    if member.decision is not None:
        return DecisionRule(member.decision.rule)
    if not member.gate.is_offset:
        return DecisionRule.GATED
    return DecisionRule.STACKING if member.stacking else DecisionRule.UNGATED_VOTE


def own_label(rules: Sequence[str]) -> str:
    """Return the label of the model's vote, given the rules by which its members decide."""
    return RULE_LABELS[DecisionRule.GATED] if set(rules) <= {DecisionRule.GATED} else _OWN_LABEL


_POINTS = 61


def seen_unseen_curve(
    ensemble: Ensemble, evidence: Sequence[MemberEvidence], truth: GroundTruth, rule: DecisionRule
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return :func:`sweep_thresholds` of the gates' votes about ``thres`` (rule GATED) or of the margins (STACKING)."""
    by_votes = rule == DecisionRule.GATED
    scores = [(found.votes if by_votes else found.margin).astype(np.float64) for found in evidence]
    centres = [float(member.thres if by_votes else member.stacking) for member in ensemble.members]
    return sweep_thresholds(evidence, scores, centres, truth)


def sweep_thresholds(
    evidence: Sequence[MemberEvidence],
    scores: Sequence[NDArray[np.float64]],
    centres: Sequence[float],
    truth: GroundTruth,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return A_s and A_u [61] of the vote as all members' thresholds move together by the same offset.

    ``scores`` [N] of each member mean "seen" from its threshold on; the offset from its ``centres`` value goes from
    "all seen" to "all unseen". The area under the curve is the AUSUC.
    """
    spans = np.concatenate([score - centre for score, centre in zip(scores, centres, strict=True)])
    finite = spans[np.isfinite(spans)]
    inner = np.quantile(finite, np.linspace(0, 1, _POINTS - 2)) if len(finite) else np.zeros(_POINTS - 2)
    a_s, a_u = np.empty(_POINTS), np.empty(_POINTS)
    for row, offset in enumerate(np.concatenate([[-np.inf], inner, [np.inf]])):
        predictions = [
            predict_on_side(found, score >= centre + offset)
            for found, score, centre in zip(evidence, scores, centres, strict=True)
        ]
        correct = combine_predictions(predictions).word == truth.word
        a_s[row] = correct[truth.is_seen].mean() if truth.is_seen.any() else 0.0
        a_u[row] = correct[~truth.is_seen].mean() if not truth.is_seen.all() else 0.0
    return a_s, a_u
