"""The input of a training, as data, and of one member."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.language import tr_plural
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.ensemble import Ensemble
from core.model.learner_names import is_own
from core.store.starter import Starter, starter_digest
from core.training.lines import SampleLine, sample_pages
from core.training.presets import ACCURACY, Preset
from core.training.samples import Samples

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet

MIN_IMAGES, MIN_WORDS = 20, 5
"""With fewer transcribed images or different words there is nothing to hold out and nothing to measure."""


@dataclass(frozen=True, slots=True)
class AdaptedStarter:
    """The weights of an adapted starter model, and the digest by which a training job knows them."""

    starter: Starter
    digest: str

    @classmethod
    def of(cls, ensemble: Ensemble) -> AdaptedStarter:
        """Take the weights of a model made by :func:`core.training.adaptation.adapt`."""
        from core.store.model_file import member_digest

        (member,) = ensemble.members
        about = ensemble.card.get("adapted")
        starter = Starter(ensemble.alphabet, member.learner.to_arrays(), dict(about) if isinstance(about, dict) else {})
        return cls(starter, member_digest(member))


@dataclass(frozen=True, slots=True)
class TrainingJob:
    """Everything that decides the result of a training."""

    samples: Samples
    """D_train."""
    lexicon: Lexicon
    alphabet: Alphabet
    preset: Preset
    seed: int
    device: str
    parent: Ensemble | None = None
    """The model whose weights the training continues from."""
    parent_name: str | None = None
    lines: tuple[SampleLine, ...] = ()
    """The text lines in which the samples stand, if they are known. The members depend on their pages alone, and only
    where the objective is accuracy."""
    writers: tuple[str | None, ...] = ()
    """[N] who wrote each sample, where that is known. The members do not depend on it."""
    adapted: AdaptedStarter | None = None
    """The starter model, adapted to the project's handwriting, with which the members begin, if there is one."""
    learner_parameters: Mapping[str, Any] = field(default_factory=dict)
    """The arguments of a third-party learner beside its seed; JSON types."""

    def key(self) -> str:
        """Return a digest of everything that decides the result; a run continues only from files with the same key."""
        parts = {
            "data": self.samples.fingerprint(),
            "lexicon": blake2b("\n".join(self.lexicon.words).encode(), digest_size=16).hexdigest(),
            **({"counts": self.lexicon.digest()} if self.lexicon.counts.any() else {}),
            "alphabet": self.alphabet.to_json(),
            "preset": self.preset.fingerprint_fields(),
            "seed": self.seed,
            "parent": self.parent_name,
        }
        if self.preset.objective == ACCURACY:
            parts["pages"] = blake2b(self.pages().tobytes(), digest_size=16).hexdigest()
        if self.preset.starter:
            parts["starter"] = starter_digest() if self.adapted is None else self.adapted.digest
        if not is_own(self.preset.learner):
            parts["package"] = _package(self.preset.learner)
        if self.learner_parameters:
            parts["learner_parameters"] = dict(self.learner_parameters)
        return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()

    def pages(self) -> NDArray[np.int64]:
        """Return the page of each sample [N]; -1 where it is not known."""
        return sample_pages(self.lines, len(self.samples.words))


@dataclass(frozen=True, slots=True)
class MemberTask:
    """The training of member k of a job."""

    k: int
    job: TrainingJob
    key: str = ""
    """The job's key, by which checkpoints are recognised."""
    learn_held_out: bool = True
    """True if the gates learn from X'; without it synthetic points are their only examples of unseen words."""
    whole: bool = False
    """True for an embedder that is trained on all images, as a baseline without gates: X and X' are empty."""

    def seeds(self) -> dict[str, int]:
        """Return the seeds of the member's split, embedder, gates and word classifier, drawn from the job's seed."""
        state = np.random.SeedSequence([self.job.seed, self.k]).generate_state(4)
        return dict(zip(("split", "embedder", "gate", "words"), (int(v) % 2**31 for v in state), strict=True))

    def class_signatures(self) -> NDArray[np.float32]:
        """Return e(w) of every word of the training images, float32 [classes, d]."""
        return np.asarray(signatures(list(self.job.samples.classes), self.job.alphabet), np.float32)


def _package(kind: str) -> str:
    from core.model.foreign_learner import require_learner

    return require_learner(kind).package


def check_job(job: TrainingJob) -> None:
    """Raise InputError for too little data, words that are not in the lexicon, or an unsuitable parent."""
    words = job.samples.classes
    if len(job.samples.images) < MIN_IMAGES or len(words) < MIN_WORDS:
        raise InputError.of(
            "There are {n_images} transcribed word images of {n_words} different words; training needs "
            "at least {min_images} images of {min_words} words. Transcribe more words first.",
            n_images=len(job.samples.images),
            n_words=len(words),
            min_images=MIN_IMAGES,
            min_words=MIN_WORDS,
        )
    if len(words) == len(job.samples.words) and not job.preset.min_gate_images:
        raise InputError.of(
            "Every transcribed word occurs only once, so no image of a known word can be reserved to set the "
            "thresholds. Transcribe more images of some of the words."
        )
    missing = [word for word in words if job.lexicon.find(word) < 0]
    if missing:
        raise InputError(
            tr_plural(
                "{n} word of the training images, '{missing}', is not in the word list.",
                "{n} words of the training images, such as '{missing}', are not in the word list.",
                len(missing),
                missing=missing[0],
            )
        )
    if job.parent is not None:
        if job.parent.alphabet.to_json() != job.alphabet.to_json():
            raise InputError.of("The model to continue from was trained with another alphabet. Train without it.")
        kind = job.parent.members[0].learner.kind
        if kind != job.preset.learner:
            raise InputError.of(
                "The model to continue from has '{kind}' readers, the preset '{preset}' has '{learner}'. "
                "Choose a preset of the same kind, or train without it.",
                kind=kind,
                preset=job.preset.name,
                learner=job.preset.learner,
            )
