"""Known words are found on their line by the shipped starter model."""

from __future__ import annotations

import numpy as np
import pytest
from line_helpers import LINE, written_line

from core.lexicon.alphabet import Alphabet
from core.model.spelling_learner import SpellingLearner
from core.recognition.line_alignment import NO_ROOM, align_words, score_cuts
from core.store.starter import load_starter, starter_path


@pytest.fixture(scope="module")
def starter() -> tuple[SpellingLearner, Alphabet]:
    found = load_starter(starter_path())
    return found.learner(), found.alphabet


def test_every_word_is_found_in_its_ink(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, places = written_line()
    line = align_words(*starter, gray, LINE)
    assert line is not None
    for word, (left, right) in zip(line.words, places, strict=True):
        assert word is not None
        assert word.left <= left + 6 and right - 6 <= word.right, "all of the word, but for the end of a stroke"
        assert word.right - word.left < right - left + 60, "and nothing of its neighbours"


def test_a_wrong_text_fits_worse(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, _ = written_line()
    right, wrong = align_words(*starter, gray, LINE), align_words(*starter, gray, ["quite", "another", "text", "here"])
    assert right is not None and wrong is not None
    assert wrong.score < right.score - 1


def test_a_word_without_letters_of_the_alphabet_has_no_place(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, _ = written_line()
    line = align_words(*starter, gray, [*LINE, "漢字"])
    assert line is not None and line.words[-1] is None and all(line.words[:-1])
    assert align_words(*starter, gray, ["漢字"]) is None


def test_a_text_too_long_for_the_line_or_a_line_without_ink_gives_nothing(
    starter: tuple[SpellingLearner, Alphabet],
) -> None:
    gray, _ = written_line()
    assert align_words(*starter, gray[:, :200], ["abcdefghijklmnopqrstuvwxyz" * 20]) is None
    assert align_words(*starter, np.full((60, 600), 230, np.uint8), ["some", "words"]) is None


def test_a_cut_through_the_words_fits_worse_than_one_between_them(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, places = written_line()
    shifted = [(left + 60, right + 60) for left, right in places]
    found = align_words(*starter, gray, LINE)
    assert found is not None
    columns = [(word.left, word.right) for word in found.words if word is not None]
    right, aligned, wrong, no_room = score_cuts(*starter, gray, LINE, [places, columns, shifted, [(5, 9)] * 5])
    assert abs(right - aligned) < 0.25 and right - wrong > 1 and no_room == NO_ROOM
