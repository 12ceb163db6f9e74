"""Words to write: dictionaries of a dozen languages, with capitals, punctuation and numbers as letters have them."""

from __future__ import annotations

import re
import tarfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.imaging.synth.corpus import english_words
from core.lexicon.alphabet import Alphabet

LONGEST = 18
_COMMON = 25
"""Share (in the units of words.txt) of words drawn from the commonest English ones."""
SCRAMBLED = 0.12
"""Share of strings that are no words, so that the network learns letters and not only what usually follows them."""
_ENGLISH_ENDINGS = ("", "", "s", "ed", "ing", "ly", "er", "'s")
_AFTER = (".", ",", ";", ":", "!", "?", "-", ")", "”", "'")
_BEFORE = ("(", "„", "“", "«", "'")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Lists of words and how often each list is drawn from."""

    lists: tuple[tuple[str, tuple[str, ...]], ...]
    shares: tuple[float, ...]
    alphabet: Alphabet
    scrambled: float = SCRAMBLED

    @classmethod
    def read(cls, folder: Path, listing: Path, alphabet: Alphabet, scrambled: float = SCRAMBLED) -> Vocabulary:
        """The dictionaries that ``listing`` names, from their packages in ``folder``; a share of strings is no word."""
        lists, shares = [("common", english_words())], [float(_COMMON)]
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                name, version, share = line.split()
                lists.append((name.rsplit("-", 1)[-1], _entries(folder / f"{name}-{version}.tgz", alphabet)))
                shares.append(float(share))
        total = sum(shares)
        return cls(tuple(lists), tuple(share / total for share in shares), alphabet, scrambled)

    def draw(self, rng: np.random.Generator) -> str:
        """One word as it might stand in a letter."""
        while True:
            word = self._draw(rng)
            if 0 < len(word) <= LONGEST and not self.alphabet.unencodable(word):
                return word

    def _draw(self, rng: np.random.Generator) -> str:
        if rng.random() < 0.06:
            return _number(rng)
        if rng.random() < self.scrambled:
            return self._scrambled(rng)
        language, words = self.lists[rng.choice(len(self.lists), p=self.shares)]
        word = words[rng.integers(len(words))]
        if language in ("en", "common"):
            word += _ENGLISH_ENDINGS[rng.integers(len(_ENGLISH_ENDINGS))] if rng.random() < 0.4 else ""
        case = rng.random()
        if case < 0.14:
            word = word[:1].upper() + word[1:]
        elif case < 0.18:
            word = word.upper()
        elif case < 0.75:
            word = word.lower()
        if rng.random() < 0.12:
            word += _AFTER[rng.integers(len(_AFTER))]
        if rng.random() < 0.02:
            word = _BEFORE[rng.integers(len(_BEFORE))] + word
        return word

    def _scrambled(self, rng: np.random.Generator) -> str:
        """A string in no language: letters of several words, in any order, in any case."""
        pool = "".join(words[rng.integers(len(words))] for _, words in self.lists)
        string = "".join(pool[place] for place in rng.integers(len(pool), size=int(rng.integers(1, 10))))
        return string.upper() if rng.random() < 0.15 else string


def _entries(package: Path, alphabet: Alphabet) -> tuple[str, ...]:
    """The entries of a spelling dictionary that the alphabet can encode, without their flags."""
    with tarfile.open(package) as archive:
        member = archive.extractfile("package/index.dic")
        assert member is not None
        lines = member.read().decode("utf-8").splitlines()[1:]
    words = {re.split(r"[/\t ]", line, maxsplit=1)[0] for line in lines}
    return tuple(sorted(w for w in words if 1 < len(w) <= LONGEST - 2 and not alphabet.unencodable(w)))


def _number(rng: np.random.Generator) -> str:
    kind = rng.integers(5)
    if kind == 0:
        return str(rng.integers(1500, 2025))
    if kind == 1:
        return str(rng.integers(0, 10 ** int(rng.integers(1, 6))))
    if kind == 2:
        return f"{rng.integers(1, 32)}{('th', 'st', 'd', '.', 'nd')[rng.integers(5)]}"
    if kind == 3:
        return f"{rng.integers(1, 32)}.{rng.integers(1, 13)}.{rng.integers(10, 100)}"
    return f"{rng.integers(0, 100)}{(',', '.', ':', '/', '-')[rng.integers(5)]}{rng.integers(0, 100)}"
