"""The starter model: a network trained on synthetic handwriting, whose weights initialise the members."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from core.arrays import Arrays
from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.store.eight_bits import from_eight_bits, to_eight_bits
from core.store.shipped_files import file_digest, shipped_file
from core.store.tree import read_card, read_tree, write_tree

if TYPE_CHECKING:
    from core.model.spelling_learner import SpellingLearner

FORMAT = "ductus-starter"
VERSION = 1


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


def save_starter(path: Path, alphabet: Alphabet, arrays: Arrays, about: dict[str, Any]) -> None:
    """Write the weights in eight bits, which is enough for initial weights."""
    card = {"format": FORMAT, "version": VERSION, "alphabet": alphabet.to_json(), "about": about}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, card, to_eight_bits(arrays))


def load_starter(path: Path) -> Starter:
    """Read a starter model. Raises ModelFileError, one sentence that names the file."""
    card, arrays = read_tree(path)
    _check_format(path, card)
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        about = dict(card["about"])
        weights = from_eight_bits(arrays)
    except (DuctusError, KeyError, TypeError, ValueError) as error:
        raise ModelFileError.of(
            "{path}: a part of the starter model is damaged ({error}).", path=path, error=error
        ) from error
    wide = {n: np.asarray(a, np.float32) if a.dtype == np.float16 else a for n, a in weights.items()}
    return Starter(alphabet, wide, about)


def starter_about(path: Path) -> dict[str, Any]:
    """Return the description of a starter model without its weights. Raises ModelFileError, which names the file."""
    card = read_card(path)
    _check_format(path, card)
    about = card.get("about")
    return dict(about) if isinstance(about, dict) else {}


def _check_format(path: Path, card: dict[str, Any]) -> None:
    if card.get("format") != FORMAT or card.get("version") != VERSION:
        raise ModelFileError.of("{path}: not a starter model of this version of Ductus.", path=path)


def starter_digest(path: Path | None = None) -> str:
    """Return a digest of a starter model, by default the shipped one, whose is part of a training job's key."""
    return file_digest(path or starter_path())
