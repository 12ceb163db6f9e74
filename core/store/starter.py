"""The starter model: a network trained on synthetic handwriting, whose weights initialise the members."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.arrays import Arrays
from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.store.eight_bits import from_eight_bits
from core.store.shipped_files import file_digest, shipped_file
from core.store.tree import read_about, read_part

if TYPE_CHECKING:
    from core.model.spelling_learner import SpellingLearner

STARTER = "ductus-starter"


@dataclass(frozen=True)
class Starter:
    """The weights of a `phosc-ctc` network for ``alphabet``; ``about`` describes how they were trained."""

    alphabet: Alphabet
    arrays: Arrays
    about: dict[str, Any]

    def learner(self) -> SpellingLearner:
        """Return the network itself, for the starter's own alphabet."""
        from core.model.learner import learner_from_arrays
        from core.model.spelling_learner import SpellingLearner

        learner = learner_from_arrays("phosc-ctc", self.arrays, self.alphabet, "cosine")
        assert isinstance(learner, SpellingLearner)
        return learner


def starter_path() -> Path:
    """Return the path of the starter model that comes with Ductus."""
    return shipped_file("starter.h5")


def load_starter(path: Path) -> Starter:
    """Read a starter model. Raises ModelFileError, one sentence that names the file."""
    card, arrays = read_part(path, STARTER)
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        weights = from_eight_bits(arrays)
    except (DuctusError, KeyError, TypeError, ValueError) as error:
        raise ModelFileError.of(
            "{path}: a part of the starter model is damaged ({error}).", path=path, error=error
        ) from error
    wide = {n: np.asarray(a, np.float32) if a.dtype == np.float16 else a for n, a in weights.items()}
    return Starter(alphabet, wide, card["about"])


def starter_about() -> dict[str, Any]:
    """Return the description of the starter model that comes with Ductus. Raises ModelFileError."""
    return read_about(starter_path(), STARTER)


def starter_digest(path: Path | None = None) -> str:
    """Return a digest of a starter model, by default the shipped one, whose is part of a training job's key."""
    return file_digest(path or starter_path())
