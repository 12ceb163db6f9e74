"""CTC costs of word lists equal torch's loss of each pair; the beam search against all spellings of an alphabet."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from core.lexicon.character_model import CharacterModel
from core.model.ctc import costs_in_columns, ctc_costs, greedy_decode
from core.model.ctc_beam import beam_search

torch.set_num_threads(1)
WORDS = st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=6), min_size=1, max_size=9)


def columns(count: int, length: int, seed: int) -> torch.Tensor:
    return torch.randn(count, length, 5, generator=torch.Generator().manual_seed(seed)).log_softmax(2)


@settings(max_examples=40, deadline=None)
@given(WORDS, st.integers(0, 1000))
def test_costs_equal_torch_s_loss(words: list[list[int]], seed: int) -> None:
    log_probs = columns(3, 12, seed)
    costs = ctc_costs(log_probs, words)
    for index, word in enumerate(words):
        expected = torch.nn.functional.ctc_loss(
            log_probs.permute(1, 0, 2),
            torch.tensor([word] * 3),
            torch.full((3,), 12),
            torch.full((3,), len(word)),
            reduction="none",
        )
        assert costs[:, index].tolist() == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-3)


@settings(max_examples=40, deadline=None)
@given(WORDS, st.integers(0, 1000), st.sampled_from([1, 3, 12, 200]))
def test_costs_of_one_image_are_those_of_many(words: list[list[int]], seed: int, length: int) -> None:
    log_probs = columns(2, length, seed)
    both = ctc_costs(log_probs, words)
    for image in (0, 1):
        assert costs_in_columns(log_probs[image].numpy(), words) == pytest.approx(both[image].numpy(), rel=1e-4)
    assert len(costs_in_columns(log_probs[0].numpy(), [])) == 0


def test_long_lists_are_grouped_and_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [[1 + (i * 7 + j) % 4 for j in range(1 + i % 6)] for i in range(300)]
    log_probs = columns(5, 14, 1)
    whole = ctc_costs(log_probs, words)
    monkeypatch.setattr("core.model.ctc._MAX_CELLS", 50)
    assert torch.allclose(ctc_costs(log_probs, words), whole)
    alone = torch.cat([ctc_costs(log_probs, [word]) for word in words], dim=1)
    assert torch.allclose(alone, whole, atol=1e-3)


def test_words_that_the_columns_cannot_spell_cost_much() -> None:
    log_probs = columns(1, 3, 2)
    possible, impossible = ctc_costs(log_probs, [[1, 2], [1, 1, 1]])[0].tolist()
    assert possible < 30 < 60 < impossible


def test_greedy_decoding_drops_blanks_and_repeats() -> None:
    path = torch.tensor([0, 3, 3, 0, 3, 2, 2, 0])
    log_probs = torch.nn.functional.one_hot(path, 5).float().mul(20).log_softmax(1)[None]
    assert greedy_decode(log_probs) == [[3, 3, 2]]


CHARACTERS = ("", "a", "b")
COLUMNS = 4
ALL = [list(word) for length in range(1, COLUMNS + 1) for word in product((1, 2), repeat=length)]
MODEL = CharacterModel.build(["ab", "abab", "ba", "abb"], CHARACTERS)

scores = npst.arrays(np.float64, (COLUMNS, 3), elements=st.floats(-3, 3, width=32))


def log_columns(logits: np.ndarray) -> np.ndarray:
    probs = np.exp(logits)
    return (probs / probs.sum(axis=1, keepdims=True)).astype(np.float32)


@settings(deadline=None)
@given(scores, st.sampled_from([0.0, 0.5, 1.0]))
def test_the_best_spellings_of_all_are_found(logits: np.ndarray, weight: float) -> None:
    probs = log_columns(logits)[None]
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
