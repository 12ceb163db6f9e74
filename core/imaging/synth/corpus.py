"""English text for the demo, with word frequencies about as uneven as in a letter."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np


@cache
def english_words() -> tuple[str, ...]:
    """Return about 2,000 common English words, lower case, 2 to 12 letters, the most frequent first."""
    text = resources.files("resources").joinpath("words", "english.txt").read_text("utf-8")
    return tuple(text.split())


def demo_text(seed: int, n: int, classes: int = 280) -> list[str]:
    """Return a text of ``n`` words with ``classes`` distinct words and Zipf-like frequencies, the same for a seed.

    Every class occurs at least once if ``n`` allows. About a third of the classes are the most frequent words of
    the language, the others are drawn from the whole list. Raises ValueError for a count below one and for more
    classes than there are words.
    """
    words = english_words()
    if n < 1 or not 1 <= classes <= len(words):
        raise ValueError(f"a text needs n of 1 or more and 1 to {len(words)} classes, not {n} and {classes}")
    rng = np.random.default_rng([seed, 0x7E47])
    common = classes // 3
    rare = common + rng.choice(len(words) - common, classes - common, replace=False)
    vocabulary = [*words[:common], *(words[i] for i in rare)]
    # Zipf-Mandelbrot: rank plus an offset, to a power below 1, so that rare words are not too rare in a short text
    weights = 1.0 / (np.arange(classes) + 4.0) ** 0.85
    drawn = rng.choice(classes, max(0, n - classes), p=weights / weights.sum())
    order = np.concatenate([np.arange(classes)[: min(n, classes)], drawn])
    return [vocabulary[i] for i in rng.permutation(order)]
