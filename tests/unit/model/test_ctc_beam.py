"""The beam search against all spellings of a small alphabet."""

from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.lexicon.character_model import CharacterModel
from core.model.ctc import ctc_costs
from core.model.ctc_beam import beam_search

CHARACTERS = ("", "a", "b")
COLUMNS = 4
ALL = [list(word) for length in range(1, COLUMNS + 1) for word in product((1, 2), repeat=length)]
MODEL = CharacterModel.build(["ab", "abab", "ba", "abb"], CHARACTERS)

scores = npst.arrays(np.float64, (COLUMNS, 3), elements=st.floats(-3, 3, width=32))


def columns(logits: np.ndarray) -> np.ndarray:
    probs = np.exp(logits)
    return (probs / probs.sum(axis=1, keepdims=True)).astype(np.float32)


@settings(deadline=None)
@given(scores, st.sampled_from([0.0, 0.5, 1.0]))
def test_the_best_spellings_of_all_are_found(logits: np.ndarray, weight: float) -> None:
    probs = columns(logits)[None]
    cost = ctc_costs(torch.from_numpy(probs).log(), ALL).numpy()[0].astype(np.float64)
    total = cost + weight * np.array([-MODEL.log_prob(word) for word in ALL])
    # at most 15 prefixes of four columns are possible, and 16 are kept: nothing is lost
    found = beam_search(probs, MODEL, weight, 3)
    for rank, best in enumerate(np.argsort(total, kind="stable")[:3]):
        word = found.codes[0, rank, : found.lengths[0, rank]].tolist()
        assert found.costs[0, rank] + weight * found.character_costs[0, rank] == pytest.approx(total[best], abs=1e-3)
        at = ALL.index(word)
        assert found.costs[0, rank] == pytest.approx(cost[at], abs=1e-3)
        assert found.character_costs[0, rank] == pytest.approx(-MODEL.log_prob(word), abs=1e-4)


def test_each_image_has_its_own_list_and_a_blank_one_none() -> None:
    sure_a, blank = np.full((COLUMNS, 3), 1e-6), np.full((COLUMNS, 3), 1e-6)
    sure_a[:, 0], sure_a[1, 1], sure_a[1, 0] = 1, 1, 1e-6
    blank[:, 0] = 1
    found = beam_search(np.stack([sure_a, blank]), MODEL, 0.5, 2)
    assert found.codes[0, 0, : found.lengths[0, 0]].tolist() == [1]
    assert found.lengths[1].tolist() == [0, 0]


def test_the_character_model_decides_between_equal_columns() -> None:
    probs = np.full((1, COLUMNS, 3), 1e-6)
    probs[0, :, 0] = 1.0
    probs[0, 0, :] = (0.0, 0.5, 0.5)
    probs[0, 2, :] = (0.0, 0.0, 1.0)
    found = beam_search(probs, MODEL, 1.0, 2)
    assert found.codes[0, 0, : found.lengths[0, 0]].tolist() == [1, 2]  # "ab" is a word of the list, "bb" is none
    assert found.codes[0, 1, : found.lengths[0, 1]].tolist() == [2, 2]
