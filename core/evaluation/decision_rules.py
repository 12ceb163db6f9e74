"""The rows of a results table: what each way of deciding makes of the same members' evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.recognition.member import MemberEvidence
from core.recognition.vote import decide, decide_by_margin, gated_vote, plurality

GATED, ONE, VOTE, STACKING, ORACLE = "gate", "one_m1", "vote", "stacking", "oracle_gate"
ABOUT = {
    ONE: "one reader",
    VOTE: "vote, no gate",
    STACKING: "vote, stacking",
    GATED: "vote, gates",
    ORACLE: "perfect gate",
}


@dataclass(frozen=True, slots=True)
class Truth:
    """What the measured images really show."""

    word: NDArray[np.int64]
    """[N] positions in the lexicon; -1 where the lexicon lacks the word, which no row can then get right."""
    is_seen: NDArray[np.bool_]
    """[N] whether any training image shows the word (W_s)."""
    known_to: NDArray[np.bool_]
    """[L, N] whether member k was trained on the word (W_s^(k))."""


def truth_of(words: Sequence[str], ensemble: Ensemble, lexicon: Lexicon) -> Truth:
    """The truth of images that show ``words`` [N], as the ensemble and lexicon number them."""
    words = [nfc(word) for word in words]
    classes = set(ensemble.classes)
    seen_sets = [{ensemble.classes[c] for c in member.seen} for member in ensemble.members]
    return Truth(
        word=np.array([lexicon.find(word) for word in words], np.int64),
        is_seen=np.array([word in classes for word in words], np.bool_),
        known_to=np.array([[word in seen for word in words] for seen in seen_sets], np.bool_),
    )


def right_answers(ensemble: Ensemble, readings: Sequence[MemberEvidence], truth: Truth) -> dict[str, NDArray[np.bool_]]:
    """For each row of the table, [N] whether it reads each image rightly; ``one_m1`` is [L, N], one a member."""
    members = list(zip(ensemble.members, readings, strict=True))
    can_be_right = truth.word >= 0
    bare = [decide_by_margin(r, 0.0) for r in readings]
    stacked = [decide_by_margin(r, m.stacking) for m, r in members]
    _, gated = gated_vote(readings, [member.thres for member in ensemble.members])
    perfect = [decide(r, known) for r, known in zip(readings, truth.known_to, strict=True)]
    return {
        ONE: np.stack([verdict.word == truth.word for verdict in bare]) & can_be_right,
        VOTE: (plurality(bare).word == truth.word) & can_be_right,
        STACKING: (plurality(stacked).word == truth.word) & can_be_right,
        GATED: (gated.word == truth.word) & can_be_right,
        ORACLE: (plurality(perfect).word == truth.word) & can_be_right,
    }


def seen_unseen_sweep(
    ensemble: Ensemble, readings: Sequence[MemberEvidence], truth: Truth, row: str, points: int = 61
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """:func:`sweep` of the gates' votes about ``thres`` (row ``gate``) or of the margins (``stacking``)."""
    by_votes = row == GATED
    scores = [(r.votes if by_votes else r.margin).astype(np.float64) for r in readings]
    centres = [float(m.thres if by_votes else m.stacking) for m in ensemble.members]
    return sweep(readings, scores, centres, truth, points)


def sweep(
    readings: Sequence[MemberEvidence],
    scores: Sequence[NDArray[np.float64]],
    centres: Sequence[float],
    truth: Truth,
    points: int = 61,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A_s and A_u of the vote as all members' thresholds move together: (A_s [points], A_u [points]).

    ``scores`` [N] of each member say "seen" from its threshold on, which moves about its place in ``centres``
    from "everything is seen" to "everything is unseen"; the area under the curve is the AUSUC.
    """
    spans = np.concatenate([score - centre for score, centre in zip(scores, centres, strict=True)])
    finite = spans[np.isfinite(spans)]
    inner = np.quantile(finite, np.linspace(0, 1, points - 2)) if len(finite) else np.zeros(points - 2)
    offsets = np.concatenate([[-np.inf], inner, [np.inf]])
    a_s, a_u = np.empty(points), np.empty(points)
    for place, offset in enumerate(offsets):
        verdicts = [
            decide(reading, score >= centre + offset)
            for reading, score, centre in zip(readings, scores, centres, strict=True)
        ]
        right = (plurality(verdicts).word == truth.word) & (truth.word >= 0)
        a_s[place] = right[truth.is_seen].mean() if truth.is_seen.any() else 0.0
        a_u[place] = right[~truth.is_seen].mean() if not truth.is_seen.all() else 0.0
    return a_s, a_u
