"""The starter model adapted to a handwriting of which nothing is transcribed: it learns from its own surest readings.

Self-training as in D.-H. Lee, "Pseudo-Label: The Simple and Efficient Semi-Supervised Learning Method for Deep Neural
Networks", ICML Workshop on Challenges in Representation Learning, 2013. No transcription is used.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import InputError, ModelFileError, Stopped
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.language import tr_plural
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.ensemble import Ensemble, Member
from core.model.learner import learner_from_arrays
from core.model.precision import precision_of
from core.recognition.evidence import find_words, prior_cost
from core.store.model_file import member_digest
from core.store.tree import read_tree, write_tree
from core.training.adaptation_size import MIN_IMAGES
from core.training.checkpoints import RunFolder
from core.training.presets import DEFAULT, preset
from core.training.samples import image_hashes, is_blank
from core.training.starter_init import RATE_FACTOR

_BLOCK = 512
"""Images that are read between two looks whether to stop."""


@dataclass(frozen=True, slots=True)
class AdaptationSettings:
    """How much the starter model learns from its own readings; chosen in research/trials/adaptation.md."""

    shares: tuple[float, ...] = (0.5, 0.6)
    """Share of the words, the surest ones, from which each round learns."""
    steps: int = 300
    """Optimiser steps of a round."""
    batch: int = 64
    """Images in a step; more than in the training of readers, whose batch was made smaller afterwards."""


def surest_readings(
    distances: NDArray[np.float32], costs: NDArray[np.float32], lengths: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the rows of N readings, the surest first.

    ``distances`` [N, 2] are those of the nearest and of the second word, ``costs`` [N] what the spelling and signature
    of the nearest contribute to its distance, and ``lengths`` [N] its letters. Two ranks are added: by the lead over
    the second word, and by the cost a letter. Neither alone is as good: a lead says nothing about words that are in no
    list, and a cost nothing about words that look alike.
    """
    lead = distances[:, 1].astype(np.float64) - distances[:, 0]
    return np.argsort(_ranks(costs / lengths) - _ranks(lead), kind="stable")


def _ranks(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the rank [N] of each value, 0 for the least."""
    return np.argsort(np.argsort(values, kind="stable"), kind="stable")


def adapt(
    ensemble: Ensemble,
    images: NDArray[np.uint8],
    lexicon: Lexicon,
    settings: AdaptationSettings,
    seed: int,
    device: str,
    folder: RunFolder,
    emit: Listener,
    should_stop: ShouldStop,
) -> Ensemble:
    """Return the starter ``ensemble`` adapted to the handwriting of ``images`` uint8 [N, 50, 250].

    Each round reads all images, and the starter's own weights learn from the surest readings. A finished round is kept
    in ``folder``, from where the same adaptation continues.

    Raises:
        InputError: there are fewer than ``MIN_IMAGES`` images with ink, or fewer than two words in the lexicon.
        Stopped: it was asked to stop.
    """
    images = images[~is_blank(images)]
    if len(images) < MIN_IMAGES or len(lexicon) < 2:
        raise InputError.of(
            "The starter model adapts itself to a handwriting by at least {least} words, and there are {n}. Import "
            "more pages, or transcribe some words and train.",
            least=MIN_IMAGES,
            n=len(images),
        )
    rounds = _Rounds(ensemble, images, lexicon, settings, seed, device, emit, should_stop)
    key = rounds.key()
    member = rounds.first
    for number in range(len(settings.shares)):
        kept = rounds.kept(folder.round_file(number + 1), key)
        if kept is None:
            kept = rounds.train(number, member)
            write_tree(folder.round_file(number + 1), {"key": key}, kept.learner.to_arrays())
        member = kept
    card = ensemble.card | {
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "precision": precision_of(device),
        "adapted": {"images": len(images), "lexicon": len(lexicon), "seed": seed, **asdict(settings)},
        "manifest": [member_digest(member)],
    }
    return replace(ensemble, members=(member,), card=card)


@dataclass(frozen=True, slots=True)
class _Rounds:
    """Everything that the rounds of an adaptation have in common; ``images`` all show ink."""

    starter: Ensemble
    images: NDArray[np.uint8]
    lexicon: Lexicon
    settings: AdaptationSettings
    seed: int
    device: str
    emit: Listener
    should_stop: ShouldStop

    @property
    def first(self) -> Member:
        """The starter model's member, with whose weights every round begins."""
        return self.starter.members[0]

    def key(self) -> str:
        """Return a digest of everything that decides the result."""
        parts = {
            "starter": member_digest(self.first),
            "images": blake2b(image_hashes(self.images).tobytes(), digest_size=16).hexdigest(),
            "lexicon": self.lexicon.digest(),
            "settings": asdict(self.settings),
            "seed": self.seed,
        }
        return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()

    def kept(self, file: Path, key: str) -> Member | None:
        """Return the member after a finished round of the same adaptation; None without one. A damaged file is none."""
        try:
            card, arrays = read_tree(file)
            return self._with_weights(arrays) if card.get("key") == key else None
        except (ModelFileError, KeyError, TypeError, ValueError):
            return None

    def train(self, number: int, reader: Member) -> Member:
        """Read all images with ``reader``; return the starter's member trained on the surest readings."""
        from core.model.spelling_learner import SpellingLearner, character_codes
        from core.training.embedder_training import EmbedderSettings, EmbedderTraining

        rows, words = self._surest(number, reader)
        classes, labels = np.unique(words, return_inverse=True)
        texts = [self.lexicon.words[word] for word in classes.tolist()]
        self.emit(
            Note(
                tr_plural(
                    "Round {number} of {rounds}: learning from the surest {n} of {images} readings.",
                    "Round {number} of {rounds}: learning from the surest {n} of {images} readings.",
                    len(rows),
                    number=number + 1,
                    rounds=len(self.settings.shares),
                    images=len(self.images),
                )
            )
        )
        alphabet, base = self.starter.alphabet, preset(DEFAULT)
        learner = self._with_weights(self.first.learner.to_arrays()).learner
        assert isinstance(learner, SpellingLearner)
        training = EmbedderTraining(
            learner,
            self.images[rows],
            labels.astype(np.int64),
            np.asarray(signatures(texts, alphabet), np.float32),
            character_codes(texts, alphabet),
            EmbedderSettings(
                steps=self.settings.steps,
                batch=self.settings.batch,
                peak_rate=base.peak_rate * RATE_FACTOR,
                phos_weight=base.phos_weight,
                letters_weight=base.letters_weight,
                fresh_heads=False,
            ),
            self.seed + number,
            self.device,
        )
        before, whole = number * training.epochs, len(self.settings.shares) * training.epochs
        for state in training.run(self.should_stop, lambda text: self.emit(Note(text))):
            done, speed = before + state.epoch, state.images_per_second
            self.emit(Progress(JobPart.ADAPTING, done, whole, loss=state.loss, images_per_second=speed))
        if not training.has_ended:
            raise self._stopped(number)
        # rebuilt, so that a round that is continued from its file computes what this one does, bit by bit
        return self._with_weights(learner.to_arrays())

    def _with_weights(self, weights: Arrays) -> Member:
        """Return the starter's member with other weights. Raises ModelFileError for weights that do not fit."""
        kind, metric = self.first.learner.kind, preset(DEFAULT).metric
        return replace(self.first, learner=learner_from_arrays(kind, weights, self.starter.alphabet, metric))

    def _surest(self, number: int, reader: Member) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the rows [n] of the images that are read most surely, and their words, positions in the lexicon."""
        blocks = []
        for start in range(0, len(self.images), _BLOCK):
            if self.should_stop():
                raise self._stopped(number)
            blocks.append(reader.learner.embed(self.images[start : start + _BLOCK], self.device))
        ensemble = replace(self.starter, members=(reader,))
        found = find_words(reader, ensemble, np.concatenate(blocks), self.lexicon, keep=2)
        nearest, distances = found.unseen_words[:, 0], found.unseen_distances
        prior = prior_cost(reader, ensemble, self.lexicon)
        costs = distances[:, 0] if prior is None else distances[:, 0] - prior[nearest]
        lengths = np.array([len(self.lexicon.words[word]) for word in nearest.tolist()], np.int64)
        if self.should_stop():
            raise self._stopped(number)
        count = round(self.settings.shares[number] * len(self.images))
        rows = surest_readings(distances, costs, lengths)[:count]
        return rows, nearest[rows]

    def _stopped(self, number: int) -> Stopped:
        return Stopped.of(
            "Stopped in round {number} of {rounds}. Rounds that were finished are kept, and the next try goes on "
            "from there.",
            number=number + 1,
            rounds=len(self.settings.shares),
        )
