"""The lexicon: the distinct words that a reading may be, in a fixed order, with their signatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.lexicon.alphabet import Alphabet
from core.lexicon.signature import signatures
from core.lexicon.text import nfc


class Lexicon:
    """Distinct words in NFC, numbered from 0 in the order first given; unchanging once made.

    Words the alphabet cannot encode may stand in a lexicon; asking for ``signatures`` then raises InputError.
    """

    def __init__(self, words: Iterable[str], alphabet: Alphabet) -> None:
        """InputError where a word is empty."""
        self.words: tuple[str, ...] = tuple(dict.fromkeys(nfc(word) for word in words))
        self.alphabet = alphabet
        self._places = {word: place for place, word in enumerate(self.words)}
        if "" in self._places:
            raise InputError("The lexicon holds an empty word. Leave it out.")

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and nfc(word) in self._places

    def index(self, word: str) -> int:
        """The number of ``word``; InputError where the lexicon does not hold it."""
        place = self._places.get(nfc(word))
        if place is None:
            raise InputError(f"The word '{word}' is not in the lexicon. Add it first.")
        return place

    def find(self, word: str) -> int:
        """The number of ``word``, or -1 where the lexicon does not hold it."""
        return self._places.get(nfc(word), -1)

    def mask(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """bool [N], true for the lexicon's words that are among ``words``; foreign words are passed over."""
        mask = np.zeros(len(self.words), np.bool_)
        places = (self._places.get(nfc(word)) for word in words)
        mask[[place for place in places if place is not None]] = True
        return mask

    def subset(self, mask: NDArray[np.bool_]) -> Lexicon:
        """The lexicon of the words where ``mask`` (bool [N]) is true, in the same order."""
        if mask.shape != (len(self.words),) or mask.dtype != np.bool_:
            raise ValueError(f"a mask of {len(self.words)} truth values is needed, not {mask.dtype}{mask.shape}")
        chosen = np.flatnonzero(mask)
        part = Lexicon((self.words[place] for place in chosen.tolist()), self.alphabet)
        if "signatures" in self.__dict__:
            rows = self.signatures[chosen]
            rows.flags.writeable = False
            part.__dict__["signatures"] = rows
        return part

    @cached_property
    def signatures(self) -> NDArray[Any]:
        """e(w) of every word, float32 [N, alphabet.dim], read-only; made when first asked for."""
        rows = signatures(self.words, self.alphabet)
        rows.flags.writeable = False
        return rows
