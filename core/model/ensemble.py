"""A trained ensemble in memory: L members, each with embedder, gates, word classifier and threshold."""

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
    from core.model.decision import Decision
    from core.model.learner import Learner
    from core.model.line_reader import LineReader
    from core.model.pca import Pca
    from core.model.unlisted_rule import UnlistedRule
    from core.model.word_classifiers import WordClassifier


@dataclass(frozen=True, slots=True)
class Calibration:
    """A member's results on X and X', from which ``thres`` is chosen and its ROC curve drawn; n rows.

    The votes are out-of-bag: only networks vote that learnt neither from the row nor, for X', from its word. They are
    scaled to n_k.
    """

    votes: NDArray[np.float32]
    """[n] votes for "seen", 0..n_k; first the rows of X, then those of X'."""
    is_seen: NDArray[np.bool_]
    """[n] True for rows of X."""
    margin: NDArray[np.float32]
    """[n] distance of the nearest unseen word minus that of the nearest seen word."""
    right_if_seen: NDArray[np.bool_]
    """[n] whether the word among seen words (Algorithm 6) is correct."""
    right_if_unseen: NDArray[np.bool_]
    """[n] whether the nearest unseen word is correct."""


@dataclass(frozen=True, slots=True)
class Member:
    """Member k: M1^(k), its gates M2^(k,i), its seen words W_s^(k) and its ``thres``."""

    learner: Learner
    pca: Pca
    gate: GateEnsemble
    word_classifier: WordClassifier | None
    """Classifier of ``seen`` (Algorithm 6, among seen words); None for the nearest signature."""
    seen: NDArray[np.int64]
    """W_s^(k) as sorted positions in :attr:`Ensemble.classes`."""
    thres: int
    """A word is looked up among the seen words when at least this many of the n_k networks vote "seen"."""
    stacking: float
    """Offset of calibrated stacking: "seen" when the margin is at least this."""
    calibration: Calibration
    confidence: Confidence
    """The probability that the member's answer is correct; fitted on X and X' at ``thres``."""
    trained_on: NDArray[np.uint64]
    """Digests of the images that the weights learnt from, T and that of the model it continues from, by which a model
    trained from this one and a measurement recognise them."""
    curves: dict[str, list[float]] = field(default_factory=dict)
    seeds: dict[str, int] = field(default_factory=dict)
    gate_distances: bool = False
    """True if the gates see distances to words besides the principal components."""
    prior_weight: float = 0.0
    """Distance added for each unit of -log P(word) (:mod:`core.recognition.prior`); 0 if that does not help."""
    seen_counts: NDArray[np.int64] | None = None
    """Images in T of each word of :attr:`seen`; None in older models, and where no prior was wanted."""
    unlisted: UnlistedRule | None = None
    """The rule by which the word of an image is in no list; None for a member that answers from the list alone."""
    outcomes: CalibrationOutcomes | None = None
    """The answers that ``confidence`` was fitted on; None in models that are older or were not calibrated."""
    precision: str = ""
    """The precision that the embedder was trained in (:mod:`core.model.precision`); empty where it is not known."""
    decision: Decision | None = None
    """Why the gates, or the steps in their place, decide; None where the preset says what decides."""

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
    """Name, preset, seeds, data fingerprint, versions and parent, as shown to a person."""
    vote_calibration: VoteCalibration = field(default_factory=VoteCalibration)
    """Corrects the mean confidence of members that agree."""
    line_reader: LineReader | None = None
    """The line reader, trained on the lines of the project; None for the one that comes with Ductus."""
