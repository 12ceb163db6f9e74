"""The starter model: one network trained on much made-up handwriting, from which every reader may begin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import DuctusError, ModelFileError
from core.lexicon.alphabet import Alphabet
from core.model.learner import Arrays
from core.store.tree import read_tree, write_tree

FORMAT = "ductus-starter"
VERSION = 1


@dataclass(frozen=True)
class Starter:
    """The weights of a `phosc-ctc` network for ``alphabet`` and how they came about."""

    alphabet: Alphabet
    arrays: Arrays
    about: dict[str, Any]


def starter_path() -> Path:
    """Where the starter model that comes with Ductus lies."""
    return Path(str(files("resources").joinpath("models", "starter.h5")))


def save_starter(path: Path, alphabet: Alphabet, arrays: Arrays, about: dict[str, Any]) -> None:
    """Write the weights in half precision: they are only where training begins."""
    card = {"format": FORMAT, "version": VERSION, "alphabet": alphabet.to_json(), "about": about}
    packed = {n: np.asarray(a, np.float16) if a.dtype.kind == "f" else a for n, a in arrays.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, card, packed)


def load_starter(path: Path) -> Starter:
    """Read a starter model. Raises ModelFileError, one sentence that names the file, when it is not one."""
    card, arrays = read_tree(path)
    if card.get("format") != FORMAT or card.get("version") != VERSION:
        raise ModelFileError(f"{path}: not a starter model of this version of Ductus.")
    try:
        alphabet = Alphabet.from_json(card["alphabet"])
        about = dict(card["about"])
    except (DuctusError, KeyError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path}: a part of the starter model is damaged ({error}).") from error
    wide = {n: np.asarray(a, np.float32) if a.dtype == np.float16 else a for n, a in arrays.items()}
    return Starter(alphabet, wide, about)


@cache
def starter_digest() -> str:
    """Names the shipped starter's content: two trainings are the same only if they began alike."""
    return blake2b(starter_path().read_bytes(), digest_size=16).hexdigest()
