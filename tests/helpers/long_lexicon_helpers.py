"""A lexicon of 3,000 random words, its signatures, and noisy signatures to search for."""

from __future__ import annotations

import numpy as np
from ensemble_helpers import latin

from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures


def many_words(count: int, seed: int = 0) -> list[str]:
    rng = np.random.default_rng(seed)
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(rng.choice(list("abcdeghilnorst"), rng.integers(2, 9)))] = None
    return list(words)


WORDS = many_words(3000)
LEXICON = Lexicon(WORDS, latin())
TABLE = np.asarray(signatures(WORDS, latin()), np.float32)


def noisy_signatures(count: int, seed: int, noise: float = 0.25) -> np.ndarray:
    rng = np.random.default_rng(seed)
    chosen = TABLE[rng.integers(0, len(WORDS), count)]
    return (chosen + noise * rng.standard_normal(chosen.shape)).astype(np.float32)
