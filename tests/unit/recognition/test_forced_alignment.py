"""Forced alignment: the most probable path, and cuts in the gaps of the ink."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.recognition.forced_alignment import PlacedWord, cut_between, place_words


def log_probabilities(seed: int, positions: int, classes: int) -> np.ndarray:
    raw = np.random.default_rng(seed).normal(size=(positions, classes)) * 2
    return np.asarray(raw - np.log(np.exp(raw).sum(axis=1, keepdims=True)), np.float32)


def collapse(path: tuple[int, ...]) -> list[int]:
    kept = [code for number, code in enumerate(path) if number == 0 or code != path[number - 1]]
    return [code for code in kept if code]


@given(st.integers(0, 10_000), st.lists(st.lists(st.integers(1, 2), min_size=1, max_size=2), min_size=1, max_size=2))
def test_the_path_is_the_most_probable_of_all_that_spell_the_text(seed: int, words: list[list[int]]) -> None:
    log_probs = log_probabilities(seed, 6, 3)
    text = [code for word in words for code in word]
    paths = [path for path in product(range(3), repeat=6) if collapse(path) == text]
    placed = place_words(log_probs, words)
    if not paths:
        assert placed is None
        return
    assert placed is not None
    best = max(paths, key=lambda path: sum(float(log_probs[t, code]) for t, code in enumerate(path)))
    starts = [t for t, code in enumerate(best) if code and (t == 0 or best[t - 1] != code)]
    ends = [t for t, code in enumerate(best) if code and (t == 5 or best[t + 1] != code)]
    at = np.cumsum([0, *map(len, words)])
    assert [(word.first, word.last) for word in placed] == [(starts[a], ends[b - 1]) for a, b in pairwise(at.tolist())]


def test_score_tells_how_well_the_characters_fit() -> None:
    log_probs = np.log(np.array([[0.1, 0.8, 0.1], [0.8, 0.1, 0.1], [0.1, 0.1, 0.8], [0.8, 0.1, 0.1]], np.float32))
    good, bad = place_words(log_probs, [[1], [2]]), place_words(log_probs, [[2], [1]])
    assert good is not None and bad is not None
    assert [word.first for word in good] == [0, 2]
    assert good[0].score == pytest.approx(np.log(0.8)) and good[0].score > bad[0].score


def test_a_text_that_does_not_fit_has_no_place() -> None:
    log_probs = log_probabilities(1, 4, 3)
    assert place_words(log_probs, [[1, 2], [1, 2, 1]]) is None
    assert place_words(log_probs, [[1, 1], [1]]) is None, "a repeated character needs a blank between"
    assert place_words(log_probs, []) == []
    with pytest.raises(ValueError, match="without characters"):
        place_words(log_probs, [[1], []])


def test_words_are_cut_in_the_widest_gap_between_their_characters() -> None:
    ink = np.zeros(60)
    ink[5:20] = ink[22:30] = ink[40:55] = 3.0  # a narrow gap inside the first word, a wide one after it
    placed = [PlacedWord(1, 4, 0.0), PlacedWord(10, 13, 0.0)]
    assert cut_between(ink, placed, 4.0) == [(5, 35), (35, 55)]
    assert cut_between(np.zeros(60), placed, 4.0) == []


def test_joined_words_are_cut_where_the_ink_is_least() -> None:
    ink = np.full(40, 5.0)
    ink[21] = 1.0
    (a, b), (c, d) = cut_between(ink, [PlacedWord(0, 3, 0.0), PlacedWord(6, 9, 0.0)], 4.0)
    assert (a, d) == (0, 40) and b == c and abs(b - 21) <= 1
