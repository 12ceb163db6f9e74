"""The words that the starter model learnt from: only others are new to a reader that began with it.

The list itself is not shipped, only digests: enough to look a word up, and small. Words are compared in lower case, so
that a word counts as met if it was met in any capitals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.language import tr
from core.lexicon.text import nfc
from core.store.starter import starter_digest
from core.store.tree import read_tree, write_tree

FORMAT = "ductus-starter-words"
VERSION = 1


def starter_words_path() -> Path:
    """Return the path of the digests that come with Ductus."""
    return Path(str(files("resources").joinpath("models", "starter-words.h5")))


def save_starter_words(
    path: Path, words: Iterable[str], starter: str, about: dict[str, object], earlier: NDArray[np.uint64] | None = None
) -> int:
    """Write the digests of ``words``; ``starter`` is the digest of the starter's file. Return their number.

    ``earlier`` are the digests of the starter that this one began with, whose words it met as well.
    """
    digests = np.unique(word_digests(sorted(set(words))))
    if earlier is not None:
        digests = np.union1d(digests, earlier)
    card = {"format": FORMAT, "version": VERSION, "starter": starter, "words": len(digests), "about": about}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tree(path, card, {"digests": digests})
    return len(digests)


def load_starter_words(path: Path, starter: str) -> NDArray[np.uint64] | None:
    """Return the sorted digests; None if there is no file, or it belongs to another starter model.

    Raises ModelFileError, one sentence that names the file, for a damaged one.
    """
    if not path.exists():
        return None
    card, digests = _read(path)
    return digests if card.get("starter") == starter else None


def earlier_digests(path: Path) -> NDArray[np.uint64]:
    """Return the digests in ``path``, whichever starter model they belong to. Raises ModelFileError."""
    return _read(path)[1]


def _read(path: Path) -> tuple[dict[str, Any], NDArray[np.uint64]]:
    card, arrays = read_tree(path)
    digests = np.asarray(arrays.get("digests"))
    if card.get("format") != FORMAT or card.get("version") != VERSION:
        raise ModelFileError(tr("{path}: not a list of the starter's words of this version of Ductus.", path=path))
    if digests.dtype != np.uint64 or digests.ndim != 1 or len(np.unique(digests)) < len(digests):
        raise ModelFileError(tr("{path}: the digests of the starter's words are damaged.", path=path))
    return card, np.asarray(digests, np.uint64)


def met_by_starter(words: Sequence[str]) -> NDArray[np.bool_] | None:
    """Return [N] whether the starter model that comes with Ductus learnt from each word; None if that is not known."""
    known = load_starter_words(starter_words_path(), starter_digest())
    return None if known is None else np.isin(word_digests(words), known)


def met_by_starter_of(card: Mapping[str, Any], words: Sequence[str]) -> NDArray[np.bool_] | None:
    """Return [N] whether the starter model with which a model began learnt from each word.

    ``card`` is the model's. None for a model that began with none, or with one whose words are not known.
    """
    preset = card.get("preset")
    if not (isinstance(preset, dict) and preset.get("starter")):
        return None
    # earlier versions do not record the starter; the list has the words of all that were shipped
    return met_by_starter(words) if card.get("starter", starter_digest()) == starter_digest() else None


def word_digests(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return [N] 64-bit digests of words, the same for all ways of writing capitals and accents."""
    digests = [blake2b(nfc(nfc(word).casefold()).encode(), digest_size=8).digest() for word in words]
    return np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)
