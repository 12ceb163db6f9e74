"""Known words are found on their line by the shipped starter model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from line_helpers import LINE, written_line

from core.lexicon.alphabet import Alphabet
from core.model.line_spelling import SpelledLine, spell_at_scales
from core.model.spelling_learner import SpellingLearner
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
