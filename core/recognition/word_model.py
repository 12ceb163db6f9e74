"""A word model: the share that a word is expected to have of all words, learnt from a list and transcribed lines.

The shares of listed words are those of the prior (:mod:`core.recognition.prior`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.recognition.prior import expected_shares
from core.recognition.unlisted import cached_character_model

UNLISTED_SHARE = 0.05
"""Share of words that are expected to be in no list where nothing says how many there are."""


MARKS = ".,;:!?-–—'’\"“”„«»()[]"
"""Marks that may stand before and behind a word."""
MARK, CAPITAL, _NUMBER = math.log(0.07), math.log(0.1), math.log(0.02)
"""Log probability of a certain mark at a word, of a capital where the list has none, and of a number: about their
shares in letters of the 18th and 19th century. A word all in capitals is as likely as one with a first one: titles and
signs are rare, but come together (research/trials/line-reader.md)."""
_APOSTROPHES = "'’"
_OTHER_APOSTROPHE = str.maketrans(_APOSTROPHES, _APOSTROPHES[::-1])


@dataclass(frozen=True, slots=True)
class WordModel:
    """Made by :meth:`build`. Words are in NFC."""

    lexicon: Lexicon
    shares: NDArray[np.float64]
    """[N] P(word) of the lexicon's words; in sum 1 - ``unlisted``."""
    unlisted: float = UNLISTED_SHARE
    """Share of words that are expected to be in no list: what the lexicon's words leave to all others."""
    curved: float | None = None
    """Share of the curved ones among the apostrophes transcribed; None where there is no apostrophe."""

    @classmethod
    def build(cls, transcribed: Iterable[str], lexicon: Lexicon, unlisted: float = UNLISTED_SHARE) -> WordModel:
        """Build the model from transcribed words, each as often as it was transcribed."""
        times = Counter(transcribed)
        counts = np.zeros(len(lexicon))
        for word, count in times.items():
            if (position := lexicon.find(word)) >= 0:
                counts[position] = count
        expected = expected_shares(lexicon.frequencies, counts)
        shares = (1 - unlisted) * expected / max(expected.sum(), 1e-300)
        straight, curved = (sum(count * (mark in word) for word, count in times.items()) for mark in _APOSTROPHES)
        share = (curved + 0.5) / (straight + curved + 1) if straight + curved else None
        return cls(lexicon, shares, unlisted, share)

    def spellings(self, word: str) -> dict[str, float]:
        """Return how a word may be written, with its own apostrophe and with the other one, and how often it is so.

        A list has one of them; lines are transcribed with either.
        """
        if self.curved is None or (other := word.translate(_OTHER_APOSTROPHE)) == word:
            return {word: 1.0}
        return {form: self.curved if "’" in form else 1 - self.curved for form in (word, other)}

    def log_share(self, word: str, hidden: str | None = None) -> float:
        """Return log P(word); that of a word in no list is what the character model gives it of the share of such.

        ``hidden`` is a word of the lexicon that counts as one in no list.
        """
        spellings = self.spellings(word)
        for spelling in spellings:
            position = self.lexicon.find(spelling)
            if position >= 0 and spelling != hidden:
                return math.log(self.shares[position] * spellings[word])
        numbers = self.lexicon.alphabet.numbers
        spelled = [numbers[character] for character in word if character in numbers]
        model = cached_character_model(self.lexicon)
        log_prob = math.log(self.unlisted) + model.log_prob(spelled)
        if foreign := len(word) - len(spelled):
            # a character that the alphabet lacks is as unlikely as the least likely one that it has
            log_prob += foreign * float(model.log_probs.min())
        return log_prob

    def log_token_share(self, token: str, hidden: str | None = None) -> float:
        """Return log P(token) of a word as it is written in a text: with a capital, with marks, or a number.

        ``hidden`` is as in :meth:`log_share`.
        """
        word = token.strip(MARKS)
        marks = (len(token) - len(word)) * MARK
        if not word:
            return marks
        if word.isdecimal():
            return _NUMBER - len(word) * math.log(10) + marks
        shares = [self.log_share(word, hidden)]
        if word[0].isupper():
            shares += [self.log_share(form, hidden) + CAPITAL for form in (word.lower(), word.capitalize())]
        return max(max(shares) + marks, self.log_share(token, hidden) if marks else -math.inf)
