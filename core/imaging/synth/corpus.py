"""Plain English text for the demo, its words about as unevenly frequent as in a letter."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np


@cache
def english_words() -> tuple[str, ...]:
    """About 2,000 common English words, lower case, 2 to 12 letters, the commonest first."""
    text = resources.files("resources").joinpath("words", "english.txt").read_text("utf-8")
    return tuple(text.split())


def demo_text(seed: int, n: int, classes: int = 280) -> list[str]:
    """``n`` running words over ``classes`` distinct words, drawn with Zipf-like frequencies; the same for a seed.

    Every class occurs at least once as far as ``n`` allows. About a third of the classes are the language's
    commonest words, the others are drawn from the whole list. ValueError for a count below one or for more classes
    than the list has words.
    """
    words = english_words()
    if n < 1 or not 1 <= classes <= len(words):
        raise ValueError(f"a text needs n of 1 or more and 1 to {len(words)} classes, not {n} and {classes}")
    rng = np.random.default_rng([seed, 0x7E47])
    common = classes // 3
    rare = common + rng.choice(len(words) - common, classes - common, replace=False)
    vocabulary = [*words[:common], *(words[i] for i in rare)]
    weights = 1.0 / (np.arange(classes) + 4.0) ** 0.85
    drawn = rng.choice(classes, max(0, n - classes), p=weights / weights.sum())
    order = np.concatenate([np.arange(classes)[: min(n, classes)], drawn])
    return [vocabulary[i] for i in rng.permutation(order)]
