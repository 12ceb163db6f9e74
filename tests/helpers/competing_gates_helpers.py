"""A made-up benchmark whose readers lean towards the words they know, by how much is written in the pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from ensemble_helpers import GATES, latin
from ensemble_helpers import member as any_member
from numpy.typing import NDArray
from torch import nn

from core.benchmark.competing_gates.evidence import CalibrationSet, Evidence
from core.benchmark.data import BenchmarkData
from core.gates.ensemble import GateEnsemble
from core.gates.network import he_init
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.ensemble import Ensemble
from core.model.pca import Pca
from core.model.signature_learner import SignatureLearner
from core.recognition.member import NO_WORD, TOP_K, MemberEvidence
from core.training.member_task import member_seeds
from core.training.presets import preset
from core.training.samples import Samples
from core.training.splits import member_split

PRESET = preset("quick")
SEED = 0
DIMS = 15
LEAN, NOISE = 0.5, 0.8


class LeaningLearner(SignatureLearner):
    """The first two pixels number the word, the third its draw of noise; no network is asked.

    An image of a word that the member knows gives e(w) and noise, any other one leans towards a known word.
    """

    def __init__(self, words: tuple[str, ...], known: NDArray[np.int64], seed: int) -> None:
        alphabet = latin()
        super().__init__("compact", nn.Identity(), alphabet.phos_dim, alphabet.dim, "cosine")
        self.table = np.asarray(signatures(list(words), alphabet), np.float32)
        self.known = known
        self.seed = seed
        self.asked: list[NDArray[np.int64]] = []

    def embed(self, images: NDArray[np.uint8], device: str = "cpu", batch: int = 256) -> NDArray[np.float32]:
        numbers = images[:, 0, :3].astype(np.int64) @ np.array([1, 256, 65_536])
        self.asked.append(numbers)
        return np.stack([self._one(int(number)) for number in numbers])

    def _one(self, number: int) -> NDArray[np.float32]:
        word = number % 65_536
        rng = np.random.default_rng([self.seed, number])
        clean = self.table[word]
        if word not in self.known:
            near = self.known[np.abs(self.table[self.known] - clean).sum(axis=1).argmin()]
            lean = LEAN * rng.uniform(0.6, 1.2)
            clean = (1 - lean) * clean + lean * self.table[near]
        return np.asarray(clean + NOISE * clean.std() * rng.normal(size=len(clean)), np.float32)


def _pictures(places: NDArray[np.int64], draws: NDArray[np.int64]) -> NDArray[np.uint8]:
    images = np.full((len(places), 50, 250), 255, np.uint8)
    images[:, 0, 0], images[:, 0, 1], images[:, 0, 2] = places % 256, places // 256, draws
    return images


def made_up(members: int = 2) -> tuple[Ensemble, BenchmarkData, Lexicon]:
    """60 words of 7 training images and 1 test image, 25 further words of 2 test images."""
    rng = np.random.default_rng(1)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    words = sorted({"".join(rng.choice(letters, rng.integers(3, 8))) for _ in range(85)})
    order = rng.permutation(len(words))
    seen, unseen = order[:60], order[60:]
    train, test = np.repeat(seen, 7), np.concatenate([seen, np.repeat(unseen, 2)])
    data = BenchmarkData.of(
        "made up",
        Samples.of(_pictures(train, np.arange(len(train)) % 7), [words[p] for p in train]),
        Samples.of(_pictures(test, 7 + np.arange(len(test)) % 2), [words[p] for p in test]),
    )
    ensemble_members = []
    for k in range(members):
        split = member_split(data.train.labels(), PRESET.s, PRESET.t, member_seeds(SEED, k)["split"])
        classes = [data.train.classes[c] for c in split.seen_classes]
        learner = LeaningLearner(tuple(words), np.array([words.index(word) for word in classes]), k)
        pca = Pca.fit(learner.table, DIMS)
        points = pca.transform(learner.table)
        gate = GateEnsemble(points.mean(axis=0), points.std(axis=0), he_init(k, range(GATES), DIMS, 4, 2))
        ensemble_members.append(
            replace(any_member([0], k), learner=learner, pca=pca, gate=gate, seen=split.seen_classes, stacking=0.02)
        )
    card = {"preset": PRESET.to_json()}
    ensemble = Ensemble(latin(), data.train.classes, tuple(ensemble_members), card)
    return ensemble, data, Lexicon(data.lexicon, latin())


def evidence(
    points: NDArray[np.generic] | list[list[float]], seen: list[list[float]], unseen: list[list[float]]
) -> Evidence:
    """Evidence from points and distances [N, up to KEPT]; words are 0, 1, .. (seen) and 10, 11, .. (unseen)."""
    rows = np.asarray(points, np.float32)

    def filled(distances: list[list[float]], first: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        words = np.full((len(rows), TOP_K), NO_WORD, np.int32)
        table = np.full((len(rows), TOP_K), np.inf, np.float32)
        for row, some in enumerate(distances):
            words[row, : len(some)] = first + np.arange(len(some))
            table[row, : len(some)] = some
        return words, table

    readings = MemberEvidence(np.zeros(len(rows), np.int32), *filled(seen, 0), *filled(unseen, 10))
    return Evidence(rows, np.ones(len(rows), np.float32), readings)


def known(
    points: list[list[float]],
    is_seen: list[bool],
    truth: list[int],
    centres: list[list[float]] | None = None,
    seen: list[list[float]] | None = None,
    unseen: list[list[float]] | None = None,
) -> CalibrationSet:
    """X and X' made by hand; every row's nearest words are 0 and 10 at distance 1 unless told otherwise."""
    rows = evidence(points, seen or [[1.0]] * len(points), unseen or [[1.0]] * len(points))
    table = np.asarray(centres if centres is not None else [[0.0] * len(points[0])], np.float32)
    return CalibrationSet(rows, np.array(is_seen), np.array(truth), np.arange(len(table)), table, 20)
