"""Known words are found on their line: the most probable path, and cuts in the gaps of the ink."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_helpers import LINE, written_line

from core.lexicon.alphabet import Alphabet
from core.model.line_spelling import SpelledLine, spell_at_scales
from core.model.spelling_learner import SpellingLearner
from core.recognition.forced_alignment import PlacedWord, cut_between, place_words
from core.recognition.line_alignment import NO_ROOM, AlignedLine, align_words, score_cuts
from core.store.starter import load_starter, starter_path


@pytest.fixture(scope="module")
def starter() -> tuple[SpellingLearner, Alphabet]:
    found = load_starter(starter_path())
    return found.learner(), found.alphabet


def find_words(starter: tuple[SpellingLearner, Alphabet], gray: np.ndarray, words: Sequence[str]) -> AlignedLine | None:
    learner, alphabet = starter
    return align_words(spell_at_scales(learner, gray), alphabet, gray, words)


def test_every_word_is_found_in_its_ink(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, places = written_line()
    line = find_words(starter, gray, LINE)
    assert line is not None
    for word, (left, right) in zip(line.words, places, strict=True):
        assert word is not None
        assert word.left <= left + 6 and right - 6 <= word.right, "all of the word, but for the end of a stroke"
        assert word.right - word.left < right - left + 60, "and nothing of its neighbours"


def test_a_wrong_text_fits_worse(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, _ = written_line()
    right, wrong = find_words(starter, gray, LINE), find_words(starter, gray, ["quite", "another", "text", "here"])
    assert right is not None and wrong is not None
    assert wrong.score < right.score - 1


def test_a_word_without_letters_of_the_alphabet_has_no_place(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, _ = written_line()
    line = find_words(starter, gray, [*LINE, "漢字"])
    assert line is not None and line.words[-1] is None and all(line.words[:-1])
    assert find_words(starter, gray, ["漢字"]) is None


def test_a_text_too_long_for_the_line_or_a_line_without_ink_gives_nothing(
    starter: tuple[SpellingLearner, Alphabet],
) -> None:
    gray, _ = written_line()
    assert find_words(starter, gray[:, :200], ["abcdefghijklmnopqrstuvwxyz" * 20]) is None
    assert find_words(starter, np.full((60, 600), 230, np.uint8), ["some", "words"]) is None


def test_a_cut_through_the_words_fits_worse_than_one_between_them(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, places = written_line()
    shifted = [(left + 60, right + 60) for left, right in places]
    found = find_words(starter, gray, LINE)
    assert found is not None
    columns = [(word.left, word.right) for word in found.words if word is not None]
    right, aligned, wrong, no_room = score_cuts(
        spell_at_scales(starter[0], gray), starter[1], LINE, [places, columns, shifted, [(5, 9)] * 5]
    )
    assert abs(right - aligned) < 0.25 and right - wrong > 1 and no_room == NO_ROOM


def test_a_space_that_the_network_sees_between_two_words_belongs_to_neither(
    starter: tuple[SpellingLearner, Alphabet],
) -> None:
    _, alphabet = starter
    blank, a, b, space = 0, *(alphabet.characters.index(character) for character in "ab ")
    log_probs = np.full((12, len(alphabet.characters)), -20, np.float32)
    log_probs[:, blank], log_probs[2:10, blank] = 0, -20
    log_probs[1, a] = log_probs[10, b] = log_probs[2:10, space] = 0
    # where it is sure of a space, the letter before is likelier than no character
    log_probs[2:10, a] = -8
    gray = np.full((40, 120), 255, np.uint8)
    gray[10:30, 8:22] = gray[10:30, 94:112] = 0
    gray[29, 8:112] = 0  # an underline joins the words, so that the cut decides
    line = align_words([SpelledLine(log_probs, 10.0)], alphabet, gray, ["a", "b"])
    assert line is not None
    first, second = line.words
    assert first is not None and second is not None
    assert first.right < 75 and second.left > 45, "cut in the middle of the gap"


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
