"""The lexicon: the distinct words that a model may predict, in a fixed order, with their signatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.lexicon.alphabet import Alphabet
from core.lexicon.signature import signatures
from core.lexicon.text import nfc


class Lexicon:
    """Distinct words in NFC, numbered from 0 in the order first given; immutable.

    A lexicon may hold words that the alphabet cannot encode; ``signatures`` then raises InputError.
    """

    def __init__(self, words: Iterable[str], alphabet: Alphabet, counts: Mapping[str, int] | None = None) -> None:
        """Take the words, and how often each of them (in NFC) occurs in texts of the language, where that is known.

        Raises InputError if a word is empty.
        """
        self.words: tuple[str, ...] = tuple(dict.fromkeys(nfc(word) for word in words))
        self.alphabet = alphabet
        self.counts = np.array([(counts or {}).get(word, 0) for word in self.words], np.int64)
        self._indices = {word: index for index, word in enumerate(self.words)}
        if "" in self._indices:
            raise InputError.of("The lexicon holds an empty word. Remove it.")

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and nfc(word) in self._indices

    def index(self, word: str) -> int:
        """Return the number of ``word``. Raises InputError if the lexicon does not hold it."""
        index = self._indices.get(nfc(word))
        if index is None:
            raise InputError.of("The word '{word}' is not in the lexicon. Add it first.", word=word)
        return index

    def find(self, word: str) -> int:
        """Return the number of ``word``, or -1 if the lexicon does not hold it."""
        return self._indices.get(nfc(word), -1)

    def digest(self) -> str:
        """Return a digest of the words and their counts, independent of their order."""
        lines = self.words
        if self.counts.any():
            lines = tuple(f"{word}\t{count}" for word, count in zip(self.words, self.counts.tolist(), strict=True))
        return blake2b("\n".join(sorted(lines)).encode(), digest_size=16).hexdigest()

    @cached_property
    def frequencies(self) -> NDArray[np.float64]:
        """The share of each word in texts of the language, [N], in sum 1; all are equal without any counts.

        A word without a count is taken to be half as frequent as the rarest word with one.
        """
        known = self.counts[self.counts > 0]
        counts = np.maximum(self.counts, known.min() / 2) if len(known) else np.ones(len(self.words))
        return np.asarray(counts / max(1.0, counts.sum()), np.float64)

    def mask(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Return bool [N], true for the lexicon's words that are among ``words``; other words are ignored."""
        mask = np.zeros(len(self.words), np.bool_)
        indices = (self._indices.get(nfc(word)) for word in words)
        mask[[index for index in indices if index is not None]] = True
        return mask

    def subset(self, mask: NDArray[np.bool_]) -> Lexicon:
        """Return the lexicon of the words where ``mask`` (bool [N]) is true, in the same order."""
        if mask.shape != (len(self.words),) or mask.dtype != np.bool_:
            raise ValueError(f"a mask of {len(self.words)} booleans is needed, not {mask.dtype}{mask.shape}")
        chosen = np.flatnonzero(mask)
        part = Lexicon((self.words[index] for index in chosen.tolist()), self.alphabet)
        part.counts = self.counts[chosen]
        if "signatures" in self.__dict__:
            rows = self.signatures[chosen]
            rows.flags.writeable = False
            part.__dict__["signatures"] = rows
        return part

    @cached_property
    def signatures(self) -> NDArray[Any]:
        """The signatures e(w) of all words, float32 [N, alphabet.dim], read-only; computed on first use."""
        rows = signatures(self.words, self.alphabet)
        rows.flags.writeable = False
        return rows
