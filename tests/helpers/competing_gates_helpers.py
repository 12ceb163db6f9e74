"""A synthetic benchmark whose members are biased towards the words they were trained on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from ensemble_helpers import GATES, latin
from ensemble_helpers import member as any_member
from numpy.typing import NDArray
from torch import nn

from core.gates.ensemble import GateEnsemble
from core.gates.network import he_init
from core.lexicon.signature import signatures
from core.model.ensemble import Ensemble
from core.model.pca import Pca
from core.model.signature_learner import SignatureLearner
from core.recognition.algorithms import NO_WORD, MemberEvidence
from core.recognition.evidence import TOP_K
from core.training.presets import preset
from core.training.samples import Samples
from research.benchmark.competing_gates.inputs import CalibrationSet, GateInputs
from research.benchmark.job import BenchmarkData, BenchmarkRun

PRESET = preset("quick")
SEED = 0
DIMS = 15
BIAS, NOISE = 0.5, 0.8


class BiasedLearner(SignatureLearner):
    """A learner without a network: the first two pixels are the word's number, the third is its draw of noise.

    An image of a word that the member was trained on gives e(w) plus noise; any other is moved towards the nearest
    word it was trained on.
    """

    def __init__(self, words: tuple[str, ...], trained_on: NDArray[np.int64], seed: int) -> None:
        alphabet = latin()
        super().__init__("compact", nn.Identity(), alphabet.phos_dim, alphabet.dim, "cosine")
        self.table = np.asarray(signatures(list(words), alphabet), np.float32)
        self.trained_on = trained_on
        self.seed = seed
        self.embedded: list[NDArray[np.int64]] = []

    def embed(self, images: NDArray[np.uint8], device: str = "cpu", batch: int = 256) -> NDArray[np.float32]:
        numbers = images[:, 0, :3].astype(np.int64) @ np.array([1, 256, 65_536])
        self.embedded.append(numbers)
        return np.stack([self._embed_one(int(number)) for number in numbers])

    def _embed_one(self, number: int) -> NDArray[np.float32]:
        word = number % 65_536
        rng = np.random.default_rng([self.seed, number])
        clean = self.table[word]
        if word not in self.trained_on:
            nearest = self.trained_on[np.abs(self.table[self.trained_on] - clean).sum(axis=1).argmin()]
            bias = BIAS * rng.uniform(0.6, 1.2)
            clean = (1 - bias) * clean + bias * self.table[nearest]
        return np.asarray(clean + NOISE * clean.std() * rng.normal(size=len(clean)), np.float32)


def _coded_images(words: NDArray[np.int64], draws: NDArray[np.int64]) -> NDArray[np.uint8]:
    images = np.full((len(words), 50, 250), 255, np.uint8)
    images[:, 0, 0], images[:, 0, 1], images[:, 0, 2] = words % 256, words // 256, draws
    return images


def synthetic_benchmark(members: int = 2) -> tuple[BenchmarkRun, Ensemble]:
    """Return a benchmark with 60 words of 7 training images and 1 test image, and 25 further words of 2 test images."""
    rng = np.random.default_rng(1)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = sorted({"".join(rng.choice(letters, rng.integers(3, 8))) for _ in range(85)})
    order = rng.permutation(len(words))
    seen, unseen = order[:60], order[60:]
    train, test = np.repeat(seen, 7), np.concatenate([seen, np.repeat(unseen, 2)])
    data = BenchmarkData(
        "synthetic",
        Samples.of(_coded_images(train, np.arange(len(train)) % 7), [words[n] for n in train]),
        Samples.of(_coded_images(test, 7 + np.arange(len(test)) % 2), [words[n] for n in test]),
    )
    run = BenchmarkRun.create(data, PRESET, SEED, "cpu", Path())
    ensemble_members = []
    for k in range(members):
        split = run.split(k)
        classes = [data.train.classes[c] for c in split.seen_classes]
        learner = BiasedLearner(tuple(words), np.array([words.index(word) for word in classes]), k)
        pca = Pca.fit(learner.table, DIMS)
        points = pca.transform(learner.table)
        gate = GateEnsemble(points.mean(axis=0), points.std(axis=0), he_init(k, range(GATES), DIMS, 4, 2))
        ensemble_members.append(
            replace(any_member([0], k), learner=learner, pca=pca, gate=gate, seen=split.seen_classes, stacking=0.02)
        )
    card = {"preset": PRESET.to_json()}
    return run, Ensemble(run.alphabet, data.train.classes, tuple(ensemble_members), card)


def gate_inputs(
    points: NDArray[np.generic] | list[list[float]], seen: list[list[float]], unseen: list[list[float]]
) -> GateInputs:
    """Return inputs from points and up to TOP_K distances a row; words are 0, 1, .. (seen) and 10, 11, .. (unseen)."""
    rows = np.asarray(points, np.float32)

    def filled(distances: list[list[float]], first: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        words = np.full((len(rows), TOP_K), NO_WORD, np.int32)
        table = np.full((len(rows), TOP_K), np.inf, np.float32)
        for row, some in enumerate(distances):
            words[row, : len(some)] = first + np.arange(len(some))
            table[row, : len(some)] = some
        return words, table

    evidence = MemberEvidence(np.zeros(len(rows), np.int32), *filled(seen, 0), *filled(unseen, 10))
    return GateInputs(rows, np.ones(len(rows), np.float32), evidence)


def calibration_set(
    points: list[list[float]],
    is_seen: list[bool],
    truth: list[int],
    centres: list[list[float]] | None = None,
    seen: list[list[float]] | None = None,
    unseen: list[list[float]] | None = None,
) -> CalibrationSet:
    """Return X and X' by hand; by default every row's nearest words are 0 and 10 at distance 1."""
    rows = gate_inputs(points, seen or [[1.0]] * len(points), unseen or [[1.0]] * len(points))
    table = np.asarray(centres if centres is not None else [[0.0] * len(points[0])], np.float32)
    weights = np.full(len(points), 1 / len(points))
    return CalibrationSet(rows, np.array(is_seen), np.array(truth), weights, np.arange(len(table)), table, 20)
