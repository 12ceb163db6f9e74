"""The labelled word images of a training: D_train."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.imaging.normalise import PAPER
from core.lexicon.text import nfc

Spaced = TypeVar("Spaced", NDArray[np.int64], list[tuple[int, str]])


@dataclass(frozen=True, slots=True)
class Samples:
    """Normalised word images with their words."""

    images: NDArray[Any]
    """uint8 [N, 50, 250], ink dark on 255; [N, ...] in whatever form a third-party learner reads them."""
    words: tuple[str, ...]
    """[N] in NFC."""
    known_classes: tuple[str, ...] | None = None
    """The words of a trained model, sorted, if labels must be positions in these; all ``words`` are among them."""

    @classmethod
    def of(cls, images: NDArray[Any], words: Sequence[str]) -> Samples:
        """Create samples from images [N, ...] and their words in any Unicode form."""
        if len(images) != len(words):
            raise ValueError(f"{len(images)} images but {len(words)} words")
        return cls(images, tuple(nfc(word) for word in words))

    @property
    def classes(self) -> tuple[str, ...]:
        """W_s: the distinct words, sorted."""
        if self.known_classes is not None:
            return self.known_classes
        return tuple(sorted(set(self.words)))

    def labels(self) -> NDArray[np.int64]:
        """Return [N] positions of the words in :attr:`classes`."""
        position = {word: number for number, word in enumerate(self.classes)}
        return np.array([position[word] for word in self.words], np.int64)

    def image_hashes(self) -> NDArray[np.uint64]:
        """Return [N] 64-bit digests of the images, by which a later training recognises them."""
        return image_hashes(self.images)

    def fingerprint(self) -> str:
        """Return a digest of all pairs of image and word, independent of their order."""
        words = np.array([int.from_bytes(blake2b(w.encode(), digest_size=8).digest()) for w in self.words], np.uint64)
        # one number for each pair; the shift makes the digests of image and word play different parts in it, and
        # sorting makes the order of the pairs irrelevant
        pairs = np.sort(self.image_hashes() ^ (words << np.uint64(1)))
        return blake2b(pairs.tobytes(), digest_size=16).hexdigest()


def image_hashes(images: NDArray[Any]) -> NDArray[np.uint64]:
    """Return [N] 64-bit digests of images [N, ...]."""
    digests = [blake2b(image.tobytes(), digest_size=8).digest() for image in images]
    return np.frombuffer(b"".join(digests), np.uint64)


def are_known(images: NDArray[Any], digests: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which of the images [N, ...] the ``digests`` of a model name.

    Blank images, as crops without visible ink give, are all alike and show no word, so none of them is ever known.
    """
    return np.isin(image_hashes(images), digests) & ~is_blank(images)


def is_blank(images: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which of the images [N, ...] are paper all over: word images without ink, once they are normalised."""
    return np.asarray((images == PAPER).all(axis=tuple(range(1, images.ndim))))


def evenly_spaced(items: Spaced, most: int) -> Spaced:
    """Return at most ``most`` of the items, evenly spaced."""
    return items[:: max(1, len(items) // most)][:most]
