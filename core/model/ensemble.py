"""A trained ensemble in memory: L members, each an embedder with its gates, its words and its threshold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.model.confidence import VoteCalibration

if TYPE_CHECKING:
    from core.gates.ensemble import GateEnsemble
    from core.lexicon.alphabet import Alphabet
    from core.model.confidence import CalibrationOutcomes, Confidence
    from core.model.learner import Learner
    from core.model.pca import Pca
    from core.model.word_classifiers import WordClassifier


@dataclass(frozen=True, slots=True)
class Calibration:
    """What is known of a member from X and X' alone: all that choosing ``thres`` needs, and the ROC's points.

    The votes are out-of-bag: row i is judged only by networks that saw neither it nor, for X', its word; the
    share of them is scaled to n_k.
    """

    votes: NDArray[np.float32]
    """[n] votes for "seen", 0..n_k, first the rows of X, then those of X'."""
    is_seen: NDArray[np.bool_]
    """[n] True for rows of X."""
    margin: NDArray[np.float32]
    """[n] nearest unseen distance minus nearest seen distance."""
    right_if_seen: NDArray[np.bool_]
    """[n] whether Algorithm 4 over the seen words gives the row's word."""
    right_if_unseen: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Member:
    """Member k: M1^(k), its gates M2^(k,i), its seen words W_s^(k) and its ``thres``."""

    learner: Learner
    pca: Pca
    gate: GateEnsemble
    words: WordClassifier | None
    """Algorithm 4's classifier over ``seen``; None for the nearest signature."""
    seen: NDArray[np.int64]
    """W_s^(k) as sorted positions in :attr:`Ensemble.classes`."""
    thres: int
    """The word is sought among the seen words when at least this many of the n_k networks say so."""
    stacking: float
    """Offset of calibrated stacking: "seen" when the margin is at least this."""
    calibration: Calibration
    confidence: Confidence
    """How probable it is that the member's answer is right; fitted on X and X' at ``thres``."""
    trained_on: NDArray[np.uint64]
    """Digests of the images in T, so that a later model that goes on from this one knows them."""
    curves: dict[str, list[float]] = field(default_factory=dict)
    seeds: dict[str, int] = field(default_factory=dict)
    gate_distances: bool = False
    """Whether the gates see, beside the principal components, how near the seen and the unseen words are."""
    trials: CalibrationOutcomes | None = None
    """What ``confidence`` rests on; None for a member that was not tried, or made before this was kept."""

    @property
    def n_gates(self) -> int:
        """n_k."""
        return self.gate.n


@dataclass(frozen=True, slots=True)
class Ensemble:
    """L members over one alphabet. ``classes`` are all words with training images, W_s; sorted, NFC."""

    alphabet: Alphabet
    classes: tuple[str, ...]
    members: tuple[Member, ...]
    card: dict[str, Any]
    """Name, preset, seeds, data fingerprint, versions, parent: what a person may want to know of a model."""
    agreement: VoteCalibration = field(default_factory=VoteCalibration)
    """How much surer the vote is than its members by themselves."""
