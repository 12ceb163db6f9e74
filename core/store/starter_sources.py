"""The words and word images that the starter model learnt from, by their digests.

Only other words are new to a reader that began with it, and only other images test it. The words and images themselves
are not shipped, only digests: enough to look one up, and small. Words are compared in lower case, so that a word
counts as met if it was met in any capitals. Images are those of tables of words. Words that were cut out of text lines
are not listed: a later version cuts them otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.lexicon.text import nfc
from core.store.shipped_files import shipped_file
from core.store.starter import starter_digest
from core.store.tree import read_part

SOURCES = "ductus-starter-sources"
STARTER_ITSELF = "starter"
"""The name of the preset in the card of the starter model used as it is, or adapted."""


@dataclass(frozen=True, slots=True)
class StarterSources:
    """Sorted 64-bit digests of what a starter model learnt from."""

    words: NDArray[np.uint64]
    """Of words (:func:`word_digests`)."""
    images: NDArray[np.uint64]
    """Of normalised word images (:func:`core.training.samples.image_hashes`)."""


def starter_sources_path() -> Path:
    """Return the path of the digests that come with Ductus."""
    return shipped_file("starter-sources.h5")


def load_starter_sources(path: Path, starter: str) -> StarterSources | None:
    """Return the digests; None if there is no file, or it belongs to another starter model.

    Raises ModelFileError, one sentence that names the file, for a damaged one.
    """
    if not path.exists():
        return None
    card, sources = read_starter_sources(path)
    return sources if starter in card.get("starters", ()) else None


def read_starter_sources(path: Path) -> tuple[dict[str, Any], StarterSources]:
    """Return the card and the digests in ``path``, whichever starter model they belong to. Raises ModelFileError."""
    card, arrays = read_part(path, SOURCES)
    return card, StarterSources(*(_checked(path, np.asarray(arrays.get(name))) for name in ("words", "images")))


def _checked(path: Path, digests: NDArray[Any]) -> NDArray[np.uint64]:
    if digests.dtype != np.uint64 or digests.ndim != 1 or len(np.unique(digests)) < len(digests):
        raise ModelFileError.of("{path}: the digests of the starter's sources are damaged.", path=path)
    return np.asarray(digests, np.uint64)


def met_by_starter_of(card: Mapping[str, Any], words: Sequence[str]) -> NDArray[np.bool_] | None:
    """Return [N] whether the starter model with which a model began learnt from each word.

    ``card`` is the model's. None for a model that began with none, or with one whose words are not known.
    """
    known = _sources_of(card)
    return None if known is None else np.isin(word_digests(words), known.words)


def images_learnt_before(card: Mapping[str, Any]) -> NDArray[np.uint64]:
    """Return the sorted digests of the images that the starter model learnt from with which a model began.

    ``card`` is the model's. Empty for a model that began with none, or with one whose images are not known.
    """
    known = _sources_of(card)
    return np.zeros(0, np.uint64) if known is None else known.images


def _sources_of(card: Mapping[str, Any]) -> StarterSources | None:
    """Return what the starter model learnt from with which a model began, by the model's card; None if not known.

    Earlier versions do not record the starter; the digests are those of all that were shipped.
    """
    if not began_with_starter(card):
        return None
    starter = card.get("starter")
    digest = starter.get("digest", "") if isinstance(starter, dict) else starter
    return load_starter_sources(starter_sources_path(), starter_digest() if digest is None else digest)


def began_with_starter(card: Mapping[str, Any]) -> bool:
    """Return whether a model with this card began with a starter model, or is the starter model itself."""
    preset = card.get("preset")
    return isinstance(preset, dict) and (bool(preset.get("starter")) or preset.get("name") == STARTER_ITSELF)


def word_digests(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return [N] 64-bit digests of words, the same for all ways of writing capitals and accents."""
    digests = [blake2b(nfc(nfc(word).casefold()).encode(), digest_size=8).digest() for word in words]
    return np.frombuffer(b"".join(digests), "<u8").astype(np.uint64)
