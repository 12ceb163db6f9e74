"""The input of the competing gates: a member's features of images, and its X and X' with their true words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member
from core.model.pca import Pca
from core.recognition.algorithms import MemberEvidence
from core.recognition.evidence import find_words
from core.training.decision import SetAside
from research.benchmark.job import BenchmarkRun

DIMS = 15
"""Principal components for members whose own gates use the whole signature: densities need few dimensions."""


@dataclass(frozen=True, slots=True)
class GateInputs:
    """A member's features of N images. The true words are not among them, so no gate can use them."""

    points: NDArray[np.float32]
    """[N, D] principal components of the signatures."""
    norms: NDArray[np.float32]
    """[N] lengths of the signatures."""
    evidence: MemberEvidence
    """The nearest seen and unseen words; the votes are 0, since the member's own gates are not used."""

    def __len__(self) -> int:
        return len(self.points)

    def take(self, rows: NDArray[np.generic]) -> GateInputs:
        """Return the features of some of the images."""
        return GateInputs(self.points[rows], self.norms[rows], self.evidence.take(rows))


@dataclass(frozen=True, slots=True)
class CalibrationSet:
    """A member's X and X' (Algorithm 1, splits), n images: all that a competing gate may be fitted on."""

    inputs: GateInputs
    is_seen: NDArray[np.bool_]
    """[n] True for rows of X, False for rows of X'."""
    truth: NDArray[np.int64]
    """[n] positions in the lexicon."""
    weights: NDArray[np.float64]
    """[n] the shares of words to come that the rows stand for, for the objective accuracy."""
    seen_words: NDArray[np.int64]
    """[S] W_s^(k) as positions in the lexicon, sorted."""
    centres: NDArray[np.float32]
    """[S, D] principal components of e(w) of those words."""
    lexicon_size: int

    def take(self, rows: NDArray[np.generic]) -> CalibrationSet:
        """Return some rows of X and X'; the words stay."""
        return CalibrationSet(
            self.inputs.take(rows),
            self.is_seen[rows],
            self.truth[rows],
            self.weights[rows],
            self.seen_words,
            self.centres,
            self.lexicon_size,
        )

    @property
    def right_if_seen(self) -> NDArray[np.bool_]:
        """[n] whether the first seen word is right."""
        return np.asarray(self.inputs.evidence.seen_words[:, 0] == self.truth)

    @property
    def right_if_unseen(self) -> NDArray[np.bool_]:
        """[n] whether the nearest unseen word is right."""
        return np.asarray(self.inputs.evidence.unseen_words[:, 0] == self.truth)


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member with the lexicon and the principal components that competing gates use."""

    ensemble: Ensemble
    member: Member
    lexicon: Lexicon
    pca: Pca

    def gate_inputs(self, embeddings: NDArray[np.float32]) -> GateInputs:
        """Return the features of embedded images [N, E]."""
        signatures = self.member.learner.signature_part(embeddings)
        return GateInputs(
            self.pca.transform(signatures),
            np.linalg.norm(signatures, axis=1),
            find_words(self.member, self.ensemble, embeddings, self.lexicon),
        )


def member_view(run: BenchmarkRun, ensemble: Ensemble, k: int) -> tuple[MemberView, CalibrationSet]:
    """Return the view of member k, and its own X and X' among the training images.

    Raises InputError where the preset and the seed of ``run`` do not give the split that the member was trained on: X
    would then hold images of T.
    """
    member, train, lexicon = ensemble.members[k], run.data.train, run.lexicon
    split = run.split(k)
    if not np.array_equal(split.seen_classes, member.seen):
        raise InputError("The members were trained on another split of the words than this preset and seed give.")
    rows = np.concatenate([split.reserved, split.held_out])
    embeddings = member.learner.embed(train.images[rows], run.device)
    pca = member.pca
    if pca.axes is None:
        pca = Pca.fit(member.learner.signature_part(embeddings), min(DIMS, ensemble.alphabet.dim))
    view = MemberView(ensemble, member, lexicon, pca)
    seen_words = np.sort(np.array([lexicon.index(ensemble.classes[c]) for c in member.seen], np.int64))
    is_seen = np.arange(len(rows)) < len(split.reserved)
    pages, ool_rate = run.job().pages(), run.preset.ool_percent / 100
    calibration = CalibrationSet(
        view.gate_inputs(embeddings),
        is_seen,
        np.array([lexicon.index(train.words[row]) for row in rows], np.int64),
        SetAside.of(train.labels(), pages, rows, is_seen, ool_rate).weights,
        seen_words,
        pca.transform(lexicon.signatures[seen_words]),
        len(lexicon),
    )
    return view, calibration
