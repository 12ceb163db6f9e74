"""Letter probabilities along a line: the network of words, at any width."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import torch
from line_helpers import written_line

from core.imaging.normalise import normalise_line
from core.model.spelling_learner import SpellingLearner
from core.store.starter import load_starter, starter_path


@pytest.fixture(scope="module")
def learner() -> SpellingLearner:
    return load_starter(starter_path()).learner()


def test_a_word_spells_the_same_whether_or_not_it_is_read_as_a_line(learner: SpellingLearner) -> None:
    ink = torch.rand(2, 1, *learner.input_size)
    net = learner.net.eval()
    with torch.inference_mode():
        assert torch.equal(net.spell(ink), net(ink)[2])
        assert net.spell(torch.rand(1, 1, 48, 720)).shape[0] == 720 // net.stride


def test_a_line_keeps_its_columns() -> None:
    gray, places = written_line()
    half = normalise_line(gray, gray.shape[0] // 2)
    assert half.shape[1] == pytest.approx(gray.shape[1] / 2, rel=0.01)
    dark = np.flatnonzero((half < 100).any(axis=0))
    assert abs(2 * dark[0] - places[0][0]) < 8 and abs(2 * dark[-1] - places[-1][1]) < 16
    assert (normalise_line(np.full((30, 200), 200, np.uint8), 50) == 255).all(), "no ink"
    flipped = normalise_line(np.asarray(255 - cv2.GaussianBlur(gray, (3, 3), 1), np.uint8), 40)
    assert np.median(flipped) > 200, "light ink on dark paper is inverted"
    with pytest.raises(ValueError, match="at least one pixel"):
        normalise_line(np.zeros((0, 5), np.uint8), 50)
