"""What a rival may look at: a member's numbers on images, and on X and X' also what those images show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.benchmark.data import BenchmarkData
from core.errors import InputError
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.model.pca import Pca
from core.recognition.algorithms import MemberEvidence
from core.recognition.evidence import find_words
from core.training.member_task import member_seeds
from core.training.presets import Preset
from core.training.splits import member_split

DIMS = 15
"""Principal components where the member's own gates see the whole signature: densities need few dimensions."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A member's numbers on N images. There is no truth among them, so no rival can look at one."""

    points: NDArray[np.float32]
    """[N, D] principal components of the signatures."""
    norms: NDArray[np.float32]
    """[N] lengths of the signatures."""
    readings: MemberEvidence
    """The nearest seen and unseen words; the votes in it are nil, for the gates are not asked."""

    def __len__(self) -> int:
        return len(self.points)

    def take(self, rows: NDArray[np.generic]) -> Evidence:
        """The evidence on some images only."""
        return Evidence(self.points[rows], self.norms[rows], self.readings.take(rows))


@dataclass(frozen=True, slots=True)
class CalibrationSet:
    """A member's X and X' (Algorithm 1): all that a rival may learn from."""

    evidence: Evidence
    is_seen: NDArray[np.bool_]
    """[n] True for rows of X, False for rows of X'."""
    truth: NDArray[np.int64]
    """[n] positions in the lexicon."""
    seen_words: NDArray[np.int64]
    """[S] W_s^(k) as positions in the lexicon, sorted."""
    centres: NDArray[np.float32]
    """[S, D] principal components of e(w) of those words."""
    lexicon_size: int

    def take(self, rows: NDArray[np.generic]) -> CalibrationSet:
        """Some rows of X and X' only; the words stay."""
        return CalibrationSet(
            self.evidence.take(rows),
            self.is_seen[rows],
            self.truth[rows],
            self.seen_words,
            self.centres,
            self.lexicon_size,
        )

    @property
    def right_if_seen(self) -> NDArray[np.bool_]:
        """[n] whether the pick among the seen words is right."""
        return np.asarray(self.evidence.readings.seen_words[:, 0] == self.truth)

    @property
    def right_if_unseen(self) -> NDArray[np.bool_]:
        """[n] whether the nearest unseen word is right."""
        return np.asarray(self.evidence.readings.unseen_words[:, 0] == self.truth)


@dataclass(frozen=True, slots=True)
class View:
    """How member k's embeddings become :class:`Evidence`: its words and the axes that rivals see."""

    ensemble: Ensemble
    k: int
    lexicon: Lexicon
    pca: Pca

    def of(self, embeddings: NDArray[np.float32]) -> Evidence:
        """Evidence on embeddings [N, E]."""
        member = self.ensemble.members[self.k]
        signatures = member.learner.signature_part(embeddings)
        return Evidence(
            self.pca.transform(signatures),
            np.linalg.norm(signatures, axis=1),
            find_words(member, self.ensemble, embeddings, self.lexicon),
        )


def member_view(
    ensemble: Ensemble, k: int, data: BenchmarkData, lexicon: Lexicon, preset: Preset, seed: int, device: str
) -> tuple[View, CalibrationSet]:
    """Member k's view, and what it shows of the member's own X and X' among the training images.

    Raises InputError where ``preset`` and ``seed`` do not give the split the member was trained on: X would
    then hold images that it has learnt.
    """
    member, train = ensemble.members[k], data.train
    split = member_split(train.labels(), preset.s, preset.t, member_seeds(seed, k)["split"])
    if not np.array_equal(split.seen_classes, member.seen):
        raise InputError("The members were trained on another split of the words than this preset and seed.")
    rows = np.concatenate([split.kept, split.held_out])
    embeddings = member.learner.embed(train.images[rows], device)
    pca = member.pca
    if pca.axes is None:
        pca = Pca.fit(member.learner.signature_part(embeddings), min(DIMS, ensemble.alphabet.dim))
    view = View(ensemble, k, lexicon, pca)
    seen_words = np.sort(np.array([lexicon.index(ensemble.classes[c]) for c in member.seen], np.int64))
    known = CalibrationSet(
        view.of(embeddings),
        np.arange(len(rows)) < len(split.kept),
        np.array([lexicon.index(train.words[row]) for row in rows], np.int64),
        seen_words,
        pca.transform(lexicon.signatures[seen_words]),
        len(lexicon),
    )
    return view, known
