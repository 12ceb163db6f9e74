"""Small images, networks, gates, members and evidence for tests that need a whole ensemble quickly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from core.gates.ensemble import GateEnsemble
from core.gates.fitting import GateSettings
from core.gates.network import he_init
from core.gates.training import draw_subsets
from core.lexicon.alphabet import Alphabet, load_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.confidence import FEATURES, CalibrationOutcomes, Confidence, VoteCalibration
from core.model.ensemble import Calibration, Ensemble, Member
from core.model.nets.base import SignatureNet
from core.model.pca import Pca
from core.model.signature_learner import SignatureLearner
from core.model.word_classifiers import WordClassifier
from core.recognition.algorithms import NO_WORD, MemberEvidence
from core.recognition.evidence import TOP_K

torch.set_num_threads(1)

CLASSES = ("and", "bed", "cat", "day", "eat", "fir")
GATES, DIMS = 6, 3


@cache
def latin() -> Alphabet:
    return load_alphabet("latin")


class TinyNet(SignatureNet):
    """A substitute for `compact`: the same heads, batch normalisation and dropout, with a few thousand weights."""

    input_size = (8, 40)

    def __init__(self, phos_dim: int, letters_dim: int, characters: int) -> None:
        super().__init__()
        self.stem = nn.Conv2d(1, 4, 3, stride=2, padding=1)
        self.norm = nn.BatchNorm2d(4)
        self.hidden = nn.Linear(4 * 4 * 20, 16)
        self.dropout = nn.Dropout(0.2)
        self.spelling = nn.Conv1d(4, characters + 1, 3, padding=1)
        self.phos = nn.Sequential(nn.Linear(16, phos_dim))
        self.letters = nn.Linear(16, letters_dim)

    def forward(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        x = torch.relu(self.norm(self.stem(ink)))
        hidden = self.dropout(torch.relu(self.hidden(x.flatten(1))))
        columns = self.spelling(x.amax(dim=2)).permute(2, 0, 1).float().log_softmax(2)
        return self.phos(hidden), self.letters(hidden), columns if self.training else None


def word_images(labels: Sequence[int], seed: int = 0) -> NDArray[np.uint8]:
    """Return one image [50, 250] for each label: bars whose heights encode the label in binary, with some noise."""
    rng = np.random.default_rng(seed)
    images = np.full((len(labels), 50, 250), 255, np.uint8)
    for image, label in zip(images, labels, strict=True):
        for bit in range(4):
            left = 20 + 55 * bit + int(rng.integers(0, 6))
            height = 40 if label >> bit & 1 else 14
            image[48 - height : 48, left : left + 8] = rng.integers(0, 60)
    return images


@cache
def components() -> tuple[Pca, NDArray[np.float32]]:
    """Return the principal components of the signatures of :data:`CLASSES`, and the signatures in them."""
    table = np.asarray(signatures(list(CLASSES), latin()), np.float32)
    pca = Pca.fit(table, DIMS)
    return pca, pca.transform(table)


def member(
    seen: Sequence[int],
    seed: int = 0,
    word_classifier: WordClassifier | None = None,
    thres: int = 3,
    stacking: float = 0.0,
) -> Member:
    """Return an untrained member over :data:`CLASSES` with the network registered as "compact"."""
    alphabet = latin()
    learner = SignatureLearner.new("compact", alphabet, "cosine", seed)
    pca, points = components()
    gate = GateEnsemble(points.mean(axis=0), points.std(axis=0), he_init(seed, range(GATES), DIMS, 4, 2))
    rng = np.random.default_rng(seed)
    calibration = Calibration(
        rng.integers(0, GATES + 1, 8).astype(np.float32),
        np.arange(8) < 5,
        rng.normal(size=8).astype(np.float32),
        rng.random(8) < 0.5,
        rng.random(8) < 0.5,
    )
    return Member(
        learner,
        pca,
        gate,
        word_classifier,
        np.array(seen, np.int64),
        thres,
        stacking,
        calibration,
        Confidence.fit(rng.normal(size=(8, FEATURES)), np.arange(8) < 4, np.arange(8) % 3 > 0),
        np.array([3, 2**63 + 1], np.uint64),
        {"loss": [2.0, 1.5]},
        {"split": 7},
        outcomes=outcomes(seed),
    )


def outcomes(seed: int = 0) -> CalibrationOutcomes:
    """Return outcomes of eight images, each with and without its word in the lexicon."""
    rng = np.random.default_rng(seed)
    out_of_lexicon = np.arange(16) >= 8
    return CalibrationOutcomes(
        np.tile(np.arange(8, dtype=np.uint64) + 2**60, 2),
        rng.integers(0, 6, 16).astype(np.int32),
        rng.random(16, np.float32),
        rng.random(16, np.float32),
        ~out_of_lexicon & (rng.random(16) < 0.7),
        out_of_lexicon,
    )


def ensemble(members: int = 2) -> Ensemble:
    seen = ([0, 1, 2, 4], [1, 2, 3, 5], [0, 1, 2, 3])
    return Ensemble(
        latin(),
        CLASSES,
        tuple(member(seen[k], k) for k in range(members)),
        {"name": "tiny", "preset": {}},
        VoteCalibration(1.25, 0.5, 40),
    )


def lexicon(words: Sequence[str] = (*CLASSES, "gold", "hat")) -> Lexicon:
    return Lexicon(words, latin())


def make_evidence(
    votes: Sequence[int], seen: Sequence[tuple[int, float]], unseen: Sequence[tuple[int, float]]
) -> MemberEvidence:
    """Return the evidence on N images with one candidate (word, distance) of each kind; (-1, inf) for none."""

    def filled(pairs: Sequence[tuple[int, float]]) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        words = np.full((len(pairs), TOP_K), NO_WORD, np.int32)
        distances = np.full((len(pairs), TOP_K), np.inf, np.float32)
        for row, (word, distance) in enumerate(pairs):
            words[row, 0], distances[row, 0] = word, distance
        return words, distances

    return MemberEvidence(np.array(votes, np.int32), *filled(seen), *filled(unseen))


def make_points(rows: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Seen points in a ball, unseen points on a shell around it: no plane separates them."""
    rng = np.random.default_rng(seed)
    labels = (rng.random(rows) < 0.5).astype(np.uint8)
    direction = rng.standard_normal((rows, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    radius = np.where(labels == 1, rng.uniform(0, 1, rows), rng.uniform(1.3, 2, rows))
    return (100 + 7 * direction * radius[:, None]).astype(np.float32), labels


def train_gates(n: int, rows: int, settings: GateSettings, seed: int = 0) -> GateEnsemble:
    """Train ``n`` networks, each on its own 80 % of ``rows`` points."""
    points, labels = make_points(rows)
    return GateEnsemble.fit(points, labels, draw_subsets(n, rows, seed), settings, seed=seed)


def train_small_gates(n: int = 3, epochs: int = 2, seed: int = 1, **options: Any) -> GateEnsemble:
    """Train ``n`` networks of 2 x 8 nodes on 120 points; ``options`` go to :meth:`GateEnsemble.fit`."""
    points, labels = make_points(120)
    used = options.pop("used", None)
    used = draw_subsets(n, 120, seed) if used is None else used
    settings = GateSettings(width=8, depth=2, epochs=epochs, batch=50)
    return GateEnsemble.fit(points, options.pop("labels", labels), used, settings, seed=seed, **options)
