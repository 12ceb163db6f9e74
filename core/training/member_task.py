"""What training one member starts from: the data, the preset and the seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.ensemble import Ensemble
from core.training.presets import Preset
from core.training.samples import Samples

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet


@dataclass(frozen=True, slots=True)
class MemberTask:
    """All that training member k needs and nothing that changes."""

    k: int
    samples: Samples
    lexicon: Lexicon
    alphabet: Alphabet
    preset: Preset
    seed: int
    device: str
    key: str
    """Names the job: data, parameters and seed; only checkpoints with the same key are gone on from."""
    parent: Ensemble | None = None
    learn_held_out: bool = True
    """Whether the gates learn from X' too; without it they know unseen words by synthetic points alone."""


def member_seeds(seed: int, k: int) -> dict[str, int]:
    """The seeds of member k's split, embedder, gates and words, all drawn from the run's ``seed``."""
    state = np.random.SeedSequence([seed, k]).generate_state(4)
    return dict(zip(("split", "embedder", "gate", "words"), (int(v) % 2**31 for v in state), strict=True))


def class_signatures(task: MemberTask) -> NDArray[np.float32]:
    """e(w) of every word of the training images, float32 [classes, d]."""
    return np.asarray(signatures(list(task.samples.classes), task.alphabet), np.float32)
