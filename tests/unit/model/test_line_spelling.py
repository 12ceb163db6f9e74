"""Letter probabilities along a line: the network of words, at any width."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import torch

from core.imaging.normalise import normalise_line
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.model.learner import learner_from_arrays
from core.model.line_spelling import spell_line
from core.model.spelling_learner import SpellingLearner
from core.recognition.forced_alignment import cut_between, place_words
from core.store.starter import load_starter, starter_path

TEXT = ["several", "orders", "of", "the", "regiment"]


@pytest.fixture(scope="module")
def learner() -> SpellingLearner:
    starter = load_starter(starter_path())
    made = learner_from_arrays("phosc-ctc", starter.arrays, starter.alphabet, "cosine")
    assert isinstance(made, SpellingLearner)
    return made


def line() -> tuple[np.ndarray, list[tuple[int, int]]]:
    """Return a written line and the first and one-past-last column of each word's ink."""
    rng, writer = np.random.default_rng(3), Writer.random(5)
    words = [render_word(word, writer, rng) for word in TEXT]
    page, x, places = np.full((max(w.shape[0] for w in words) + 10, 3000), 235, np.uint8), 20, []
    for word in words:
        top = (page.shape[0] - word.shape[0]) // 2
        page[top : top + word.shape[0], x : x + word.shape[1]] = word
        inked = np.flatnonzero((word < 128).any(axis=0)) + x
        places.append((int(inked[0]), int(inked[-1]) + 1))
        x += word.shape[1] + 25
    return page[:, : x + 10], places


def test_a_word_spells_the_same_whether_or_not_it_is_read_as_a_line(learner: SpellingLearner) -> None:
    ink = torch.rand(2, 1, *learner.input_size)
    net = learner.net.eval()
    with torch.inference_mode():
        assert torch.equal(net.spell(ink), net(ink)[2])
        assert net.spell(torch.rand(1, 1, 48, 720)).shape[0] == 720 // net.stride


def test_known_words_are_found_on_their_line(learner: SpellingLearner) -> None:
    gray, places = line()
    names = {character: code for code, character in enumerate(load_starter(starter_path()).alphabet.characters)}
    spelling = spell_line(learner, gray, 1.3)
    assert spelling.step * len(spelling.log_probs) == pytest.approx(gray.shape[1], rel=0.02)
    placed = place_words(spelling.log_probs, [[names[c] for c in word] for word in TEXT])
    assert placed is not None
    darkness = 255.0 - normalise_line(gray, gray.shape[0])
    found = cut_between(np.where(darkness > 100, darkness, 0).sum(axis=0), placed, spelling.step)
    for (left, right), (a, b) in zip(found, places, strict=True):
        assert left <= a + 6 and b - 6 <= right, "all of the word, but for the end of a stroke"
        assert right - left < b - a + 60, "and nothing of its neighbours"
    wrong = place_words(spelling.log_probs, [[names[c] for c in word] for word in ["quite", "another", "text", "here"]])
    assert wrong is not None
    assert np.mean([w.score for w in wrong]) < np.mean([w.score for w in placed]) - 1


def test_a_line_keeps_its_columns() -> None:
    gray, places = line()
    half = normalise_line(gray, gray.shape[0] // 2)
    assert half.shape[1] == pytest.approx(gray.shape[1] / 2, rel=0.01)
    dark = np.flatnonzero((half < 100).any(axis=0))
    assert abs(2 * dark[0] - places[0][0]) < 8 and abs(2 * dark[-1] - places[-1][1]) < 16
    assert (normalise_line(np.full((30, 200), 200, np.uint8), 50) == 255).all(), "no ink"
    flipped = normalise_line(np.asarray(255 - cv2.GaussianBlur(gray, (3, 3), 1), np.uint8), 40)
    assert np.median(flipped) > 200, "light ink on dark paper is inverted"
    with pytest.raises(ValueError, match="at least one pixel"):
        normalise_line(np.zeros((0, 5), np.uint8), 50)
